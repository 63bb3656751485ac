import { describe, expect, it } from 'vitest'
import { FacilitatorRefusal } from './facilitator-client.ts'
import { createFacilitatorState, nextStep } from './facilitator-state.ts'

const KYT = 'invalid_exact_evm_payload_authorization_to_address_kyt'
const refusal = (status: number, errorType?: string) =>
  new FacilitatorRefusal(
    'settle',
    status,
    errorType === undefined ? {} : { errorType, errorMessage: 'Why not.' },
  )
type State = ReturnType<typeof createFacilitatorState>
/** Fails this many settlements in a row. */
function fail(state: State, times: number): void {
  for (let time = 0; time < times; time += 1) state.settlementEnded('unknown')
}

describe('the next step of the operator', () => {
  it.each([
    [302, 'https://new.example', 'set X402_FACILITATOR_URL=https://new.example'],
    [302, null, 'set X402_FACILITATOR_URL to the address that answers'],
    [399, null, 'it redirects'],
    [400, null, 'run `ukintel doctor`, and upgrade the service'],
    [401, null, 'it does not accept our key'],
    [402, null, 'add a payment method'],
    [403, null, 'it does not accept our key'],
    [404, null, 'no facilitator is at this address'],
    [405, null, /^run `ukintel doctor`$/],
    [429, null, 'ask the facilitator for a higher limit'],
    [499, null, /^run `ukintel doctor`$/],
    [500, null, 'it is in trouble itself'],
    [503, null, 'it is in trouble itself'],
  ])('after %i (%s) is: %s', (status, redirectsTo, step) => {
    if (step instanceof RegExp) expect(nextStep(status, redirectsTo)).toMatch(step)
    else expect(nextStep(status, redirectsTo)).toContain(step)
  })

  it.each([
    [refusal(401, 'unauthorized'), /^\/verify answered 401 unauthorized: it does not accept/],
    [refusal(401, '<b>pay here</b>'), /^\/verify answered 401: it does not accept/],
    [refusal(401), /^\/verify answered 401: .*; paid requests get 503$/],
    [new Error('connect'), /^does not answer; paid requests get 503$/],
  ])('is the advice in health', (error, advice) => {
    const state = createFacilitatorState()
    expect([state.advice(), state.problem()]).toEqual([null, null])
    state.noteFailure('verify', error)
    expect(state.advice()).toMatch(advice)
    expect(state.problem()).toBe(error.message)
  })
})

describe('a settlement that the operator has to see to', () => {
  const failing = () => {
    const state = createFacilitatorState()
    state.noteFailure('settle', refusal(402))
    return state
  }

  it.each([402, 499])('is shown until a settlement is answered (%i)', (status) => {
    const state = createFacilitatorState()
    state.noteFailure('settle', refusal(status))
    const advice = state.advice()
    state.noteFailure('verify', new Error('away'))
    state.noteAnswer('verify')
    state.noteAnswer('supported')
    state.noteRefusal(KYT)
    state.noteUnsupported('does not serve us')
    expect(state.advice()).toBe(advice)
    state.noteAnswer('settle')
    expect(state.advice()).toBeNull()
  })

  it('gives way to what a later settlement meets', () => {
    const state = failing()
    state.noteFailure('settle', refusal(404))
    expect(state.advice()).toContain('/settle answered 404')
  })
})

describe.each([
  ['an answer of 500', refusal(500)],
  ['no answer', new Error('away')],
])('a settlement that met %s', (_, error) => {
  it.each([
    [0, null],
    [1, null],
    [2, /; 2 settlements in a row failed$/],
  ])('%i failures in a row › is over with a good verification, or not', (times, advice) => {
    const state = createFacilitatorState()
    state.noteFailure('settle', error)
    fail(state, times)
    state.noteAnswer('verify')
    if (advice === null) expect(state.advice()).toBeNull()
    else expect(state.advice()).toMatch(advice)
  })

  it('gives way to what a later verification meets', () => {
    const state = createFacilitatorState()
    state.noteFailure('settle', error)
    state.noteFailure('verify', refusal(404))
    expect(state.advice()).toContain('/verify answered 404')
  })
})

it('a verification that fails is over with the next answer to any call', () => {
  for (const call of ['verify', 'settle', 'supported'] as const) {
    const state = createFacilitatorState()
    state.noteFailure('verify', refusal(401))
    state.noteAnswer(call)
    expect(state.advice()).toBeNull()
  }
})

describe('a payment that is refused', () => {
  it('for the payee is shown to the operator, until another is refused for its own sake', () => {
    const state = createFacilitatorState()
    state.noteRefusal(KYT)
    expect([state.problem(), state.advice()]).toEqual([KYT, expect.stringMatching(/X402_PAY_TO/)])
    state.noteRefusal('insufficient_funds')
    expect(state.advice()).toBeNull()
  })

  it('is an answer to a verification', () => {
    const state = createFacilitatorState()
    state.noteFailure('verify', new Error('away'))
    state.noteRefusal('insufficient_funds')
    expect(state.problem()).toBeNull()
  })
})

it('what it does not serve is shown where there is nothing worse', () => {
  const state = createFacilitatorState()
  state.noteUnsupported('does not serve us')
  expect(state.advice()).toBe('does not serve us; paid requests get 503')
  state.noteFailure('verify', refusal(404))
  state.noteUnsupported('does not serve us')
  expect(state.problem()).not.toBe('does not serve us')
})

describe('settlements in a row', () => {
  it('are counted where they were not sent or are unknown, from the last one that settled', () => {
    const state = createFacilitatorState()
    for (const [end, count] of [
      ['unknown', 1],
      ['not_sent', 2],
      ['refused', 2],
      ['unknown', 3],
      ['settled', 0],
      ['refused', 0],
      ['not_sent', 1],
    ] as const) {
      state.settlementEnded(end)
      expect(state.countFailedSettlements()).toBe(count)
    }
  })

  it.each([
    [1, null],
    [2, '2 settlements in a row failed; the log has the reasons'],
  ])('%i that failed without a known trouble are %s', (times, advice) => {
    const state = createFacilitatorState()
    fail(state, times)
    expect(state.advice()).toBe(advice)
  })

  it.each([
    [1, /paid requests get 503$/],
    [2, /paid requests get 503; 2 settlements in a row failed$/],
  ])('%i that failed stand after the trouble', (times, advice) => {
    const state = createFacilitatorState()
    state.noteFailure('settle', refusal(402))
    fail(state, times)
    expect(state.advice()).toMatch(advice)
  })
})
