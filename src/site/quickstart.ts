/**
 * `/docs`: from the question to the paid answer, with one tab a language. The same tabs stand on
 * the overview.
 */

import { readDocument } from '../platform/project-files.ts'
import { tabs } from './html.ts'
import { splitSections } from './markdown.ts'
import { QUICKSTART, type Site } from './site.ts'

const LANGUAGES = ['curl', 'TypeScript', 'Python', 'MCP']
const FILE = QUICKSTART.parts[0]!

export function quickstartHtml({ render }: Site): string {
  const sections = splitSections(readDocument(FILE))
  const rest = sections.filter(({ heading }) => heading !== '' && !LANGUAGES.includes(heading))
  return `${render(sections[0]!.text, FILE)}
${languageTabs(render)}
${rest.map(({ text }) => render(text, FILE)).join('\n')}`
}

export function languageTabs(render: Site['render']): string {
  const sections = splitSections(readDocument(FILE))
  const panels = LANGUAGES.map((title) => {
    const { text } = sections.find(({ heading }) => heading === title)!
    // The tab names it; who cannot see which one is chosen finds it as a heading.
    return {
      title,
      html: render(text, FILE).replace(/<h2.*<\/h2>/, `<h2 class="unseen">${title}</h2>`),
    }
  })
  return tabs('language', 'Choose a language', panels)
}
