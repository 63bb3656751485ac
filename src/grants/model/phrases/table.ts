/** Tables of phrases: the patterns of grant texts, each wording with examples that a test tries. */

export interface Phrase {
  /** Meaning of the wording, in a few words. */
  meaning: string
  /** Regular expression of the wording. */
  phrase: string
  /** Texts that contain the wording. */
  like: readonly string[]
  /** Texts that nearly contain it. */
  unlike: readonly string[]
}

export interface PhraseTable {
  flags: string
  /** Pattern in front of every wording. */
  before?: string
  /** Pattern behind every wording. */
  after?: string
  phrases: readonly Phrase[]
}

export type PhraseTables = Readonly<Record<string, PhraseTable>>

/** Returns a regular expression without the line breaks and the indentation that it is written with. */
export const pattern = (text: TemplateStringsArray, ...parts: readonly string[]): string =>
  String.raw(text, ...parts).replace(/\n */g, '')

/** Returns one pattern that finds any of the wordings. */
export const compileTable = ({ flags, before = '', after = '', phrases }: PhraseTable): RegExp =>
  new RegExp(before + phrases.map(({ phrase }) => phrase).join('|') + after, flags)

/** Returns a pattern for each table, under its name. */
export const compileTables = <Name extends string>(
  tables: Readonly<Record<Name, PhraseTable>>,
): Readonly<Record<Name, RegExp>> =>
  Object.fromEntries(
    Object.entries<PhraseTable>(tables).map(([name, table]) => [name, compileTable(table)]),
  ) as Record<Name, RegExp>

/** Returns a pattern for each wording, in their order. */
export const compileEach = (table: PhraseTable): RegExp[] =>
  table.phrases.map((phrase) => compileTable({ ...table, phrases: [phrase] }))
