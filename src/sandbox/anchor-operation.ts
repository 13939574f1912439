/**
 * What the sandbox's operator changes at the Trust Anchor while it runs and what stands when it runs again: its members,
 * its federation keys and the trust marks. At the first start the members are the services of the sandbox.
 */
import type { Clock, CryptoContext } from '../base/index.ts'
import { createFederationKeys, seedFederationKeys } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import {
  createFederationKeyVault,
  createSqliteFederationKeyStore,
  createSqliteSubordinates,
  createSqliteTrustMarkGrants,
  trustAnchorMigrations,
} from '../node/index.ts'
import { type ConfiguredSubordinate, seedSubordinates } from '../trust-anchor/index.ts'
import type { AnchorOperation } from './compose/parts.ts'
import type { DataDirectory } from './data-directory.ts'

export interface AnchorBeginnings {
  readonly entityId: string
  readonly loopbackHttp: boolean
  /** Those of the key file. */
  readonly keys: readonly [Signer, ...Signer[]]
  readonly members: readonly ConfiguredSubordinate[]
}

/** Opens it, beginning with these keys and members. Throws when the key that signs is not there. */
export async function openAnchorOperation(
  ctx: CryptoContext & { readonly clock: Clock },
  data: DataDirectory,
  { keys: held, members, ...config }: AnchorBeginnings,
): Promise<AnchorOperation> {
  const database = data.openStore('trust-anchor', trustAnchorMigrations)
  const store = createSqliteFederationKeyStore(database)
  const vault = createFederationKeyVault(ctx, { directory: data.path('keys', 'trust-anchor'), held })
  const now = ctx.clock.now()
  await seedFederationKeys(store, held, now)
  const { published } = await createFederationKeys(store, vault).current(now)
  const subordinates = createSqliteSubordinates(database)
  await seedSubordinates(subordinates, members, config, { at: now, actor: 'sandbox' })
  return {
    keyRing: { store, vault },
    pinned: published,
    subordinates,
    trustMarkGrants: createSqliteTrustMarkGrants(database),
  }
}
