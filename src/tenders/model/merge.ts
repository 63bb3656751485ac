/**
 * Releases of one contracting process become notices. Updates carry only what changed, so facts
 * merge in release order and the latest release never simply wins; tags and notice types decide
 * stage and closing.
 */
import { buyerKey, normaliseName } from './buyer.ts'
import { applyCorrection } from './corrections.ts'
import type { Effect, Facts, Release } from './release.ts'

export type Stage = 'tender' | 'planning'

/** One procurement of one buyer, merged. */
export interface Merged {
  ocid: string
  /** Releases in order; the last one decides the displayed source. */
  releases: readonly Release[]
  facts: Facts
  /** Null: nothing but awards and contracts was seen of it. */
  stage: Stage | null
  /**
   * Reason why the process is closed, other than its deadline; `null` while it is open, or if
   * nothing but corrections of an unknown notice was seen of it.
   */
  closedBy: 'cancelled' | 'awarded' | 'closed' | null
  /** First and last release of the stage shown. */
  publishedMs: number
  updatedMs: number
  /** The release that a reader should be sent to. */
  shown: Release
}

/**
 * Merges the releases of one ocid; more than one result when buyers share it (`ocds-h6vhtk-02874c`:
 * some thirty of them).
 */
export function mergeProcess(releases: readonly Release[]): Merged[] {
  return groupByBuyer(releases.toSorted(byTime)).map(mergeOne)
}

const byTime = (a: Release, b: Release) => a.ms - b.ms || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/**
 * Releases belong together when they share a register id, a portal's id or a name; one without
 * buyer belongs to the one before it.
 */
function groupByBuyer(ordered: readonly Release[]): Release[][] {
  const groups: { keys: Set<string>; releases: Release[] }[] = []
  let unnamed: Release[] = []
  for (const release of ordered) {
    if (!release.buyer) {
      const last = groups.at(-1)
      if (last) last.releases.push(release)
      else unnamed.push(release)
      continue
    }
    const { buyer } = release
    const keys = [
      buyerKey(buyer),
      `name:${normaliseName(buyer.name)}`,
      ...(buyer.localId ? [buyer.localId] : []),
    ]
    const matching = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const merged = {
      keys: new Set([...matching.flatMap((group) => [...group.keys]), ...keys]),
      releases: [...unnamed, ...matching.flatMap((group) => group.releases), release],
    }
    unnamed = []
    for (const group of matching) groups.splice(groups.indexOf(group), 1)
    groups.push(merged)
  }
  if (unnamed.length > 0) groups.push({ keys: new Set(), releases: unnamed })
  return groups.map((group) => group.releases.sort(byTime))
}

/** Whether a lot with that status can no longer be bid for. */
export function isClosedStatus(status: string | null | undefined): boolean {
  return (
    status !== null && status !== undefined && CLOSED_STATUSES[status.toLowerCase()] !== undefined
  )
}

/**
 * A cancellation that names lots closes those; the rest of the tender stays open when some lot
 * does.
 */
function cancelsSomeLots(before: Facts, { facts }: Release): boolean {
  const named = (facts.lots ?? []).filter((lot) => isClosedStatus(lot.status))
  if (named.length === 0 || isClosedStatus(facts.status)) return false
  const cancelledIds = new Set(named.map((lot) => lot.id))
  return (before.lots ?? []).some((lot) => !cancelledIds.has(lot.id) && !isClosedStatus(lot.status))
}

const CLOSED_STATUSES: Readonly<Record<string, 'cancelled' | 'awarded' | 'closed'>> = {
  cancelled: 'cancelled',
  withdrawn: 'cancelled',
  unsuccessful: 'cancelled',
  complete: 'closed',
}

/**
 * Whether a release corrects a notice in words without saying which: most are about awards (12 of
 * 13 on two days of 2026-08). One that has a status or a deadline is about a tender.
 */
function isBareUpdate({ tags, facts }: Release): boolean {
  const { status, deadline, interestDeadline, corrections } = facts
  return (
    tags.includes('tenderUpdate') &&
    [status, deadline, interestDeadline, corrections].every((stated) => stated === undefined)
  )
}

/** A tender notice states its parts whole: those of its announcement may have other ids. */
function withoutParts({ lots: _, items: __, requirements: ___, ...facts }: Facts): Facts {
  return facts
}

function mergeOne(releases: readonly Release[]): Merged {
  let facts: Facts = {}
  let stage: Stage | null = null
  let closedBy: Merged['closedBy'] = null
  let publishedMs = releases[0]!.ms
  let updatedMs = releases[0]!.ms
  let shown = releases[0]!
  for (const release of releases) {
    const whole = release.effect
    const update = release.tags.some((tag) => /Update$|Amendment$/.test(tag))
    const isNone: boolean =
      (whole === 'cancelled' && cancelsSomeLots(facts, release)) ||
      (whole === 'tender' && stage !== 'tender' && isBareUpdate(release))
    const effect: Effect = isNone ? 'none' : whole
    const known = effect === 'tender' && !update ? withoutParts(facts) : facts
    // An award's own figures must not overwrite what was tendered.
    facts =
      stage !== null && effect === 'awarded'
        ? { ...release.facts, ...facts }
        : correctDeadline(mergeFacts(known, release), release.facts)
    if (effect === 'tender' || effect === 'planning') {
      const begins = effect === 'tender' ? stage !== 'tender' : stage === null
      if (begins) {
        stage = effect
        publishedMs = release.facts.publishedMs ?? release.ms
      }
      if (effect === stage) {
        // A new notice opens the process again, an update of a closed one does not.
        if (!update) closedBy = null
        updatedMs = release.ms
        shown = release
      }
    } else if (effect !== 'none') {
      closedBy = effect
      updatedMs = release.ms
      if (stage === null) {
        shown = release
        publishedMs = release.facts.publishedMs ?? release.ms
      }
    }
  }
  const status = facts.status?.toLowerCase()
  const closedByStatus =
    stage === 'tender' || status !== 'complete' ? CLOSED_STATUSES[status ?? ''] : undefined
  return {
    ocid: releases.at(-1)!.ocid,
    releases,
    facts,
    stage,
    closedBy:
      closedBy ??
      closedByStatus ??
      (stage === null && !releases.every(isBareUpdate) ? 'awarded' : null),
    publishedMs: Math.min(publishedMs, updatedMs),
    updatedMs,
    shown,
  }
}

/**
 * Moves the deadline by the corrections in words of one release, or marks that one could not be
 * read.
 */
function correctDeadline(merged: Facts, { deadline, interestDeadline, corrections }: Facts): Facts {
  const { corrections: _, ...facts } = merged
  if (deadline !== undefined || interestDeadline !== undefined) {
    delete facts.deadlineCorrected
    delete facts.correctionUnread
  }
  const name = facts.interestDeadline === undefined ? 'deadline' : 'interestDeadline'
  for (const correction of corrections ?? []) {
    const moved = applyCorrection(facts[name] ?? null, correction, facts.lots?.length ?? 0)
    if (moved === null) facts.correctionUnread = true
    else {
      facts[name] = moved
      facts.deadlineCorrected = true
      delete facts.correctionUnread
    }
  }
  return facts
}

/**
 * Later facts override; lots, items and documents merge by id, unless the portal's releases list
 * them whole.
 */
function mergeFacts(earlier: Facts, { isWhole, facts }: Release): Facts {
  if (isWhole) return { ...earlier, ...facts }
  const merged: Facts = { ...earlier, ...facts }
  if (earlier.cpvLabels && facts.cpvLabels)
    merged.cpvLabels = { ...earlier.cpvLabels, ...facts.cpvLabels }
  if (earlier.items && facts.items)
    merged.items = mergeById(earlier.items, facts.items, (old, next) => ({
      ...next,
      cpv: keep(next.cpv, old.cpv),
      addresses: keep(next.addresses, old.addresses),
    }))
  if (earlier.lots && facts.lots)
    merged.lots = mergeById(earlier.lots, facts.lots, (old, next) => ({ ...old, ...next }))
  if (earlier.documents && facts.documents)
    merged.documents = mergeById(earlier.documents, facts.documents, (old, next) => ({
      ...old,
      ...next,
    }))
  return merged
}

function keep<T>(next: T[], old: T[]): T[] {
  return next.length > 0 ? next : old
}

function mergeById<T extends { id: string }>(
  earlier: readonly T[],
  later: readonly T[],
  combine: (old: T, next: T) => T,
): T[] {
  const byId = new Map(earlier.map((each) => [each.id, each]))
  for (const next of later) {
    const old = byId.get(next.id)
    byId.set(next.id, old ? combine(old, next) : next)
  }
  return [...byId.values()]
}
