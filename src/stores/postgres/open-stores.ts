/** Opens all stores of a role in its schema of a PostgreSQL database. */
import { createKeptTrustMarks } from '../kept-trust-marks.ts'
import { createPostgresOpenIdRecords } from '../openid-records.ts'
import { type RoleStores, withProfiles } from '../role-stores.ts'
import { openPostgres, type PostgresDatabase, type PostgresOptions } from './database.ts'
import { pidProviderSchema } from './pid-provider-schema.ts'
import { createPostgresPidProviderStores } from './pid-provider-stores.ts'
import { relyingPartySchema } from './relying-party-schema.ts'
import { createPostgresRelyingPartyStores } from './relying-party-stores.ts'
import type { PostgresSchema } from './schema.ts'
import { trustAnchorSchema } from './trust-anchor-schema.ts'
import { createPostgresTrustAnchorStores } from './trust-anchor-stores.ts'
import { walletProviderSchema } from './wallet-provider-schema.ts'
import { createPostgresAttestationKeyStore, createPostgresWalletProviderStores } from './wallet-provider-stores.ts'

/**
 * The stores of a role and their database. `database.prune` deletes expired single-use values and the rows in
 * `expiring` of the schema. The Relying Party deletes its sessions, audit, erasures and OpenID records itself.
 */
export interface PostgresStores<R extends keyof RoleStores> {
  readonly stores: RoleStores[R]
  readonly database: PostgresDatabase
}

interface StoreFactory<R extends keyof RoleStores> {
  readonly schema: PostgresSchema
  create(database: PostgresDatabase): RoleStores[R]
}

const storeFactories: { readonly [R in keyof RoleStores]: StoreFactory<R> } = {
  'trust-anchor': {
    schema: trustAnchorSchema,
    create: (database) => withProfiles((profile) => createPostgresTrustAnchorStores(database, profile)),
  },
  'wallet-provider': {
    schema: walletProviderSchema,
    create: (database) => ({
      ...createPostgresWalletProviderStores(database),
      attestationKeys: createPostgresAttestationKeyStore(database),
      keptTrustMarks: createKeptTrustMarks(database),
    }),
  },
  'pid-provider': {
    schema: pidProviderSchema,
    create: (database) => ({
      ...createPostgresPidProviderStores(database),
      keptTrustMarks: createKeptTrustMarks(database),
    }),
  },
  'relying-party': {
    schema: relyingPartySchema,
    create: (database) => ({
      ...createPostgresRelyingPartyStores(database),
      openIdRecords: createPostgresOpenIdRecords(database),
      keptTrustMarks: createKeptTrustMarks(database),
    }),
  },
}

/** Opens the stores of a role. Rejects with `DatabaseFault` or `Unavailable`, as `openPostgres` does. */
export async function openPostgresStores<R extends keyof RoleStores>(
  role: R,
  url: string,
  options: Omit<PostgresOptions, 'store'>,
): Promise<PostgresStores<R>> {
  const { schema, create } = storeFactories[role] as StoreFactory<R>
  const database = await openPostgres(url, { ...options, store: schema })
  return { stores: create(database), database }
}
