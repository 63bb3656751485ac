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
 * Hashes of texts with their colours and look, of parts of pages and of outlines that axe has
 * judged.
 */
export type Judged = Set<string>

/** Hashes of the things that axe would judge in a look. The same thing is judged once. */
interface Seen {
  /** Texts with the same styles, on the same backgrounds, have the same contrast. */
  colours: string[]
  /** Parts of the page: their HTML, and which of it is shown how. */
  parts: string[]
  /** Headings, landmarks and names of the document. */
  outlines: string[]
}

/**
 * Returns problems of the page as it is, in the looks, and leaves it in the last one. Axe judges
 * the same thing once per `judged`.
 */
export async function problemsIn(
  page: Page,
  {
    looks = Object.keys(LOOKS) as Look[],
    judged = new Set(),
    inLook = async () => {},
  }: {
    looks?: readonly Look[]
    judged?: Judged
    inLook?: (look: Look) => Promise<void>
  } = {},
): Promise<string[]> {
  const problems: string[] = []
  const isNew = (what: string) => !judged.has(what) && judged.add(what) === judged
  if (!(await page.evaluate('"inspection" in globalThis'))) await page.evaluate(INSPECTION)
  for (const look of looks) {
    const { colorScheme, viewport } = LOOKS[look]
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(viewport)
    const isWhole = look === 'light-wide' || look === 'dark-narrow'
    const { problems: found, ...seen } = await page.evaluate<Seen & { problems: string[] }>(
      `inspection.look({ isWhole: ${isWhole} })`,
    )
    const fresh: Seen = {
      colours: seen.colours.filter((each) => isNew(`${look} ${each}`)),
      parts: seen.parts.filter(isNew),
      outlines: seen.outlines.filter(isNew),
    }
    if (Object.values(fresh).some(({ length }) => length > 0))
      found.push(...(await page.evaluate<string[]>(`inspection.judge(${JSON.stringify(fresh)})`)))
    problems.push(...found.map((each) => `${look}: ${each}`))
    await inLook(look)
  }
  return problems
}
