/**
 * What the sandbox's operator changes at the Trust Anchor while it runs and what stands when it runs again: its members,
 * its federation keys and the trust marks. At the first start the members are the services of the sandbox.
 */
import { type Clock, type CryptoContext, Unavailable } from '../base/index.ts'
import { createRingKeys, seedKeyRing } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { createKeyFileVault, PrivateFileError } from '../node/index.ts'
import type { TrustAnchorStores } from '../stores/index.ts'
import { type ConfiguredSubordinate, seedSubordinates } from '../trust-anchor/index.ts'
import type { AnchorOperation } from './compose/parts.ts'
import type { DataPaths } from './data-directory.ts'
import { SandboxFault } from './sandbox-fault.ts'

export interface AnchorBeginnings {
  readonly stores: TrustAnchorStores
  readonly entityId: string
  readonly loopbackHttp: boolean
  /** Those of the key file. */
  readonly keys: readonly [Signer, ...Signer[]]
  readonly members: readonly ConfiguredSubordinate[]
}

/** Opens it, beginning with these keys and members. Throws when the key that signs is not there. */
export async function openAnchorOperation(
  ctx: CryptoContext & { readonly clock: Clock },
  data: DataPaths,
  { stores, keys: held, members, ...config }: AnchorBeginnings,
): Promise<AnchorOperation> {
  const { federationKeys: store, subordinates, trustMarkGrants } = stores
  const vault = createKeyFileVault(ctx, { directory: data.path('keys', 'trust-anchor'), purpose: 'federation', held })
  const now = ctx.clock.now()
  await seedKeyRing(store, held, now)
  const { published } = await Promise.resolve(createRingKeys(store, vault).current(now)).catch(toSandboxFault)
  await seedSubordinates(subordinates, members, config, { at: now, actor: 'sandbox' })
  return {
    keyRing: { store, vault },
    pinned: published,
    subordinates,
    trustMarkGrants,
  }
}

function toSandboxFault(thrown: unknown): never {
  if (thrown instanceof Unavailable || thrown instanceof PrivateFileError) throw thrown
  throw new SandboxFault('The stores are those of a sandbox whose keys are elsewhere: name its --data directory.', {
    cause: thrown,
  })
}
