/** The manual: pages made of the project's own Markdown, whole documents or sections of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Section, sectionsOf, slugOf } from './markdown.ts'

export interface ManualPage {
  path: string
  title: string
  description: string
  parts: readonly Part[]
}

/** Sections by their heading; whole where none are named. */
interface Part {
  file: string
  only?: readonly string[]
  except?: readonly string[]
}

const ON_THE_ANSWER = ['Bodies', 'Confidence']
const ON_PAYING = ['Paying']

/** Those that are the same in every deployment and version; the rules' pages join them. */
export const MANUAL: readonly ManualPage[] = [
  {
    path: '/docs/envelope',
    title: 'The answer',
    description: 'The envelope of every answer, its confidence and every flag.',
    parts: [
      { file: 'docs/callers/contract.md', only: ON_THE_ANSWER },
      { file: 'docs/callers/flags.md' },
    ],
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error code of the service, when it occurs and what to do about it.',
    parts: [{ file: 'docs/callers/errors.md' }],
  },
  {
    path: '/docs/payments',
    title: 'Payments and refunds',
    description:
      'How a call is paid, what is charged and what is not, and how long a payment is remembered.',
    parts: [
      { file: 'docs/callers/contract.md', only: ON_PAYING },
      { file: 'docs/callers/refunds.md' },
    ],
  },
  {
    path: '/docs/contract',
    title: 'What you may rely on',
    description: 'The decisions behind the interface that a schema cannot show.',
    parts: [{ file: 'docs/callers/contract.md', except: [...ON_THE_ANSWER, ...ON_PAYING] }],
  },
  {
    path: '/docs/sources',
    title: 'Sources and licences',
    description: 'Where the data comes from, under which licence, and how the sources are asked.',
    parts: [{ file: 'docs/callers/sources.md' }],
  },
  {
    path: '/docs/changes',
    title: 'Changes',
    description: 'What has changed for callers and operators.',
    parts: [{ file: 'CHANGELOG.md' }],
  },
  {
    path: '/terms',
    title: 'Terms',
    description: 'What you and the operator may expect of each other.',
    parts: [{ file: 'docs/callers/terms.md' }],
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description: 'What the service knows of you, and for how long.',
    parts: [{ file: 'docs/callers/privacy.md' }],
  },
  {
    path: '/refunds',
    title: 'Refunds',
    description: 'What is never charged, and what to do when something went wrong.',
    parts: [{ file: 'docs/callers/refunds.md' }],
  },
]

/** Of the project, or of the package in which these pages were published. */
const ROOT = ['../..', '../../..']
  .map((up) => join(import.meta.dirname, up))
  .find((folder) => existsSync(join(folder, 'docs/callers/contract.md')))!

export function readProject(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** The Markdown of each part of a page, with the document that it is from; sections stand below the page's title. */
export function textsOf({ title, parts }: ManualPage): { file: string; text: string }[] {
  return parts.map(({ file, only, except }, index) => {
    if (!only && !except) return { file, text: demoted(readProject(file), index > 0) }
    const chosen = chosenOf(file, { only, except }).map(({ text }) => text)
    return { file, text: `# ${title}\n\n${except ? introduction(file) : ''}${chosen.join('\n')}` }
  })
}

/** Below another part a document's headings sink by one. */
function demoted(text: string, sink: boolean): string {
  return sink ? text.replace(/^(#{1,5}) /gm, '#$1 ') : text
}

function introduction(file: string): string {
  return sectionsOf(readProject(file))[0]!.text.replace(/^# .*\n/, '')
}

function chosenOf(
  file: string,
  { only, except }: { only: readonly string[] | undefined; except: readonly string[] | undefined },
): Section[] {
  return sectionsOf(readProject(file)).filter(
    ({ heading }) => heading !== '' && (only ? only.includes(heading) : !except!.includes(heading)),
  )
}

/** Where each document of the repository, and each section of one that is cut up, is published. */
export function publishedAt(
  pages: readonly ManualPage[],
): (from: string, href: string) => string | null {
  const byFile = new Map<string, string>()
  const bySection = new Map<string, string>()
  for (const { path, parts } of pages) {
    for (const { file, only, except } of parts) {
      if (!only) byFile.set(file, path)
      if (only || except)
        for (const { text } of chosenOf(file, { only, except }))
          for (const [, heading] of text.matchAll(/^##+ (.+)$/gm))
            bySection.set(`${file}#${slugOf(heading!)}`, path)
    }
  }
  return (from, href) => {
    if (/^(https?:|mailto:|\/|#)/.test(href)) return href
    const [name = '', anchor] = href.split('#')
    const file = posix.normalize(posix.join(posix.dirname(from), name))
    const page = bySection.get(`${file}#${anchor}`) ?? byFile.get(file)
    return page === undefined ? null : anchor === undefined ? page : `${page}#${anchor}`
  }
}
