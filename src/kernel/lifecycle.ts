/** Things that were started and must be stopped in reverse order, once. */
export interface Lifecycle {
  /** Aborted as soon as stopping begins. */
  readonly signal: AbortSignal
  /** Registers a stop step; after `stop` it runs at once. */
  onStop(name: string, stop: () => Promise<void> | void): void
  stop(): Promise<void>
}

export function createLifecycle(onError: (name: string, error: unknown) => void = () => {}): Lifecycle {
  const controller = new AbortController()
  const steps: { name: string; stop: () => Promise<void> | void }[] = []
  let stopping: Promise<void> | null = null

  async function run(step: { name: string; stop: () => Promise<void> | void }): Promise<void> {
    try {
      await step.stop()
    } catch (error) {
      onError(step.name, error)
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
        for (const step of steps.reverse()) await run(step)
      })()
      return stopping
    },
  }
}
