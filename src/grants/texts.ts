/**
 * Reads the texts of stored adverts: by rule immediately, and by a language model if one is
 * configured.
 */

import { READER_VERSION } from 'ukintel-grant-reader/version'
import type { ActiveLease } from '../background/lease.ts'
import { pack, unpack } from '../background/stored-layout.ts'
import type { LanguageModel } from '../language/model.ts'
import type { Log } from '../observe/log.ts'
import type { Clock } from '../platform/clock.ts'
import type { GrantsStore, ReadingRow } from '../store/grants.ts'
import { type LongTexts, openLongTexts, READ_HERE_CHARACTERS } from './long-texts.ts'
import { criteriaText } from './model/detail.ts'
import { READING, readableGrants } from './stored-layouts.ts'

const MODEL_TIMEOUT_MS = 60_000
const MODEL_MAX_TOKENS = 4000

interface TextContext {
  store: GrantsStore
  clock: Clock
  log: Log
}

/**
 * Reads the stored texts that this version of the reader has not read, long ones in another
 * process. Returns how many they were.
 */
export async function readTexts(context: TextContext, lease: ActiveLease | null): Promise<number> {
  const longTexts = openLongTexts()
  try {
    return await readWith(longTexts, context, lease)
  } finally {
    longTexts.close()
  }
}

async function readWith(
  longTexts: LongTexts,
  { store, clock }: TextContext,
  lease: ActiveLease | null,
): Promise<number> {
  const signal = lease?.signal ?? new AbortController().signal
  const fresh: ReadingRow[] = []
  const texts = readableGrants(await store.all()).map(({ detail }) => criteriaText(detail))
  const known = await textsReadBy(
    store,
    READER_VERSION,
    (answer) => unpack(READING, answer) !== null,
  )
  const { readText } = await import('ukintel-grant-reader')
  for (const text of texts) {
    if (text.text === '' || known.has(text.sha256)) continue
    known.add(text.sha256)
    const criteria =
      text.text.length > READ_HERE_CHARACTERS
        ? await longTexts.perform(text, signal)
        : readText(text)
    fresh.push({
      textSha256: text.sha256,
      reader: READER_VERSION,
      answer: pack(READING, criteria),
      readMs: clock.nowMs(),
    })
  }
  lease?.check()
  await store.saveReadings(fresh)
  return fresh.length
}

/**
 * Texts of listed adverts that the model has not read. A text it fails on is tried again at the
 * next refresh.
 */
export async function askModel(
  { store, clock, log }: TextContext,
  model: LanguageModel,
  lease: ActiveLease,
): Promise<number> {
  const { MODEL_INSTRUCTION, MODEL_TEXT_LIMIT, modelReaderName } = await import(
    './model/model-reader.ts'
  )
  const reader = modelReaderName(model.id)
  const known = await textsReadBy(store, reader, () => true)
  let modelCalls = 0
  for (const row of readableGrants(await store.all())) {
    const { text, sha256 } = criteriaText(row.detail)
    if (
      row.removedMs !== null ||
      text === '' ||
      text.length > MODEL_TEXT_LIMIT ||
      known.has(sha256)
    )
      continue
    known.add(sha256)
    try {
      const answer = await model.complete({
        instruction: MODEL_INSTRUCTION,
        material: { text },
        maxTokens: MODEL_MAX_TOKENS,
        timeoutMs: MODEL_TIMEOUT_MS,
        json: true,
        signal: lease.signal,
      })
      lease.check()
      await store.saveReadings([{ textSha256: sha256, reader, answer, readMs: clock.nowMs() }])
      modelCalls += 1
    } catch (error) {
      lease.check()
      log.warn({ slug: row.slug, err: error }, 'the model did not read a grant')
    }
  }
  return modelCalls
}

async function textsReadBy(
  store: GrantsStore,
  reader: string,
  isUsable: (answer: string) => boolean,
): Promise<Set<string>> {
  const readings = await store.readings()
  return new Set(
    readings
      .filter((row) => row.reader === reader && isUsable(row.answer))
      .map(({ textSha256 }) => textSha256),
  )
}
