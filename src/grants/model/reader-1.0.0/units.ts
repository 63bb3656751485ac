/** A text cut into the pieces that criteria are read from: sentences, and list items under what introduces them. */
import type { GrantText, TextSection } from '../detail.ts'

/** What a list's introduction says about its items. */
export type Mood =
  /** Each item must hold. */
  | 'all_of'
  /** One item must hold. */
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
  section: TextSection['field']
  /** It introduces a list: what it says about who and where is said by the items. */
  introduces: boolean
}

export interface List {
  /** The introduction's own words. */
  lead: string
  mood: Mood
  /** From the introduction to the last item. */
  start: number
  end: number
  items: Unit[]
}

const NEGATIVE_LEAD =
  /\b(?:can(?:no|['’])t|can not|may not|must not|will not|won['’]t|not (?:be )?(?:eligible|able|allowed|permitted|fund|support|accept)|unable to|ineligible|exclu(?:de|sion)|do(?:es)? not (?:fund|apply|support))/i
const ANY_LEAD =
  /\b(?:one (?:or more )?of the following|any of the following)\b[^.]*:?\s*$|\b(?:either|open to|(?:your )?organi[sz]ation (?:is|must be)(?: an?| either)?|if you(?:['’]re| are)(?: an?)?|you are(?: one of)?|applicants? (?:can|may|must|should) be(?: an?)?|who can apply|eligible (?:applicants|organi[sz]ations|bodies)(?: (?:are|include))?|available to|applications? from)\s*:?\s*$/i
const ALL_LEAD =
  /\b(?:must|need to|required? to|have to|should|all of the following|only apply(?: for a grant)? if|to be eligible|eligible if|can apply if|the following (?:criteria|requirements|conditions))\b[^.]*:?\s*$/i
const PLAIN_LEAD =
  /\b(?:for example|such as|including|includes?|you can (?:get|receive|use)|can be used|may (?:be|include)|capped at|will be assessed|what you)\b[^.]*:?\s*$/i

/** The mood of a list by its introduction; exclusion is looked for first because "you cannot apply if you are:" is also a choice. */
function moodOf(lead: string): Mood {
  if (NEGATIVE_LEAD.test(lead)) return 'none_of'
  if (ANY_LEAD.test(lead)) return 'any_of'
  if (PLAIN_LEAD.test(lead) && !/\bmust\b/i.test(lead)) return 'plain'
  if (ALL_LEAD.test(lead)) return 'all_of'
  return 'plain'
}

const BULLET = /^\s*(?:[•·*‣◦–-]|o\s|\(?[a-z0-9ivx]{1,3}[.)])\s+/i
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|incl|approx|no|vs|st|mr|mrs|dr|cf)|\b[A-Z])\.$/i

interface Line {
  text: string
  start: number
  end: number
  bulleted: boolean
  /** `•`, `1`, `a` or nothing. */
  mark: string
  section: TextSection['field']
}

export function unitsOf(source: GrantText): { units: Unit[]; lists: List[] } {
  const lines = linesOf(source)
  const units: Unit[] = []
  const lists: List[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!
    const items = /[:;]\s*$/.test(line.text) ? listAfter(lines, index) : []
    if (items.length === 0) {
      units.push(...sentencesOf(line))
      continue
    }
    // Sentences before the introduction in the same paragraph stand for themselves.
    const sentences = sentencesOf(line)
    const lead = { ...sentences.pop()!, introduces: true }
    units.push(...sentences, lead)
    const mood = moodOf(lead.text)
    const list: List = { lead: lead.text, mood, start: lead.start, end: items.at(-1)!.end, items: [] }
    for (const item of items) {
      for (const part of sentencesOf(item)) {
        const unit = { ...part, mood, list }
        list.items.push(unit)
        units.push(unit)
      }
    }
    lists.push(list)
    index += items.length
  }
  return { units, lists }
}

/** Bulleted lines after an introduction, or, where the bullets were lost, the short lines that carry on its sentence. */
function listAfter(lines: readonly Line[], leadIndex: number): Line[] {
  const lead = lines[leadIndex]!
  const first = lines[leadIndex + 1]
  if (!first || first.section !== lead.section || (lead.bulleted && lead.mark === first.mark)) return []
  const items: Line[] = []
  for (let index = leadIndex + 1; index < lines.length; index += 1) {
    const line = lines[index]!
    if (line.section !== lead.section || line.mark !== first.mark) break
    if (!first.bulleted && !/^[a-z]/.test(line.text)) break
    items.push(line)
  }
  return items
}

function markOf(bullet: string): string {
  if (/\d/.test(bullet)) return '1'
  return /[a-z]/i.test(bullet) ? 'a' : bullet.trim() === '' ? '' : '•'
}

function linesOf({ text, sections }: GrantText): Line[] {
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
          mark: markOf(raw.slice(0, bullet)),
          section: section.field,
        })
      at += raw.length + 1
    }
  }
  return lines
}

function sentencesOf(line: Line): Unit[] {
  const units: Unit[] = []
  let from = 0
  const cut = (to: number) => {
    const raw = line.text.slice(from, to)
    const text = raw.trim()
    if (text !== '') {
      const start = line.start + from + raw.indexOf(text)
      units.push({ text, start, end: start + text.length, mood: 'plain', list: null, section: line.section, introduces: false })
    }
    from = to
  }
  for (const match of line.text.matchAll(/[.!?](?=\s+[A-Z0-9£‘“"(])/g)) {
    const end = match.index + 1
    if (!ABBREVIATION.test(line.text.slice(from, end))) cut(end)
  }
  cut(line.text.length)
  return units
}
