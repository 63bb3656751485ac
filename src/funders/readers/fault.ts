/**
 * Reason why a dataset cannot be used. The message is shown in coverage: no paths, no internals.
 */
export class DatasetFault extends Error {
  override name = 'DatasetFault'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

const MACHINE_CODES = [
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EROFS',
  'ENOENT',
  'EFBIG',
  'ERR_SQLITE_ERROR',
]

/**
 * Faults of this machine (disk full, file vanished) are no fault of the dataset and end the run.
 */
export function isMachineFault(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code !== undefined && MACHINE_CODES.includes(code)
}
