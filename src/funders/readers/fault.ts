/**
 * Reason why a dataset cannot be used. The message is shown in coverage: no paths, no internals.
 */
export type FaultKind =
  /** The publisher's server did not give the file. */
  | 'unavailable'
  /** The content is not what a reader can follow to its end. */
  | 'broken'
  /** A format that is not read. */
  | 'unsupported'
  /** Beyond a limit that protects the service. */
  | 'too_large'
  /** Not published under a licence that allows use. */
  | 'licence'

export class DatasetFault extends Error {
  readonly kind: FaultKind

  constructor(kind: FaultKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DatasetFault'
    this.kind = kind
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
