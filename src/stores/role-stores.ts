/**
 * Every store with its tables in each dialect, the roles' and what replicas share beside them: what a command needs to
 * know that cares for databases and for no role.
 */
import type { Migrations } from './migrations.ts'
import { pidProviderSchema } from './postgres/pid-provider-schema.ts'
import { rateLimitsSchema } from './postgres/rate-counters.ts'
import { relyingPartySchema } from './postgres/relying-party-schema.ts'
import type { PostgresSchema } from './postgres/schema.ts'
import { trustAnchorSchema } from './postgres/trust-anchor-schema.ts'
import { walletProviderSchema } from './postgres/wallet-provider-schema.ts'
import { pidProviderMigrations } from './sqlite/pid-provider-stores.ts'
import { relyingPartyMigrations } from './sqlite/relying-party-schema.ts'
import { trustAnchorMigrations } from './sqlite/trust-anchor-stores.ts'
import { walletProviderMigrations } from './sqlite/wallet-provider-schema.ts'

/** A store by its tables in each dialect. */
export interface StoreTables {
  /** The role's name, as a rule: of the embedded store's file, and of its schema in PostgreSQL. */
  readonly name: string
  /** None: one process needs no such store. */
  readonly sqlite?: Migrations
  readonly postgres: PostgresSchema
}

/** The stores of the roles, then what replicas of any role share. */
export const roleStores: readonly StoreTables[] = [
  { name: 'trust-anchor', sqlite: trustAnchorMigrations, postgres: trustAnchorSchema },
  { name: 'wallet-provider', sqlite: walletProviderMigrations, postgres: walletProviderSchema },
  { name: 'pid-provider', sqlite: pidProviderMigrations, postgres: pidProviderSchema },
  { name: 'relying-party', sqlite: relyingPartyMigrations, postgres: relyingPartySchema },
  { name: 'rate-limits', postgres: rateLimitsSchema },
]
