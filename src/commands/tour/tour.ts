import { paint, print } from '../terminal.ts'
import { companyTour } from './company.ts'
import { fundersTour } from './funders.ts'
import { grantsTour } from './grants.ts'
import { tendersTour } from './tenders.ts'
import type { Stage, TourStep } from './tour-services.ts'

/** The chapters, in order. A domain adds its own here. */
const CHAPTERS: readonly (() => readonly TourStep[])[] = [
  companyTour,
  tendersTour,
  grantsTour,
  fundersTour,
]

/** Walks through every step. @throws at the first that did not truly happen */
export async function walk(stage: Stage): Promise<number> {
  const all = CHAPTERS.flatMap((chapter) => chapter())
  const steps = all.filter((step) => stage.world.money.chain !== null || !step.needsChain)
  if (steps.length < all.length)
    print(
      `Left out, because there is no chain: ${all.length - steps.length} of ${all.length} steps.`,
    )
  for (const [index, step] of steps.entries()) {
    print()
    print(`${paint('cyan', String(index + 1).padStart(3))}  ${paint('bold', step.title)}`)
    await step.run(stage)
  }
  return steps.length
}
