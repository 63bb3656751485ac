/** Personal contact data is dropped where text enters: e-mail addresses, telephone numbers, named contacts. */

const REMOVED = '[contact removed]'
const EMAIL = /\b[\w.+'-]+@[\w-]+(?:\.[\w-]+)+/g
/** UK numbers as people write them; ten or eleven digits are required, so that codes and references stay. */
const TELEPHONE = /(?<![\w./-])(?:\+44[ .-]?(?:\(0\)[ ]?)?|\(?0)\d{2,4}\)?[ .-]?\d{3,4}[ .-]?\d{3,4}(?![\w/-])/g
const LABEL =
  '(?:[Cc]ontact(?: [Nn]ame| [Pp]erson| [Oo]fficer)?|[Ff]or the attention of|F\\.?A\\.?O\\.?|[Pp]rocurement (?:[Ll]ead|[Oo]fficer)|[Bb]uyer [Cc]ontact)'
const NAME = "[A-Z][\\p{Ll}'’-]+(?:[ \\t]+[A-Z]\\.?)?[ \\t]+[A-Z][\\p{L}'’-]+"
/** "Contact: Jane Smith", "FAO - J Smith". */
const LABELLED_NAME = new RegExp(`\\b(${LABEL}[ \\t]*[:-][ \\t]*)(?:(?:Mr|Mrs|Ms|Miss|Dr)\\.?[ \\t]+)?${NAME}`, 'gu')
/** "Mrs A Smith", "Mr Smith". */
const TITLED_NAME = /\b(?:Mr|Mrs|Ms|Miss)\.?[ \t]+(?:[A-Z]\.?[ \t]+)?[A-Z][\p{L}'’-]+(?:[ \t]+[A-Z][\p{L}'’-]+)?/gu

export function withoutContacts(text: string): string {
  return text
    .replace(EMAIL, REMOVED)
    .replace(TELEPHONE, (number) => (/^\D*(?:\d\D*){10,13}$/.test(number) ? REMOVED : number))
    .replace(LABELLED_NAME, `$1${REMOVED}`)
    .replace(TITLED_NAME, REMOVED)
}
