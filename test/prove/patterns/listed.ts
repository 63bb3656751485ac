/**
 * Patterns that the checker cannot judge, each with the test that feeds its reader long and hostile
 * text.
 */

export interface Listed {
  path: string
  /**
   * Part of the pattern, or of the arguments of `RegExp`, that no other pattern of the file has.
   */
  part: string
  /** The property test of its reader; for a pattern that no foreign text reaches, the reason. */
  because: { test: string } | { noForeignText: string }
}

const GROWTH = { test: 'test/faults/long-texts.test.ts' }

const OWN_DOCUMENT = { noForeignText: 'It reads documents and examples of this repository.' }

export const UNJUDGED: readonly Listed[] = [
  { path: 'src/observe/log.ts', part: '0x[0-9a-fA-F]{130,}', because: GROWTH },
  { path: 'src/tenders/model/certifications.ts', part: "pattern, 'g'", because: GROWTH },
  {
    path: 'src/payments/facilitator-client.ts',
    part: 'path}/?$',
    because: { noForeignText: 'It reads the configured address.' },
  },
  {
    path: 'src/transports/mcp/wording.ts',
    part: 'method} ',
    because: { noForeignText: 'It reads paths of our own operations.' },
  },
  {
    path: 'src/transports/mcp/wording.ts',
    part: "ids.join('|')",
    because: { noForeignText: 'It reads descriptions of our own operations.' },
  },
  { path: 'src/site/highlight.ts', part: '(?<string>', because: OWN_DOCUMENT },
  { path: 'src/site/manual-page.ts', part: '<h2 id=', because: OWN_DOCUMENT },
  { path: 'src/site/quickstart.ts', part: '<h2.*', because: OWN_DOCUMENT },
  { path: 'src/site/site.ts', part: 'which}:begin', because: OWN_DOCUMENT },
]

/**
 * Files and folders whose patterns read bounded text only: a sentence, a line or a quote. The test
 * measures their readers.
 */
export const BOUNDED: readonly { path: string; test: string }[] = [
  { path: 'packages/grant-reader/src/', test: GROWTH.test },
  { path: 'src/grants/model/proposal.ts', test: GROWTH.test },
]
