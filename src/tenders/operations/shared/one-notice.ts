/** Input of operations about one tender: its ocid in the path, and the notice of that process. */
import { z } from 'zod'
import { ServiceError } from '../../../platform/errors.ts'
import type { Notice } from '../../model/notice.ts'
import { OCID } from '../../model/release.ts'
import type { ServingIndex } from './deps.ts'
import { EXAMPLE_BRIEF } from './examples.ts'

export const ocidParams = z.strictObject({
  ocid: z
    .string()
    .regex(OCID, 'expected a contracting-process id such as ocds-h6vhtk-0a1b2c')
    .meta({
      description: 'Contracting-process id exactly as returned by tender search',
      example: EXAMPLE_BRIEF.ocid,
    }),
})

/** @throws ServiceError SUBJECT_NOT_FOUND when there is none */
export async function getNotice(
  { find }: ServingIndex,
  ocid: string,
  nowMs: number,
): Promise<{ notice: Notice; others: Notice[] }> {
  const found = await find(ocid, nowMs)
  if (found) return found
  throw new ServiceError('SUBJECT_NOT_FOUND', `no tender ${ocid} is in the index`, {
    errors: [{ field: 'ocid', in: 'path', message: 'not a known contracting process' }],
    hint: 'Use an ocid of GET /v1/tenders/search; notices are kept for 24 months after they close.',
  })
}
