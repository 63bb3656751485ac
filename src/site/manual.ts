/** The manual: pages made of the project's Markdown documents. */

import { posix } from 'node:path'
import { readDocument } from '../platform/project-files.ts'

export interface ManualPage {
  path: string
  title: string
  description: string
  /** Documents of the project, relative to its root. */
  parts: readonly string[]
}

/** Pages that are equal in every deployment. The pages of the rules are added to them. */
export const MANUAL: readonly ManualPage[] = [
  {
    path: '/docs/envelope',
    title: 'Response format',
    description: 'The envelope of every answer, its confidence and every flag.',
    parts: ['docs/callers/response-format.md', 'docs/callers/flags.md'],
  },
  {
    path: '/docs/errors',
    title: 'Errors',
    description: 'Every error code of the service, when it occurs and what to do about it.',
    parts: ['docs/callers/errors.md'],
  },
  {
    path: '/docs/payments',
    title: 'Authentication and payment',
    description:
      'How a call is paid, what is charged, rate limits, refunds, and how to verify an answer.',
    parts: ['docs/callers/payment.md', 'docs/callers/refunds.md'],
  },
  {
    path: '/docs/contract',
    title: 'Guarantees by domain',
    description: 'The meaning of each domain’s answers, and the protocols MCP and A2A.',
    parts: ['docs/callers/contract.md', 'docs/callers/protocols.md'],
  },
  {
    path: '/docs/sources',
    title: 'Sources and licences',
    description: 'Where the data comes from, under which licence, and how often it is requested.',
    parts: ['docs/callers/sources.md'],
  },
  {
    path: '/docs/changes',
    title: 'Changelog',
    description: 'Changes for callers and operators, by version.',
    parts: ['CHANGELOG.md'],
  },
  {
    path: '/terms',
    title: 'Terms',
    description: 'The agreement between you and the operator.',
    parts: ['docs/callers/terms.md'],
  },
  {
    path: '/privacy',
    title: 'Privacy',
    description: 'Data about you that the service stores, and for how long.',
    parts: ['docs/callers/privacy.md'],
  },
  {
    path: '/refunds',
    title: 'Refunds',
    description: 'What is never charged, and what to do after a problem.',
    parts: ['docs/callers/refunds.md'],
  },
]

/**
 * Returns the Markdown of each part of a page with its document. Headings of later parts are one
 * level lower.
 */
export function readTexts({ parts }: ManualPage): { file: string; text: string }[] {
  return parts.map((file, index) => ({
    file,
    text: index > 0 ? readDocument(file).replace(/^(#{1,5}) /gm, '#$1 ') : readDocument(file),
  }))
}

/**
 * Returns a function that finds the address at which a document is published; `null` if it is not.
 */
export function createPathFinder(
  pages: readonly ManualPage[],
): (from: string, href: string) => string | null {
  const byFile = new Map(pages.flatMap(({ path, parts }) => parts.map((file) => [file, path])))
  return (from, href) => {
    if (/^(https?:|mailto:|\/|#)/.test(href)) return href
    const [name = '', anchor] = href.split('#')
    const page = byFile.get(posix.normalize(posix.join(posix.dirname(from), name)))
    return page === undefined ? null : anchor === undefined ? page : `${page}#${anchor}`
  }
}
