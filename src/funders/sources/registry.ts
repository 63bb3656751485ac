/**
 * The registry document: which datasets there are, who publishes them under which licence, and
 * where the files lie.
 */
import { UnexpectedAnswer } from '../../platform/errors.ts'
import { describeLacking } from '../../platform/examination.ts'
import { cleanLine, shorten } from '../../platform/text.ts'
import { findLicence, type Licence } from '../model/licence.ts'

export interface RegistryDataset {
  identifier: string
  title: string
  publisher: string
  publisherPrefix: string
  licence: Licence | null
  /** Text in the registry. */
  licenceText: string | null
  modifiedMs: number
  downloadUrl: string | null
  accessUrl: string | null
}

type Json = Record<string, unknown>

const MAX_LABEL = 200
const UNNAMED = 'unnamed publisher'

/** @throws UnexpectedAnswer if the document is not a list of datasets. */
export function parseRegistry(text: string): RegistryDataset[] {
  let document: unknown
  try {
    document = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new UnexpectedAnswer('the registry document is not JSON', { cause: error })
  }
  if (!Array.isArray(document)) throw new UnexpectedAnswer('the registry document is not a list')
  const datasets = new Map<string, RegistryDataset>()
  for (const entry of document) {
    const dataset = parseDataset(entry)
    if (dataset && !datasets.has(dataset.identifier)) datasets.set(dataset.identifier, dataset)
  }
  if (datasets.size === 0) throw new UnexpectedAnswer('the registry document lists no dataset')
  return [...datasets.values()]
}

export function registryDifference(text: string): string | null {
  const datasets = parseRegistry(text)
  return (
    describeLacking(datasets, 'publisher', ({ publisher }) => publisher !== UNNAMED, 0) ??
    describeLacking(datasets, 'known licence', ({ licence }) => licence !== null) ??
    describeLacking(datasets, 'downloadURL', ({ downloadUrl }) => downloadUrl !== null)
  )
}

function parseDataset(entry: unknown): RegistryDataset | null {
  if (entry === null || typeof entry !== 'object') return null
  const json = entry as Json
  const identifier = cleanLine(json.identifier)
  if (identifier === null) return null
  const publisher = (json.publisher ?? {}) as Json
  const distributions = (Array.isArray(json.distribution) ? json.distribution : []) as Json[]
  const distribution =
    distributions.find((each) => address(each?.downloadURL) !== null) ?? distributions[0]
  return {
    identifier,
    title: label(json.title) ?? identifier,
    publisher: label(publisher.name) ?? UNNAMED,
    publisherPrefix: cleanLine(publisher.prefix) ?? '',
    licence: findLicence(json.license),
    licenceText: label(json.license_name) ?? label(json.license),
    modifiedMs: parseInstant(json.modified) ?? parseInstant(json.issued) ?? 0,
    downloadUrl: address(distribution?.downloadURL),
    accessUrl: address(distribution?.accessURL) ?? address(publisher.website),
  }
}

function label(value: unknown): string | null {
  const line = cleanLine(value)
  return line === null ? null : shorten(line, MAX_LABEL)
}

/** Addresses are published with spaces in them and around. */
function address(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim().replace(/ /g, '%20')
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

/** `2020-11-27T14:39:38.000+0000` or a date. */
function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const ms = Date.parse(value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(ms) ? null : ms
}
