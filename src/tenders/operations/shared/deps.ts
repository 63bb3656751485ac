import type { Source } from '../../../contract/envelope.ts'
import type { BankHolidays } from '../../../kernel/bank-holidays.ts'
import type { Degradation } from '../../../refresh/source.ts'
import type { BuyerStore } from '../../../store/tender-buyers.ts'
import type { Generation } from '../../index/generation.ts'
import type { Notice } from '../../model/notice.ts'

/** What the tender operations stand on. Nothing here waits for anything. */
export interface TendersDeps {
  index: ServingIndex
  /** What buyers awarded and how they pay. */
  buyers: BuyerStore
  /** The newest known bank holidays. */
  holidays(): BankHolidays
}

/** Where an answer comes from, and what is wrong there. */
export interface Origins {
  sources: Source[]
  degradations: Degradation[]
  attribution: string
}

/** Freshness of an answer about all notices. @throws ServiceError UPSTREAM_UNAVAILABLE while it is not sold */
export function freshnessOfAll(index: ServingIndex, nowMs: number): Origins {
  index.searchable()
  return index.origins(nowMs)
}

export interface ServingIndex {
  /** For this turn of the event loop: read it before the first `await`. @throws ServiceError UPSTREAM_UNAVAILABLE while none has ever been built. */
  generation(): Generation
  /** The same for questions about all notices. @throws ServiceError UPSTREAM_UNAVAILABLE while no portal reaches back far enough. */
  searchable(): Generation
  /** Since when each portal is held, for an answer that found nothing. */
  heldText(): string
  /** The portals that an answer about all notices rests on, and what is wrong with them, or missing, at that moment. */
  origins(nowMs: number): Origins
  /** The same for one notice: its own portal, with the notice's page. */
  originsOf(notice: Notice, nowMs: number): Origins
}
