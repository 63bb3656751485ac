/** Whole days of Find a Tender: all that their releases state is read, or a rule says why not. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeCensus } from '../../scripts/truth/portal.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('tenders/find-a-tender-days')

test.skipIf(!present).each(['2026-08-10', '2026-08-11'])('all of %s is read', (day) => {
  expect(takeCensus(join(folder, day))).toBe(0)
})
