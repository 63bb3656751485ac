import { describe, expect, it } from 'vitest'
import { problemReply } from '../../api/problem.ts'
import type { Bound } from '../../api/registry.ts'
import {
  createInFlightError,
  createPaymentKnownError,
  createSettlementUnknownError,
} from '../../payments/errors.ts'
import { REFUSALS } from '../../payments/refusal.ts'
import { ERROR_CATALOGUE, type ErrorCode, ServiceError } from '../../platform/errors.ts'
import { rewordRefusal } from '../refusal-words.ts'
import { PAYMENT_PLACE, toolWording } from './wording.ts'

const operation = (id: string, method: string, path: string) =>
  ({ operation: { id, method, path } }) as Bound
const word = toolWording({
  operations: [
    operation('company_search', 'GET', '/v1/company/search'),
    operation('company_profile', 'GET', '/v1/company/{number}'),
    operation('health', 'GET', '/v1/health'),
    operation('rules_replay', 'POST', '/v1/rules/{subject}/replay'),
  ],
  publicUrl: 'https://x.example',
})

/** Terms that callers of tools do not have: methods, paths, headers, statuses. */
const HTTP_WORDS =
  /\b(?:GET|POST|HTTP|URL|header|Retry-After|openapi|402)\b|PAYMENT-|\/v1\/|percent-encoded|%7B/

describe('the words of tools', () => {
  it('name tools where the house names routes or operations', () => {
    expect(word('Find the number with GET /v1/company/search by name.')).toBe(
      'Find the number with uk_company_search by name.',
    )
    expect(
      word('GET /v1/company/{number} has it; the health of a company is company_profile'),
    ).toBe('uk_company_profile has it; the health of a company is uk_company_profile')
    expect(
      word('takes what POST /v1/rules/fit/replay takes, by GET /v1/rules/{subject}/{version}.'),
    ).toBe('takes what uk_rules_replay takes, by https://x.example/v1/rules/{subject}/{version}.')
    expect(word('uk_company_search')).toBe('uk_company_search')
  })

  it('leave no word of HTTP in the next step of a problem', () => {
    // What only HTTP can get wrong.
    const httpOnly = [
      'METHOD_NOT_ALLOWED',
      'URL_TOO_LONG',
      'HEADERS_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'ROUTE_NOT_FOUND',
    ]
    const codes = (Object.keys(ERROR_CATALOGUE) as ErrorCode[]).filter(
      (code) => !httpOnly.includes(code),
    )
    const raised = [
      ...codes.map((code) => new ServiceError(code, 'no')),
      createInFlightError(),
      createPaymentKnownError('payment-identifier', 'settled'),
      createSettlementUnknownError('no'),
    ]
    for (const error of raised) {
      const { body } = problemReply(error, {
        publicUrl: 'https://x.example',
        instance: 'mcp://tool/uk_x',
        requestId: 'r',
      })
      const { title, detail, hint, code } = rewordRefusal(
        JSON.parse(body.toString()),
        PAYMENT_PLACE,
        word,
      )
      expect([code, `${title} ${detail} ${hint}`]).toEqual([
        code,
        expect.not.stringMatching(HTTP_WORDS),
      ])
    }
  })

  it('leave none in the next step of a refusal, and sent values unchanged', () => {
    for (const [reason, { hint, field }] of Object.entries(REFUSALS)) {
      if (reason === 'x402_version') continue
      const told = rewordRefusal(
        { error: reason, extensions: { refusal: { hint, field, sent: 'GET /v1/company/search' } } },
        PAYMENT_PLACE,
        word,
      )
      const { refusal } = told.extensions as { refusal: { hint: string; sent: string } }
      expect([reason, refusal.hint]).toEqual([reason, expect.not.stringMatching(HTTP_WORDS)])
      expect(refusal.sent).toBe('GET /v1/company/search')
    }
  })
})
