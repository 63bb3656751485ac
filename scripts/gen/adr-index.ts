/** The list of decisions in docs/adr, made from the files themselves. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FILE = /^(\d{4})-.+\.md$/
/** The one form: `# 0030. Title`, under the number of the file's name. */
const TITLE = /^# (\d{4})\. (.+)\n/

/**
 * One line a decision, by number. @throws Error naming a file that is not called or headed like a
 * decision
 */
export async function adrIndex(folder: string): Promise<string> {
  const lines: string[] = []
  for (const name of (await readdir(folder)).sort()) {
    if (name === 'README.md') continue
    const number = FILE.exec(name)?.[1]
    const [, headed, title] = TITLE.exec(await readFile(join(folder, name), 'utf8')) ?? []
    if (number === undefined || headed !== number)
      throw new Error(`docs/adr/${name} is not named or headed like a decision`)
    lines.push(`- [${number}](${name}) ${title}`)
  }
  return lines.join('\n')
}
