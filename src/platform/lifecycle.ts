/** Things that were started and must be stopped in reverse order, once. */
export interface Lifecycle {
  /** Aborted as soon as stopping begins. */
  readonly signal: AbortSignal
  /** Registers a stop step; after `stop` it runs immediately. */
  onStop(name: string, stop: () => Promise<void> | void): void
  stop(): Promise<void>
}

/** Limit of the whole stop. Balancers and service managers kill after 30 s, some after 20. */
const STOP_WITHIN_MS = 13_000
/** Each step is started even when the time is over, and has at least this long. */
const LAST_MOMENT_MS = 100

export function createLifecycle(
  onError: (name: string, error: unknown) => void = () => {},
  stopWithinMs = STOP_WITHIN_MS,
): Lifecycle {
  const controller = new AbortController()
  const steps: { name: string; stop: () => Promise<void> | void }[] = []
  let stopping: Promise<void> | null = null

  async function run(
    step: { name: string; stop: () => Promise<void> | void },
    timeoutMs = stopWithinMs,
  ): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('did not stop in time')), timeoutMs)
    })
    try {
      await Promise.race([step.stop(), late])
    } catch (error) {
      onError(step.name, error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    signal: controller.signal,
    onStop(name, stop) {
      if (stopping) void run({ name, stop })
      else steps.push({ name, stop })
    },
    stop() {
      stopping ??= (async () => {
        controller.abort(new Error('stopping'))
        const deadline = performance.now() + stopWithinMs
        for (const step of steps.reverse())
          await run(step, Math.max(LAST_MOMENT_MS, deadline - performance.now()))
      })()
      return stopping
    },
  }
}
