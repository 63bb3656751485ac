/** Problems of an open page in each look: what axe finds, sideways scrolling, cut-off text. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

export const LOOKS = {
  'light-wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark-wide': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'light-narrow': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark-narrow': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const
export type Look = keyof typeof LOOKS

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The only rules that judge colours. They take two thirds of the time of axe. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** Colours that axe has judged, by look. */
export type Judged = Map<string, Set<string>>

/**
 * Returns problems of the page as it is, in the looks, and leaves it in the last one. Rules that
 * do not judge colours run once per width. In light and wide, all colours are judged. In other
 * looks, axe judges each combination of colours once per `judged`: texts with the same styles, on
 * ancestors with the same styles, have the same contrast.
 */
export async function problemsIn(
  page: Page,
  {
    looks = Object.keys(LOOKS) as Look[],
    judged = new Map(),
    isSeen = false,
    everyColour = true,
    inLook = async () => {},
  }: {
    looks?: readonly Look[]
    judged?: Judged
    /** Whether axe has judged exactly this document in these looks. */
    isSeen?: boolean
    /** False: only combinations of colours that are new, in light and wide, too. */
    everyColour?: boolean
    inLook?: (look: Look) => Promise<void>
  } = {},
): Promise<string[]> {
  const problems: string[] = []
  if (!isSeen) await page.evaluate(axeSource)
  for (const look of looks) {
    const { colorScheme, viewport } = LOOKS[look]
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const found = [...(await overflow(page)), ...(await cutOff(page))]
    const isWhole = everyColour && look === 'light-wide'
    if (!isSeen && (look === 'light-wide' || look === 'dark-narrow'))
      found.push(...(await violations(page, isWhole ? {} : WITHOUT_COLOURS)))
    if (!isSeen && !isWhole) found.push(...(await colourViolations(page, look, judged)))
    problems.push(...found.map((each) => `${look}: ${each}`))
    await inLook(look)
  }
  return problems
}

const WITHOUT_COLOURS = {
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
}

interface Violation {
  id: string
  nodes: { html: string; failureSummary?: string }[]
}

const inWords = (found: readonly Violation[]) =>
  found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`),
  )

async function violations(page: Page, rules: object): Promise<string[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
  const found = await page.evaluate(`axe.run(${options}).then(({ violations }) => violations)`)
  return inWords(found as Violation[])
}

/** Styles of a text and its ancestors that its contrast depends on. */
const STYLES = [
  'backgroundColor',
  'backgroundImage',
  'borderBottomStyle',
  'color',
  'display',
  'fontSize',
  'fontWeight',
  'opacity',
  'position',
  'textDecorationLine',
  'textShadow',
]

/** Judges elements with text whose styles, with those of their ancestors, are new in this look. */
async function colourViolations(page: Page, look: Look, judged: Judged): Promise<string[]> {
  const known = judged.get(look) ?? new Set()
  judged.set(look, known)
  const { found, added } = (await page.evaluate(`(async () => {
    const known = new Set(${JSON.stringify([...known])}), added = []
    const chains = new Map([[null, '']])
    const hash = (text) => {
      let [high, low] = [0xdeadbeef, 0x41c6ce57]
      for (let at = 0; at < text.length; at++) {
        high = Math.imul(high ^ text.charCodeAt(at), 2654435761)
        low = Math.imul(low ^ text.charCodeAt(at), 1597334677)
      }
      return (high >>> 0).toString(36) + '.' + (low >>> 0).toString(36)
    }
    const chainOf = (element) => {
      if (!chains.has(element)) {
        const style = getComputedStyle(element)
        const own = ${JSON.stringify(STYLES)}.map((name) => style[name])
        chains.set(element, hash([chainOf(element.parentElement), element.localName, ...own].join('|')))
      }
      return chains.get(element)
    }
    const hasText = (element) => element.matches('input, select, textarea') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue.trim())
    const fresh = [...document.body.querySelectorAll('*')].filter((element) => {
      if (!hasText(element) || !element.checkVisibility() || known.has(chainOf(element))) return false
      known.add(chainOf(element))
      added.push(chainOf(element))
      return true
    })
    const options = { resultTypes: ['violations'], runOnly: ${JSON.stringify(COLOUR_RULES)} }
    const found = fresh.length ? (await axe.run({ include: fresh }, options)).violations : []
    return { found, added }
  })()`)) as { found: Violation[]; added: string[] }
  for (const chain of added) known.add(chain)
  return inWords(found)
}

/** Returns elements that make the page scroll sideways. */
async function overflow(page: Page): Promise<string[]> {
  const [content, window] = (await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )) as [number, number]
  return content <= window ? [] : [`the page is ${content} wide in ${window}`]
}

/**
 * Returns table cells, prices and code spans that exceed the window or their frame, or whose text
 * does.
 */
async function cutOff(page: Page): Promise<string[]> {
  return await page.evaluate(`(() => {
    const wide = document.documentElement.clientWidth
    const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1
    return [...document.querySelectorAll('main td, main th, main caption, main .price, main .amount, main :not(pre) > code, main svg')].filter(shown).flatMap((each) => {
      const { left, right } = each.getBoundingClientRect()
      const frame = each.closest('.table')?.getBoundingClientRect()
      const out = left < -0.5 || right > wide + 0.5 || (frame && (right > frame.right + 1 || left < frame.left - 1))
      const clipped = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
      return out || clipped ? ['cut off: ' + each.tagName + ' ' + each.textContent.trim().slice(0, 60)] : []
    })
  })()`)
}
