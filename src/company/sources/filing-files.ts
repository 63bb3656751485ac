/**
 * Files of filings as the register serves them: XBRL as it is, or a zip of a community interest
 * company.
 */
import { buffer } from 'node:stream/consumers'
import { readAccounts, UnreadableFiling } from 'ukintel-ixbrl'
import { fromBufferPromise } from 'yauzl'
import {
  type FilingContent,
  MAX_FILING_BYTES,
  PDF_ONLY,
  readContent,
  unreadable,
} from '../model/accounts/filing.ts'

const MAX_PARTS = 100
const PARTNERSHIP = /^(?:OC|SO|NC)/

/**
 * Reads the figures of a file. Never throws for what is wrong with the file: the reason is part of
 * the content.
 */
export async function readFilingFile(bytes: Buffer, companyNumber: string): Promise<FilingContent> {
  if (bytes.length > MAX_FILING_BYTES) return unreadable('the file is larger than 20 MiB')
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return PDF_ONLY
  try {
    const isZip = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
    const accounts = readAccounts(isZip ? await extractAccounts(bytes) : bytes, {
      isPartnership: PARTNERSHIP.test(companyNumber),
    })
    return readContent(accounts, companyNumber)
  } catch (error) {
    if (error instanceof UnreadableFiling) return unreadable(error.message)
    throw error
  }
}

/** The accounts of a zip, which also has another report of the company. @throws UnreadableFiling */
async function extractAccounts(bytes: Buffer): Promise<Buffer> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
    let parts = 0
    for await (const entry of zip.eachEntry()) {
      parts += 1
      if (parts > MAX_PARTS) throw new UnreadableFiling('the archive has too many parts')
      if (!/(?:^|\/)accounts\/[^/]+\.(?:xhtml|html|htm|xml)$/i.test(entry.fileName)) continue
      if (entry.uncompressedSize > MAX_FILING_BYTES)
        throw new UnreadableFiling('the file is larger than 20 MiB')
      // The sizes that the archive states are checked while it is read.
      return await buffer(await zip.openReadStreamPromise(entry))
    }
  } catch (error) {
    if (error instanceof UnreadableFiling) throw error
    throw new UnreadableFiling('the archive is damaged', { cause: error })
  }
  throw new UnreadableFiling('the archive has no accounts')
}
