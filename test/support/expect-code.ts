import { expect } from 'vitest'

/** Expects a rejection with this code of the catalogue. */
export const expectCode = (asked: Promise<unknown> | undefined, code: string) =>
  expect(asked).rejects.toMatchObject({ code })
