import type { Kysely } from 'kysely'
import type { MainTables } from './schema.ts'

/**
 * Every public key that this deployment ever signed with: what is verified years later names one of
 * them.
 */
export interface SigningKeys {
  /** Once; again changes nothing. */
  remember(thumbprint: string, jwk: object, nowMs: number): Promise<void>
  /** Newest first. */
  all(): Promise<{ thumbprint: string; jwk: string }[]>
}

export function createSigningKeys(main: Kysely<MainTables>): SigningKeys {
  return {
    async remember(thumbprint, jwk, nowMs) {
      await main
        .insertInto('signing_keys')
        .values({ thumbprint, jwk: JSON.stringify(jwk), first_used_ms: nowMs })
        .onConflict((conflict) => conflict.column('thumbprint').doNothing())
        .execute()
    },
    all: () =>
      main
        .selectFrom('signing_keys')
        .select(['thumbprint', 'jwk'])
        .orderBy('first_used_ms', 'desc')
        .orderBy('thumbprint')
        .execute(),
  }
}
