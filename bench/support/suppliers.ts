/** Suppliers of every kind that a fit request may describe, from one keyword to as many of everything as it may have. */
import { BUYERS, SUBJECTS } from '../../sandbox/tender-portals/subjects.ts'
import type { FitRequest } from '../../src/tenders/index/fit.ts'
import { filterMask } from '../../src/tenders/model/regions.ts'

const ANY_SUPPLIER: FitRequest = {
  description: null,
  keywords: [],
  excludeKeywords: [],
  cpv: [],
  regions: 0,
  remote: false,
  valueMin: null,
  valueMax: null,
  certifications: [],
  pastBuyers: [],
  sme: false,
  minWorkingDays: 10,
  deadlineAfter: null,
  stage: 'tender',
  limit: 10,
}
/** As many of everything as a request may have. */
const MANY = 20
const manyOf = (texts: readonly string[]) =>
  Array.from({ length: MANY }, (_, index) => texts[index % texts.length]!.slice(0, 60))
const TITLES = SUBJECTS.map((subject) => subject.title)
/** 2,000 characters in the very words of the notices: no description is harder. */
const LONG_DESCRIPTION = SUBJECTS.map((subject) => subject.scope)
  .join(' ')
  .slice(0, 2000)
export const SUPPLIERS: Readonly<Record<string, FitRequest>> = {
  usual: {
    ...ANY_SUPPLIER,
    keywords: ['grounds maintenance', 'grass cutting', 'tree surgery'],
    excludeKeywords: ['cemeteries'],
    cpv: ['773', '45'],
    regions: filterMask(['scotland', 'north-east']),
    valueMin: 30_000,
    valueMax: 800_000,
    certifications: ['ISO 14001'],
    pastBuyers: ['Fenmarsh Council'],
    sme: true,
  },
  one_keyword: {
    ...ANY_SUPPLIER,
    keywords: ['software'],
    remote: true,
    regions: filterMask(['london']),
  },
  many_keywords: {
    ...ANY_SUPPLIER,
    keywords: manyOf(TITLES),
    cpv: ['72', '773'],
    regions: filterMask(['england']),
  },
  description: {
    ...ANY_SUPPLIER,
    description:
      'We design and build accessible digital services, websites and case management systems for councils.',
    valueMax: 1_500_000,
  },
  long_description: {
    ...ANY_SUPPLIER,
    description: LONG_DESCRIPTION,
    regions: filterMask(['wales']),
    valueMin: 50_000,
  },
  codes: {
    ...ANY_SUPPLIER,
    cpv: ['7721', '90911', '45233', '50', '85'],
    valueMin: 100_000,
    valueMax: 150_000,
  },
  broad_code: { ...ANY_SUPPLIER, cpv: ['45'] },
  everything: {
    ...ANY_SUPPLIER,
    keywords: manyOf(TITLES),
    excludeKeywords: manyOf(TITLES.map((title) => title.split(' ')[0]!)),
    cpv: Array.from({ length: MANY }, (_, index) => String(45 + index * 2)),
    regions: filterMask(['scotland', 'wales', 'north-east']),
    valueMin: 100_000,
    valueMax: 110_000,
    certifications: manyOf([
      'ISO 9001',
      'ISO 14001',
      'Cyber Essentials Plus',
      'CHAS',
      'Constructionline',
    ]),
    pastBuyers: manyOf(BUYERS.map((buyer) => buyer.name)),
    sme: true,
    stage: null,
  },
}
