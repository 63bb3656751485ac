/**
 * A text cut into the pieces that criteria are read from: sentences, and list items under what
 * introduces them, each with its heading.
 */

import { kindsMentioned } from './applicant-kinds.ts'
import type { Doubt } from './criterion.ts'
import {
  ABOUT_YOU,
  ALL_LEAD,
  BOTH_WAYS,
  CLAUSE,
  HAS_VERB,
  MUST_NEED,
  NEGATIVE_LEAD,
  NEXT_HEADING,
  NOT_NEEDED,
  PLAIN_LEAD,
  QUESTION_HEADING,
  SENTENCE,
  SENTENCE_END,
  SHUT_HEADING,
  SOME_LEAD,
  SPEAKS_OF_APPLICANTS,
  TIER_LINE,
  WHO_LEAD,
} from './phrases/units.ts'
import { words, wordsWith } from './phrases/words.ts'
import type { Section, SourceText } from './source-text.ts'

/** Meaning of a list's introduction for its items. */
export type Mood =
  /** Each item must hold. */
  | 'all_of'
  /** One item, or some of them, must hold. */
  | 'any_of'
  /** No item may hold. */
  | 'none_of'
  /** The items are examples, costs, or facts. */
  | 'plain'

export interface Unit {
  text: string
  start: number
  end: number
  mood: Mood
  /** The list that the item belongs to. */
  list: List | null
  section: Section['field']
  /** It introduces a list: what it says about who and where is said by the items. */
  introduces: boolean
  /** It stands over what follows and says nothing by itself. */
  isHeading: boolean
  /** The nearest heading above, or ''. */
  heading: string
  /** Whether it is in a list within a list: it applies to the item above it only. */
  nested: boolean
}

/** An item with the list below it: one requirement, which a person must combine. */
export interface Group {
  start: number
  end: number
  section: Section['field']
  doubt: Doubt
}

export interface List {
  /** The introduction's own words. */
  lead: string
  mood: Mood
  /** Whether the introduction is about applicants, so that its items are kinds of applicants. */
  isWho: boolean
  /** From the introduction to the last item. */
  start: number
  end: number
  items: Unit[]
}

/** "from these organisations, which may not work for profit:" still includes. */
const ASIDE_OF_LEAD = wordsWith('gi')`, (?:which|who) [^,:]+(?=,)`
/**
 * The mood of a list by its introduction; exclusion is looked for first because "you cannot apply
 * if you are:" is also a choice.
 */
function detectMood(lead: string): { mood: Mood; isWho: boolean } {
  if (NOT_NEEDED.test(lead)) return { mood: 'plain', isWho: false }
  if (BOTH_WAYS.test(lead)) return { mood: 'plain', isWho: false }
  if (NEGATIVE_LEAD.test(lead.replace(ASIDE_OF_LEAD, ''))) return { mood: 'none_of', isWho: false }
  const isWho = WHO_LEAD.test(lead)
  if (isWho || SOME_LEAD.test(lead)) return { mood: 'any_of', isWho }
  if (PLAIN_LEAD.test(lead) && !MUST_NEED.test(lead)) return { mood: 'plain', isWho: false }
  return { mood: ALL_LEAD.test(lead) ? 'all_of' : 'plain', isWho: false }
}
const NAMES_ONE = words`^(?:an? |any |the )?[\w’'(][^:?!]{2,120}$`
const HAS_STATEMENT = words`
  \b(?:is|are|must|can|cannot|may|will|should|need|needs|have|has|does|do|towards?)\b`

/** Whether most items are names of applicants under words that speak of applicants. */
function isOfApplicants(lead: string, heading: string, items: readonly Line[]): boolean {
  if (
    !SPEAKS_OF_APPLICANTS.test(lead) &&
    !(/:\s*$/.test(lead) && SPEAKS_OF_APPLICANTS.test(heading))
  )
    return false
  const names = items.filter(
    ({ text }) =>
      NAMES_ONE.test(text) &&
      !HAS_STATEMENT.test(text.replace(/\([^)]*\)|\b(?:that|which|who|whose|where)\b.*$/gi, '')) &&
      kindsMentioned(text.replace(/\b(?:that|which|who|whose|where|with|for)\b.*$/i, '')).size > 0,
  )
  return items.length > 1 && names.length > items.length / 2
}

/** "The maximum grant is £1,000", among what is not funded: it says itself what it limits. */
const STATES_A_LIMIT = words`
    ^(?:the |our )?(?:maximum|minimum|most|least|largest|smallest)\b[^.;]{0,60}?\b(?:is|are|
    will be)\b`

/** "Your income must be under £50,000" in a list of exclusions is a requirement. */
const STATES_A_DEMAND = words`
    ^(?:(?!\b(?:that|which|who|whose|where)\b)[\w’'-]+ ){1,8}?(?:must|should|needs? to|
    ha(?:ve|s) to)\b(?! not\b)`

/**
 * Under "Our minimum criteria", "You have a bank account" is a demand, as an item of "You must:"
 * is.
 */
const CRITERIA_HEADING = words`
  \b(?:criteria|requirements|eligib\w+|who can apply|can (?:I|we|you) apply)\b`

export const BULLET = words`^\s*(?:[•·*‣◦✓✔✅■●○▪►➢→–-]|o\s|\(?[a-z0-9ivx]{1,3}[.)])\s+`
const ABBREVIATION = words`(?:\b(?:e\.g|i\.e|etc|incl|approx|no|vs|st|mr|mrs|dr|cf)|\b[A-Z])\.$`

const OPENS_A_SENTENCE = words`
  ^(?:we|if|this|these|please|there|however|you (?:can|will|must|may|won|cannot|should|need))\b`
const DEMANDS_ITSELF = words`
  ^(?!(?:is|are|be|must|can|may)\b)[\w’'-]+[^:]*? (?:must|cannot|will|should|(?:are|is) not)\b`
const BESIDES = wordsWith('gi')`
  \([^)]*\)|\s[-–—]\s.*$|\b(?:that|which|who|whose|where|when|if|as long as|provided|including)
  \b.*$`

/**
 * Among those who may apply: "We seek to help smaller groups", "Projects must cost at least
 * £10,000".
 */
const speaksForItself = (text: string) =>
  OPENS_A_SENTENCE.test(text) || DEMANDS_ITSELF.test(text.replace(BESIDES, ''))

/** "A registered charity; or": one of them is enough, whatever stands above. */
const OR_NEXT = words`\b(?:and\/)?or[,;]?$`

interface Line {
  text: string
  start: number
  end: number
  bulleted: boolean
  /** `•`, `◦`, `1`, `a` or nothing. */
  mark: string
  /** The list below this item. */
  beneath: Line[]
  /** One of those that the item above it lets choose from. */
  isChoice: boolean
  section: Section['field']
}

/** "Who can apply", "Small grants": short, no sentence. */
function isHeading(line: Line): boolean {
  if (line.bulleted || line.text.length > 90) return false
  if (/:\s\S/.test(line.text) || ABOUT_YOU.test(line.text)) return false
  if (line.text.length <= 60 && QUESTION_HEADING.test(line.text)) return true
  return (
    /\?$/.test(line.text) ||
    (!/[.;,:!]$/.test(line.text) &&
      !/[£%]|\d{3}|\b(?:must|cannot|will|can apply)\b/.test(line.text))
  )
}

/** Returns the lines that name a tier: two or more, with separate sums. */
export function tierLines(lines: readonly string[]): ReadonlySet<string> {
  const found = new Set(lines.filter((line) => line.length <= 70 && TIER_LINE.test(line)))
  return found.size > 1 ? found : new Set()
}

/**
 * "We will not fund: • groups abroad, unless they are: ◦ charities": the exception of an item is no
 * item.
 */
const EXCEPTS = words`\b(?:unless|except(?:ing)?|other than|apart from|excluding)\b`

/**
 * Moves lists within lists below their item. "You must: • be one of: ◦ a charity" stays a list of
 * applicants.
 */
function splitNested(all: readonly Line[]): Line[] {
  const lines: Line[] = []
  let lead = ''
  for (const line of all) {
    const above = lines.at(-1)
    // The list of an item with two paragraphs is below the second.
    const isItem = above?.bulleted || lines.at(-2)?.bulleted
    const isNested =
      line.mark === '◦' && above && isItem && above.mark !== '◦' && above.section === line.section
    if (isNested && (above.isChoice || offersAChoice(above.text, lead)))
      lines.push({ ...line, mark: above.mark, isChoice: true })
    else if (isNested) above.beneath.push(line)
    else lines.push(line)
    if (!line.bulleted) lead = line.text
  }
  return lines
}

function offersAChoice(item: string, lead: string): boolean {
  const { mood, isWho } = detectMood(item)
  const outer = detectMood(lead).mood
  return (
    (isWho || mood === 'any_of' || /\b(?:one|any) of\s*:$/i.test(item)) &&
    (outer === 'all_of' || outer === 'plain') &&
    !EXCEPTS.test(item) &&
    kindsMentioned(item).size === 0
  )
}

function buildGroup({ text, start, section, beneath }: Line): Group {
  return {
    start,
    end: beneath.at(-1)!.end,
    section,
    doubt: EXCEPTS.test(text) ? 'exception' : SOME_LEAD.test(text) ? 'alternative' : 'part',
  }
}

export function splitUnits(source: SourceText): { units: Unit[]; lists: List[]; groups: Group[] } {
  const lines = splitNested(splitLines(source))
  const units: Unit[] = []
  const lists: List[] = []
  const tiers = tierLines(lines.filter(({ bulleted }) => !bulleted).map(({ text }) => text))
  let heading = ''
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const items = itemsAfter(lines, index)
    const asHeading = isHeading(line)
    if (asHeading || (!line.bulleted && tiers.has(line.text))) heading = line.text
    if (items.length === 0) {
      units.push(
        ...splitSentences(line, heading).map((unit) => ({ ...unit, isHeading: asHeading })),
      )
      continue
    }
    // Sentences before the introduction in the same paragraph stand for themselves.
    const sentences = splitSentences(line, heading)
    // An item that introduces a list stays one of "you must:".
    const parent =
      line.bulleted && !asHeading && lines[index - 1]?.bulleted && lists.at(-1)?.mood === 'all_of'
        ? lists.at(-1)!
        : null
    const lead = {
      ...sentences.pop()!,
      introduces: true,
      isHeading: asHeading,
      ...(parent ? { mood: 'all_of' as const, list: parent } : {}),
    }
    units.push(...sentences, lead)
    // "Who can apply" or a set of conditions over an introduction that only says "at least one of
    // these:" rules nothing in or out by kind.
    const leadMood = detectMood(lead.text)
    const ofApplicants =
      (leadMood.mood === 'plain' && isOfApplicants(lead.text, heading, items)) ||
      (leadMood.mood === 'all_of' &&
        items.length > 1 &&
        items.slice(0, -1).every(({ text }) => OR_NEXT.test(text)))
    const list: List = {
      lead: lead.text,
      ...(ofApplicants ? { mood: 'any_of', isWho: true } : leadMood),
      start: lead.start,
      end: (items.at(-1)!.beneath.at(-1) ?? items.at(-1)!).end,
      items: [],
    }
    lists.push(list)
    for (const item of items) {
      for (const [at, part] of splitSentences(item, heading).entries()) {
        // A sentence after an item's words is separate: "individuals. We may accept applications
        // from PTAs".
        const isItem = list.isWho
          ? at === 0 && !speaksForItself(part.text)
          : (at === 0 &&
              !(
                list.mood === 'none_of' &&
                (STATES_A_LIMIT.test(part.text) || STATES_A_DEMAND.test(part.text))
              )) ||
            list.mood === 'all_of' ||
            list.mood === 'plain' ||
            !SENTENCE.test(part.text)
        const unit = isItem
          ? { ...part, mood: list.mood, list }
          : { ...part, mood: 'plain' as const }
        if (isItem) list.items.push(unit)
        units.push(unit)
      }
    }
    reviseList(list)
    index += items.length
  }
  const parents = lines.filter(({ beneath }) => beneath.length > 0)
  const nested = parents.flatMap(({ beneath, text }) =>
    beneath.flatMap((line) => splitSentences(line, text)),
  )
  units.push(...nested.map((unit) => ({ ...unit, nested: true })))
  units.sort((a, b) => a.start - b.start)
  return { units, lists, groups: parents.map(buildGroup) }
}

/** Changes the mood of a list of applicants whose items turn out to be none. */
function reviseList(list: List): void {
  if (!list.isWho) return
  // Sentences under "Who can apply" stand for themselves.
  const isProse = list.items.filter(isSaying).length > list.items.length / 2
  if (!isProse && (NAMES_A_CHOICE.test(list.lead) || namesKinds(list.items))) return
  // "Your business may apply if it is:" over places and qualities: each must hold.
  list.mood = isProse ? 'plain' : 'all_of'
  list.isWho = false
  for (const item of list.items) item.mood = list.mood
}

const isSaying = ({ text }: Unit) =>
  /\.$/.test(text) &&
  /\b(?:will|must|can|may|should|cannot|are|is)\b/i.test(
    text.replace(/\b(?:that|which|who|where|whose|if|as long as|provided)\b.*$/i, ''),
  )
const NAMES_A_CHOICE = words`\b(?:one|any|either|some)\b`
const namesKinds = (items: readonly Unit[]) =>
  items.some(({ text }) => /\bor[,;]?$/i.test(text) || kindsMentioned(text).size > 0)

/**
 * Bulleted lines after an introduction, or, where the bullets were lost, the short lines that carry
 * on its sentence.
 */
function itemsAfter(lines: readonly Line[], leadIndex: number): Line[] {
  const lead = lines[leadIndex]!
  const first = lines[leadIndex + 1]
  if (!first || first.section !== lead.section || lead.beneath.length > 0) return []
  // "Who can apply | Who cannot apply": each column has another meaning.
  if (FIRST_CELL.test(lead.text)) return []
  const opens = /[:;]\s*$/.test(lead.text)
  const introduces =
    opens && !/;\s*$/.test(lead.text)
      ? true
      : opens
        ? !lead.bulleted
        : first.bulleted && !lead.bulleted && introducesBullets(lead)
  const question =
    !first.bulleted &&
    isHeading(lead) &&
    (WHO_LEAD.test(lead.text) || SHUT_HEADING.test(lead.text)) &&
    isFragment(first) &&
    (isHeading(first) || isNamed(first.text) || first.text.length > 90)
  if (!introduces && !question) return []
  // "(1) Your organisation must be:" over "(a) a charity" introduces for itself.
  const second = lines[leadIndex + 2]
  if (first.bulleted && /:\s*$/.test(first.text) && second?.bulleted && second.mark !== first.mark)
    return []
  const items: Line[] = []
  for (let index = leadIndex + 1; index < lines.length; index += 1) {
    const line = lines[index]!
    if (line.section !== lead.section || line.mark !== first.mark) break
    // A list within the list starts a new one.
    if (
      index > leadIndex + 1 &&
      /:\s*$/.test(line.text) &&
      line.bulleted &&
      line.beneath.length === 0
    )
      break
    const next = lines[index + 1]
    // A short line over a sentence is the next heading and names no applicant.
    if (!first.bulleted && question && SHUT_HEADING.test(lead.text) && next && !isFragment(next))
      break
    if (!first.bulleted && question && index > leadIndex + 1 && NEXT_HEADING.test(line.text)) break
    if (
      !first.bulleted &&
      (isHeadingLike(line, lines[index + 1]) || (!/^[a-z]/.test(line.text) && !isFragment(line)))
    )
      break
    items.push(line)
  }
  return items
}

/** A heading, or a paragraph's last words, over bullets: "Who can apply", "You must have". */
function introducesBullets(lead: Line): boolean {
  return (
    isHeading(lead) ||
    !/[.!]\s*$/.test(lead.text) ||
    /\bthe following\b[^.!]*[.!]\s*$/i.test(lead.text)
  )
}

const isFragment = (line: Line) =>
  line.text.length <= 160 && (!/[.:?]\s*$/.test(line.text) || isNamed(line.text))
/**
 * "Charities with no accounts.", "A signed constitution.": a name with its full stop, no sentence.
 */
const isNamed = (text: string) =>
  /^[^.!?]+\.$/.test(text) &&
  !HAS_VERB.test(text.replace(/\b(?:that|which|who|where|whose)\b.*$/i, ''))
const isHeadingLike = (line: Line, next: Line | undefined) =>
  line.text.length <= 40 && next !== undefined && /:\s*$/.test(next.text)

function detectMark(bullet: string): string {
  if (/\d/.test(bullet)) return '1'
  if (bullet.includes('◦')) return '◦'
  return /[a-z]/i.test(bullet) ? 'a' : bullet.trim() === '' ? '' : '•'
}

function splitLines({ text, sections }: SourceText): Line[] {
  const lines: Line[] = []
  for (const section of sections) {
    let at = section.start
    for (const raw of text.slice(section.start, section.end).split('\n')) {
      const bullet = BULLET.exec(raw)?.[0].length ?? 0
      const indent = /^\s*/.exec(raw)![0].length
      const skip = Math.max(bullet, indent)
      const body = raw.slice(skip).trimEnd()
      if (body !== '')
        lines.push({
          text: body,
          start: at + skip,
          end: at + skip + body.length,
          bulleted: bullet > 0,
          mark: detectMark(raw.slice(0, bullet)),
          beneath: [],
          isChoice: false,
          section: section.field,
        })
      at += raw.length + 1
    }
  }
  return lines
}

const FIRST_CELL = /^[^|]*? \| /

function splitSentences(line: Line, heading: string): Unit[] {
  const units: Unit[] = []
  // "Charities | Must be in England. Income below £5,000.": each sentence of a row is said of what
  // stands first in it.
  const label = FIRST_CELL.exec(line.text)?.[0] ?? ''
  let from = 0
  const cut = (to: number) => {
    const raw = line.text.slice(from, to)
    const leadMood = raw.trim()
    if (leadMood !== '') {
      const start = line.start + from + raw.indexOf(leadMood)
      const text = (label !== '' && from > label.length ? label + leadMood : leadMood).replace(
        /\bU\.K\./g,
        'UK',
      )
      units.push({
        text,
        start,
        end: start + leadMood.length,
        mood: CRITERIA_HEADING.test(heading) && ABOUT_YOU.test(text) ? 'all_of' : 'plain',
        list: null,
        section: line.section,
        introduces: false,
        isHeading: false,
        heading: heading === text ? '' : heading,
        nested: false,
      })
    }
    from = to
  }
  for (const match of line.text.matchAll(SENTENCE_END)) {
    const end = match.index + 1
    const before = line.text.slice(from, end)
    if (
      match[0] !== '.' && match[0] !== '!' && match[0] !== '?'
        ? isClause(before) && isClause(line.text.slice(end).split(/[.;]\s/)[0]!)
        : !ABBREVIATION.test(before)
    )
      cut(end)
  }
  cut(line.text.length)
  return units
}
const isClause = (text: string) => CLAUSE.test(text)

/** Whether words stand in a list of what rules out, without the introduction that says so. */
export function isExcluded(
  lists: readonly {
    mood: Mood
    start: number
    lead: string
    items: readonly { start: number; end: number }[]
  }[],
  span: { start: number; end: number },
): boolean {
  return lists.some(
    ({ mood, start, lead, items }) =>
      mood === 'none_of' &&
      span.start >= start + lead.length &&
      items.some((item) => item.start < span.end && span.start < item.end),
  )
}
