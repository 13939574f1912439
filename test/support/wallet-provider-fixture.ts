/**
 * A federation in memory with a real Wallet Provider: anchor, provider, software vendor, and further members. Used to
 * set up wallets and to issue attestations in the tests of other roles.
 */
import type { Crypto, Json, JsonObject, MaybePromise } from '../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  entityConfigurationPath,
  type FederationTrustConfig,
  type TrustAnchors,
  type TrustEvaluator,
} from '../../src/federation/index.ts'
import type { Signer } from '../../src/jose/index.ts'
import type { SoftwareVendor } from '../../src/software-device/index.ts'
import type { WalletProviderStores } from '../../src/wallet-provider/index.ts'
import type { RecordingSink } from './decisions.ts'
import {
  configurationOf,
  crypto as nodeCrypto,
  sign,
  statementAbout,
  statementResponse,
  type TestEntity,
  testEntity,
  urls,
} from './federation.ts'
import type { FixedClock } from './fixed-clock.ts'
import type { Network } from './network.ts'
import { anchorId, createWalletProviderBench, walletProviderId } from './wallet-provider-bench.ts'

export { anchorId, walletProviderId }

interface Member extends TestEntity {
  readonly types: readonly string[]
  /** Further claims of the anchor's statement. */
  readonly stated?: JsonObject
}

export interface WalletProviderFixture {
  readonly clock: FixedClock
  readonly network: Network
  readonly vendor: SoftwareVendor
  readonly anchors: TrustAnchors
  /** Decisions of the Wallet Provider. */
  readonly sink: RecordingSink
  readonly stores: WalletProviderStores
  readonly attestationSigner: Signer
  /** The Wallet Provider, as it was admitted. */
  readonly member: Member
  /** Sets a handler that answers requests to this path in place of the Wallet Provider, unless it returns nothing. */
  intercept(path: string, answer: (request: Request) => MaybePromise<Response | undefined>): void
  /** Removes the handler. */
  endInterception(): void
  /** Sets a change of the Wallet Provider's answers. `undefined` removes it. */
  interceptAnswer(change: ((request: Request, answer: Response) => Promise<Response>) | undefined): void
  /** Admits a member: the anchor lists it and issues statements about it. Its configuration is not served. */
  admit(member: Member): void
  /** Returns the anchor's statement about a member. */
  anchorStatement(entityId: string): Promise<string>
  /** Removes a member. */
  expel(entityId: string): void
  /** Returns a trust evaluator with an empty cache. Requires no trust mark by default. */
  trust(crypto?: Crypto, requiredTrustMarks?: FederationTrustConfig['requiredTrustMarks']): TrustEvaluator
}

export async function createWalletProviderFixture(): Promise<WalletProviderFixture> {
  const members = new Map<string, Member>()
  const anchor = await testEntity(anchorId, { fetch: true })
  const anchors: TrustAnchors = new Map([[anchorId, [anchor.signer.publicJwk]]])
  const onFault = (fault: unknown): never => {
    throw fault
  }
  const bench = await createWalletProviderBench({ context: { anchors, onFault }, device: { apple: {} } })
  const { clock, network, vendor, sink, stores, federationSigner, attestationSigner, provider } = bench
  connectAnchor(network, clock, anchor, members)
  let interceptor: ((request: Request) => MaybePromise<Response | undefined>) | undefined
  let answerChange: ((request: Request, answer: Response) => Promise<Response>) | undefined
  network.connect(walletProviderId, async (request) => {
    const answer = (await interceptor?.(request.clone())) ?? (await provider.app(request.clone()))
    return answerChange ? answerChange(request, answer) : answer
  })
  const admit = (member: Member): void => void members.set(member.entityId, member)
  const member: Member = {
    entityId: walletProviderId,
    signer: federationSigner,
    metadata: {},
    hints: [anchorId],
    types: ['wallet_provider'],
  }
  admit(member)
  return {
    clock,
    network,
    vendor,
    anchors,
    sink,
    stores,
    attestationSigner,
    member,
    admit,
    anchorStatement: (entityId) => {
      const member = members.get(entityId)
      if (member === undefined) throw new Error(`${entityId} is not a member`)
      return sign(statementAbout(member, anchor, clock.now(), member.stated))
    },
    expel: (entityId) => void members.delete(entityId),
    interceptAnswer: (change) => {
      answerChange = change
    },
    intercept: (path, answer) => {
      interceptor = (request) => (new URL(request.url).pathname === path ? answer(request) : undefined)
    },
    endInterception: () => {
      interceptor = undefined
    },
    trust: (crypto = nodeCrypto, requiredTrustMarks = {}) =>
      createFederationTrustEvaluator(
        { crypto, clock, fetch: network.fetch },
        { anchors, urls, skewSeconds: 30, requiredTrustMarks },
      ),
  }
}

function connectAnchor(
  network: Network,
  clock: FixedClock,
  anchor: TestEntity,
  members: ReadonlyMap<string, Member>,
): void {
  const federationEntity = { ...anchor.metadata.federation_entity, federation_list_endpoint: `${anchorId}/list` }
  const published = { ...anchor, metadata: { federation_entity: federationEntity } }
  network.connect(anchorId, async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === entityConfigurationPath)
      return statementResponse(await sign(configurationOf(published, clock.now())))
    if (pathname === '/list') return Response.json(listed([...members.values()], searchParams))
    const subject = members.get(searchParams.get('sub') ?? '')
    if (pathname !== '/fetch' || subject === undefined) return new Response('{}', { status: 404 })
    return statementResponse(await sign(statementAbout(subject, anchor, clock.now(), subject.stated)))
  })
}

function listed(members: readonly Member[], filters: URLSearchParams): Json {
  const type = filters.get('entity_type')
  if (filters.get('intermediate') === 'true') return []
  return members.filter(({ types }) => type === null || types.includes(type)).map(({ entityId }) => entityId)
}
