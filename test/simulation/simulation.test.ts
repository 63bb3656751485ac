/** A fixed part of what `npm run prove` does at length: docs/contributors/proof.md. */
import { describe, expect, it } from 'vitest'
import { BUGS, patched } from './bugs.ts'
import { seedOf } from './chance.ts'
import { openLedger } from './ledger.ts'
import { huntInChild } from './prove.ts'
import { play } from './schedule.ts'
import { warmUp } from './warm-up.ts'

const SEED = 1
const SCHEDULES = 150

describe('the simulated service', () => {
  it('charges no buyer twice, answers none wrongly and forgets no payment, in schedules of every kind', {
    timeout: 120_000,
  }, async () => {
    const ledger = await openLedger(3)
    await warmUp(ledger)
    const faults = new Set<string>()
    for (let schedule = 0; schedule < SCHEDULES; schedule += 1) {
      const played = await play(ledger, { seed: seedOf(SEED, schedule) })
      expect(
        played.violation,
        `npm run prove -- simulation --seed ${SEED} --only ${schedule}`,
      ).toBeNull()
      for (const fault of played.faults.keys()) faults.add(fault)
    }
    for (const fault of [
      'crash',
      'stop',
      'night',
      'reorganisation',
      'clocks apart',
      'a step that takes longer than a lease',
    ]) {
      expect(faults).toContain(fault)
    }
  })

  it('may answer a purged payment by what its identifier names now', async () => {
    const ledger = await openLedger(3)
    await warmUp(ledger)
    expect((await play(ledger, { seed: seedOf(8002, 8118) })).violation).toBeNull()
  })

  it('plays a seed again exactly, and by its decisions alone', async () => {
    const ledger = await openLedger(3)
    await warmUp(ledger)
    for (let schedule = 0; schedule < 20; schedule += 1) {
      const [first, told] = [
        await play(ledger, { seed: seedOf(2, schedule) }),
        await play(ledger, { seed: seedOf(2, schedule) }, true),
      ]
      const again = await play(ledger, { choices: first.choices }, true)
      expect([told.steps, told.choices]).toEqual([first.steps, first.choices])
      expect(again.story).toEqual(told.story)
    }
  })

  it.each(BUGS)('can be given this fault: $name', (bug) => {
    expect(patched(bug).size).toBeGreaterThan(0)
  })

  it.each([
    'an unknown outcome counts as a refusal',
    'the settlement is sent before it is written down',
    'one payment answers every question',
    'rows are not counted when they are made',
    'a receipt is not written down with its payment',
  ])('is found out with a fault in it: %s', { timeout: 120_000 }, async (name) => {
    const { schedule } = await huntInChild(name, SEED, 1000)
    expect(schedule).not.toBeNull()
  })
})
