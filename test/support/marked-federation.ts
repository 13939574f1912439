/** A federation whose anchor issues trust marks and whose member shows them, on the in-memory internet. */
import {
  createTrustMarkDelegation,
  createTrustMarkSource,
  type KeptTrustMarks,
  type TrustMarkEntry,
} from '../../src/federation/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { crypto, publishEntity, type Surroundings, testEntity, urls } from './federation.ts'
import { entryOf, startAuthority } from './federation-authority.ts'

export const anchorId = 'https://anchor.example'
export const leafId = 'https://leaf.example'
export const markType = 'https://anchor.example/marks/public'
export const ownedType = 'https://owner.example/marks/owned'
const ownerId = 'https://owner.example'

/**
 * Starts a Trust Anchor with one type of mark of its own and one of another owner, and a member that shows the marks of
 * a test.
 */
export async function startMarkedFederation(
  { clock, network }: Surroundings,
  further: readonly { type: string; issuers: string[] }[] = [],
) {
  let shown: readonly TrustMarkEntry[] = []
  const owner = await generateSigner({ crypto })
  const leaf = await testEntity(leafId, { hints: [anchorId], metadata: { wallet_provider: {} } })
  const delegation = await createTrustMarkDelegation(owner, {
    owner: ownerId,
    issuer: anchorId,
    trustMarkType: ownedType,
    issuedAt: clock.now(),
  })
  const anchor = await startAuthority({ clock, network }, anchorId, {
    subordinates: [entryOf(leaf, ['wallet_provider'])],
    config: {
      trustMarks: [
        { type: markType, lifetimeSeconds: 7200 },
        { type: ownedType, owner: { entityId: ownerId, jwks: { keys: [owner.publicJwk] } }, delegation },
        ...further,
      ],
    },
  })
  publishEntity({ clock, network }, leaf, { trustMarks: async () => shown })
  /** Returns a source of the member's two marks, which it requests from the anchor. */
  const source = (kept?: KeptTrustMarks) =>
    createTrustMarkSource(
      { crypto, clock, fetch: network.fetch, ...(kept && { kept }) },
      {
        holder: leafId,
        urls,
        skewSeconds: 0,
        marks: [markType, ownedType].map((trustMarkType) => ({ trustMarkType, issuer: anchorId })),
      },
    )
  const show = (marks: readonly TrustMarkEntry[]): void => {
    shown = marks
  }
  return { anchor, leaf, show, source }
}
