/** The process that reads large filings, one after another. */
import { readFile } from 'node:fs/promises'
import { serveJobs } from '../../platform/child-worker.ts'
import type { FilingContent } from '../model/accounts/filing.ts'
import { readFilingFile } from './filing-files.ts'
import type { LargeFiling } from './large-filings.ts'

serveJobs<LargeFiling, FilingContent>(async ({ path, companyNumber }) =>
  readFilingFile(await readFile(path), companyNumber),
)
