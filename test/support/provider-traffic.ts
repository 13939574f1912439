/**
 * What a wallet sent to its provider, and further members of the federation that they share.
 */
import { connectEntity, type TestEntity, testEntity } from './federation.ts'
import { anchorId, type WalletProviderFixture } from './wallet-provider-fixture.ts'

/** The requests to this path, oldest first. */
export const sentTo = (fixture: WalletProviderFixture, path: string): Request[] =>
  fixture.network.exchanges
    .filter(({ request }) => new URL(request.url).pathname === path)
    .map(({ request }) => request)

/** A further member of the federation, with this metadata. */
export async function joinedMember(fixture: WalletProviderFixture, entityId: string, metadata: TestEntity['metadata']) {
  const member = await testEntity(entityId, { hints: [anchorId], metadata })
  connectEntity(fixture.network, fixture.clock, member)
  fixture.admit({ ...member, types: Object.keys(metadata) })
  return member
}
