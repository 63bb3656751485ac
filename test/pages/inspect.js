/** Runs in a page under test, after axe: see `looks.ts`. */
/* global axe */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const WITHOUT_COLOURS = Object.fromEntries(COLOUR_RULES.map((id) => [id, { enabled: false }]))

const LINKS = 'a[href], [role=link]'
const CONTROLS = 'input, select, textarea'

// Rules of colours judge marked elements only.
const MARK = 'data-judged'
axe.configure({
  rules: [
    { id: 'color-contrast', selector: `[${MARK}]` },
    { id: 'link-in-text-block', selector: `:is(a[href], [role=link])[${MARK}]` },
  ],
})

/** Styles of a text that its contrast depends on. */
const TEXT = ['color', 'font-size', 'font-weight', 'text-shadow']
/** Styles by which a link and the block around it differ. */
const DISTINCTION = [
  ...TEXT,
  'background-image',
  'border-bottom',
  'display',
  'font-family',
  'font-style',
  'text-decoration-line',
]
const BACKDROP = ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position']
const SEE_THROUGH = /^rgba\(0, 0, 0, 0\)\|none\|1\|normal\|(?:static|relative)\|$/

function stylesOf(element, names) {
  const style = getComputedStyle(element)
  let styles = ''
  for (const name of names) styles += `${style.getPropertyValue(name)}|`
  return styles
}

/** Returns what lies behind an element: all of its ancestors and it that are not see-through. */
function createBackdrops() {
  const known = new Map([[null, '']])
  return function backdropOf(element) {
    let backdrop = known.get(element)
    if (backdrop === undefined) {
      const own = stylesOf(element, BACKDROP)
      backdrop = backdropOf(element.parentElement) + (SEE_THROUGH.test(own) ? '' : `${own}>`)
      known.set(element, backdrop)
    }
    return backdrop
  }
}

/** Returns what makes a link in a text distinct: the block around it, and whether it has a text. */
function distinctionOf(link, backdropOf) {
  if (getComputedStyle(link).display !== 'inline') return ''
  let block = link.parentElement
  while (getComputedStyle(block).display === 'inline') block = block.parentElement
  let inLinks = 0
  for (const { textContent } of block.querySelectorAll(LINKS)) inLinks += textContent.trim().length
  const isInText = block.textContent.trim().length > 2 * inLinks
  // Breaks make texts of their own.
  const texts = block.querySelector('br, hr') ? block.textContent : ''
  return `${stylesOf(link, DISTINCTION)}${stylesOf(block, DISTINCTION)}${backdropOf(block)}${isInText}${texts}`
}

function* elementsWithText() {
  yield* document.body.querySelectorAll(CONTROLS)
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (/\S/.test(text.data)) yield text.parentElement
}

/**
 * Returns an element with text for each combination of styles that its colours are judged by: its
 * own, those behind it, and for links those around it.
 */
function textsByColours() {
  const backdropOf = createBackdrops()
  const texts = new Map()
  for (const element of elementsWithText()) {
    if (!element.checkVisibility()) continue
    const link = element.closest(LINKS)
    const kind = element.matches(CONTROLS) || element.closest('svg') ? element.localName : ''
    // Axe does not judge single letters.
    const isShort = element.textContent.trim().length === 1
    const own = `${kind}|${isShort}|${stylesOf(element, TEXT)}${backdropOf(element)}`
    const colours = link ? own + distinctionOf(link, backdropOf) : own
    if (!texts.has(colours)) texts.set(colours, element)
  }
  return texts
}

async function hash(text) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(digest).toBase64()
}

/** Returns whether the page scrolls sideways, in words. */
function overflow() {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth <= clientWidth ? [] : [`the page is ${scrollWidth} wide in ${clientWidth}`]
}

/**
 * Returns table cells, prices and code spans that exceed the window or their frame, or whose text
 * does.
 */
function cutOff() {
  const wide = document.documentElement.clientWidth
  const shown = (each) => each.checkVisibility() && each.getBoundingClientRect().width > 1
  const cells =
    'main td, main th, main caption, main .price, main .amount, main :not(pre) > code, main svg'
  return [...document.querySelectorAll(cells)].filter(shown).flatMap((each) => {
    const { left, right } = each.getBoundingClientRect()
    const frame = each.closest('.table')?.getBoundingClientRect()
    const out =
      left < -0.5 ||
      right > wide + 0.5 ||
      (frame && (right > frame.right + 1 || left < frame.left - 1))
    const clipped =
      each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline'
    return out || clipped
      ? [`cut off: ${each.tagName} ${each.textContent.trim().slice(0, 60)}`]
      : []
  })
}

/** Between two headings. Their order is judged in the whole document. */
const ORDER = ' before '
const PARTS = 'main > *, .frame > :not(main), body > :not(.frame)'

/** Attributes that rules ask for. */
const ASKED = /^(?:aria-|alt$|for$|href$|lang$|open$|role$|tabindex$|type$)/

/**
 * Returns the kinds of what is shown, and an element of each: each element with its parent and what rules ask of it, and
 * each heading with the one before.
 */
function kinds() {
  const known = new Map([[null, '']])
  const kindOf = (each) => {
    let kind = known.get(each)
    if (kind === undefined) {
      const asked = each.getAttributeNames().filter((name) => ASKED.test(name))
      const [classes, role] = [each.getAttribute('class'), each.getAttribute('role')]
      kind = `${each.localName}.${classes ?? ''} ${asked.sort()} ${role ?? ''}`
      known.set(each, kind)
    }
    return kind
  }
  const found = new Map()
  let heading = ''
  for (const each of document.querySelectorAll('*')) {
    if (!each.checkVisibility()) continue
    found.set(`${kindOf(each.parentElement)} > ${kindOf(each)}`, each)
    if (!/^h\d$/.test(each.localName)) continue
    found.set(`${heading}${ORDER}${each.localName}`, each)
    heading = each.localName
  }
  return found
}

globalThis.inspection = {
  /** Returns problems of the layout, and what axe would judge. */
  async look() {
    this.texts = new Map()
    for (const [colours, element] of textsByColours()) this.texts.set(await hash(colours), element)
    this.kinds = kinds()
    return {
      problems: [...overflow(), ...cutOff()],
      colours: [...this.texts.keys()],
      kinds: [...this.kinds.keys()],
    }
  },

  /**
   * Returns violations in some of what the last look has found: in colours, in the parts of the
   * page with these kinds, and in the whole page if headings follow each other in a new order.
   */
  async judge({ colours, kinds }) {
    const marked = colours.flatMap((each) => {
      const text = this.texts.get(each)
      return [text, text.closest(LINKS) ?? text]
    })
    for (const each of marked) each.setAttribute(MARK, '')
    const found = []
    const run = async (context, options) => {
      const report = await axe.run(context, { resultTypes: ['violations'], ...options })
      found.push(...report.violations)
    }
    const include = [...new Set(kinds.map((each) => this.kinds.get(each).closest(PARTS)))]
    if (kinds.some((each) => each.includes(ORDER)) || include.includes(null))
      await run(document, {})
    else {
      if (marked.length > 0) await run(document, { runOnly: COLOUR_RULES })
      if (include.length > 0) await run({ include }, { rules: WITHOUT_COLOURS })
    }
    for (const each of marked) each.removeAttribute(MARK)
    return found.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ''}`,
      ),
    )
  },

  open() {
    for (const each of document.querySelectorAll('details')) each.open = true
  },

  /** Shows a document as it was sent, which no script has changed. */
  show(html) {
    const { title, documentElement, body } = new DOMParser().parseFromString(html, 'text/html')
    const root = document.documentElement
    document.title = title
    for (const { name } of [...root.attributes]) root.removeAttribute(name)
    for (const { name, value } of documentElement.attributes) root.setAttribute(name, value)
    document.body.replaceWith(document.adoptNode(body))
  },
}
