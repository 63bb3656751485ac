/**
 * What every published version of the fit rules is made of: a function that judges the facts of one
 * notice. It replays and judges live notices alike. The current version also has a fast path over
 * many notices (`published.ts`).
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

/**
 * Points of one notice code against the supplier's prefixes. `broad`: the best of them names a mere
 * division.
 */
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
  /** `null` if not stated or in another currency. */
  valueGbp: number | null
  /** Whether only an amount with VAT is stated. */
  valueWithTax?: boolean | undefined
  lotValuesGbp: readonly number[]
  /** Values of the lots that state only an amount with VAT. */
  lotValuesWithTaxGbp?: readonly number[] | undefined
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
  /** Best share of a keyword that leads to a code of the notice, 0 to 1; rules 1.2.0. */
  cpvMeant?: number | undefined
  /**
   * For each code, the best share of a keyword that leads to it, 0 to 1; no code is meant if
   * absent.
   */
  cpvShares?: readonly number[] | undefined
  keywordInLotTitle?: boolean | undefined
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
  /** The deadline is from a correction in words. */
  deadlineCorrected?: boolean | undefined
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
  /** Judges eight-digit codes for one profile. */
  createCpvJudge(profile: Pick<SupplierProfile, 'cpv'>): (code: string) => CpvPoints
  /** Returns the concepts of a description that replaces keywords, with their weights. */
  described(description: string): { concept: Concept; weight: number }[]
  /** Selects what this version judges of the facts of the current one. */
  select(facts: JudgedFacts): JudgedFacts
  judge(facts: FitFacts): Fit
  flags(fit: Fit, facts: JudgedFacts): FitFlag[]
}

/** A notice whose other facts are found when they are needed. */
interface Scanned {
  cpv: readonly string[]
  regions: RegionMask
  history: BuyerHistory | null
}

interface ScanSource<Notice> {
  keywordSum(notice: Notice): number
  /** Returns the share of a keyword that leads to a code. */
  cpvShare(code: string): number
  facts(notice: Notice): NoticeFacts
}

/**
 * Returns a judge of many notices. It returns `null` if a notice does not match or its score is
 * below the second argument.
 */
export type CreateScan = <Notice extends Scanned>(
  profile: SupplierProfile,
  source: ScanSource<Notice>,
) => (notice: Notice, least: number) => Fit | null
