/** Values that a caller declares for the facts that criteria ask for. */
import { ORG_TYPES } from 'ukintel-grant-reader/kinds'
import { PARAMETERS, parameterOf } from 'ukintel-grant-reader/parameters'
import { parseJson } from '../../platform/json.ts'
import { isCivilDate } from '../../platform/london.ts'
import { nearest } from '../../platform/text.ts'
import { parseOrgType } from './applicants.ts'

export type Declared = number | boolean | string

/** Returns the number or boolean that a text means for this fact, and any other value as it is. */
export function castDeclared(name: string, value: unknown): unknown {
  const type = parameterOf(name)?.type
  if (typeof value !== 'string' || (type !== 'number' && type !== 'boolean')) return value
  const parsed = parseJson(value)
  return typeof parsed === type ? parsed : value
}

/** The declared value in the form that rules compare, or what is wrong with it. */
export function readDeclared(
  name: string,
  value: Declared,
): { value: Declared } | { fault: string } {
  const parameter = parameterOf(name)
  if (!parameter) {
    const guess = nearest(name, Object.keys(PARAMETERS))
    return {
      fault: `unknown fact${guess === null ? '' : `, did you mean ${guess}`}; declare what missing[] asks for`,
    }
  }
  if (parameter.type === 'number') {
    const ok = typeof value === 'number' && Number.isFinite(value) && value >= 0
    return ok ? { value } : { fault: `expected a number of at least 0 (${parameter.unit})` }
  }
  if (parameter.type === 'boolean')
    return typeof value === 'boolean' ? { value } : { fault: 'expected true or false' }
  if (typeof value !== 'string') return { fault: 'expected a string' }
  if (parameter.date)
    return isCivilDate(value) ? { value } : { fault: 'expected a calendar date as YYYY-MM-DD' }
  if (name === 'org_type') {
    const type = parseOrgType(value)
    return type === null ? { fault: `expected one of ${ORG_TYPES.join(', ')}` } : { value: type }
  }
  const parts = parameter.several ? value.split(',').map((part) => part.trim()) : [value.trim()]
  const unknown = parts.find((part) => !parameter.allowed!.includes(part))
  return unknown === undefined
    ? { value: parts.join(',') }
    : { fault: `expected one of ${parameter.allowed!.join(', ')}` }
}
