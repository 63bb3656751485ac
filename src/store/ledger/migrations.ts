import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { types } from '../dialect.ts'

export const ledgerMigrations: Readonly<Record<string, Migration>> = {
  '0001_claims': {
    async up(db: Kysely<unknown>) {
      const { bytes } = types(db)
      await db.schema
        .createTable('claims')
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('asset', 'text', (column) => column.notNull())
        .addColumn('payer', 'text', (column) => column.notNull())
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('lease_until_ms', 'bigint', (column) => column.notNull())
        .addColumn('fence', 'integer', (column) => column.notNull())
        .addColumn('payment_id', 'text')
        .addColumn('signature_key', 'text', (column) => column.notNull())
        .addColumn('amount_atomic', 'text', (column) => column.notNull())
        .addColumn('pay_to', 'text', (column) => column.notNull())
        .addColumn('valid_before_s', 'bigint', (column) => column.notNull())
        .addColumn('payload_json', 'text', (column) => column.notNull())
        .addColumn('requirements_json', 'text', (column) => column.notNull())
        .addColumn('answer_status', 'integer')
        .addColumn('answer_body', bytes)
        .addColumn('receipt', 'text')
        .addColumn('failure', 'text')
        .addColumn('created_ms', 'bigint', (column) => column.notNull())
        .addColumn('expires_ms', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('claims_key', ['network', 'asset', 'payer', 'nonce'])
        .execute()
      await db.schema.createIndex('claims_by_state').on('claims').columns(['state', 'lease_until_ms']).execute()
      await db.schema.createIndex('claims_by_expiry').on('claims').column('expires_ms').execute()
      await db.schema
        .createTable('payment_ids')
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('asset', 'text', (column) => column.notNull())
        .addColumn('payer', 'text', (column) => column.notNull())
        .addColumn('payment_id', 'text', (column) => column.notNull())
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('expires_ms', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('payment_ids_key', ['network', 'asset', 'payer', 'payment_id'])
        .execute()
      await db.schema
        .createTable('payments')
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('asset', 'text', (column) => column.notNull())
        .addColumn('payer', 'text', (column) => column.notNull())
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('amount_atomic', 'text', (column) => column.notNull())
        .addColumn('pay_to', 'text', (column) => column.notNull())
        .addColumn('tx_hash', 'text', (column) => column.notNull())
        .addColumn('settled_ms', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('payments_key', ['network', 'asset', 'payer', 'nonce'])
        .execute()
    },
  },
}
