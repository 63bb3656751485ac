/** The project's Markdown as pages: `docs` is the only text. */
import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from './escape.ts'
import { codeBlock } from './html.ts'
import { tableHtml } from './pictures/table.ts'

export interface Rendering {
  /** Returns the target of a link: an address of this service, or `null` if it is not published. */
  findLink(href: string): string | null
  /** Title of the page at this address. */
  titleAt?(path: string): string | undefined
}

/** In the repository a link may be called by its file; a reader of pages has no files. */
const FILE_NAME = /^[\w./-]+\.md$/

/**
 * Only our own texts are rendered: HTML in them is ours, and of it only anchors and comments exist.
 */
export function markdownHtml(text: string, { findLink, titleAt }: Rendering): string {
  const slugs = new Map<string, number>()
  let heading = ''
  let blocks = 0
  const marked: Marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text: raw }) {
        const anchor = /<a id="([\w-]+)"><\/a>/.exec(raw)?.[1]
        heading = plain(tokens)
        blocks = 0
        const id = anchor ?? unique(toSlug(heading))
        const inline = this.parser.parseInline(tokens.filter((token) => token.type !== 'html'))
        const html = heading === inline ? breakableCode(inline) : inline
        if (depth === 1) return `<h1>${html}</h1>\n`
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${html}</a></h${depth}>\n`
      },
      code({ text: source, lang = '' }) {
        const [language = '', file = ''] = lang.split(' ')
        const name = file === '' ? '' : `<p class="file"><code>${escapeHtml(file)}</code></p>`
        blocks += 1
        return `${name}${codeBlock(source, file || `${heading}, code ${blocks}`, language)}\n`
      },
      table({ header, rows }) {
        const cell = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        return `${tableHtml({ label: heading, head: header.map(cell), rows: rows.map((row) => row.map(cell)) })}\n`
      },
      codespan({ text: source }) {
        return `<code>${breakableCode(escapeHtml(source))}</code>`
      },
      link({ href, tokens }) {
        const target = findLink(href)
        const stateLabel =
          target !== null && FILE_NAME.test(plain(tokens))
            ? titleAt?.(target.replace(/#.*/, ''))
            : undefined
        const html =
          stateLabel === undefined ? this.parser.parseInline(tokens) : escapeHtml(stateLabel)
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`
      },
      html({ text: source }) {
        return source.trim().startsWith('<!--') ? '' : source
      },
    },
  })

  function unique(slug: string): string {
    const before = slugs.get(slug) ?? 0
    slugs.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }

  return marked.parse(text) as string
}

const LONG = 16

/**
 * The name of a code breaks between its words, and what is long and has none between its parts,
 * where it has to.
 */
function breakableCode(html: string): string {
  if (/^[A-Z][A-Z_0-9]+$/.test(html)) return html.replaceAll('_', '_<wbr>')
  return html.length < LONG || /\s/.test(html) ? html : html.replace(/[_/=.](?=\w)/g, '$&<wbr>')
}

/** Returns an anchor as GitHub builds it, so that a link works in both places. */
function toSlug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? plain(token.tokens)
        : token.type === 'html'
          ? ''
          : (token as Tokens.Text).text,
    )
    .join('')
}

export interface Section {
  /** Empty before the first heading of the second level. */
  heading: string
  /** With its heading. */
  text: string
}

/**
 * A document cut at its headings of the second level. Code blocks with a line that looks like one
 * are whole.
 */
export function splitSections(text: string): Section[] {
  const sections: Section[] = [{ heading: '', text: '' }]
  let fenced = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    if (!fenced && line.startsWith('## '))
      sections.push({ heading: line.slice(3).trim(), text: '' })
    sections.at(-1)!.text += `${line}\n`
  }
  return sections
}
