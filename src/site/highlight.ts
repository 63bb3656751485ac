/**
 * Code coloured by a few words for each language, in classes that the stylesheet colours: enough
 * for examples, and nothing runs for it.
 */
import { escapeHtml } from './escape.ts'

const STRING = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`
const NUMBER = String.raw`\b\d[\d_]*(?:\.\d+)?\b`

function grammar(parts: Readonly<Record<string, string>>): RegExp {
  const alternatives = Object.entries(parts).map(([kind, source]) => `(?<${kind}>${source})`)
  return new RegExp(alternatives.join('|'), 'gm')
}

const script = grammar({
  comment: String.raw`\/\/.*$|\/\*[\s\S]*?\*\/`,
  string: `${STRING}|${'`(?:\\\\.|[^`\\\\])*`'}`,
  keyword: String.raw`\b(?:import|from|export|const|let|new|await|async|function|return|if|else|for|of|type|throw|try|catch|instanceof)\b`,
  number: NUMBER,
})

const GRAMMARS: Readonly<Record<string, RegExp>> = {
  json: grammar({
    key: String.raw`"(?:\\.|[^"\\])*"(?=\s*:)`,
    string: String.raw`"(?:\\.|[^"\\])*"`,
    number: `-?${NUMBER}`,
    keyword: 'true|false|null',
  }),
  js: script,
  ts: script,
  python: grammar({
    comment: '#.*$',
    string: STRING,
    keyword: String.raw`\b(?:import|from|def|async|await|with|as|return|if|else|for|in|print|None|True|False|class)\b`,
    number: NUMBER,
  }),
  sh: grammar({
    comment: String.raw`(?<=^|\s)#.*$`,
    string: String.raw`"(?:\\.|[^"\\])*"|'[^']*'`,
    key: String.raw`\$\{?\w+\}?|\b[A-Z_]{3,}(?==)`,
    keyword: String.raw`(?<=^|[|(]\s*)(?:curl|npm|npx|node|python3?|pip|export|echo)\b`,
    number: String.raw`(?<=\s)--?[a-zA-Z][\w-]*`,
  }),
}

/** HTML. Text in an unknown language is only escaped. */
export function highlight(text: string, language: string): string {
  const pattern = GRAMMARS[language]
  // Quotes are harmless outside of attributes, and would make long JSON much longer.
  if (!pattern) return escapeHtml(text).replaceAll('&quot;', '"')
  let html = ''
  let done = 0
  for (const match of text.matchAll(pattern)) {
    const kind = Object.entries(match.groups!).find(([, found]) => found !== undefined)![0]
    html += `${escapeHtml(text.slice(done, match.index))}<span class="t-${kind}">${escapeHtml(match[0])}</span>`
    done = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(done))
}
