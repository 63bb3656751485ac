/** Problems of an open page in each look: what axe finds, sideways scrolling, cut-off text. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

export const LOOKS = {
  'light-wide': { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark-wide': { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  'light-narrow': { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  'dark-narrow': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const
export type Look = keyof typeof LOOKS

/** Script that each inspected page needs. */
export const INSPECTION = [
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  join(import.meta.dirname, 'inspect.js'),
]
  .map((file) => `{${readFileSync(file, 'utf8')}\n}`)
  .join('\n')

/**
 * What axe has judged in a theme: hashes of texts with their colours, and kinds of elements with
 * their surroundings. Pages of one template have the same kinds.
 */
export type Judged = Set<string>

interface Seen {
  problems: string[]
  /** Texts with the same styles, on the same backgrounds, have the same contrast. */
  colours: string[]
  kinds: string[]
}

/** Their layout and themes are all that differs, so a page without new kinds needs no others. */
const FIRST_LOOKS: readonly Look[] = ['light-wide', 'dark-narrow']
const LATER_LOOKS: readonly Look[] = ['dark-wide', 'light-narrow']

/**
 * Returns problems of the page as it is, in the looks, and leaves it in the last one. Axe judges
 * the same thing once per `judged` and theme.
 */
export async function problemsIn(
  page: Page,
  {
    looks = [...FIRST_LOOKS, ...LATER_LOOKS],
    judged = new Set(),
    inLook,
  }: {
    looks?: readonly Look[]
    judged?: Judged
    inLook?: ((look: Look) => Promise<void>) | undefined
  } = {},
): Promise<string[]> {
  const problems: string[] = []
  let isKnown = true
  if (!(await page.evaluate('"inspection" in globalThis'))) await page.evaluate(INSPECTION)
  for (const look of looks) {
    if (isKnown && !inLook && LATER_LOOKS.includes(look)) continue
    const { colorScheme, viewport } = LOOKS[look]
    const newOf = (all: readonly string[]) =>
      all.filter((each) => {
        const what = `${colorScheme} ${each}`
        return !judged.has(what) && judged.add(what)
      })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const seen = await page.evaluate<Seen>('inspection.look()')
    const colours = newOf(seen.colours)
    const kinds = newOf(seen.kinds)
    const found = seen.problems
    if (kinds.length > 0 || colours.length > 0)
      found.push(
        ...(await page.evaluate<string[]>(
          `inspection.judge(${JSON.stringify({ colours, kinds })})`,
        )),
      )
    isKnown &&= kinds.length === 0
    problems.push(...found.map((each) => `${look}: ${each}`))
    await inLook?.(look)
  }
  return problems
}
