/**
 * The operations in the order of the specification's price table, bound to what they work with, and
 * how requests find them.
 */
import type { BoundFreeOperation, BoundPaidOperation } from '../contract/operation.ts'
import { type InputReader, inputReader } from './input.ts'

export interface BoundPaid extends BoundPaidOperation {
  read: InputReader
}

export interface BoundFree extends BoundFreeOperation {
  read: InputReader
}

export type Bound = BoundPaid | BoundFree

/** With the reader of its input, made once. */
export function readable<Operation extends BoundPaidOperation | BoundFreeOperation>(
  bound: Operation,
): Operation & { read: InputReader } {
  return { ...bound, read: inputReader(bound.operation) }
}

export type RouteMatch =
  | { kind: 'found'; bound: Bound; params: Record<string, string> }
  | { kind: 'wrong_method'; allow: string; paid: boolean }
  | { kind: 'none' }

export type Router = (method: string, rawPath: string) => RouteMatch

interface Route {
  segments: readonly { name: string | null; text: string }[]
  byMethod: Map<string, Bound>
}

/**
 * Matches the path as it was sent: static segments byte for byte, a parameter is one non-empty
 * percent-encoded segment. Nothing is normalised, so no spelling of a path reaches an operation by
 * another way.
 */
export function createRouter(bounds: readonly Bound[]): Router {
  const routes = new Map<string, Route>()
  for (const bound of bounds) {
    const { path, method } = bound.operation
    const route = routes.get(path) ?? {
      segments: path
        .split('/')
        .map((text) => ({ name: /^\{(\w+)\}$/.exec(text)?.[1] ?? null, text })),
      byMethod: new Map<string, Bound>(),
    }
    route.byMethod.set(method, bound)
    routes.set(path, route)
  }
  // Static paths first: `/v1/company/search` is not a company number.
  const ordered = [...routes.values()].sort((a, b) => parameterCount(a) - parameterCount(b))

  return (method, rawPath) => {
    const segments = rawPath.split('/')
    for (const route of ordered) {
      const params = matchSegments(route, segments)
      if (!params) continue
      const bound = route.byMethod.get(method) ?? (method === 'HEAD' ? freeGet(route) : undefined)
      if (bound) return { kind: 'found', bound, params }
      const methods = [...route.byMethod.keys(), ...(freeGet(route) ? ['HEAD'] : []), 'OPTIONS']
      return { kind: 'wrong_method', allow: methods.join(', '), paid: !freeGet(route) }
    }
    return { kind: 'none' }
  }
}

/**
 * Free routes answer HEAD as GET without a body. A paid route does not, because it would do the
 * work free of charge.
 */
function freeGet(route: Route): Bound | undefined {
  const get = route.byMethod.get('GET')
  return get?.kind === 'free' ? get : undefined
}

function parameterCount(route: Route): number {
  return route.segments.filter((segment) => segment.name !== null).length
}

function matchSegments(route: Route, segments: readonly string[]): Record<string, string> | null {
  if (segments.length !== route.segments.length) return null
  if (route.segments.some(({ name, text }, index) => name === null && text !== segments[index]))
    return null
  const params: Record<string, string> = {}
  for (let index = 0; index < segments.length; index += 1) {
    const { name } = route.segments[index]!
    const given = segments[index]!
    if (name === null) continue
    if (given === '') return null
    try {
      params[name] = decodeURIComponent(given)
    } catch {
      return null
    }
  }
  return params
}
