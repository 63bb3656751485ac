import type { World, WorldOptions } from '../../sandbox/world.ts'
import type { App } from '../app.ts'
import { loadConfig } from '../config.ts'
import { createLifecycle } from '../kernel/lifecycle.ts'

/** Names are searched in the monthly file that the world publishes, as most deployments will want it. */
const MIRRORED = { COMPANY_MIRROR: 'bulk' }

export interface LocalService {
  world: World
  app: App
  close(): Promise<void>
}

/** The real service in a sandbox world. */
export async function startLocalService(options: WorldOptions): Promise<LocalService> {
  const lifecycle = createLifecycle()
  try {
    // Loaded here, so that commands without a sandbox start without it.
    const [{ startWorld }, { createApp }] = await Promise.all([import('../../sandbox/world.ts'), import('../app.ts')])
    const world = await startWorld(options)
    lifecycle.onStop('world', () => world.close())
    const app = await createApp(loadConfig({ ...world.environment, ...MIRRORED }), { previewNumbers: world.previewNumbers })
    lifecycle.onStop('app', () => app.stop())
    await app.start()
    return { world, app, close: () => lifecycle.stop() }
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}
