import { expect, it } from 'vitest'
import { securityTxt } from './discovery.ts'

it('security.txt expires 180 days after it is read, and names an address for reports', () => {
  const publicUrl = 'https://example.test'
  const written = (contactEmail: string | null) =>
    securityTxt({ publicUrl, contactEmail } as never, Date.parse('2026-11-20T10:00:00Z'))
  expect(written(null)).toContain('Expires: 2027-05-19T00:00:00Z')
  expect(written(null)).toContain(`Contact: ${publicUrl}/v1/feedback`)
  expect(written('hello@example.test')).toContain('Contact: mailto:hello@example.test')
})
