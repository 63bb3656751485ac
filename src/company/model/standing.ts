/** The `fca` object of answers, from the regulator's register. Its keys have a fixed order. */
import { shorten } from '../../platform/text.ts'
import type { Standing } from './facts.ts'

export interface FcaBlock {
  checked: boolean
  regulated: boolean | null
  frn: string | null
  firm_name: string | null
  status: string | null
  permissions_summary: string | null
  warnings: readonly string[]
  note: string
}

/**
 * How much of the register's text fits: a verdict has about 800 tokens in all, the check alone has
 * room.
 */
export interface FcaRoom {
  noteLength: number
  firmName: number
  warnings: number
  warningLength: number
  permissions: number
  summaryLength: number
}

export const BRIEF: FcaRoom = {
  noteLength: 160,
  firmName: 160,
  warnings: 3,
  warningLength: 80,
  permissions: 3,
  summaryLength: 120,
}
export const FULL: FcaRoom = {
  noteLength: 400,
  firmName: 200,
  warnings: 20,
  warningLength: 400,
  permissions: 12,
  summaryLength: 900,
}
/** For the rare verdict that is too long otherwise. */
export const TIGHT: FcaRoom = {
  noteLength: 28,
  firmName: 48,
  warnings: 1,
  warningLength: 40,
  permissions: 1,
  summaryLength: 40,
}

const NOTHING = {
  regulated: null,
  frn: null,
  firm_name: null,
  status: null,
  permissions_summary: null,
  warnings: [],
}

export function fcaBlock(standing: Standing, room: FcaRoom): FcaBlock {
  switch (standing.outcome) {
    case 'not_consulted':
    case 'unavailable':
      return { checked: false, ...NOTHING, note: shorten(standing.reason, room.noteLength) }
    case 'ambiguous':
      return {
        checked: true,
        ...NOTHING,
        note: shorten(`No conclusion: ${standing.reason}.`, room.noteLength),
      }
    case 'not_found':
      return {
        checked: true,
        ...NOTHING,
        regulated: false,
        note: shorten(
          'No firm on the register carries this company number. The register is searched by name.',
          room.noteLength,
        ),
      }
    case 'matched': {
      const { firm } = standing
      const since = firm.statusSince === null ? '' : `; status since ${firm.statusSince}`
      return {
        checked: true,
        regulated: true,
        frn: firm.frn,
        firm_name: firm.firmName === null ? null : shorten(firm.firmName, room.firmName),
        status: firm.status,
        permissions_summary: summarise(firm.permissions, room),
        warnings: bound(firm.warnings, room),
        note: shorten(
          `Matched by company number${since}. Not every firm listed is authorised: read status.`,
          room.noteLength,
        ),
      }
    }
  }
}

function summarise(permissions: readonly string[], room: FcaRoom): string {
  if (permissions.length === 0) return 'No permissions listed.'
  const named = permissions.slice(0, room.permissions).join('; ')
  const more = permissions.length > room.permissions ? ' and more' : ''
  return shorten(
    `${permissions.length} ${permissions.length === 1 ? 'permission' : 'permissions'}: ${named}${more}`,
    room.summaryLength,
  )
}

function bound(warnings: readonly string[], room: FcaRoom): string[] {
  const shown = warnings
    .slice(0, room.warnings)
    .map((warning) => shorten(warning, room.warningLength))
  const hidden = warnings.length - shown.length
  return hidden > 0 ? [...shown, `and ${hidden} more`] : shown
}
