/**
 * A filing's description code put into words with its dates. Only words of the code and real dates
 * are used: the register's free text and every other description value (officer_name, psc_name,
 * addresses …) can name a person and is never read.
 */
import { date, type Json, object, strictKey } from './read.ts'

/** Words of a code that only announce a description value: `…-with-name-termination-date`. */
const PLACEHOLDERS = new Set(
  'name date made up to change termination appointment charge number creation old address new brought down notification cessation psc officer default branch acquired property satisfaction mortgage withdrawal removal'.split(
    ' ',
  ),
)

const DATE_WORDS: Readonly<Record<string, string>> = {
  made_up_date: 'made up to',
  brought_down_date: 'brought down to',
  appointment_date: 'appointed on',
  termination_date: 'terminated on',
  cessation_date: 'ceased on',
  notification_date: 'notified on',
  change_date: 'changed on',
  charge_creation_date: 'created on',
  incorporation_date: 'incorporated on',
  new_date: 'new date',
  date: 'dated',
}

export function describeFiling(raw: Json): string {
  const code = strictDescription(raw.description)
  const words = code === null ? null : codeInWords(code)
  const category = strictKey(raw.category)
  const text =
    words ??
    (category === null ? 'Filing' : sentence(`filing of category ${category.replaceAll('-', ' ')}`))
  const dates = Object.entries(object(raw.description_values))
    .filter(([name, value]) => (name === 'date' || name.endsWith('_date')) && date(value) !== null)
    .map(([name, value]) => `${DATE_WORDS[name] ?? name.replaceAll('_', ' ')} ${value as string}`)
    .sort()
  return [text, ...dates].join(', ')
}

/**
 * `legacy` and `certificate` style codes whose meaning is in the free text say nothing themselves.
 */
function strictDescription(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[a-z0-9]+(-[A-Za-z0-9]+)*$/.test(value) || value.length > 160)
    return null
  return value === 'legacy' ? null : value
}

function codeInWords(code: string): string {
  const parts = code.split('-')
  const cut = parts.findIndex(
    (part, index) =>
      part === 'with' &&
      index > 0 &&
      index < parts.length - 1 &&
      parts.slice(index + 1).every((each) => PLACEHOLDERS.has(each)),
  )
  const shortened = (cut === -1 ? parts : parts.slice(0, cut)).join(' ')
  return sentence(shortened.replace(/^accounts with accounts type /, 'accounts, type '))
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
