/** A wallet after its setup, the requests that it sends, and further members of its federation. */
import { connectEntity, type TestEntity, testEntity } from './federation.ts'
import type { Network } from './network.ts'
import { createTestWallet, type TestWalletOptions } from './wallet-parts.ts'
import { anchorId, createWalletProviderFixture, type WalletProviderFixture } from './wallet-provider-fixture.ts'

/** Returns the requests to a URL, or to a path of any host, oldest first. */
export const sentTo = ({ network }: { readonly network: Network }, to: string): Request[] =>
  network.exchanges
    .map(({ request }) => request)
    .filter(({ url }) => (to.startsWith('/') ? new URL(url).pathname : url) === to)

/** Returns the form in a request's body. */
export const formOf = async (request: Request | undefined): Promise<URLSearchParams> =>
  new URLSearchParams(await (request as Request).clone().text())

/** Creates a wallet, with its Wallet Provider, and sets it up. */
export async function setUpWallet(options: TestWalletOptions = {}) {
  const fixture = await createWalletProviderFixture()
  const holder = createTestWallet(fixture, options)
  await holder.wallet.setUp()
  return Object.assign(holder, { fixture })
}

/** Creates a member with this metadata, serves its configuration and admits it to the federation. */
export async function addMember(fixture: WalletProviderFixture, entityId: string, metadata: TestEntity['metadata']) {
  const member = await testEntity(entityId, { hints: [anchorId], metadata })
  connectEntity(fixture.network, fixture.clock, member)
  fixture.admit({ ...member, types: Object.keys(metadata) })
  return member
}
