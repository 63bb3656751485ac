/** Every paid operation is bought in every way behind every proxy that is installed. */
import type { BoundPaid } from '../../../src/api/registry.ts'
import { startFilledWorld } from '../../support/filled-world.ts'
import { hasProxy, PROXIES, startProxy } from '../../support/proxies.ts'
import { buyBy, isPossible, WAYS } from '../../support/ways-to-buy.ts'
import { eventually } from '../../support/world.ts'
import type { Proof } from '../parts.ts'

/** Address with the length of a real deployment. */
const PUBLIC_URL = `https://${'a'.repeat(49)}.uk`

export const proxies: Proof = async (_, print) => {
  const filled = await startFilledWorld({ PUBLIC_URL })
  let failures = 0
  try {
    const paid = filled.app.operations.filter((bound): bound is BoundPaid => bound.kind === 'paid')
    // What changed is sold once something has.
    const changes = paid.find(({ operation }) => operation.id === 'changes')!
    await eventually(async () => 'cursor' in changes.operation.example.input, {
      maxPauseMs: 60_000,
    })
    print(`operation, proxy: ${WAYS.join(', ')} (status after paying)`)
    for (const name of PROXIES) {
      if (!hasProxy(name)) {
        print(`${name} is not installed, and not tried`)
        continue
      }
      const proxy = await startProxy(name, filled.app.url)
      try {
        for (const { operation } of paid) {
          const cells: (number | string)[] = []
          for (const way of WAYS) {
            if (!isPossible(way, operation)) {
              cells.push('-')
              continue
            }
            const status = await buyBy(way, proxy.url, operation, filled.world.buyer).catch(
              (error: unknown) => String(error).slice(0, 80),
            )
            if (status !== 200) failures += 1
            cells.push(status)
          }
          print(`${operation.id.padEnd(26)} ${name.padEnd(8)} ${cells.join('  ')}`)
        }
      } finally {
        await proxy.stop()
      }
    }
  } finally {
    await filled.close()
  }
  print(failures === 0 ? 'everything was sold' : `${failures} sales failed`)
  return failures === 0
}
