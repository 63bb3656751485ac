import { expect, it } from 'vitest'
import { securityTxt } from './discovery.ts'
import { dailyDocument } from './document.ts'

it('security.txt expires 180 days after it is read, and names an address for reports', () => {
  const publicUrl = 'https://example.test'
  const written = (contactEmail: string | null) =>
    securityTxt({ publicUrl, contactEmail } as never, Date.parse('2026-11-20T10:00:00Z'))
  expect(written(null)).toContain('Expires: 2027-05-19T00:00:00Z')
  expect(written(null)).toContain(`Contact: ${publicUrl}/v1/feedback`)
  expect(written('hello@example.test')).toContain('Contact: mailto:hello@example.test')
})

it('a document with a date is built once a day, and again on the next', async () => {
  let nowMs = Date.parse('2026-11-20T00:00:00Z')
  const built: string[] = []
  const document = dailyDocument(
    '/dated',
    () => nowMs,
    (dayStartMs) => {
      built.push(new Date(dayStartMs).toISOString())
      return {
        path: '/dated',
        read: () => ({ status: 200, headers: {}, body: Buffer.from(`${built.length}`) }),
      }
    },
  )
  const read = async () => (await document.read({})).body.toString()
  expect([await read(), await read()]).toEqual(['1', '1'])
  nowMs = Date.parse('2026-11-20T23:59:59Z')
  expect(await read()).toBe('1')
  nowMs = Date.parse('2026-11-21T00:00:00Z')
  expect([await read(), await read()]).toEqual(['2', '2'])
  expect(built).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'])
})
