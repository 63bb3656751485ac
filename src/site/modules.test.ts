import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../api/problem.ts'
import { BROWSER_MODULES, moduleDocuments, moduleUrl } from './modules.ts'

const documents = moduleDocuments()
const textOf = (path: string) =>
  (documents.find((each) => each.path === path)!.read({}) as Reply).body.toString()

describe('modules that pages run', () => {
  /** Without template literals, which may hold code to show. */
  const codeOf = (path: string) => textOf(path).replaceAll(/`[^`]*`/g, '')

  it('import only each other', () => {
    const served = new Set(BROWSER_MODULES.map(moduleUrl))
    for (const { path } of documents) {
      const imports = [...codeOf(path).matchAll(/\bfrom ['"]([^'"]+)['"]/g)]
      for (const [, specifier] of imports)
        expect([...served], `${path} imports ${specifier}`).toContain(
          posix.join(posix.dirname(path), specifier!),
        )
    }
  })

  it('are JavaScript for browsers, and nothing else is served', () => {
    expect(documents.map(({ path }) => path)).toEqual(BROWSER_MODULES.map(moduleUrl))
    for (const { path } of documents) {
      const { headers } = documents.find((each) => each.path === path)!.read({}) as Reply
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
      expect(textOf(path)).not.toMatch(/^(?:import type|export (?:type|interface)) /m)
      expect(codeOf(path)).not.toMatch(/\bnode:|\bprocess\./)
    }
  })
})
