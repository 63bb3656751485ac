/** An invented supplier and notice that pages and documents judge by every published version. */
import type { WorkedExample } from '../../contract/rules.ts'
import { filterMask } from '../model/regions.ts'
import type { JudgedFacts } from './version.ts'

const facts: JudgedFacts = {
  profile: {
    cpv: ['773'],
    regions: filterMask(['scotland', 'north-east']),
    remote: false,
    valueMin: 30_000,
    valueMax: 400_000,
    sme: true,
    minWorkingDays: 10,
  },
  notice: {
    stage: 'tender',
    cpv: ['45112710', '77310000'],
    division: '45',
    regions: filterMask(['scotland']),
    workingDaysLeft: 12,
    keywordSum: 0.5,
    keywordInTitle: false,
    excludedInTitle: false,
    pastBuyer: false,
    valueGbp: 600_000,
    lotValuesGbp: [],
    framework: true,
  },
  history: {
    awards: 4,
    sizeStated: 4,
    smeAwards: 3,
    divisions: { '45': { awards: 3, concentration: 0.56 } },
  },
  remarks: {
    buyer: 'Exampleton Council',
    certifications: [],
    mentioned: [],
    demanded: ['ISO 14001'],
    deadlineIsDateOnly: false,
    valueCurrency: 'GBP',
    excluded: null,
  },
}

export const FIT_EXAMPLE: WorkedExample = {
  about:
    'A small firm for grounds maintenance in Scotland and the North East takes contracts of £30,000 to £400,000. The notice is a framework of £600,000 in Scotland for landscaping and upkeep of parks, with twelve working days left; the text, not the title, has one of the firm’s two phrases, and asks for ISO 14001. Of the buyer four awards are known.',
  date: '2026-11-18',
  facts,
}
