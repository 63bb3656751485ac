/** The real service in a sandbox world, once it has read its sources. */
import { createPageWallet } from '../../sandbox/page-wallet/page-wallet.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { createLifecycle } from '../../src/platform/lifecycle.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { eventually } from './world.ts'

export interface FilledWorld {
  readonly world: World
  readonly app: App
  close(): Promise<void>
}

/** Limits that all tests together stay below, although they share one address. */
const OUT_OF_REACH = 'address:60000/60000,free:6000/6000,payer:6000/6000,unpaid_address:6000/6000'
/** Sources that are queried on demand, or not set up. */
const UNREAD = ['companies_house', 'companies_house_documents', 'fca_register', 'language_model']
const FILLED_WITHIN_MS = 120_000

export async function startFilledWorld(
  environment: Record<string, string> = {},
): Promise<FilledWorld> {
  const lifecycle = createLifecycle()
  try {
    const world = await startWorld({ port: await freePort(), logLevel: 'silent' })
    lifecycle.onStop('world', () => world.close())
    const app = await createApp(
      loadConfig({ ...world.environment, RATE_LIMITS: OUT_OF_REACH, ...environment }),
      {
        previewNumbers: world.previewNumbers,
        pageWallet: createPageWallet(world.buyer, world.money),
      },
    )
    lifecycle.onStop('app', () => app.stop())
    await app.start()
    await eventually(() => isFilled(app.url), { maxPauseMs: FILLED_WITHIN_MS })
    return { world, app, close: () => lifecycle.stop() }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

async function isFilled(url: string): Promise<boolean> {
  const health = await (await fetch(`${url}/v1/health`)).json()
  const { upstreams } = health as { upstreams: Record<string, { status: string }> }
  return Object.entries(upstreams).every(
    ([name, { status }]) => UNREAD.includes(name) || status === 'ok' || status === 'not_consulted',
  )
}
