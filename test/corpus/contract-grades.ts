/** How often the grades of a search of contracts are right, over the recorded awards. */
import type { Relevance } from '../../src/text-search/ranker.ts'
import { createRig, type Rig } from '../tenders/rig.ts'
import { type JudgedQuestion, QUESTIONS } from './contract-questions.ts'
import { recordedReleases } from './recorded-releases.ts'
import { GRADES_HEAD, gradesRow, type Judgement, measureGrades } from './tender-pools/measure.ts'
import unanswered from './unanswered.json' with { type: 'json' }

export async function createContractRig(): Promise<Rig> {
  const releases = recordedReleases('contracts-finder')
  const newest = Math.max(...releases.map(({ publishedMs }) => publishedMs))
  return createRig({
    releases,
    now: new Date(newest + 3_600_000).toISOString(),
    backfillDays: 60,
  })
}

interface Shown {
  ocid: string
  matched: { relevance: Relevance }
}

export async function contractGradeFigures(rig: Rig, half: JudgedQuestion['half']) {
  const judgements: Record<string, Judgement> = {}
  const graded = new Map<string, ReadonlyMap<string, Relevance>>()
  const asked = QUESTIONS.filter((each) => each.half === half)
  const unanswerable = unanswered.contracts[half === 'written' ? 'first' : 'second']
  const questions = [
    ...asked.map(({ question, query, right }) => ({ q: question, query, right })),
    ...unanswerable.map((q) => ({ q, query: { q }, right: [] as readonly string[] })),
  ]
  for (const { q, query, right } of questions) {
    const { result } = await rig.ask('contracts_search', {
      query: { ...query, status: 'all', limit: '20' },
    })
    const shown = (result.contracts as Shown[]).map(
      ({ ocid, matched }) => [ocid.slice(12, 20), matched.relevance] as const,
    )
    graded.set(q, new Map(shown))
    const wrong = shown.map(([id]) => id).filter((id) => !right.includes(id))
    judgements[q] = { right, partly: [], wrong }
  }
  return measureGrades(
    asked.map(({ question }) => ({ q: question })),
    judgements,
    unanswerable,
    (q) => graded.get(q)!,
  )
}

export async function contractGradeTable(): Promise<string[]> {
  const rig = await createContractRig()
  try {
    return [
      ...GRADES_HEAD,
      gradesRow('contracts, first half', await contractGradeFigures(rig, 'written')),
      gradesRow('contracts, second half', await contractGradeFigures(rig, 'measured')),
    ]
  } finally {
    await rig.close()
  }
}
