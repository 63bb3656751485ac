/** Remarks of the register that no rule reads: office, annotations, former names, gaps. */
import type { CivilDate } from '../../platform/london.ts'
import type { NoteFacts, ProfileFacts } from './facts.ts'
import { boolean, date, list, object, strictKey } from './read.ts'

const MAX_ANNOTATIONS = 10

export function readNoteFacts(body: unknown): NoteFacts {
  const raw = object(body)
  const names = list(raw.previous_company_names).map(object)
  const earliest = sort(names.map((each) => date(each.effective_from)))[0] ?? null
  const latest = sort(names.map((each) => date(each.ceased_on))).at(-1) ?? null
  return {
    officeUndeliverable: boolean(raw.undeliverable_registered_office_address) ?? false,
    officeDisputed: boolean(raw.registered_office_is_in_dispute) ?? false,
    annotations: list(raw.corporate_annotation)
      .map(object)
      // For the type `other` the description is free text, which may name a person.
      .map((each) => ({ type: strictKey(each.type) ?? 'other', created: date(each.created_on) }))
      .slice(0, MAX_ANNOTATIONS),
    partialData:
      typeof raw.partial_data_available === 'string'
        ? (strictKey(raw.partial_data_available) ?? 'other')
        : null,
    formerNames: { count: names.length, since: earliest, lastChanged: latest },
  }
}

function sort(dates: readonly (CivilDate | null)[]): CivilDate[] {
  return dates.filter((each) => each !== null).sort()
}

export const REGISTER_NOTE_CODES = [
  'OFFICE_UNDELIVERABLE',
  'OFFICE_DISPUTED',
  'ANNOTATION',
  'PARTIAL_DATA',
  'PREVIOUS_NAMES',
  'NO_STATUS',
  'STATUS_DETAIL',
  'CEASED',
  'DATES_SET_ASIDE',
] as const

export interface RegisterNote {
  code: (typeof REGISTER_NOTE_CODES)[number]
  detail: string
}

/** In the order of the codes, annotations as the register lists them. */
export function registerNotes(
  { status, statusDetail, ceased }: ProfileFacts,
  remarks: NoteFacts,
): RegisterNote[] {
  const { annotations, partialData } = remarks
  const addition = strictKey(statusDetail)
  const note = (code: RegisterNote['code'], detail: string | false): RegisterNote[] =>
    detail === false ? [] : [{ code, detail }]
  return [
    ...note(
      'OFFICE_UNDELIVERABLE',
      remarks.officeUndeliverable &&
        'the register marks the registered office address as undeliverable',
    ),
    ...note(
      'OFFICE_DISPUTED',
      remarks.officeDisputed && 'the register marks the registered office as in dispute',
    ),
    ...annotations.flatMap(({ type, created }) =>
      note(
        'ANNOTATION',
        `${ANNOTATIONS[type] ?? words(type)}${created === null ? '' : `, annotated ${created}`}`,
      ),
    ),
    ...note(
      'PARTIAL_DATA',
      partialData !== null && `the register holds a part only: ${words(partialData)}`,
    ),
    ...note('PREVIOUS_NAMES', describeFormerNames(remarks.formerNames)),
    ...note(
      'NO_STATUS',
      status === null && 'the register gives no status, so no rule about status could be judged',
    ),
    ...note(
      'STATUS_DETAIL',
      addition !== null && `the register adds to the status: ${words(addition)}`,
    ),
    // Also of companies that go on: one restored by a court keeps the day on which it had ended
    // (developer forum).
    ...note('CEASED', ceased !== null && `the register gives ${ceased} as the date of cessation`),
  ]
}

function describeFormerNames({ count, since, lastChanged }: NoteFacts['formerNames']) {
  if (count === 0) return false
  const from = since === null ? '' : ` since ${since}`
  const changed = lastChanged === null ? '' : `, last changed ${lastChanged}`
  return `${count} previous ${count === 1 ? 'name' : 'names'}${from}${changed}`
}

/** Names filings whose date is later than the day of the answer. */
export function noteDatesSetAside(count: number): RegisterNote[] {
  if (count === 0) return []
  const detail = `${count} of the filings shown ${count === 1 ? 'is' : 'are'} dated after today at the register; listed last, without the date`
  return [{ code: 'DATES_SET_ASIDE', detail }]
}

const SECTION_1002A = 'section 1002A of the Companies Act 2006 (misleading, false or deceptive'
/** The register's list of types; another type is returned in the register's words. */
const ANNOTATIONS: Readonly<Record<string, string>> = {
  'strike-off-under-section-1002a-of-the-companies-act-2006-incorporation': `the registrar intends or took steps to strike off under ${SECTION_1002A} incorporation)`,
  'strike-off-under-section-1002a-of-the-companies-act-2006-restoration': `the registrar intends or took steps to strike off under ${SECTION_1002A} restoration)`,
  'overseas-entity-dissolved-wound-up-or-ceased-to-exist':
    'the registrar has reason to believe that the overseas entity has ended in its home jurisdiction',
  other: 'an annotation in words, to be read at the register',
}

function words(term: string): string {
  return term.replaceAll('-', ' ')
}
