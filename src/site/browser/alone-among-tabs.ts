/// <reference lib="dom" />

/** Runs the work in one tab at a time. `onWait` is called if another tab is at it. */
export async function aloneAmongTabs(
  question: string,
  onWait: () => void,
  work: () => Promise<void>,
): Promise<void> {
  const { locks } = navigator as Partial<Navigator>
  // Without TLS, browsers have no locks.
  if (!locks) return await work()
  const name = `ukintel-payment ${question}`
  const hasRun = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
  if (hasRun) return
  onWait()
  await locks.request(name, work)
}
