/**
 * Loads the project's modules again for each change, under separate addresses, in one process.
 * Modules in `node_modules` are loaded once.
 */
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { applied, type Mutant, ROOT } from './mutants.ts'

export interface Loading {
  /**
   * Imports a module of the project, and all that it imports, as it is with this change, or,
   * without one, as it is.
   */
  anew<Module>(path: string, mutant: Mutant | null): Promise<Module>
}

/**
 * @param folders modules to load again; others are loaded once
 * @param isKept modules of these that need not be loaded again
 * @param instead replacements for external modules
 */
export function createLoading(options: {
  folders: readonly string[]
  isKept?: (url: string, mutant: Mutant | null) => boolean
  instead?: Readonly<Record<string, string>>
}): Loading {
  const folders = options.folders.map(urlOf)
  const instead = options.instead ?? {}
  const stripped = new Map<string, string>()
  let current: Mutant | null = null
  let loaded = 0

  registerHooks({
    resolve(specifier, context, next) {
      const query = context.parentURL?.split('?')[1] ?? ''
      if (!query.startsWith('anew=')) return next(specifier, context)
      if (instead[specifier]) return { url: urlOf(instead[specifier]), shortCircuit: true }
      const found = next(specifier, context)
      if (
        !folders.some((folder) => found.url.startsWith(folder)) ||
        options.isKept?.(found.url, current)
      )
        return found
      return { ...found, url: `${found.url}?${query}` }
    },
    load(url, context, next) {
      const [address, query] = url.split('?')
      if (!query?.startsWith('anew=')) return next(url, context)
      const path = fileURLToPath(address!)
      if (!path.endsWith('.ts')) return next(url, context)
      const isMutated = current !== null && path === join(ROOT, current.file)
      // Types become blanks, so that a place in what runs is the same place in the file.
      const source = isMutated
        ? stripTypeScriptTypes(applied(current!, readFileSync(path, 'utf8')))
        : (stripped.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8')))
      if (!isMutated) stripped.set(path, source)
      return { format: 'module', source, shortCircuit: true }
    },
  })

  return {
    async anew(path, mutant) {
      current = mutant
      loaded += 1
      return await import(`${urlOf(path)}?anew=${loaded}`)
    },
  }
}

const urlOf = (path: string) => pathToFileURL(join(ROOT, path)).href
