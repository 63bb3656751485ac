/**
 * Fills the grant index by hand, or drafts curated criteria for one advert as it is published now.
 */
import { Command } from 'commander'
import { RUN_IS_TAKEN } from '../background/lease.ts'
import { type IngestContext, withContext } from './ingest-context.ts'
import { CommandError, note, print } from './terminal.ts'

export function ingestGrantsCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('grants')
    .description(
      'Read the government grant listing now: the whole list, the pages that changed, the texts that are new.',
    )
    .option(
      '--seed-draft <slug>',
      'read nothing; print a draft of curated criteria for this advert, to be checked and put into DATA_DIR/grant-seeds',
    )
    .action((options: { seedDraft?: string }) =>
      withContext(environment, (given) => ingestGrants(given, options)),
    )
}

async function ingestGrants(
  { config, context, stopping }: IngestContext,
  options: { seedDraft?: string },
): Promise<void> {
  const { createGrants } = await import('../grants/domain.ts')
  stopping.addEventListener('abort', () => void context.lifecycle.stop())
  const grants = createGrants(context, {
    findAGrantUrl: config.FIND_A_GRANT_URL,
    intervalMs: config.GRANTS_INTERVAL_MS,
    ingest: 'off',
  })
  if (options.seedDraft !== undefined) {
    await grants.load()
    const draft = await grants.seedDraft(options.seedDraft)
    if (!draft)
      throw new CommandError(
        `no advert "${options.seedDraft}" with a text is in the store; run: ukintel ingest grants`,
      )
    return print(JSON.stringify(draft, null, 2))
  }
  note('reading the grant listing')
  const report = await grants.refresh()
  if (report.outcome === 'busy')
    throw new CommandError(`another process is reading the listing; ${RUN_IS_TAKEN}`)
  if (report.outcome === 'failed')
    throw new CommandError(`no new index, the old one keeps serving: ${report.failure}`)
  const { listed, added, changed, unchanged, gone, requests, textsRead } = report
  print(
    `${listed} adverts: ${added} new, ${changed} changed, ${unchanged} as before, ${gone} gone; ${textsRead} texts read, ${requests} requests`,
  )
  const health = grants.health()
  const criteria = health.upstreams.find_a_grant!.criteria as Record<string, number>
  print(
    `criteria: ${criteria.seed} curated, ${criteria.llm} read by a model, ${criteria.listing} by rule`,
  )
  for (const warning of health.warnings) print(`! ${warning}`)
}
