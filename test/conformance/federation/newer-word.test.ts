/** A cached chain of an entity and a chain in a `trust_chain` header: the newer chain is used, whatever its source. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type Fetch, failed } from '../../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  type EntityType,
  type FederationTrustConfig,
  protocolKeys,
  type TrustHint,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import { createWalletAttestation, verifyWalletAttestation } from '../../../src/wallet-attestation/index.ts'
import { attestationClaims } from '../../support/attestation-claims.ts'
import { countingCrypto } from '../../support/crypto-counter.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  crypto,
  evaluatorOf,
  signAll,
  statementAbout,
  statementResponse,
  type TestEntity,
  testEntity,
} from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'
import { issuerId, present, relyingPartyFixture } from '../../support/relying-party-fixture.ts'

const type: EntityType = 'openid_credential_issuer'
const counter = countingCrypto(crypto)
const [oldKey, newKey] = await Promise.all([generateSigner({ crypto }), generateSigner({ crypto })])

let clock = fixedClock()
let network = createNetwork()
let anchor: TestEntity
let middle: TestEntity
let leaf: TestEntity

const publishing = (entity: TestEntity, key: Signer): TestEntity => ({
  ...entity,
  metadata: {
    ...entity.metadata,
    [type]: { credential_issuer: entity.entityId, jwks: { keys: [key.publicJwk] } } as never,
  },
})

describe('newer chains', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    anchor = await testEntity('https://anchor.example', { fetch: true })
    middle = await testEntity('https://middle.example', { fetch: true, hints: [anchor.entityId] })
    leaf = publishing(await testEntity('https://leaf.example', { hints: [anchor.entityId] }), oldKey)
    connect()
  })

  /** Connects the federation, which from now on serves these entities. */
  function connect(entity = leaf, members: readonly TestEntity[] = [entity, middle]): void {
    connectEntity(network, clock, entity)
    connectEntity(network, clock, middle, [entity])
    connectEntity(network, clock, anchor, members)
  }

  const evaluator = (further: Partial<FederationTrustConfig> = {}) => {
    const ctx = { crypto: counter.crypto, clock, fetch: network.fetch }
    return createFederationTrustEvaluator(ctx, { anchors: anchorsOf(anchor), urls, skewSeconds: 0, ...further })
  }
  const urls = { loopbackHttp: false }

  interface ChainOptions {
    readonly at?: number
    readonly stated?: number
    readonly superior?: TestEntity
    readonly further?: object
  }

  const chainOf = (
    entity = leaf,
    { at = clock.now(), stated = at, superior = anchor, further = {} }: ChainOptions = {},
  ): Promise<string[]> =>
    signAll([
      configurationOf(entity, at),
      statementAbout(entity, superior, stated, further),
      ...(superior === anchor ? [] : [statementAbout(superior, anchor, stated)]),
    ])

  /** Returns the `kid` of the trusted entity's protocol key, or the reason of the refusal. */
  async function judge(
    trust: ReturnType<typeof evaluator>,
    hint?: TrustHint,
    entityId = leaf.entityId,
  ): Promise<string> {
    const verdict = await trust.evaluate(entityId, [type], hint)
    if (failed(verdict)) return verdict.code
    return protocolKeys(verdict, type)
      .map(({ kid }) => (kid === oldKey.kid ? 'old' : kid === newKey.kid ? 'new' : 'another'))
      .join()
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

  test('FED-38 a removal that was seen overrules an older chain, also after the cached refusal has expired', async () => {
    const trust = evaluator()
    const trustChain = await chainOf()
    assert.equal(await judge(trust, { trustChain }), 'old')
    connect(leaf, [middle])
    clock.advance(10)
    assert.equal(await judge(trust), 'no_trust_chain')
    assert.equal(await judge(trust, { trustChain }), 'no_trust_chain')
    clock.advance(20)
    assert.equal(await judge(trust, { trustChain }), 'no_trust_chain')
  })

  test('FED-38 fetched metadata overrule an older chain', async () => {
    const trust = evaluator()
    const trustChain = await chainOf()
    clock.advance(10)
    connect(publishing(leaf, newKey))
    assert.equal(await judge(trust), 'new')
    assert.equal(await judge(trust, { trustChain }), 'new')
    assert.equal(await judge(trust), 'new')
  })

  test('FED-38 a chain with an old configuration and new statements is not newer', async () => {
    const trust = evaluator()
    const at = clock.now()
    clock.advance(10)
    connect(publishing(leaf, newKey))
    assert.equal(await judge(trust), 'new')
    clock.advance(10)
    const trustChain = await chainOf(leaf, { at, stated: clock.now() })
    assert.equal(await judge(trust, { trustChain }), 'new')
    assert.equal(await judge(trust), 'new')
  })

  test('FED-26 an outage or an exceeded limit does not overrule an older chain', async () => {
    const trustChain = await chainOf()
    clock.advance(10)
    network.disconnect(anchor.entityId)
    const offline = evaluator()
    assert.equal(await judge(offline), 'trust_unavailable')
    assert.equal(await judge(offline, { trustChain }), 'old')
    assert.equal(await judge(offline), 'trust_unavailable', 'the chain is not used for a request without one')
    const hints = Array.from({ length: 9 }, (_, index) => `${middle.entityId}/${index}`)
    for (const hint of hints) connectEntity(network, clock, await testEntity(hint))
    connect({ ...leaf, hints })
    const limited = evaluator()
    assert.equal(await judge(limited), 'no_trust_chain')
    assert.equal(await judge(limited, { trustChain }), 'old')
  })

  test('FED-26 a newer chain is used, and later requests without a chain use it without a fetch', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    clock.advance(10)
    const trustChain = await chainOf(publishing(leaf, newKey))
    const asked = network.exchanges.length
    assert.equal(await judge(trust, { trustChain }), 'new')
    clock.advance(20)
    assert.equal(await judge(trust), 'new')
    assert.equal(network.exchanges.length, asked)
  })

  test('FED-26 a chain with a new configuration and the cached statements is newer', async () => {
    const trust = evaluator()
    const [, statement = ''] = await chainOf()
    clock.advance(10)
    network.connect(anchor.entityId, async (request) => {
      if (request.url.includes('/fetch')) return statementResponse(statement)
      const [own = ''] = await signAll([configurationOf(anchor, clock.now())])
      return statementResponse(own)
    })
    assert.equal(await judge(trust), 'old')
    clock.advance(10)
    const [configuration = ''] = await chainOf(publishing(leaf, newKey))
    const trustChain = [configuration, statement]
    assert.equal(await judge(trust, { trustChain }), 'new')
    assert.equal(await judge(trust), 'new')
  })

  test('FED-38 a chain that is newer than a refusal ends it, and the next request starts a new evaluation', async () => {
    const trust = evaluator()
    connect(leaf, [])
    assert.equal(await judge(trust), 'no_trust_chain')
    clock.advance(5)
    const trustChain = await chainOf()
    assert.equal(await judge(trust, { trustChain }), 'old')
    assert.equal(await judge(trust), 'old')
    await settled()
    assert.equal(await judge(trust), 'no_trust_chain')
  })

  test('FED-38 newer chains do not delay the confirmation of the cached chain', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    clock.advance(2699)
    const trustChain = await chainOf()
    assert.equal(await judge(trust, { trustChain }), 'old')
    connect(leaf, [])
    clock.advance(1)
    assert.equal(await judge(trust), 'old')
    await settled()
    assert.equal(await judge(trust), 'no_trust_chain')
  })

  test('FED-03 an invalid chain does not change the cached verdict, whatever its iat', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    clock.advance(10)
    const chain = await chainOf(publishing(leaf, newKey))
    const forger = await testEntity(anchor.entityId)
    const forged = await chainOf(publishing(leaf, newKey), { superior: anchor })
    const [statement = ''] = await signAll([statementAbout(leaf, forger, clock.now())])
    for (const trustChain of [[forged[0] ?? '', statement], [chain[0] ?? ''], [...chain].reverse(), []])
      assert.equal(await judge(trust, { trustChain }), 'no_trust_chain')
    assert.equal(await judge(trust), 'old')
  })

  test('FED-03 a chain changes only the verdict about its own subject', async () => {
    const other = publishing(await testEntity('https://other.example', { hints: [anchor.entityId] }), oldKey)
    connectEntity(network, clock, other)
    connect(leaf, [leaf, other])
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    assert.equal(await judge(trust, {}, other.entityId), 'old')
    clock.advance(10)
    const trustChain = await chainOf(publishing(leaf, newKey))
    assert.equal(await judge(trust, { trustChain }, other.entityId), 'no_trust_chain')
    assert.equal(await judge(trust, { trustChain }), 'new')
    assert.equal(await judge(trust, {}, other.entityId), 'old')
    assert.equal(await judge(trust), 'new')
  })

  test('FED-27 a newer chain over another path is used only for the request that carries it', async () => {
    leaf = { ...leaf, hints: [anchor.entityId, middle.entityId] }
    connect()
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    clock.advance(10)
    const further = { constraints: { allowed_entity_types: ['wallet_provider'] } }
    const trustChain = await chainOf(leaf, { superior: middle, further })
    assert.equal(await judge(trust, { trustChain }), 'entity_type_missing')
    assert.equal(await judge(trust), 'old')
  })

  test('FED-03 a cached header chain is not verified again, whether it is older or newer than the fetched chain', async () => {
    const trust = evaluator()
    const before = await chainOf()
    clock.advance(10)
    assert.equal(await judge(trust), 'old')
    clock.advance(10)
    const after = await chainOf()
    for (const trustChain of [before, after]) {
      await judge(trust, { trustChain, kid: oldKey.kid })
      counter.take()
      assert.equal(await judge(trust, { trustChain: [...trustChain], kid: oldKey.kid }), 'old')
      assert.equal(counter.take().verify, 0)
    }
  })

  test('FED-37 header chains do not evict cached entities', async () => {
    const trust = evaluator({ cacheEntries: 1 })
    const chains = [await chainOf(), await chainOf()]
    clock.advance(10)
    connect(publishing(leaf, newKey))
    assert.equal(await judge(trust), 'new')
    for (const trustChain of chains) assert.equal(await judge(trust, { trustChain }), 'new')
  })

  test('FED-37 an unknown kid causes one fetch of the entity, and further fetches at growing intervals', async () => {
    const trust = evaluator()
    assert.equal(await judge(trust), 'old')
    connect(publishing(leaf, newKey))
    clock.advance(10)
    assert.equal(await judge(trust, { kid: oldKey.kid }), 'old')
    const together = await Promise.all([newKey.kid, 'made-up'].map((kid) => judge(trust, { kid })))
    assert.deepEqual(together, ['new', 'new'])
    const asked: number[] = []
    let seen = network.exchanges.length
    for (let second = 0; second < 120; second += 5) {
      clock.advance(5)
      await judge(trust, { kid: `made-up-${second}` })
      if (network.exchanges.length > seen) asked.push(second + 5)
      seen = network.exchanges.length
    }
    assert.deepEqual(asked, [15, 30, 60, 120])
  })

  test('FED-37 the pause after a search for an unknown kid begins when the search ends', async () => {
    let requests = 0
    const fetch: Fetch = async (request) => {
      requests += 1
      clock.advance(10)
      return network.fetch(request)
    }
    const trust = evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor))
    assert.equal(await judge(trust), 'old')
    assert.equal(await judge(trust, { kid: 'made-up' }), 'old')
    clock.advance(14)
    requests = 0
    assert.equal(await judge(trust, { kid: 'made-up-too' }), 'old')
    assert.equal(requests, 0)
  })

  test('FED-37 an unknown kid is searched even if the cached chain was issued a few seconds in the future', async () => {
    const trust = evaluator({ skewSeconds: 30 })
    assert.equal(await judge(trust), 'old')
    clock.advance(20)
    const trustChain = await chainOf()
    clock.advance(-10)
    assert.equal(await judge(trust, { trustChain }), 'old')
    clock.advance(5)
    connect(publishing(leaf, newKey))
    assert.equal(await judge(trust, { kid: newKey.kid }), 'new')
  })

  test('FED-37 an unknown kid of an entity without the role, or a missing or malformed kid, causes no request', async () => {
    const trust = evaluator()
    await judge(trust)
    clock.advance(10)
    const seen = network.exchanges.length
    const verdict = await trust.evaluate(leaf.entityId, ['wallet_provider'], { kid: 'made-up' })
    assert.equal(failed(verdict) && verdict.code, 'entity_type_missing')
    for (const kid of [undefined, 7, null]) assert.equal(await judge(trust, { kid }), 'old')
    assert.equal(network.exchanges.length, seen)
  })

  test('FED-38 the fetch for an unknown kid can end the trust, but an outage does not end it', async () => {
    const trust = evaluator()
    const trustChain = await chainOf()
    assert.equal(await judge(trust, { trustChain }), 'old')
    network.disconnect(anchor.entityId)
    clock.advance(10)
    assert.equal(await judge(trust, { trustChain, kid: newKey.kid }), 'old')
    connect(leaf, [])
    clock.advance(15)
    assert.equal(await judge(trust, { trustChain, kid: newKey.kid }), 'no_trust_chain')
  })

  test('RP-84 refuses the old chain of an issuer whose removal was seen before', async () => {
    const fixture = await relyingPartyFixture()
    const trustChain = await signAll([
      configurationOf(fixture.issuer, fixture.clock.now()),
      statementAbout(fixture.issuer, fixture.anchor, fixture.clock.now()),
    ])
    connectEntity(fixture.network, fixture.clock, fixture.anchor, [fixture.provider, fixture.own])
    fixture.clock.advance(10)
    const statusOf = async (header: object) => {
      const { response } = await present(fixture, {
        bend: { credential: (content) => void Object.assign(content.header, header) },
      })
      return response.status
    }
    assert.equal(await statusOf({}), 403)
    assert.equal(await statusOf({ trust_chain: trustChain }), 403)
  })

  test('RP-60 accepts a credential under a key that the issuer has published since the last fetch', async () => {
    const fixture = await relyingPartyFixture()
    assert.equal((await present(fixture)).response.status, 200)
    fixture.clock.advance(60)
    const signer = await generateSigner(fixture)
    const jwks = { keys: [signer.publicJwk, fixture.credentialSigner.publicJwk] } as never
    const metadata = { ...fixture.issuer.metadata, [type]: { credential_issuer: issuerId, jwks } }
    connectEntity(fixture.network, fixture.clock, { ...fixture.issuer, metadata })
    const credential = (content: { signer: Signer; header: { kid?: unknown } }) => {
      content.signer = signer
      content.header.kid = signer.kid
    }
    const { response } = await present(fixture, { bend: { credential } as never })
    assert.equal(response.status, 200, await response.text())
  })

  test('WP-67 accepts an attestation under a key that its provider has just published, and does not fetch again for unknown keys', async () => {
    const provider = (key: Signer): TestEntity => ({
      ...leaf,
      metadata: { ...leaf.metadata, wallet_provider: { jwks: { keys: [key.publicJwk] } } as never },
    })
    connect(provider(oldKey))
    const trust = evaluator()
    const attestedBy = async (signer: Signer, header: object = {}) => {
      const content = { ...attestationClaims, iss: leaf.entityId, trustChain: [], iat: clock.now() }
      const made = await createWalletAttestation({ crypto }, signer, { ...content, ephemeralKey: newKey.publicJwk })
      const compact = await forgeJwt(made, signer, { header: { trust_chain: undefined, ...header } })
      const policy = { algorithms: defaultAlgorithms, now: clock.now(), skew: 0 }
      const verdict = await verifyWalletAttestation({ crypto, trust }, compact, policy)
      return failed(verdict) ? verdict.code : 'accepted'
    }
    assert.equal(await attestedBy(oldKey), 'accepted')
    connect(provider(newKey))
    clock.advance(10)
    assert.equal(await attestedBy(newKey), 'accepted')
    const seen = network.exchanges.length
    assert.equal(await attestedBy(oldKey), 'kid_unknown')
    assert.equal(await attestedBy(newKey, { kid: 'made-up' }), 'kid_unknown')
    assert.equal(network.exchanges.length, seen)
  })
})
