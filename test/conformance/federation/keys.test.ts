/** Federation keys over time: pending → active → retiring → revoked, as observed by other parties. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject, type PublicJwk } from '../../../src/base/index.ts'
import {
  createMemoryKeyRingStore,
  createMemoryKeyVault,
  createRingKeys,
  type KeyRingStore,
  type KeyVault,
  resolveTrustChains,
  type TrustAnchors,
  validateTrustChain,
  verifyHistoricalKeys,
  verifyTrustMark,
} from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, parseJws, type Signer } from '../../../src/jose/index.ts'
import { createWalletProvider, walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { observeOutput, recordingSink } from '../../support/decisions.ts'
import {
  connectEntity,
  crypto,
  evaluatorOf,
  organization,
  publisherOf,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { entryOf, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const anchorId = 'https://anchor.example'
const leafId = 'https://leaf.example'
const day = 86_400
let clock = fixedClock()
let network = createNetwork()
let first: Signer
let second: Signer
let leaf: TestEntity
let store: KeyRingStore
let vault: KeyVault
/** Both keys of the anchor, which its members obtained out of band before the rollover. */
let pinned: TrustAnchors

describe('keys', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    first = await generateSigner({ crypto })
    second = await generateSigner({ crypto })
    pinned = new Map([[anchorId, [first.publicJwk, second.publicJwk]]])
    leaf = await testEntity(leafId, { hints: [anchorId], metadata: { wallet_provider: {} } })
    store = createMemoryKeyRingStore([first], clock.now())
    vault = createMemoryKeyVault([first, second], () => generateSigner({ crypto }))
    connectEntity(network, clock, leaf)
    await startAuthority({ clock, network }, anchorId, {
      signer: first,
      subordinates: [entryOf(leaf, ['wallet_provider'])],
      further: { keyRing: { store, vault } },
    })
  })

  const context = () => ({ crypto, clock, fetch: network.fetch })
  const options = () => ({ anchors: pinned, algorithms: defaultAlgorithms, urls, skew: 0, now: clock.now() })

  async function keysOf(entityId: string): Promise<readonly PublicJwk[]> {
    const response = await network.fetch(new Request(`${entityId}/.well-known/openid-federation`))
    const jws = parseJws(await response.text(), { typ: ['entity-statement+jwt'], algorithms: defaultAlgorithms }, 'jws')
    assert.ok(!failed(jws))
    return (jws.payload.jwks as JsonObject).keys as unknown as readonly PublicJwk[]
  }

  const act = () => ({ now: clock.now(), actor: 'operator' })

  const keysPublished = async (entityId: string) => (await keysOf(entityId)).map(({ kid }) => kid)

  test('FED-10 FED-33 clients that resolve continuously see no failure while a key rolls over', async () => {
    const trust = evaluatorOf({ clock, network }, pinned, { maximumAgeSeconds: 60 })
    let resolved = 0
    const watch = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 200) {
        clock.advance(200)
        const { chains, rejected } = await resolveTrustChains(context(), leafId, options())
        assert.deepEqual([chains.length, rejected], [1, []])
        assert.ok(!failed(await trust.evaluate(leafId, ['wallet_provider'])))
        resolved += 1
      }
    }
    await watch(3600)
    const [old] = (await resolveTrustChains(context(), leafId, options())).chains
    const issuedAt = clock.now()
    await store.add({ kid: second.kid, jwk: second.publicJwk, createdAt: clock.now(), createdBy: 'operator' })
    await watch(3600)
    assert.deepEqual(await keysPublished(anchorId), [first.kid, second.kid])
    await store.activate({ kid: second.kid, retiredAt: clock.now() + 7200, ...act() })
    clock.advance(5) // keyCacheSeconds
    assert.deepEqual(await keysPublished(anchorId), [second.kid, first.kid])
    await watch(7000)
    assert.deepEqual(await keysPublished(anchorId), [second.kid, first.kid])
    await watch(400)
    assert.deepEqual(await keysPublished(anchorId), [second.kid])
    await store.revoke({ kid: first.kid, reason: 'superseded', ...act() })
    await watch(2000)
    assert.equal(resolved, 83)

    const response = await network.fetch(new Request(`${anchorId}/historical-jwks`))
    assert.equal(response.headers.get('content-type'), 'application/jwk-set+jwt')
    const policy = { issuer: anchorId, issuerKeys: [second.publicJwk], algorithms: defaultAlgorithms, skew: 0 }
    const keys = await verifyHistoricalKeys({ crypto }, await response.text(), { ...policy, now: clock.now() })
    assert.ok(!failed(keys))
    const [past] = keys
    assert.equal(keys.length, 1)
    assert.equal(past?.jwk.kid, first.kid)
    assert.equal(past?.revoked?.reason, 'superseded')
    assert.ok(past && old && past.expiresAt <= clock.now() && past.expiresAt > issuedAt)
    const historical = { ...options(), anchors: new Map([[anchorId, [past.jwk]]]), now: issuedAt }
    assert.ok(!failed(await validateTrustChain({ crypto }, old.statements, historical)), 'an old chain verifies')
    observeOutput('FED-33')
  })

  test('FED-10 a revoked key is no longer in the configuration and signs nothing any more', async () => {
    await store.add({ kid: second.kid, jwk: second.publicJwk, createdAt: clock.now(), createdBy: 'operator' })
    assert.equal(await store.revoke({ kid: first.kid, reason: 'compromised', ...act() }), 'signing')
    await store.activate({ kid: second.kid, retiredAt: clock.now() + 7200, ...act() })
    assert.equal(await store.revoke({ kid: first.kid, reason: 'compromised', ...act() }), 'revoked')
    assert.deepEqual(await keysPublished(anchorId), [second.kid])
    const { chains } = await resolveTrustChains(context(), leafId, options())
    assert.equal(chains.length, 1)
    const anchors = new Map([[anchorId, [first.publicJwk]]])
    const { rejected } = await resolveTrustChains(context(), leafId, { ...options(), anchors })
    assert.equal(rejected[0]?.failure.code, 'anchor_key_mismatch')
  })

  test('FED-121 a superseded key can be reported as compromised, and the historical keys have the reason', async () => {
    const sink = recordingSink()
    const further = { keyRing: { store, vault } }
    const { administer, ask } = await startAuthority({ clock, network }, anchorId, {
      signer: first,
      decisions: sink,
      further,
    })
    await store.add({ kid: second.kid, jwk: second.publicJwk, createdAt: clock.now(), createdBy: 'operator' })
    await store.activate({ kid: second.kid, retiredAt: clock.now() + 60, ...act() })
    const revokedAt = clock.now()
    const report = async (reason: string) => {
      assert.equal((await administer('POST', '/keys/revoke', { kid: first.kid, reason })).status, 200)
      const { keys } = decodeJwt(await (await ask('/historical-jwks')).text()).payload as { keys: JsonObject[] }
      assert.deepEqual([keys.length, keys[0]?.kid, keys[0]?.exp], [1, first.kid, revokedAt])
      return [keys[0]?.revoked, sink.decisions.at(-2)?.evidence.change]
    }
    const revoked = { revoked_at: revokedAt, reason: 'superseded' }
    assert.deepEqual(await report('superseded'), [revoked, 'revoked'])
    clock.advance(10)
    const reported = { ...revoked, reason: 'compromised' }
    assert.deepEqual(await report('compromised'), [reported, 'revoked'])
    assert.deepEqual(await report('superseded'), [reported, undefined])
  })

  test('FED-10 a key whose private key is not in the vault cannot be activated, not even by force', async () => {
    const authority = await startAuthority({ clock, network }, 'https://other.example')
    const { kid, publicJwk: jwk } = second
    await authority.context.keyRing?.store.add({ kid, jwk, createdAt: clock.now(), createdBy: 'operator' })
    const { status, body } = await authority.administer('POST', '/keys/activate', { kid, force: true })
    assert.equal(status, 409)
    assert.match((body as { error_description: string }).error_description, /key_not_held/)
    const [active] = (await authority.administer('GET', '/keys')).body as { kid: string; state: string }[]
    assert.deepEqual([active?.kid, active?.state], [authority.signer.kid, 'active'])
  })

  test('FED-10 FED-07 a mark stays valid under the published keys until it expires, also after a rollover of its issuer', async () => {
    const trustMarkType = `${anchorId}/marks/public`
    const authority = await startAuthority({ clock, network }, anchorId, {
      subordinates: [entryOf(leaf, ['wallet_provider'])],
      config: { trustMarks: [{ type: trustMarkType }] },
    })
    await authority.administer('POST', '/trust-marks', { trust_mark_type: trustMarkType, sub: leafId })
    const query = new URLSearchParams({ trust_mark_type: trustMarkType, sub: leafId })
    const trust_mark = await (await authority.ask(`/trust_mark?${query}`)).text()
    const exp = Number(decodeJwt(trust_mark).payload.exp)
    const { body: next } = await authority.administer('POST', '/keys', {})
    const { kid } = next as JsonObject
    await authority.administer('POST', '/keys/activate', { kid, force: true })
    const markAuthority = { issuers: new Map([[trustMarkType, [anchorId]]]), owners: new Map() }
    const judge = () => {
      const policy = { ...options(), holder: leafId, trustMarkPermissions: markAuthority, issuerKeys: keysOf }
      return verifyTrustMark({ crypto }, { trust_mark_type: trustMarkType, trust_mark }, policy)
    }
    clock.advance(exp - 1 - clock.now())
    assert.ok(!failed(await judge()))
    assert.deepEqual((await keysPublished(anchorId))[0], kid)
    clock.advance(1)
    const over = await judge()
    assert.equal(failed(over) && over.code, 'expired')
    clock.advance(2 * day)
    assert.deepEqual(await keysPublished(anchorId), [kid], 'the old key is no longer published')
  })

  test('FED-33 the historical keys are the same on every replica, and their iat is not before the last change', async () => {
    const replica = () =>
      startAuthority({ clock, network }, anchorId, { signer: first, further: { keyRing: { store, vault } } })
    const replicas = [await replica(), await replica()] as const
    const set = async () => {
      const said = await Promise.all(
        replicas.map(async ({ ask }) => decodeJwt(await (await ask('/historical-jwks')).text())),
      )
      assert.deepEqual(said[0]?.payload, said[1]?.payload)
      assert.equal(said[0]?.header.kid, said[1]?.header.kid)
      return said[0]?.payload as { iat: number; keys: { kid: string; exp: number }[] }
    }
    clock.advance(300 - (clock.now() % 300))
    assert.equal((await set()).iat, clock.now())
    await store.add({ kid: second.kid, jwk: second.publicJwk, createdAt: clock.now(), createdBy: 'operator' })
    clock.advance(10)
    const activatedAt = clock.now()
    await store.activate({ kid: second.kid, retiredAt: clock.now() + 20, ...act() })
    clock.advance(5)
    assert.deepEqual(await set(), { iss: anchorId, iat: activatedAt, keys: [] })
    clock.advance(17)
    const retired = await set()
    assert.deepEqual([retired.iat, retired.keys[0]?.exp], [activatedAt + 20, activatedAt + 20])
    clock.advance(40)
    const revokedAt = clock.now()
    await store.revoke({ kid: first.kid, reason: 'compromised', ...act() })
    clock.advance(3)
    assert.equal((await set()).iat, revokedAt)
    clock.advance(300)
    assert.equal((await set()).iat % 300, 0)
  })

  test('FED-31 the iat of a trust mark is not before the activation of the key that signs it', async () => {
    const trustMarkType = `${anchorId}/marks/public`
    const authority = await startAuthority({ clock, network }, anchorId, {
      signer: first,
      subordinates: [entryOf(leaf, ['wallet_provider'])],
      config: { trustMarks: [{ type: trustMarkType, lifetimeSeconds: 7200 }] },
      further: { keyRing: { store, vault } },
    })
    await authority.administer('POST', '/trust-marks', { trust_mark_type: trustMarkType, sub: leafId })
    const query = new URLSearchParams({ trust_mark_type: trustMarkType, sub: leafId })
    const mark = async () => decodeJwt(await (await authority.ask(`/trust_mark?${query}`)).text())
    clock.advance(7200 - (clock.now() % 3600))
    const epoch = clock.now()
    assert.equal((await mark()).payload.iat, epoch)
    await store.add({ kid: second.kid, jwk: second.publicJwk, createdAt: clock.now(), createdBy: 'operator' })
    clock.advance(60)
    await store.activate({ kid: second.kid, retiredAt: clock.now() + 8000, ...act() })
    clock.advance(60)
    const { header, payload } = await mark()
    assert.deepEqual([header.kid, payload.iat, payload.exp], [second.kid, epoch + 60, epoch + 60 + 7200])
    clock.advance(3480)
    assert.equal((await mark()).payload.iat, epoch + 3600)
  })

  test('FED-10 GEN-27 a key ring without an active key, or without its private key, is an outage that names the key', async () => {
    const empty = createRingKeys(createMemoryKeyRingStore([], 0), vault)
    await assert.rejects(async () => empty.current(0), {
      name: 'Unavailable',
      message: 'the key ring has no active key',
    })
    const elsewhere = createMemoryKeyVault([], () => generateSigner({ crypto }))
    await assert.rejects(async () => createRingKeys(store, elsewhere).current(0), {
      name: 'Unavailable',
      message: `this process does not have the active key ${first.kid} of the key ring`,
    })
  })

  test('FED-10 configured keys are published beside the signing key', async () => {
    const publisher = publisherOf({ clock, network }, leaf, { furtherKeys: [second.publicJwk], anchors: pinned })
    const { jwt } = await publisher.entityConfiguration(clock.now())
    const jws = parseJws(jwt, { typ: ['entity-statement+jwt'], algorithms: defaultAlgorithms }, 'jws')
    assert.ok(!failed(jws))
    assert.deepEqual(
      ((jws.payload.jwks as JsonObject).keys as JsonObject[]).map(({ kid }) => kid),
      [leaf.signer.kid, second.kid],
    )
    assert.equal((await publisher.trustChain()).length, 2)
  })

  test('FED-39 a service signs its objects with other keys than its statements', async () => {
    const provider = createWalletProvider({
      config: walletProviderConfig.parse({ entityId: leafId, organization, authorityHints: [anchorId] }),
      clock,
      crypto,
      random: seededRandom('provider'),
      fetch: network.fetch,
      anchors: pinned,
      federationSigner: first,
      attestationSigner: second,
      challengeKeys: [{ id: 0, secret: new Uint8Array(32) }],
      deviceIntegrity: { unfitForProduction: [] } as never,
      stores: {} as never,
      decisions: recordingSink(),
      onFault: (fault) => assert.fail(String(fault)),
    })
    network.connect(leafId, provider.app)
    const response = await network.fetch(new Request(`${leafId}/.well-known/openid-federation`))
    const jws = parseJws(await response.text(), { typ: ['entity-statement+jwt'], algorithms: defaultAlgorithms }, 'jws')
    assert.ok(!failed(jws))
    const { jwks, metadata } = jws.payload as { jwks: { keys: JsonObject[] }; metadata: Record<string, JsonObject> }
    const protocol = metadata.wallet_provider?.jwks as { keys: JsonObject[] }
    assert.deepEqual([jwks.keys[0]?.kid, protocol.keys[0]?.kid], [first.kid, second.kid])
    assert.ok(protocol.keys.every(({ x }) => jwks.keys.every((key) => key.x !== x)))
    assert.equal(Object.hasOwn(metadata.federation_entity ?? {}, 'jwks'), false)
    observeOutput('FED-39')
  })
})
