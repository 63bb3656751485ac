/**
 * Curated criteria. A seed is written for one text, named by its hash, and is void as soon as the text changes; it passes the same door
 * as a model's reading. Seeds are files in the data directory (`grant-seeds/*.json`), because only the text as it is published today can
 * be curated: the run book tells how.
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
