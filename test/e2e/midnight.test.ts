/**
 * A day of the answers is a day in London: it ends at London's midnight, which in summer is eleven
 * in the evening of UTC.
 */
import { afterEach, describe, expect, it } from 'vitest'
import { londonWallTimeMs } from '../../src/platform/london.ts'
import { type Envelope, type Item, type Market, openMarket } from '../support/market.ts'
import { eachInOneWorld, expectDelivered, withoutChain } from '../support/world.ts'

const SECOND_MS = 1000
/** The clock goes on: what is bought before midnight has so many to arrive. */
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 3_600_000

/** Its accounts are due on the day on which the sandbox's register was made. */
const DUE_TODAY: Item = { path: '/v1/company/99000002/verdict?detail=full' }
const tenders: Item = { path: '/v1/tenders/search?region=england' }
const grants: Item = { path: '/v1/grants/search?q=community&open_now=false' }
const dossierOf = (ocid: string): Item => ({ path: `/v1/tenders/${ocid}/brief` })

/**
 * The first Tuesday of a month of next year, and the midnight at its end: both days are working
 * days, and the chain's present is before.
 */
function tuesdayIn(month: number) {
  const first = Temporal.PlainDate.from({ year: new Date().getUTCFullYear() + 1, month, day: 8 })
  const tuesday = first.subtract({ days: (first.dayOfWeek + 5) % 7 })
  const wednesday = tuesday.add({ days: 1 })
  return {
    tuesday: tuesday.toString(),
    wednesday: wednesday.toString(),
    midnightMs: londonWallTimeMs(`${wednesday}T00:00`),
  }
}

describe.skipIf(withoutChain)('bought over HTTP around midnight', () => {
  const world = eachInOneWorld()
  let market: Market
  afterEach(() => market.close())

  async function answer(item: Item): Promise<Envelope> {
    const { reply } = await market.buy(item)
    expectDelivered(reply)
    return reply.json as unknown as Envelope
  }

  const told = ({ result, verdict }: Envelope) => ({
    on: result.evaluation.evaluated_on,
    score: verdict.score,
    flags: verdict.flags.map(
      ({ code, detail }: { code: string; detail: string }) => `${code}: ${detail}`,
    ),
    overdue: result.accounts.overdue,
  })

  describe.each([
    { season: 'in summer', ...tuesdayIn(7), utcMidnightAfterMs: HOUR_MS },
    { season: 'in winter', ...tuesdayIn(2), utcMidnightAfterMs: 0 },
  ])('$season', ({ tuesday, wednesday, midnightMs, utcMidnightAfterMs }) => {
    it('a cached verdict is judged again when London’s day begins, without a call to the register, and not when UTC’s does', async () => {
      market = await openMarket(world, { nowMs: midnightMs - 10 * MINUTE_MS })
      const onTime = { on: tuesday, score: 100, flags: [], overdue: false }
      const late = {
        on: wednesday,
        score: 75,
        flags: [`ACCOUNTS_OVERDUE: accounts due ${tuesday}, 1 day overdue`],
        overdue: true,
      }
      const bought = await market.buy(DUE_TODAY)
      expect(told(bought.reply.json as unknown as Envelope)).toEqual(onTime)
      market.sources.companiesHouse.forget()
      expect(told(await answer(DUE_TODAY))).toEqual(onTime)
      market.at(midnightMs + SECOND_MS)
      expect(told(await answer(DUE_TODAY))).toEqual(late)
      expect((midnightMs + utcMidnightAfterMs) % (24 * HOUR_MS)).toBe(0)
      market.at(midnightMs + utcMidnightAfterMs + SECOND_MS)
      expect(told(await answer(DUE_TODAY))).toEqual(late)
      expect(market.sources.companiesHouse.calls).toEqual([])
      // What was bought on Tuesday is Tuesday's answer for ever.
      expect((await bought.again()).bytes).toBe(bought.reply.bytes)
    })

    it('days left of tenders and grants are one less when London’s day begins, and the same when UTC’s does', async () => {
      market = await openMarket(world, {
        nowMs: midnightMs - 20 * MINUTE_MS,
        environment: { INGEST: 'scheduled' },
      })
      for (const name of ['find_a_tender', 'contracts_finder', 'tender_index', 'find_a_grant'])
        await market.becomes(name, 'ok')

      /** Days left by subject, of those that stay open throughout. */
      async function daysLeft(): Promise<Record<string, number>> {
        const [{ result: found }, { result: listed }] = [
          await answer(tenders),
          await answer(grants),
        ]
        const open = found.notices.filter(
          (notice: { deadline: string }) => Date.parse(notice.deadline) > midnightMs + 2 * HOUR_MS,
        )
        const dated = listed.grants.filter(
          (grant: { window: { days_to_close: number | null } }) =>
            (grant.window.days_to_close ?? 0) > 1,
        )
        const { timeline } = (await answer(dossierOf(open[0].ocid))).result
        return {
          ...Object.fromEntries(
            open.map((notice: { ocid: string; days_remaining: number }) => [
              notice.ocid,
              notice.days_remaining,
            ]),
          ),
          ...Object.fromEntries(
            dated.map((grant: { id: string; window: { days_to_close: number } }) => [
              grant.id,
              grant.window.days_to_close,
            ]),
          ),
          dossier: timeline.days_remaining,
          'dossier, working days': timeline.working_days_remaining,
        }
      }
      market.at(midnightMs - 10 * MINUTE_MS)
      const before = await daysLeft()
      expect(Object.keys(before).length).toBeGreaterThan(10)
      market.at(midnightMs + SECOND_MS)
      const after = await daysLeft()
      expect(after).toEqual(
        Object.fromEntries(Object.entries(before).map(([subject, days]) => [subject, days - 1])),
      )
      market.at(midnightMs + utcMidnightAfterMs + SECOND_MS)
      expect(await daysLeft()).toEqual(after)
    })
  })
})
