/** Finds packages that documents install or import. */

/** Returns a line for each place that names one of the packages, which anyone could register. */
export function listNamings(
  documents: readonly { path: string; text: string }[],
  names: readonly string[],
): string[] {
  return documents.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const name = names.find((each) => new RegExp(`(?<![\\w/@-])${each}(?![\\w/-])`).test(line))
      return name === undefined ? [] : [`${path}:${index + 1} names the package ${name}`]
    }),
  )
}
