/** Which published funders are one organisation. */
import { cleanLine, shorten } from '../../platform/text.ts'
import { nameKey, toSlug } from '../model/names.ts'
import { type OrgId, orgId } from '../model/org-id.ts'
import type { KnownFunder } from '../seed/known-funders.ts'

/** A funder as one dataset names it. */
export interface PublishedFunder {
  id: string
  name: string
  rows: number
  lastDay: number
  /** The publisher's prefix in the registry, any case; empty when it has none. */
  publisher: string
}

export interface Entity {
  slug: string
  name: string
  /** Every name under which it was published or is known, `name` first. */
  names: string[]
  /** Every identifier, registers first. */
  ids: string[]
  rows: number
}

export interface Entities {
  entities: Entity[]
  /**
   * Entity of each published funder in the order given; -1 where neither identifier nor name is
   * usable.
   */
  entityOf: Int32Array
}

/**
 * Shorter names are abbreviations, which several bodies use: they can be searched, but never merge
 * funders.
 */
const TELLING_NAME = 8
const MAX_NAME = 200
/** Name and identifier together stay below the 120 characters of an input. */
const MAX_NAME_IN_SLUG = 80
const MAX_ID_IN_SLUG = 30

/**
 * Merges funders into organisations. Funders are one organisation if they have the same identifier,
 * in any case and spacing; an entry of the known funders; the same name under any identifier within
 * one publisher's files (one publisher writes its charity number in one place and its own prefix in
 * another); or if a name without identifier belongs to exactly one organisation. Equal names of
 * different publishers stay separate: the caller chooses.
 */
export function resolveEntities(
  funders: readonly PublishedFunder[],
  known: readonly KnownFunder[],
): Entities {
  const nodes = createNodes()
  const knownById = new Map<string, number>()
  const knownByName = new Map<string, number>()
  known.forEach((each, index) => {
    for (const id of each.ids) knownById.set(orgId(id)!.key, index)
    for (const name of [each.name, ...each.names])
      if (nameKey(name).length >= TELLING_NAME) knownByName.set(nameKey(name), index)
  })

  const entries = funders.map((funder) => {
    const id = orgId(funder.id)
    const line = cleanLine(funder.name) ?? (id ? null : cleanLine(funder.id))
    const name = line === null ? null : shorten(line, MAX_NAME)
    return { funder, id, name, key: name === null ? '' : nameKey(name), node: -1 }
  })
  for (const entry of entries) {
    const curated =
      (entry.id && knownById.get(entry.id.key)) ??
      (entry.key === '' ? undefined : knownByName.get(entry.key))
    if (curated !== undefined) entry.node = nodes.at(`known:${curated}`)
    else if (entry.id) entry.node = nodes.at(`id:${entry.id.key}`)
  }
  // The same name from the same publisher.
  const byPublisherAndName = new Map<string, number>()
  for (const { funder, node, key } of entries) {
    if (node < 0 || key === '' || funder.publisher === '') continue
    const place = `${funder.publisher.toUpperCase()}\n${key}`
    const other = byPublisherAndName.get(place)
    if (other === undefined) byPublisherAndName.set(place, node)
    else nodes.join(node, other)
  }
  // Names without identifier join the publisher's funder, else the only funder with the name, else
  // become a separate one.
  const bearers = Map.groupBy(
    entries.filter(({ node, key }) => node >= 0 && key !== ''),
    ({ key }) => key,
  )
  for (const entry of entries) {
    if (entry.node >= 0 || entry.key === '') continue
    const own = byPublisherAndName.get(`${entry.funder.publisher.toUpperCase()}\n${entry.key}`)
    const roots = new Set(bearers.get(entry.key)?.map(({ node }) => nodes.root(node)))
    entry.node = own ?? (roots.size === 1 ? [...roots][0]! : nodes.at(`name:${entry.key}`))
  }
  return collect(entries, nodes, known)
}

interface Entry {
  funder: PublishedFunder
  id: OrgId | null
  name: string | null
  key: string
  node: number
}

function collect(entries: readonly Entry[], nodes: Nodes, known: readonly KnownFunder[]): Entities {
  const groups = Map.groupBy(
    entries.filter(({ node }) => node >= 0),
    ({ node }) => nodes.root(node),
  )
  const seeds = Map.groupBy(known, (_, index) => {
    const node = nodes.find(`known:${index}`)
    return node === undefined ? -1 : nodes.root(node)
  })
  const drafts = [...groups].map(([root, group]) => ({
    root,
    ...describe(group, seeds.get(root) ?? []),
  }))
  // The larger of two namesakes gets the plain slug.
  drafts.sort(
    (a, b) => b.rows - a.rows || compare(a.name, b.name) || compare(a.ids[0] ?? '', b.ids[0] ?? ''),
  )
  const taken = new Set<string>()
  const entityAt = new Map<number, number>()
  const entities = drafts.map(({ root, ...draft }, index): Entity => {
    entityAt.set(root, index)
    return { slug: uniqueSlug(draft.name, draft.ids, taken), ...draft }
  })
  const entityOf = Int32Array.from(entries, ({ node }) =>
    node < 0 ? -1 : entityAt.get(nodes.root(node))!,
  )
  return { entities, entityOf }
}

function describe(group: readonly Entry[], seeds: readonly KnownFunder[]): Omit<Entity, 'slug'> {
  const names = new Map<string, { rows: number; lastDay: number }>()
  const ids = new Map<string, OrgId>()
  let rows = 0
  for (const { funder, id, name } of group) {
    rows += funder.rows
    if (id && !ids.has(id.key)) ids.set(id.key, id)
    if (name === null) continue
    const seen = names.get(name)
    if (seen) {
      seen.rows += funder.rows
      seen.lastDay = Math.max(seen.lastDay, funder.lastDay)
    } else names.set(name, { rows: funder.rows, lastDay: funder.lastDay })
  }
  for (const id of seeds.flatMap((seed) => seed.ids.map((text) => orgId(text)!)))
    if (!ids.has(id.key) && id.register) ids.set(id.key, id)
  const published = [...names]
    .sort(
      ([a, x], [b, y]) =>
        y.rows - x.rows ||
        y.lastDay - x.lastDay ||
        rankCapitals(a) - rankCapitals(b) ||
        compare(a, b),
    )
    .map(([name]) => name)
  const ordered = [...ids.values()]
    .sort((a, b) => Number(b.register) - Number(a.register) || compare(a.key, b.key))
    .map((id) => id.text)
  const all = [
    ...seeds.map((seed) => seed.name),
    ...published,
    ...seeds.flatMap((seed) => seed.names),
  ]
  return {
    name: all[0] ?? ordered[0]!,
    names: [...new Set(all.length > 0 ? all : ordered)],
    ids: ordered,
    rows,
  }
}

/** 1 for a name in capitals only, which another spelling is preferred to. */
function rankCapitals(name: string): number {
  return Number(name === name.toUpperCase())
}

function uniqueSlug(name: string, ids: readonly string[], taken: Set<string>): string {
  const id = toSlug(ids[0] ?? '', MAX_ID_IN_SLUG)
  const plain = toSlug(name, MAX_NAME_IN_SLUG) || id
  // An input has at least two characters.
  const base = plain.length < 2 ? `funder${plain === '' ? '' : `-${plain}`}` : plain
  const withId = id === '' ? base : `${base}-${id}`
  let slug = taken.has(base) ? withId : base
  for (let count = 2; taken.has(slug); count += 1) slug = `${withId}-${count}`
  taken.add(slug)
  return slug
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

interface Nodes {
  at(key: string): number
  join(a: number, b: number): void
  root(node: number): number
  find(key: string): number | undefined
}

/** Disjoint sets of keys. */
function createNodes(): Nodes {
  const index = new Map<string, number>()
  const parent: number[] = []
  const root = (node: number): number => {
    let at = node
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
  return {
    root,
    at(key) {
      const known = index.get(key)
      if (known !== undefined) return known
      const node = parent.length
      index.set(key, node)
      parent.push(node)
      return node
    },
    join(a, b) {
      const [x, y] = [root(a), root(b)]
      if (x !== y) parent[Math.max(x, y)] = Math.min(x, y)
    },
    find: (key) => index.get(key),
  }
}
