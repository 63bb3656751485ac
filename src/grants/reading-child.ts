/** The process that reads long grant texts, one after another. */
import { serveJobs } from '../platform/child-worker.ts'
import type { Criterion } from './model/criterion.ts'
import type { GrantText } from './model/detail.ts'
import { readText } from './reader/index.ts'

serveJobs<GrantText, Criterion[]>(async (text) => readText(text))
