/** The stores of a role on PostgreSQL, for any number of processes. */
import { type NumericDate, Unavailable } from '../base/index.ts'
import { rateWindowSeconds } from '../node/index.ts'
import {
  createPostgresAttestationKeyStore,
  createPostgresFederationKeyStore,
  createPostgresKeptTrustMarks,
  createPostgresPidProviderStores,
  createPostgresRateCounters,
  createPostgresRelyingPartyStores,
  createPostgresReplicaSecrets,
  createPostgresStoreIdentity,
  createPostgresSubordinates,
  createPostgresTrustMarkGrants,
  createPostgresWalletProviderStores,
  openPostgres,
  type PostgresDatabase,
  type PostgresSchema,
  pidProviderSchema,
  rateLimitsSchema,
  relyingPartySchema,
  trustAnchorSchema,
  walletProviderSchema,
} from '../stores/index.ts'
import type { ServedRole } from './role-names.ts'
import type { DatabaseSettings, OpenedStores, RoleStores } from './role-stores.ts'

interface SharedStores<R extends ServedRole> {
  readonly schema: PostgresSchema
  readonly create: (database: PostgresDatabase) => RoleStores[R]
}

/** The tables of each role, and its stores over them. */
export const sharedStores: { readonly [R in ServedRole]: SharedStores<R> } = {
  'trust-anchor': {
    schema: trustAnchorSchema,
    create: (database) => ({
      subordinates: createPostgresSubordinates(database),
      trustMarkGrants: createPostgresTrustMarkGrants(database),
      federationKeys: createPostgresFederationKeyStore(database),
    }),
  },
  'wallet-provider': {
    schema: walletProviderSchema,
    create: (database) => ({
      ...createPostgresWalletProviderStores(database),
      attestationKeys: createPostgresAttestationKeyStore(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    }),
  },
  'pid-provider': {
    schema: pidProviderSchema,
    create: (database) => ({
      ...createPostgresPidProviderStores(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    }),
  },
  'relying-party': {
    schema: relyingPartySchema,
    create: (database) => ({
      ...createPostgresRelyingPartyStores(database),
      keptTrustMarks: createPostgresKeptTrustMarks(database),
    }),
  },
}

/** Opens the role's tables, and apart from them those by which replicas limit clients together. */
export async function openShared<R extends ServedRole>(
  role: R,
  { url, poolSize, migrate }: DatabaseSettings,
): Promise<OpenedStores<R>> {
  const { schema: store, create } = sharedStores[role]
  const database = await openPostgres(url, { store, migrate, connections: poolSize }).catch((thrown: unknown) => {
    if (!(thrown instanceof Unavailable)) throw thrown
    const { message, retryAfter } = thrown
    throw new Unavailable(`database.url (DATABASE_URL, --database): ${message}`, retryAfter, { cause: thrown })
  })
  const stores = create(database)
  const rates = await openRates(url, migrate)
  const rateCounters = 'trouble' in rates ? undefined : createPostgresRateCounters(rates)
  return {
    stores,
    identity: createPostgresStoreIdentity(database),
    replicaSecrets: createPostgresReplicaSecrets(database),
    ...(rateCounters && { rateCounters }),
    ...('trouble' in rates && { rateTrouble: rates.trouble }),
    ping: async () => {
      await database.read('SELECT 1', [])
    },
    commits: () => database.commits(),
    prune: async (now: NumericDate) => {
      await Promise.all([database.prune(now), rateCounters?.prune(now - 6 * rateWindowSeconds)])
    },
    load: () => database.load(),
    close: async () => {
      await Promise.all([database.close(), 'trouble' in rates ? undefined : rates.close()])
    },
  }
}

/** Nobody is refused on their account: without them each process limits by itself, and says so. */
const openRates = (url: string, migrate: boolean): Promise<PostgresDatabase | { readonly trouble: string }> =>
  openPostgres(url, { store: rateLimitsSchema, migrate, connections: 1 }).catch((thrown: Error) => ({
    trouble: `Each process limits its clients by itself, whatever the others let through: ${thrown.message}`,
  }))
