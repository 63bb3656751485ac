import { paint, print } from '../terminal.ts'
import { companyTour } from './company.ts'
import { domainsTour } from './domains.ts'
import type { Stage } from './tour-services.ts'

/** Walks through every step. @throws at the first that did not truly happen */
export async function walk(stage: Stage): Promise<number> {
  const all = [...companyTour(), ...domainsTour()]
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
