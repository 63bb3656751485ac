import { expect, it } from 'vitest'
import { startService } from '../../test/support/service.ts'

it('/robots.txt › names the sitemap', async () => {
  const service = await startService()
  try {
    const { bytes } = await service.ask('/robots.txt')
    const [, address] = /^Sitemap: (.+)$/m.exec(bytes) ?? []
    expect(address).toMatch(/\/sitemap\.xml$/)
    expect((await service.ask(new URL(address!).pathname)).status).toBe(200)
  } finally {
    await service.stop()
  }
})
