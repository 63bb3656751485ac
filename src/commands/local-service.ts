import type { World, WorldOptions } from '../../sandbox/world.ts'
import type { App } from '../app/compose.ts'
import { loadConfig } from '../config.ts'
import { createLifecycle } from '../platform/lifecycle.ts'

/**
 * Names are searched in the monthly file that the world publishes, as most deployments will want
 * it.
 */
const MIRRORED = { COMPANY_MIRROR: 'bulk' }

export interface LocalService {
  world: World
  app: App
  close(): Promise<void>
}

/**
 * Starts the real service in a sandbox world. `onProgress` gets the name of each part that is up.
 */
export async function startLocalService({
  onProgress = () => {},
  ...options
}: WorldOptions & { onProgress?: (done: string) => void }): Promise<LocalService> {
  const lifecycle = createLifecycle()
  try {
    // Loaded here, so that commands without a sandbox start without it.
    const [{ startWorld }, { createPageWallet }, { createApp }] = await Promise.all([
      import('../../sandbox/world.ts'),
      import('../../sandbox/page-wallet/page-wallet.ts'),
      import('../app/compose.ts'),
    ])
    const world = await startWorld(options)
    lifecycle.onStop('world', () => world.close())
    onProgress('the sandbox is up')
    const app = await createApp(loadConfig({ ...world.environment, ...MIRRORED }), {
      previewNumbers: world.previewNumbers,
      pageWallet: createPageWallet(world.buyer, world.money),
    })
    lifecycle.onStop('app', () => app.stop())
    await app.start()
    onProgress('the service is up')
    return { world, app, close: () => lifecycle.stop() }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}
