/**
 * A synthetic service for payment practices on loopback: its CSV export, and what can come in its
 * place.
 */
import { serve } from '../serve.ts'

/**
 * `forbidden`: 403. `page`: a page that checks the browser. `cut`: the connection ends within the
 * file. `down`: connections are cut.
 */
export type PaymentExportFault = 'forbidden' | 'page' | 'cut' | 'down'

export interface SandboxPaymentPractices {
  /** Address of the export. */
  url: string
  requests: readonly { method: string; status: number }[]
  publish(csv: string): void
  /** Until `heal`. */
  break(fault: PaymentExportFault): void
  heal(): void
  close(): Promise<void>
}

export async function startPaymentPractices(published: string): Promise<SandboxPaymentPractices> {
  let csv = published
  let fault: PaymentExportFault | null = null
  const requests: { method: string; status: number }[] = []

  const { url, close } = await serve((request, response) => {
    const { method = 'GET', url: path } = request
    if (fault === 'down') return void response.socket?.destroy()
    const status =
      path !== '/export/csv/' ? 404 : method !== 'GET' ? 405 : fault === 'forbidden' ? 403 : 200
    requests.push({ method, status })
    response.statusCode = status
    if (status !== 200) return void response.end()
    response.setHeader('content-type', 'text/csv; charset=utf-8')
    if (fault === 'page') return void response.end('<html><title>Checking your browser</title>')
    if (fault === 'cut')
      return void response.write(csv.slice(0, csv.length / 2), () => response.socket?.destroy())
    // As the service does: chunks, no length, and no part on request.
    response.write(csv)
    response.end()
  })
  return {
    url: `${url}/export/csv/`,
    close,
    requests,
    publish(next) {
      csv = next
    },
    break(next) {
      fault = next
    },
    heal() {
      fault = null
    },
  }
}
