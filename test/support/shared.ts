/** Things that all tests of a run share. Each starts when the first test needs it: see `run.ts`. */
export type SharedName = 'postgres' | 'sqlite' | 'browser' | 'filled-service'

/** Environment variable with the address that starts what tests of this run share. */
export const SHARED_ADDRESS = 'TEST_SHARED'

/** Returns how to reach what is shared, or null outside of a run of Vitest. */
export async function askShared(name: SharedName): Promise<string | null> {
  const address = process.env[SHARED_ADDRESS]
  if (address === undefined) return null
  const reply = await fetch(`${address}${name}`)
  if (!reply.ok) throw new Error(await reply.text())
  return await reply.text()
}
