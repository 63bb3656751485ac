/** Licences of the packages in a bundle. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Standard texts, for packages that name a licence and carry no text of it. */
const PERMISSION =
  'Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.'
const WARRANTY =
  'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY ARISING FROM THE USE OF THE SOFTWARE.'
const STANDARD_TEXTS: Readonly<Record<string, () => string>> = {
  'Apache-2.0': () => readFileSync(join(ROOT, 'node_modules/typescript/LICENSE.txt'), 'utf8'),
  MIT: () => `${PERMISSION}\n\n${WARRANTY}`,
  ISC: () => `${PERMISSION}\n\n${WARRANTY}`,
}

interface Manifest {
  name: string
  version: string
  license?: string
  author?: string | { name: string }
}

/** Returns name, version and licence text of each package that has a module in the bundle. */
export function licencesOf(modules: readonly string[]): string {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  )
  return [...folders]
    .sort()
    .map(licenceOf)
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** @throws Error for a licence whose text is neither carried nor known here */
function licenceOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) {
    const standard = STANDARD_TEXTS[license ?? '']
    if (standard === undefined) throw new Error(`${name} carries no licence text`)
    const holder = typeof author === 'string' ? author : author?.name
    texts.push(`Copyright ${holder ?? `the authors of ${name}`}`, standard().trim())
  }
  return [`${name} ${version} (${license ?? 'licence below'})`, ...texts].join('\n\n')
}
