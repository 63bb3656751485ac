/** Phrases that exclude. */
import { words } from './words.ts'

export const EXCLUDES = words`
  \b(?:
  # cannot or must not
  cannot|can['’]t|may not|unable to|(?:should|must) not apply|
  # not eligible or not funded
  not (?:currently |be |normally |generally )*
  (?:able|eligible|accepted|considered|permitted|allowed|funded|supported|invited|qualify|
    fund|support|accept|take|consider|award|make|offer|give)|
  # does not fund
  (?:do|does|wo)n['’]t (?:currently )?
  (?:fund|support|accept|take|consider|make|award|give|offer|qualify)|
  # unlikely to be funded
  unlikely to (?:be (?:funded|supported|considered|successful)|fund|support|consider|award)|
  # ineligible or excluded
  ineligible|excluded|rejected|refused|declined|ruled out|shut out|barred
  )\b`
