/**
 * The pages as a crawler meets them: each is there, small, and links to what exists. No browser is
 * needed.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { filledService, type PublishedPage } from '../support/filled-service.ts'
import { BROWSER_ACCEPT } from './browser-accept.ts'

const MOST_BYTES = 60_000

let url: string
let unvisitedHome: string
const pages = new Map<
  string,
  { page: PublishedPage; status: number; html: string; headers: Headers }
>()
beforeAll(async () => {
  const service = await filledService()
  ;({ url, unvisitedHome } = service)
  for (const page of service.pages) {
    const response = await fetch(`${url}${page.path}`, { headers: { accept: BROWSER_ACCEPT } })
    pages.set(page.path, {
      page,
      status: response.status,
      html: await response.text(),
      headers: response.headers,
    })
  }
})

const linksOf = (html: string) =>
  [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link]) => link!.replaceAll('&amp;', '&'))
const idsOf = (html: string) => [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id!)

describe('the published pages', () => {
  it('are all there, as HTML, under 60 kB, allowed to load from here alone', () => {
    expect(pages.size).toBeGreaterThan(40)
    for (const { page, status, html, headers } of pages.values()) {
      expect(status, page.path).toBe(page.status)
      expect(headers.get('content-type'), page.path).toBe('text/html; charset=utf-8')
      expect(Buffer.byteLength(html), page.path).toBeLessThan(MOST_BYTES)
      expect(html, page.path).toContain(
        `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'self'; script-src 'self'`,
      )
      expect(headers.get('x-frame-options'), page.path).toBe('DENY')
      expect(html, page.path).not.toMatch(
        /\sstyle="|<style|<script(?! (type="module" )?src="\/(assets|sandbox)\/| type="application\/json")|\son\w+="/,
      )
    }
  })

  it('have one heading of the first level, a separate title and description, and no id twice', () => {
    const titles = new Map<string, string>()
    for (const [path, { html, page }] of pages) {
      expect(html.match(/<h1[ >]/g), path).toHaveLength(1)
      expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}">/)
      const ids = idsOf(html)
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([])
      const title = /<title>([^<]+)<\/title>/.exec(html)![1]!
      if (page.status === 200 && !path.startsWith('/sample/')) {
        expect(titles.get(title), `${path} has the title of`).toBeUndefined()
        titles.set(title, path)
      }
    }
  })

  it('link to what exists: pages, documents, places on pages', async () => {
    const dead: string[] = []
    const seen = new Map<string, { status: number; html: string }>(
      [...pages].map(([path, { status, html }]) => [path, { status, html }]),
    )
    for (const [path, { html }] of pages) {
      for (const link of linksOf(html)) {
        if (link.startsWith('https://') || link.startsWith('data:')) continue
        const target = new URL(link, `${url}${path}`)
        expect(target.origin, `${path} links to ${link}`).toBe(url)
        const wanted = `${target.pathname}${target.search}`
        if (!seen.has(wanted)) {
          const response = await fetch(`${url}${wanted}`)
          seen.set(wanted, { status: response.status, html: await response.text() })
        }
        const found = seen.get(wanted)!
        if (found.status >= 400 && found.status !== 402 && !wanted.includes('wing='))
          dead.push(`${path} -> ${link}: ${found.status}`)
        if (target.hash !== '' && !idsOf(found.html).includes(target.hash.slice(1)))
          dead.push(`${path} -> ${link}: no such place`)
      }
    }
    expect(dead).toEqual([])
  }, 30_000)

  it('show health in words, from the server', () => {
    const html = unvisitedHome
    expect(html).toContain('Companies House')
    expect(html).not.toMatch(/threesixty giving|find a grant<|Reading…/)
    // Sources that are queried on demand have no first read.
    expect(html).toMatch(
      />Companies House<\/th><td role="cell" data-label="State"><span class="badge plain">not queried yet</,
    )
    for (const [, source] of html.matchAll(
      /<tr role="row"><th scope="row" role="rowheader" data-label="Source">([^<]+)</g,
    ))
      expect(source, 'has a name of its own').toMatch(/^[A-Z0-9]/)
  })

  it('draw what can be drawn, each drawing repeated in words', () => {
    const html = unvisitedHome
    expect(html).toContain('aria-label="Gauge of HARBOUR LANE BAKERY LIMITED: 75 of 100, caution"')
    expect(html).toMatch(/<span>Relevance<\/span><svg[\s\S]*?<\/svg><b>\d+ of 40<\/b>/)
    expect(html).toContain('aria-label="Given by year, in £: 2023 £8.5k, 2024 £4k')
    expect(html).toMatch(
      /<b>not declared<\/b> <span class="badge good">sure<\/span> <q>Your annual income must be less than £250,000\.<\/q>/,
    )
    const { html: sample } = pages.get('/sample/company')!
    expect(sample).toMatch(/aria-label="Gauge of [A-Z ]+: \d+ of 100, /)
    expect(sample).toContain('The same as JSON')
  })
})
