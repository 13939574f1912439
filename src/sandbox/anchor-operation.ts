/**
 * What the sandbox's operator changes at the Trust Anchor while it runs and what stands when it runs again: its
 * federation keys and the trust marks. Members are those of the sandbox anew at each start.
 */
import type { Clock, CryptoContext } from '../base/index.ts'
import { createFederationKeys, seedFederationKeys } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import {
  createFederationKeyVault,
  createSqliteFederationKeyStore,
  createSqliteTrustMarkGrants,
  trustAnchorMigrations,
} from '../node/index.ts'
import type { AnchorOperation } from './compose/parts.ts'
import type { DataDirectory } from './data-directory.ts'

/** Opens it, beginning the ring with the keys of the key file. Throws when the key that signs is not there. */
export async function openAnchorOperation(
  ctx: CryptoContext & { readonly clock: Clock },
  data: DataDirectory,
  held: readonly [Signer, ...Signer[]],
): Promise<AnchorOperation> {
  const database = data.openStore('trust-anchor', trustAnchorMigrations)
  const store = createSqliteFederationKeyStore(database)
  const vault = createFederationKeyVault(ctx, { directory: data.path('keys', 'trust-anchor'), held })
  const now = ctx.clock.now()
  await seedFederationKeys(store, held, now)
  const { published } = await createFederationKeys(store, vault).current(now)
  return { keyRing: { store, vault }, pinned: published, trustMarkGrants: createSqliteTrustMarkGrants(database) }
}
