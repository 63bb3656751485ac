/** The plainest chooser there is: words in common, rare ones more. A model that reads the same words should do no worse. */
import { tokens } from '../../src/text-search/terms.ts'

export interface Described {
  name: string
  title?: string | undefined
  description?: string | undefined
}

/** Minimum share of a question's words, weighted by rarity, that the chosen tool must have. */
const LEAST_SHARE = 0.26
/** A word in the name counts more than one in the description. */
const IN_NAME = 1.5
/** Words in every tool's description, or in none. */
const COMMON = new Set(['uk', 'show', 'give', 'need', 'want', 'here', 'one'])

/** Null: none of them is about this. */
export function lexicalRanker(tools: readonly Described[]): (question: string) => string | null {
  const words = tools.map(
    ({ name, title = '', description = '' }) =>
      new Set(wordsOf(`${name.replaceAll('_', ' ')} ${title} ${saidOf(description)}`)),
  )
  const names = tools.map(({ name }) => new Set(wordsOf(name.replaceAll('_', ' '))))
  const rarity = (word: string) =>
    Math.log(1 + tools.length / Math.max(1, words.filter((each) => each.has(word)).length))
  return (question) => {
    const asked = [...new Set(wordsOf(question))]
    const whole = asked.reduce((sum, word) => sum + rarity(word), 0)
    const scores = words.map((each, index) =>
      asked
        .filter((word) => each.has(word))
        .reduce((sum, word) => sum + rarity(word) * (names[index]!.has(word) ? IN_NAME : 1), 0),
    )
    const best = Math.max(...scores)
    return best < LEAST_SHARE * whole ? null : tools[scores.indexOf(best)]!.name
  }
}

/** Returns the description without exclusions and price. */
function saidOf(description: string): string {
  return description.replace(/ Not for [\s\S]*$/, '')
}

/** Numbers and identifiers name subjects, not tools. */
function wordsOf(text: string): string[] {
  return tokens(text.replaceAll(/\S*\d\S*|\w+-\w+-\S+/g, ' '))
    .map(({ term }) => term)
    .filter((term) => !COMMON.has(term))
}
