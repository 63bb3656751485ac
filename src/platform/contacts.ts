/**
 * Personal contact data is dropped where text enters: e-mail addresses, telephone numbers, named
 * contacts. Every repetition that can begin at many places is bounded, so that the time grows with
 * the length of the text only.
 */

const REMOVED = '[contact removed]'
/** A name before "@" has at most 64 characters (RFC 5321). */
const EMAIL = /\b[\w.+'-]{1,64}@[\w-]+(?:\.[\w-]+)+/g

const BETWEEN = '[ .\\u2010-\\u2013-]{0,3}'
const EXTENSION = '(?:[ ,;]{0,3}\\(?(?:[Ee]xt(?:ensio)?n?|EXT|[Xx])[.: ]{0,2}\\d{1,6}\\)?)?'
/** Exports that lost the backslashes of their line breaks write "960001rn". */
const AFTER = '(?:rn|[Ee]xt|[Ff]ax|FAX|[Tt]el|TEL|[Mm]ob|[Ee]-?mail|[Oo]r\\b)'
/** No part of a longer code: no digit, letter, slash or hyphen goes on with it. */
const END = `(?!\\d|(?!${AFTER})\\w|[/-](?!${AFTER})\\w)`
/**
 * "+44 (0)1632 960001", "(+44) 1632 960001", "0044 1632 960001", and numbers of other countries.
 */
const ABROAD = `(?<![\\d.])(?:(?:\\(?\\+ ?44\\)?|\\(?0044\\)?)${BETWEEN}(?:\\(0\\)${BETWEEN})?(?:\\(?\\d\\)?${BETWEEN}){8,9}\\d|\\+[1-9]\\d{0,2}(?:[ .-]?\\(?\\d\\)?){7,11})`
/**
 * "01632 960001", "(020) 7946 0123", "(0)1632 960001". A code of an area begins with another digit
 * than 0 after its 0.
 */
const AT_HOME = `(?:(?<![\\w./-])|(?<=rn)|(?<=[A-Za-z]/))(?:\\(0\\) ?[1-9]\\d{1,3}|\\(?0[1-9]\\d{1,3}\\)?)${BETWEEN}\\d{3,4}${BETWEEN}\\d{3,5}`
/**
 * "01632 960001/2", "01632 960001 / 960002": a number that is written in groups, and what differs
 * in the next one.
 */
const OR_ANOTHER = '(?: ?/ ?\\d{1,8}(?![\\d/-]))?'
const TELEPHONE = new RegExp(
  `(${ABROAD}${OR_ANOTHER}|${AT_HOME}(?:(?<=[ ().-]\\d{3,8})${OR_ANOTHER}|/\\d(?![\\d/-]))?)${EXTENSION}${END}`,
  'g',
)
/** "Tel: 960001", "Fax No. 01632 96 00 01": a label lets shorter numbers be recognised. */
const LABELLED_NUMBER = new RegExp(
  `(?<![A-Za-z])((?:[Tt]ele(?:phone|fax)|TELEPHONE|[Tt]el|TEL|[Ff]ax|FAX|[Ff]acsimile|[Pp]hone|PHONE|[Mm]obile|[Mm]ob)(?: ?/ ?(?:[Tt]el|[Ff]ax|FAX))?(?: (?:[Nn]o|[Nn]umber))?[.: ]{0,4})(\\(?\\+?\\d(?:[ ().-]{0,3}\\d){5,14})${OR_ANOTHER}${EXTENSION}${END}`,
  'g',
)
const DATE = /^(?:\d{1,2}([.-])\d{1,2}\1\d{4}|\d{4}([.-])\d{2}\2\d{2})(?!\d)/

const LABEL =
  '(?:[Cc]ontact(?: [Nn]ame| [Pp]erson| [Oo]fficer)?|[Ff]or the attention of|F\\.?A\\.?O\\.?|[Pp]rocurement (?:[Ll]ead|[Oo]fficer)|[Bb]uyer [Cc]ontact)'
const NAME = "[A-Z][\\p{Ll}'’-]+(?:[ \\t]+[A-Z]\\.?)?[ \\t]+[A-Z][\\p{L}'’-]+"
/** "Contact: Jane Smith", "FAO - J Smith". */
const LABELLED_NAME = new RegExp(
  `\\b(${LABEL}[ \\t]*[:-][ \\t]*)(?:(?:Mr|Mrs|Ms|Miss|Dr)\\.?[ \\t]+)?${NAME}`,
  'gu',
)
/** "Mrs A Smith", "Mr Smith". */
const TITLED_NAME =
  /\b(?:Mr|Mrs|Ms|Miss)\.?[ \t]+(?:[A-Z]\.?[ \t]+)?[A-Z][\p{L}'’-]+(?:[ \t]+[A-Z][\p{L}'’-]+)?/gu

/**
 * Returns whether a number has ten or eleven digits, with the code of a country up to fifteen, so
 * that other codes and references stay.
 */
function hasLengthOfNumber(number: string): boolean {
  const count = number.split('/')[0]!.replace(/\D/g, '').length
  return count >= 10 && count <= (/^\(?(?:\+|00)/.test(number) ? 15 : 11)
}

export function withoutContacts(text: string): string {
  return text
    .replace(EMAIL, REMOVED)
    .replace(TELEPHONE, (whole, number: string) => (hasLengthOfNumber(number) ? REMOVED : whole))
    .replace(LABELLED_NUMBER, (whole, label: string, number: string) =>
      DATE.test(number) ? whole : `${label}${REMOVED}`,
    )
    .replace(LABELLED_NAME, `$1${REMOVED}`)
    .replace(TITLED_NAME, REMOVED)
}

/**
 * Blanks the marks that `withoutContacts` left, for readers that must not take them for words of
 * the text.
 */
export function withoutMarks(text: string): string {
  return text.replaceAll(REMOVED, ' ')
}
