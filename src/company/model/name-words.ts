/** A company's name as comparable words, equal for stored names and queries. Pure. */

/** Spellings of a legal form, and its normal form. */
const FORMS: Readonly<Record<string, string>> = {
  LTD: 'LTD',
  LIMITED: 'LTD',
  CYF: 'LTD',
  CYFYNGEDIG: 'LTD',
  PLC: 'PLC',
  CCC: 'PLC',
  LLP: 'LLP',
  PAC: 'LLP',
  LP: 'LP',
  CIC: 'CIC',
  CBC: 'CIC',
  CIO: 'CIO',
  SCIO: 'CIO',
  INC: 'INC',
  UNLIMITED: 'UNLIMITED',
}

/** Forms of several words, as they stand once single letters are joined. */
const LONG_FORMS: readonly (readonly [words: readonly string[], form: string])[] = [
  [['PUBLIC', 'LIMITED', 'COMPANY'], 'PLC'],
  [['COMMUNITY', 'INTEREST', 'COMPANY'], 'CIC'],
  [['LIMITED', 'LIABILITY', 'PARTNERSHIP'], 'LLP'],
  [['LIMITED', 'PARTNERSHIP'], 'LP'],
]

export interface NameWords {
  words: readonly string[]
  /** `LTD`, `PLC` …; null where none is said. */
  form: string | null
}

/**
 * Lower case, without accents and punctuation, `&` as AND, initials joined (`J. B. Foods` and `JB
 * Foods` are the same), the legal form at the end apart. A name of nothing but a form keeps it as
 * its word; one of marks alone has no words.
 */
export function nameWords(name: string): NameWords {
  const words = joinInitials(
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .replace(/[’‘`´]/g, "'")
      .replace(/\bAND\b/g, '&')
      .replaceAll('&', ' AND ')
      .replace(/'/g, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )
  let form: string | null = null
  for (
    let cut = formAtEnd(words);
    cut !== null && words.length > cut.words;
    cut = formAtEnd(words)
  ) {
    form ??= cut.form
    words.length -= cut.words
  }
  // The article says nothing; registers and people drop it alike.
  if (words.length > 1 && words[0] === 'THE') words.shift()
  return { words: words.slice(0, MAX_WORDS).map((word) => word.toLowerCase()), form }
}

const MAX_WORDS = 24

/** `C S ENGINEERING` is `CS ENGINEERING`; a letter between words stays. */
function joinInitials(words: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  for (const word of words) {
    if (/^\p{L}$/u.test(word)) {
      run += word
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    joined.push(word)
  }
  if (run !== '') joined.push(run)
  return joined
}

function formAtEnd(words: readonly string[]): { words: number; form: string } | null {
  for (const [long, form] of LONG_FORMS) {
    if (
      words.length >= long.length &&
      long.every((word, index) => words[words.length - long.length + index] === word)
    )
      return { words: long.length, form }
  }
  const form = FORMS[words.at(-1) ?? '']
  return form === undefined ? null : { words: 1, form }
}
