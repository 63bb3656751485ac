/** One published grant, reduced to what the giving history needs. */
import { cleanLine } from '../../platform/text.ts'
import { awardDay } from './date.ts'
import type { Columns, Field } from './headings.ts'
import { toPence } from './money.ts'

export interface PublishedGrant {
  /** The publisher's identifier of the grant; empty when it gives none. */
  id: string
  title: string
  description: string
  /** ISO code in capitals; empty when none is stated. */
  currency: string
  /** Null when the amount is absent or unreadable. */
  pence: number | null
  /** YYYYMMDD, 0 when unknown. */
  day: number
  funderId: string
  funderName: string
  recipient: string
  recipientId: string
  /** The recipient is a person. Nothing about the person is kept. */
  individual: boolean
  programme: string
  url: string
}

/** Fields of a grant that a workbook has outside the grants' table. */
export type GrantParts = { [Name in Field]?: string | undefined }

type Json = Record<string, unknown>

/** From the JSON form of the standard. */
export function grantOfJson(item: Json): PublishedGrant {
  const funder = firstObject(item.fundingOrganization)
  const recipient = firstObject(item.recipientOrganization)
  const individual = isPresent(item.recipientIndividual) || isPresent(item.toIndividualsDetails)
  return {
    id: text(item.id),
    title: text(item.title),
    description: text(item.description),
    currency: currency(item.currency),
    pence: toPence(item.amountAwarded),
    day: awardDay(item.awardDate),
    funderId: text(funder?.id),
    funderName: text(funder?.name),
    recipient: individual ? '' : text(recipient?.name),
    recipientId: individual ? '' : text(recipient?.id),
    individual,
    programme: text(firstObject(item.grantProgramme)?.title),
    url: text(item.url),
  }
}

/** Fields of one row by name; `parts` fills what the grants' own table leaves empty. */
export function grantOfRow(
  cells: readonly unknown[],
  columns: Columns,
  serialOffsetDays: number,
  parts?: Readonly<GrantParts>,
): PublishedGrant {
  const value = (field: Field): unknown => {
    for (const column of columns[field]) {
      const cell = cells[column]
      if (cell !== undefined && cell !== null && !isBlank(cell)) return cell
    }
    return parts?.[field]
  }
  const date = value('awardDate')
  const individual = value('individual') !== undefined
  return {
    id: text(value('id')),
    title: text(value('title')),
    description: text(value('description')),
    currency: currency(value('currency')),
    pence: toPence(value('amount')),
    day: awardDay(typeof date === 'number' ? date + serialOffsetDays : date),
    funderId: text(value('funderId')),
    funderName: text(value('funderName')),
    recipient: individual ? '' : text(value('recipientName')),
    recipientId: individual ? '' : text(value('recipientId')),
    individual,
    programme: text(value('programme')),
    url: text(value('url')),
  }
}

function text(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' ? String(value) : ''
}

function currency(value: unknown): string {
  const code = text(value).toUpperCase()
  return code === '£' ? 'GBP' : code
}

function firstObject(value: unknown): Json | null {
  const first = Array.isArray(value) ? value[0] : value
  return first !== null && typeof first === 'object' ? (first as Json) : null
}

function isPresent(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    !isBlank(value) &&
    !(Array.isArray(value) && value.length === 0)
  )
}

/** Spreadsheets and exports leave a space where nothing was entered. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** An http or https address as published, or null. */
export function webAddress(raw: string): string | null {
  const line = cleanLine(raw)
  if (line === null || line.length > 2_000 || !/^https?:\/\//i.test(line)) return null
  return URL.canParse(line) ? line : null
}
