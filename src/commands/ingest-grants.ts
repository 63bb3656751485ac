/** Fills the grant index by hand, or drafts curated criteria for one advert as it is published now. */
import { Command } from 'commander'
import { loadConfig } from '../config.ts'
import { systemClock } from '../kernel/clock.ts'
import { createLifecycle } from '../kernel/lifecycle.ts'
import { createLog } from '../observe/log.ts'
import { RUN_IS_TAKEN } from '../refresh/lease.ts'
import { userAgentOf } from '../user-agent.ts'
import { CommandError, note, print, untilStopped } from './terminal.ts'

const NO_PAYEE = '0x000000000000000000000000000000000000dEaD'

export function ingestGrantsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('grants')
    .description('Read the government grant listing now: the whole list, the pages that changed, the texts that are new.')
    .option(
      '--seed-draft <slug>',
      'read nothing; print a draft of curated criteria for this advert, to be checked and put into DATA_DIR/grant-seeds',
    )
    .action((options: { seedDraft?: string }) => ingestGrants(environment, options))
}

async function ingestGrants(environment: NodeJS.ProcessEnv, options: { seedDraft?: string }): Promise<void> {
  const config = loadConfig({ X402_PAY_TO: NO_PAYEE, ...environment })
  const [{ createGrants }, { openStore }, { createRuns }, { createLanguageModel }] = await Promise.all([
    import('../grants/wing.ts'),
    import('../store/open.ts'),
    import('../store/runs.ts'),
    import('../language/model.ts'),
  ])
  const lifecycle = createLifecycle()
  const store = await openStore({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  lifecycle.onStop('store', () => store.close())
  void untilStopped().then(() => lifecycle.stop())
  const grants = createGrants(
    {
      clock: systemClock,
      log: createLog(config.LOG_LEVEL),
      store,
      runs: createRuns(store.main, systemClock),
      language:
        config.LLM_BASE_URL && config.LLM_MODEL
          ? createLanguageModel({ baseUrl: config.LLM_BASE_URL, apiKey: config.LLM_API_KEY, model: config.LLM_MODEL })
          : null,
      lifecycle,
      userAgent: userAgentOf(config),
      dataDir: config.DATA_DIR,
    },
    { findAGrantUrl: config.FIND_A_GRANT_URL, intervalMs: config.GRANTS_INTERVAL_MS, ingest: 'off' },
  )
  try {
    if (options.seedDraft !== undefined) {
      await grants.load()
      const draft = grants.seedDraft(options.seedDraft)
      if (!draft) throw new CommandError(`no advert "${options.seedDraft}" with a text is in the store; run: ukintel ingest grants`)
      return print(JSON.stringify(draft, null, 2))
    }
    note('reading the grant listing')
    const report = await grants.refresh()
    if (report.outcome === 'busy') throw new CommandError(`another process is reading the listing; ${RUN_IS_TAKEN}`)
    if (report.outcome === 'failed') throw new CommandError(`no new index, the old one keeps serving: ${report.failure}`)
    const { listed, added, changed, unchanged, gone, requests, textsRead } = report
    print(
      `${listed} adverts: ${added} new, ${changed} changed, ${unchanged} as before, ${gone} gone; ${textsRead} texts read, ${requests} requests`,
    )
    const health = grants.health()
    const { criteria } = health.upstreams.find_a_grant as unknown as { criteria: Record<string, number> }
    print(`criteria: ${criteria.seed} curated, ${criteria.llm} read by a model, ${criteria.listing} by rule`)
    for (const warning of health.warnings) print(`! ${warning}`)
  } finally {
    await lifecycle.stop()
  }
}
