/**
 * Fills the tender store by hand: the same run that the service does by itself, or award history
 * from a bulk file.
 */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { underLease } from '../background/lease.ts'
import { listConfiguredPortals } from '../config.ts'
import { type IngestContext, runFill, sumCounts, withContext } from './ingest-context.ts'
import { createProgress } from './progress.ts'
import { CommandError, print } from './terminal.ts'

const HOUR_MS = 3_600_000

export function ingestTendersCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('tenders')
    .description(
      'Read the tender portals up to now and back to the configured day. Can be stopped at any time and goes on where it was.',
    )
    .option(
      '--awards <file>',
      'take award history from a bulk file of the Open Contracting registry (.jsonl or .jsonl.gz) instead',
    )
    .action((options: { awards?: string }) =>
      withContext(environment, (given) => ingestTenders(given, options)),
    )
}

async function ingestTenders(
  { config, context, stopping }: IngestContext,
  options: { awards?: string },
): Promise<void> {
  const [{ createTenderParts }, { TENDERS_RUN }, { importAwards }, { createTenderStore }] =
    await Promise.all([
      import('../tenders/domain.ts'),
      import('../tenders/source.ts'),
      import('../tenders/import-awards.ts'),
      import('../store/tenders.ts'),
    ])
  const { clock } = context
  const tenders = createTenderStore(context.store.main)
  const progress = createProgress(options.awards ? 'lines' : 'hours', 'releases')
  const parts = createTenderParts(
    context,
    {
      portals: listConfiguredPortals(config),
      portalsIntervalMs: config.PORTALS_INTERVAL_MS,
      backfillDays: config.TENDERS_BACKFILL_DAYS,
    },
    (step) =>
      progress.add(
        (step.window[1] - step.window[0]) / HOUR_MS,
        step.releases,
        `${step.portal} ${new Date(step.window[0]).toISOString().slice(0, 16)}`,
      ),
  )
  const fill = () =>
    underLease(context, TENDERS_RUN, stopping, async (lease) => {
      const { signal } = lease
      if (options.awards !== undefined) {
        let before = 0
        const to = { store: tenders, runs: context.runs, clock }
        const report = await importAwards(to, resolve(options.awards), {
          signal,
          onProgress: ({ lines, awards }) => {
            progress.add(lines - before, 0, `${awards} awards`)
            before = lines
          },
        })
        progress.end()
        print(
          `${report.awards} awards from ${report.lines} lines, ${report.quarantined} quarantined, ${report.unread} lines were not of these portals; they stay as this release reads them, a file is not stored`,
        )
        return true
      }
      progress.start(config.TENDERS_BACKFILL_DAYS * 24 * config.TENDER_PORTALS.length)
      const unread = new Set(config.TENDER_PORTALS.map(({ id }) => id as string))
      const complete = await parts.ingest.fill(lease, {
        isDue: ({ id }) => unread.delete(id),
        onStored: async () => {},
      })
      lease.check()
      await parts.tenderIndex.follow(signal, true)
      progress.end()
      const counts = await tenders.counts()
      print(
        `${counts.releases} releases, ${counts.notices} notices, ${sumCounts(counts.quarantined)} quarantined; live now: ${parts.tenderIndex.current()?.count ?? 0}`,
      )
      if (!complete)
        throw new CommandError('a portal did not answer; run it again to go on where it stopped')
      return true
    })
  try {
    await runFill(fill, {
      busy: 'is filling the tender store',
      failed: () => 'the tender store was not filled',
    })
  } finally {
    progress.end()
    await parts.close()
  }
}
