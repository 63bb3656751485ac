/** The process that reads long grant texts, one after another. */

import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { serveJobs } from '../platform/child-worker.ts'
import type { GrantText } from './model/detail.ts'

serveJobs<GrantText, Criterion[]>(async (text) => readText(text))
