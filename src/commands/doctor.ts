/**
 * Before a deployment takes money, and whenever something is odd: is what the code takes for
 * granted of others still so?
 */
import { Command } from 'commander'
import { listPlaceholders } from '../config.ts'
import { systemClock } from '../platform/clock.ts'
import type { AssumptionResult, Result } from './doctor/examine.ts'
import { loadStoreConfig } from './on-store.ts'
import { columns, note, paint, print } from './terminal.ts'

const ABOUT = `
Reads through the clients of the service from every upstream of the configuration: one request for each kind of answer, one after the
other. Exit code 0: every assumption holds; 1: something differs; 2: something could not be asked.
`
const EXIT: Readonly<Record<Result, number>> = { holds: 0, differs: 1, 'could not be asked': 2 }
const COLOUR = { holds: 'green', differs: 'red', 'could not be asked': 'yellow' } as const

export function doctorCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('doctor')
    .description(
      'Hold every assumption about sources, facilitator, chain and store against what they answer now.',
    )
    .option('--json', 'print a list of { upstream, assumption, result, detail }')
    .addHelpText('after', ABOUT)
    .action(async (options: { json?: boolean }) => {
      const config = loadStoreConfig(environment)
      for (const placeholder of listPlaceholders(config)) note(`warning: ${placeholder}`)
      const [{ createExaminations }, { examine }, { examinePublicAddress }] = await Promise.all([
        import('./doctor/examinations.ts'),
        import('./doctor/examine.ts'),
        import('./public-address.ts'),
      ])
      const findings: AssumptionResult[] = []
      for (const examination of createExaminations(config, systemClock))
        findings.push(...(await examine(examination)))
      const publicAddress = await examinePublicAddress(config)
      if (typeof publicAddress === 'string') note(`PUBLIC_URL is not tried: ${publicAddress}`)
      else findings.push(...(await examine(publicAddress)))
      if (options.json) print(JSON.stringify(findings, null, 2))
      else printResults(findings)
      const worst = (['differs', 'could not be asked'] as const).find((result) =>
        findings.some((each) => each.result === result),
      )
      process.exitCode = EXIT[worst ?? 'holds']
    })
}

function printResults(findings: readonly AssumptionResult[]): void {
  const rows = findings.map(({ upstream, result, assumption, detail }) => [
    upstream,
    result,
    result === 'holds' ? assumption : `${assumption} — ${detail}`,
  ])
  for (const [index, line] of columns([['UPSTREAM', 'RESULT', 'ASSUMPTION'], ...rows]).entries()) {
    const finding = findings[index - 1]
    print(
      finding ? line.replace(finding.result, paint(COLOUR[finding.result], finding.result)) : line,
    )
  }
  const count = (result: Result) => findings.filter((each) => each.result === result).length
  note(
    `${count('holds')} hold, ${count('differs')} differ, ${count('could not be asked')} could not be asked`,
  )
}
