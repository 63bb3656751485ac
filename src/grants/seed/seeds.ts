/**
 * Curated criteria. A seed is written for one text, named by its hash, and is void once the text
 * changes. It passes the same checks as a model's reading. Seeds are files in the data directory
 * (`grant-seeds/*.json`), because only the currently published text can be curated
 * (docs/operators/data.md).
 */
import { type Proposal, readProposal } from '../model/proposal.ts'

export interface Seed {
  textSha256: string
  proposal: Proposal
}

/** @throws with a reason when the document is no seed. */
export function readSeed(document: unknown): Seed {
  const { text_sha256: hash } = (
    typeof document === 'object' && document !== null ? document : {}
  ) as Record<string, unknown>
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash))
    throw new Error('text_sha256 is not a SHA-256 in hex')
  const proposal = readProposal(document)
  if (!proposal) throw new Error('criteria are not readable')
  return { textSha256: hash, proposal }
}
