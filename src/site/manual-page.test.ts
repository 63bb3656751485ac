import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { envelopeSchema } from '../contract/envelope.ts'
import { manualHtml } from './manual-page.ts'
import { markdownHtml } from './markdown.ts'

const page = { path: '/docs/this', title: 'This', description: 'What this is <about>.', parts: [] }
const html = (text: string) => markdownHtml(text, { findLink: () => null })

it('says what a page is about where its text does not begin with that', () => {
  expect(manualHtml(page, html('# This\n\n- one\n'))).toContain(
    '</h1>\n<p class="lead">What this is &lt;about&gt;.</p>',
  )
  expect(manualHtml(page, html('# This\n\nIt is one.\n'))).not.toContain('lead')
})

it('lists the parts of a page that has many', () => {
  const parts = (count: number, words = 500) =>
    Array.from(
      { length: count },
      (_, index) => `## Part \`${index}\`\n\n${'text '.repeat(words)}\n`,
    ).join('\n')
  expect(manualHtml(page, html(`# This\n\nIt is.\n\n${parts(4)}`))).not.toContain('On this page')
  expect(manualHtml(page, html(`# This\n\nIt is.\n\n${parts(5, 1)}`)), 'a short one').not.toContain(
    'On this page',
  )
  expect(manualHtml(page, html(`# This\n\nIt is.\n\n${parts(5)}`))).toContain(
    '<li><a href="#part-4">Part <code>4</code></a></li>',
  )
})

it('calls a page by its title where the text calls its file', () => {
  const rendering = {
    findLink: () => '/docs/that#there',
    titleAt: (path: string) => (path === '/docs/that' ? 'That & more' : undefined),
  }
  expect(markdownHtml('[that.md](that.md#there)', rendering)).toBe(
    '<p><a href="/docs/that#there">That &amp; more</a></p>\n',
  )
  expect(markdownHtml('[as told](that.md)', rendering)).toContain('>as told</a>')
})

it('shows an envelope as answers have it', () => {
  const document = readFileSync(
    new URL('../../docs/callers/response-format.md', import.meta.url),
    'utf8',
  )
  const shown = JSON.parse(
    /## Envelope[\s\S]*?```json\n([\s\S]*?)```/.exec(document)![1]!,
  ) as object
  const anything = z.looseObject({})
  const schema = envelopeSchema({
    query: anything,
    result: anything,
    verdict: anything,
    priceUsdc: '0.10',
  })
  expect(Object.keys(shown)).toEqual(Object.keys(schema.shape))
  expect(schema.safeParse(shown).error).toBeUndefined()
})
