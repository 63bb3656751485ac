/**
 * What every published version of the fit rules is made of. Parts and whole stand side by side: the index adds up the parts of every notice
 * to find the best, `judge` gives the same sum for one of them with all that it says besides.
 */
import type { RulesVersion } from '../../contract/rules.ts'
import type { Concept } from '../../text-search/query.ts'
import type { BuyerHistory } from '../model/buyer-history.ts'
import type { RegionMask } from '../model/regions.ts'

export type Factor = 'relevance' | 'value' | 'geography' | 'timeline' | 'history'
export type Reach =
  | 'anywhere'
  | 'overlap'
  | 'uk_wide'
  | 'remote'
  | 'adjacent'
  | 'outside'
  | 'not_stated'
export type Stage = 'tender' | 'planning'

/** Points of one notice code against the supplier's prefixes. `broad`: the best of them names a mere division. */
export interface CpvPoints {
  points: number
  broad: boolean
}

export interface SupplierProfile {
  cpv: readonly string[]
  /** 0: anywhere. */
  regions: RegionMask
  remote: boolean
  valueMin: number | null
  valueMax: number | null
  sme: boolean
  minWorkingDays: number
}

export interface ValueFacts {
  /** GBP without VAT; null when not stated or in another currency. */
  valueGbp: number | null
  lotValuesGbp: readonly number[]
  framework: boolean
}

export interface NoticeFacts extends ValueFacts {
  stage: Stage
  /** Eight-digit CPV codes in the notice's order. */
  cpv: readonly string[]
  /** Two digits of its first code. */
  division: string | null
  regions: RegionMask
  workingDaysLeft: number | null
  /** Each keyword 1 in the title and 0.5 in description or lots, a synonym half of that. */
  keywordSum: number
  keywordInTitle: boolean
  /** Share of a keyword that leads to the codes of the notice, 0 to 1; only for rules that have `meant`. */
  cpvMeant?: number | undefined
  excludedInTitle: boolean
  /** The profile names its buyer as a past one. */
  pastBuyer: boolean
}

/** Facts that no factor reads and flags report. */
export interface FitRemarks {
  /** The buyer as flags name it. */
  buyer: string
  /**
   * Certifications of the profile, those of them in the notice's texts, and well-known ones that a
   * sentence requires.
   */
  certifications: readonly string[]
  mentioned: readonly string[]
  demanded: readonly string[]
  deadlineIsDateOnly: boolean
  valueCurrency: string | null
  /** The excluded keyword found in the title. */
  excluded: string | null
}

export interface FitFacts {
  profile: SupplierProfile
  notice: NoticeFacts
  history: BuyerHistory | null
}

/** All that score and flags of one notice follow from. */
export interface JudgedFacts extends FitFacts {
  remarks: FitRemarks
}

export type FitBand = 'strong' | 'possible' | 'weak'

export interface Fit extends Record<Factor, number> {
  score: number
  reach: Reach
  /** Caps that fire, in the order of their report. */
  caps: readonly string[]
  /** Factors that could not be judged and were given half. */
  unjudged: readonly Factor[]
}

export interface FitFlag {
  code: string
  detail: string
}

/** Facts for the advice to a bidder, in addition to the fit. */
export interface EmphasisFacts {
  /** The profile's keywords as typed, by where the notice has them. */
  titleKeywords: readonly string[]
  bodyKeywords: readonly string[]
  /** Notice codes that score against the profile, best first. */
  cpv: readonly string[]
  sharedRegions: readonly string[]
  ukWide: boolean
  remote: boolean
  valueGbp: number | null
  certifications: readonly string[]
  division: string | null
  buyer: string
  history: BuyerHistory | null
  pastBuyer: boolean
  smeSuitable: boolean | null
  sme: boolean
  deadline: string | null
  workingDaysLeft: number | null
}

/** A factor as it counts: rounded, or half of it where it cannot be judged. */
export interface Counted {
  points: number
  judged: boolean
}

export interface FitRules extends RulesVersion {
  /** Denominators, of 100 together. */
  of: Readonly<Record<Factor, number>>
  /** No code is worth more. */
  fullCpv: CpvPoints
  /** No code is worth less; always this very object, so that most codes need no second look. */
  noCpv: CpvPoints
  /** Judges eight-digit codes, given as numbers, for one profile. */
  createCpvJudge(profile: Pick<SupplierProfile, 'cpv'>): (code: number) => CpvPoints
  /** Returns the points of all codes of a notice; `null` without codes. */
  cpvPart(codes: readonly CpvPoints[]): CpvPoints | null
  /** Returns the concepts of a description that replaces keywords, with their weights. */
  described(description: string): { concept: Concept; weight: number }[]
  /** `cpv`: null when there is nothing to compare. `meant`: as `cpvMeant`. */
  relevance(cpv: CpvPoints | null, keywordSum: number, meant: number): number
  /** Combines the shares that lead to each code of a notice; absent in rules that do not judge what words mean. */
  meant?(shares: readonly number[]): number
  value(facts: ValueFacts, profile: Pick<SupplierProfile, 'valueMin' | 'valueMax'>): Counted
  geography(
    regions: RegionMask,
    profile: Pick<SupplierProfile, 'regions' | 'remote'>,
  ): Counted & { reach: Reach }
  timeline(stage: Stage, workingDaysLeft: number | null, neededDays: number): Counted
  /** The same for every supplier but for its size: an index keeps them. */
  history(history: BuyerHistory | null, division: string | null, sme: boolean): Counted
  caps(
    relevance: number,
    reach: Reach,
    excludedInTitle: boolean,
    broadCpvAlone: boolean,
  ): readonly string[]
  capped(sum: number, caps: readonly string[], relevance: number): number
  judge(facts: FitFacts): Fit
  flags(fit: Fit, facts: JudgedFacts): FitFlag[]
  emphasise(fit: Fit, facts: EmphasisFacts): string
  band(score: number): FitBand
}
