/** The invented firms of the sandbox's financial services register. */
import { fill, loadRecords, mergePatch, type Shape } from '../records.ts'

export interface SandboxFirm {
  frn: string
  /**
   * `Data[0]` of the firm, in the register's own member names; without `FRN` the search lists it
   * without a reference number.
   */
  record: Readonly<Shape>
  /** The search finds the firm under these names; the postcode hangs on to each. */
  searchNames: readonly string[]
  postcode: string
  /** Status in the search; by default authorised, or a reference to its page. */
  searchStatus?: string
  /** Activity to its limitation; the pseudo entries of consumer buy-to-let among them. */
  permissions: Readonly<Shape>
  requirements: readonly Readonly<Shape>[]
}

const UNLIMITED = [{ 'Limitation Not Found': ['Valid limitation not present'] }]

/** The first line is what all firms have, the others are patches of it. */
export function sandboxFirms(): SandboxFirm[] {
  const [common, ...firms] = loadRecords('fca/firms.jsonl')
  return firms.map((patch) => {
    const firm = mergePatch(common, patch) as SandboxFirm
    const name = String(firm.record['Organisation Name'])
    const searchNames = firm.searchNames ?? [name]
    return fill({ ...firm, searchNames }, { frn: firm.frn, unlimited: UNLIMITED })
  })
}
