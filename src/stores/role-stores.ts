/** The stores of each role: the ports that its service needs, and their tables in each dialect. */
import type { KeptTrustMarks, KeyRingStore } from '../federation/index.ts'
import type { PidProviderStores } from '../pid-provider/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { OpenIdRecords, RelyingPartyStores } from '../relying-party/index.ts'
import type { IssuedCertificates, KeyAnnouncements, Subordinates, TrustMarkGrants } from '../trust-anchor/index.ts'
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import type { Migrations } from './migrations.ts'
import { pidProviderSchema } from './postgres/pid-provider-schema.ts'
import { rateLimitsSchema } from './postgres/rate-counters.ts'
import { relyingPartySchema } from './postgres/relying-party-schema.ts'
import type { PostgresSchema } from './postgres/schema.ts'
import { trustAnchorSchema } from './postgres/trust-anchor-schema.ts'
import { walletProviderSchema } from './postgres/wallet-provider-schema.ts'
import { pidProviderMigrations } from './sqlite/pid-provider-schema.ts'
import { relyingPartyMigrations } from './sqlite/relying-party-schema.ts'
import { trustAnchorMigrations } from './sqlite/trust-anchor-schema.ts'
import { walletProviderMigrations } from './sqlite/wallet-provider-schema.ts'

/** All stores of a Trust Anchor or intermediate for one profile. */
export interface TrustAnchorStores {
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  readonly federationKeys: KeyRingStore
  readonly certificates: IssuedCertificates
  readonly keyAnnouncements: KeyAnnouncements
}

interface ProfileStores<S> {
  /**
   * Returns the stores of a profile entity (the authority's entity for one version of the formats). Creates the stores
   * at the first call, and returns the same stores at each further call.
   */
  ofProfile(profile: ProfileName): S
}

/**
 * Returns the stores of the specification's own profile (`seed`), with a function that returns those of each profile.
 */
export function withProfiles<S extends object>(create: (profile: ProfileName) => S): S & ProfileStores<S> {
  const created = new Map<ProfileName, S>()
  const ofProfile = (profile: ProfileName): S => {
    const stores = created.get(profile) ?? create(profile)
    created.set(profile, stores)
    return stores
  }
  return { ...ofProfile('seed'), ofProfile }
}

/** The store of a role that publishes its own trust marks. */
interface HolderStores {
  readonly keptTrustMarks: KeptTrustMarks
}

/** All stores of each role. */
export interface RoleStores {
  readonly 'trust-anchor': TrustAnchorStores & ProfileStores<TrustAnchorStores>
  readonly 'wallet-provider': WalletProviderStores & HolderStores & { readonly attestationKeys: KeyRingStore }
  readonly 'pid-provider': PidProviderStores & HolderStores
  readonly 'relying-party': RelyingPartyStores & HolderStores & { readonly openIdRecords: OpenIdRecords }
}

/** Tables of a store in each dialect. */
export interface StoreTables {
  /**
   * Name of the role, or of the store that replicas of every role share. It is also the name of the embedded store's
   * file. With underscores instead of hyphens, it is the name of the schema in PostgreSQL.
   */
  readonly name: string
  /** Absent if a single process needs no such store. */
  readonly sqlite?: Migrations
  /**
   * Table that only this embedded store has, since its first migration. A file without the table belongs to another
   * role.
   */
  readonly table?: string
  readonly postgres: PostgresSchema
}

/** The stores of the roles, then the store that replicas of every role share. */
export const roleStores: readonly StoreTables[] = [
  { name: 'trust-anchor', sqlite: trustAnchorMigrations, table: 'subordinate', postgres: trustAnchorSchema },
  {
    name: 'wallet-provider',
    sqlite: walletProviderMigrations,
    table: 'wallet_instance',
    postgres: walletProviderSchema,
  },
  { name: 'pid-provider', sqlite: pidProviderMigrations, table: 'pushed_request', postgres: pidProviderSchema },
  {
    name: 'relying-party',
    sqlite: relyingPartyMigrations,
    table: 'presentation_session',
    postgres: relyingPartySchema,
  },
  { name: 'rate-limits', postgres: rateLimitsSchema },
]
