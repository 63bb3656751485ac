/**
 * Reads inline XBRL 1.0 and 1.1 and classic XBRL 2.1: bytes to facts, in linear time. Pure. Facts
 * of other concepts than the wanted ones are not held, so no name that a filing tags reaches the
 * caller.
 */
import { decode as decodeEntity } from 'html-entities'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { addDays, type CivilDate, isCivilDate } from './dates.ts'
import { negateDecimal, shiftDecimal } from './decimal.ts'
import { type Format, transformNumber } from './transformations.ts'

const XBRLI = 'http://www.xbrl.org/2003/instance'
const XBRLDI = 'http://xbrl.org/2006/xbrldi'
const ISO4217 = 'http://www.xbrl.org/2003/iso4217'
const XSI = 'http://www.w3.org/2001/XMLSchema-instance'
const INLINE = ['http://www.xbrl.org/2013/inlineXBRL', 'http://www.xbrl.org/2008/inlineXBRL']

const MAX_DEPTH = 200
const MAX_ATTRIBUTES = 400
const MAX_FACTS = 20_000
const MAX_CONTEXTS = 50_000
/** Longer text is no figure, no date and no boolean. */
const MAX_TEXT_CHARS = 200
/** Text of one element with its white space. */
const MAX_CAPTURED_CHARS = 2000
const MAX_SCALE = 30
const MAX_CONTINUATIONS = 50
/**
 * More or longer dimensions than any filing needs; the members of a context are compared once per
 * fact.
 */
const MAX_MEMBERS = 10
const MAX_NAME_CHARS = 100
/** No filing is older than the register of 1844. */
const FIRST_DATE: CivilDate = '1844-01-01'

export interface XbrlContext {
  instant: CivilDate | null
  start: CivilDate | null
  end: CivilDate | null
  /** `Dimension=Member` by local names, sorted and joined by commas; empty for a total. */
  members: string
}

export interface XbrlFact {
  /** Local name of the concept. */
  concept: string
  context: string
  /** ISO 4217 code of the unit; `null` if the unit is no currency. */
  currency: string | null
  isNumeric: boolean
  /**
   * Exact decimal for a number, else the text; `null` if the fact is nil or `fault` says why it has
   * no value.
   */
  value: string | null
  fault: string | null
  raw: string
  /** Accuracy as stated; a `precision` is converted to `decimals`. */
  decimals: number | 'INF' | null
  scale: number
  sign: '-' | null
  format: Format | null
}

export interface XbrlReport {
  format: 'ixbrl' | 'xbrl'
  /** In the order of the document. */
  facts: XbrlFact[]
  contexts: ReadonlyMap<string, XbrlContext>
}

/** A filing that cannot be read; its message is the reason that callers see. */
export class UnreadableFiling extends Error {
  override name = 'UnreadableFiling'
}

/** Facts that are read; all others are dropped while reading. */
export interface Wanted {
  isTaxonomy(namespace: string): boolean
  /** Local names. */
  concepts: Pick<ReadonlySet<string>, 'has'>
}

const EVERYTHING: Wanted = { isTaxonomy: () => true, concepts: { has: () => true } }

/** Namespaces by prefix, with those of the elements around as its prototype. */
type Scope = Readonly<Record<string, string>>

interface Tag {
  uri: string | undefined
  local: string
  attributes: Readonly<Record<string, string>>
  scope: Scope
}

interface QName {
  namespace: string | undefined
  name: string
}

/** Text of an element that is being read. */
interface Capture {
  text: string
  isOverlong: boolean
}

type DraftFact = Omit<XbrlFact, 'currency' | 'value' | 'fault' | 'raw' | 'decimals'> & {
  capture: Capture
  unit: string | null
  isNil: boolean
  accuracy: { decimals: string | null; precision: string | null }
  continuedAt: string | null
  isInline: boolean
  fault: string | null
}

/**
 * Reads the facts of an inline or classic XBRL document, with their contexts.
 * @throws UnreadableFiling with a reason in words
 */
export function readXbrl(bytes: Uint8Array, wanted: Wanted = EVERYTHING): XbrlReport {
  const text = decodeText(bytes)
  if (!/^<[?!A-Za-z]/.test(text.slice(0, 2)))
    throw new UnreadableFiling(
      text.startsWith('ATTACHMENTPLACEHOLDER')
        ? 'the file is a placeholder without content'
        : 'the file is no XML document',
    )
  const reading = createReading(wanted)
  try {
    reading.parse(text)
  } catch (error) {
    if (error instanceof UnreadableFiling) throw error
    throw new UnreadableFiling(`the file is no well-formed XML: ${xmlFault(error)}`, {
      cause: error,
    })
  }
  return reading.report()
}

/** The parser's words without the text of the document that some of them quote. */
function xmlFault(error: unknown): string {
  const words = error instanceof Error ? error.message : ''
  const match = /^(\d+:\d+): ([a-z -]{1,60})/.exec(words)
  return match ? `${match[2]!.trim()} at ${match[1]}` : 'it cannot be parsed'
}

/**
 * Decodes by byte order mark, else by the XML declaration, else as UTF-8. White space before the
 * first tag is cut.
 */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const declared = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
    String.fromCharCode(...bytes.subarray(0, 300)).replace(/^\u00ef\u00bb\u00bf/, ''),
  )?.[1]
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const label = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8')
  let decoder: TextDecoder
  try {
    // A declaration that could be read byte by byte is not of UTF-16.
    decoder = new TextDecoder(/^utf-?16/i.test(label) && !isWide ? 'utf-8' : label)
  } catch {
    throw new UnreadableFiling(`the encoding ${label} is not known`)
  }
  return decoder.decode(bytes).replace(/^[\ufeff\s]+/, '')
}

/** Entities of HTML that no DTD declares; nothing that a document declares itself is expanded. */
const HTML_ENTITIES = new Proxy<Record<string, string>>(
  {},
  {
    get(_, name) {
      if (typeof name !== 'string' || !/^[A-Za-z][A-Za-z0-9]{0,40}$/.test(name)) return undefined
      const text = decodeEntity(`&${name};`, { scope: 'strict' })
      return text === `&${name};` ? undefined : text
    },
  },
)

/** Text of the elements that are open now, each up to a limit. */
function createCaptures() {
  let active: Capture[] = []
  return {
    /** Begins with the element; the second part ends with it. */
    open(): [Capture, () => void] {
      const made = { text: '', isOverlong: false }
      active.push(made)
      return [
        made,
        () => {
          active = active.filter((each) => each !== made)
        },
      ]
    },
    append(text: string): void {
      if (active.length === 0) return
      let isFull = false
      for (const each of active) {
        each.text += text.length > MAX_CAPTURED_CHARS ? text.slice(0, MAX_CAPTURED_CHARS) : text
        each.isOverlong = each.text.length >= MAX_CAPTURED_CHARS
        isFull ||= each.isOverlong
      }
      if (isFull) active = active.filter((each) => !each.isOverlong)
    },
    /** Leaves the text of an element out of the elements around it. */
    exclude(): () => void {
      const outer = active
      active = []
      return () => {
        active = outer
      }
    },
  }
}

type Captures = ReturnType<typeof createCaptures>

/** Contexts with their dimensions, and units. */
function createResources(captures: Captures) {
  const contexts = new Map<string, XbrlContext>()
  const currencies = new Map<string, string>()
  let context: { id: string; value: XbrlContext; members: string[] } | null = null
  let unit: { id: string; currency: string | null; isDivided: boolean } | null = null

  function openInstance(tag: Tag): (() => void) | null {
    switch (tag.local) {
      case 'context': {
        const value: XbrlContext = { instant: null, start: null, end: null, members: '' }
        const opened = { id: textOf(tag, 'id') ?? '', value, members: [] as string[] }
        if (contexts.size >= MAX_CONTEXTS)
          throw new UnreadableFiling(`the file has more than ${MAX_CONTEXTS} contexts`)
        context = opened
        return () => {
          value.members = opened.members.sort().join(',')
          if (!contexts.has(opened.id)) contexts.set(opened.id, value)
          context = null
        }
      }
      case 'instant':
      case 'startDate':
      case 'endDate': {
        if (context === null) return null
        const { value } = context
        const [made, release] = captures.open()
        const field = ({ instant: 'instant', startDate: 'start', endDate: 'end' } as const)[
          tag.local
        ]
        return () => {
          release()
          value[field] = parseDate(made.text, field !== 'start')
        }
      }
      case 'unit': {
        const opened = {
          id: textOf(tag, 'id') ?? '',
          currency: null as string | null,
          isDivided: false,
        }
        unit = opened
        return () => {
          if (opened.currency !== null && !opened.isDivided)
            currencies.set(opened.id, opened.currency)
          unit = null
        }
      }
      case 'divide':
        if (unit !== null) unit.isDivided = true
        return null
      case 'measure': {
        if (unit === null) return null
        const opened = unit
        const [made, release] = captures.open()
        return () => {
          release()
          const { namespace, name } = qName(tag.scope, made.text.trim())
          // Two measures multiply: that is no currency either.
          if (opened.currency !== null) opened.isDivided = true
          if (namespace === ISO4217 && /^[A-Z]{3}$/.test(name)) opened.currency = name
          else opened.isDivided = true
        }
      }
      default:
        return null
    }
  }

  function openDimension(tag: Tag): (() => void) | null {
    const { members } = context!
    const dimension = localPart(textOf(tag, 'dimension') ?? '')
    const [made, release] = captures.open()
    return () => {
      release()
      const member = tag.local === 'explicitMember' ? localPart(made.text.trim()) : '(typed)'
      addMember(members, dimension, member)
    }
  }

  return {
    contexts,
    currencies,
    openInstance,
    /** Reads an element within a context; `undefined` outside of any. */
    openWithin(tag: Tag): (() => void) | null | undefined {
      if (context === null) return undefined
      if (tag.uri === XBRLDI) return openDimension(tag)
      // Any other content of a segment or scenario narrows the fact, so it is no total.
      addMember(context.members, '(other)', tag.local)
      return null
    },
  }
}

/** Adds a dimension. A context with too many of them is as narrow as one with the most. */
function addMember(members: string[], dimension: string, member: string): void {
  if (members.length === MAX_MEMBERS) members.push('(other)=(more)')
  if (members.length < MAX_MEMBERS)
    members.push(`${dimension.slice(0, MAX_NAME_CHARS)}=${member.slice(0, MAX_NAME_CHARS)}`)
}

/** Facts of the wanted concepts. */
function createFacts(wanted: Wanted, captures: Captures) {
  const continuations = new Map<string, { capture: Capture; continuedAt: string | null }>()
  const drafts: DraftFact[] = []

  function addFact(
    tag: Tag,
    concept: QName,
    kind: { isNumeric: boolean; isInline: boolean },
  ): (() => void) | null {
    if (!wanted.concepts.has(concept.name)) return null
    if (concept.namespace === undefined || !wanted.isTaxonomy(concept.namespace)) return null
    // Facts of another target are of another report in the same document.
    if (kind.isInline && textOf(tag, 'target') !== null) return null
    if (drafts.length >= MAX_FACTS)
      throw new UnreadableFiling(`the file has more than ${MAX_FACTS} facts`)
    const [made, release] = captures.open()
    const format = kind.isInline ? textOf(tag, 'format') : null
    const scale = kind.isInline ? parseScale(textOf(tag, 'scale')) : 0
    const context = textOf(tag, 'contextRef') ?? ''
    drafts.push({
      concept: concept.name,
      context,
      unit: textOf(tag, 'unitRef'),
      isNumeric: kind.isNumeric,
      isInline: kind.isInline,
      isNil: ['true', '1'].includes(findNil(tag)),
      capture: made,
      accuracy: { decimals: textOf(tag, 'decimals'), precision: textOf(tag, 'precision') },
      scale: scale ?? 0,
      sign: kind.isInline && textOf(tag, 'sign') === '-' ? '-' : null,
      format: format === null ? null : qName(tag.scope, format),
      continuedAt: textOf(tag, 'continuedAt'),
      fault: scale === null ? 'the scale is no small whole number' : null,
    })
    return release
  }

  function openInline(tag: Tag): (() => void) | null {
    switch (tag.local) {
      case 'nonFraction':
      case 'nonNumeric': {
        const name = textOf(tag, 'name')
        const isNumeric = tag.local === 'nonFraction'
        return name === null
          ? null
          : addFact(tag, qName(tag.scope, name), { isNumeric, isInline: true })
      }
      case 'continuation': {
        const id = textOf(tag, 'id')
        if (id === null || continuations.size >= MAX_FACTS) return null
        const [made, release] = captures.open()
        continuations.set(id, { capture: made, continuedAt: textOf(tag, 'continuedAt') })
        return release
      }
      case 'exclude':
        return captures.exclude()
      default:
        return null
    }
  }

  /** Joins the text of a fact. A chain of continuations that leads back to itself is too long. */
  function continueText({ capture, continuedAt }: DraftFact): Capture {
    let { text } = capture
    let next = continuedAt
    for (let hop = 0; next !== null && text.length < MAX_CAPTURED_CHARS; hop += 1) {
      if (hop === MAX_CONTINUATIONS) return { text, isOverlong: true }
      const found = continuations.get(next)
      text += found?.capture.text ?? ''
      next = found?.continuedAt ?? null
    }
    return { text: text.trim(), isOverlong: text.length >= MAX_CAPTURED_CHARS }
  }

  function finish(draft: DraftFact, currencies: ReadonlyMap<string, string>): XbrlFact {
    const { concept, isNumeric, scale, sign, format } = draft
    const { text: raw, isOverlong } = continueText(draft)
    const numeric = (): { value: string | null; fault: string | null } => {
      if (!draft.isInline) return classicNumber(raw)
      const read = transformNumber(raw, format, sign === '-')
      if ('fault' in read) return { value: null, fault: read.fault }
      const scaled = shiftDecimal(read.value, scale)
      return { value: sign === '-' ? negateDecimal(scaled) : scaled, fault: null }
    }
    const read =
      draft.fault !== null
        ? { value: null, fault: draft.fault }
        : draft.isNil
          ? { value: null, fault: null }
          : isOverlong || raw.length > MAX_TEXT_CHARS
            ? { value: null, fault: 'the text is too long' }
            : isNumeric
              ? numeric()
              : { value: raw, fault: null }
    return {
      concept,
      context: draft.context,
      currency: draft.unit === null ? null : (currencies.get(draft.unit) ?? null),
      isNumeric,
      ...read,
      raw: raw.slice(0, MAX_TEXT_CHARS),
      decimals: computeAccuracy(draft.accuracy, read.value),
      scale,
      sign,
      format,
    }
  }

  return {
    addFact,
    openInline,
    finish: (currencies: ReadonlyMap<string, string>) =>
      drafts.map((draft) => finish(draft, currencies)),
  }
}

function createReading(wanted: Wanted) {
  // The parser's own look-up of namespaces takes time in proportion to the depth of each tag.
  const parser = new SaxesParser()
  parser.ENTITIES = HTML_ENTITIES
  const captures = createCaptures()
  const resources = createResources(captures)
  const facts = createFacts(wanted, captures)
  /** Scope of each open element, and what its end does; `null` for most. */
  const stack: { scope: Scope; end: (() => void) | null }[] = []
  const root: Scope = Object.create(null)
  let isClassic = false
  let hasInline = false
  let attributes = 0

  function open(tag: Tag): (() => void) | null {
    const { uri } = tag
    if (uri === INLINE[0] || uri === INLINE[1]) {
      hasInline = true
      return facts.openInline(tag)
    }
    if (uri === XBRLI) return resources.openInstance(tag)
    const within = resources.openWithin(tag)
    if (within !== undefined) return within
    if (isClassic && tag.attributes.contextRef !== undefined)
      return facts.addFact(
        tag,
        { namespace: uri, name: tag.local },
        { isNumeric: tag.attributes.unitRef !== undefined, isInline: false },
      )
    return null
  }

  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES)
      throw new UnreadableFiling(`an element has more than ${MAX_ATTRIBUTES} attributes`)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    const scope = buildScope(attributes, stack.at(-1)?.scope ?? root)
    const { namespace: uri, name: local } = qName(scope, name)
    if (stack.length === 0) isClassic = uri === XBRLI && local === 'xbrl'
    if (stack.length >= MAX_DEPTH)
      throw new UnreadableFiling(`elements are nested more than ${MAX_DEPTH} deep`)
    stack.push({ scope, end: open({ uri, local, attributes, scope }) })
  })
  parser.on('closetag', () => stack.pop()?.end?.())
  parser.on('text', captures.append)
  parser.on('cdata', captures.append)

  return {
    parse(text: string): void {
      parser.write(text).close()
    },
    report(): XbrlReport {
      if (!isClassic && !hasInline) throw new UnreadableFiling('the file has no XBRL facts')
      return {
        format: isClassic ? 'xbrl' : 'ixbrl',
        facts: facts.finish(resources.currencies),
        contexts: resources.contexts,
      }
    },
  }
}

/** Scope of a tag: that of the element around it, unless the tag declares namespaces. */
function buildScope(attributes: Readonly<Record<string, string>>, outer: Scope): Scope {
  let scope: Record<string, string> | null = null
  for (const name in attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
    scope ??= Object.create(outer) as Record<string, string>
    scope[name.slice(6)] = attributes[name]!.trim()
  }
  return scope ?? outer
}

/** Namespace and local name of a name with or without a prefix. */
function qName(scope: Scope, name: string): QName {
  const colon = name.indexOf(':')
  return { namespace: scope[colon < 0 ? '' : name.slice(0, colon)], name: name.slice(colon + 1) }
}

function textOf({ attributes }: Tag, name: string): string | null {
  return attributes[name]?.trim() ?? null
}

function findNil({ attributes, scope }: Tag): string {
  for (const name in attributes) {
    if (!name.endsWith(':nil')) continue
    if (qName(scope, name).namespace === XSI) return attributes[name]!.trim()
  }
  return ''
}

const localPart = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * A date of a context, which may carry a time of day. Midnight is the beginning of its day, so it
 * ends the day before (XBRL 2.1, 4.7.2).
 */
function parseDate(text: string, isEnd: boolean): CivilDate | null {
  const [, date = '', midnight] = /^\s*(.{10})(T00:00:00)?/.exec(text) ?? []
  if (!isCivilDate(date) || date < FIRST_DATE) return null
  return isEnd && midnight !== undefined ? addDays(date, -1) : date
}

/** `null`: the scale is no whole number that a filing could mean. */
function parseScale(text: string | null): number | null {
  if (text === null || text === '') return 0
  if (!/^[+-]?[0-9]{1,2}$/.test(text)) return null
  const scale = Number(text)
  return Math.abs(scale) <= MAX_SCALE ? scale : null
}

function classicNumber(raw: string): { value: string | null; fault: string | null } {
  const match = /^([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/.exec(raw)
  if (!match) return { value: null, fault: 'the text is no number' }
  const read = transformNumber(match[2]!, null, false)
  if ('fault' in read) return { value: null, fault: read.fault }
  return { value: match[1] === '-' ? negateDecimal(read.value) : read.value, fault: null }
}

function computeAccuracy(
  { decimals, precision }: DraftFact['accuracy'],
  value: string | null,
): XbrlFact['decimals'] {
  if (decimals === 'INF' || (decimals === null && precision === 'INF')) return 'INF'
  if (decimals !== null) return /^[+-]?[0-9]{1,3}$/.test(decimals) ? Number(decimals) : null
  if (precision === null || !/^[0-9]{1,3}$/.test(precision) || value === null) return null
  const [whole = ''] = value.replace(/^-?0*/, '').split('.')
  return Number(precision) - whole.length
}
