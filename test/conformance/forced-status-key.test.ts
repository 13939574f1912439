/**
 * A status list under a key that had to sign at once, without a day of publication: a party that has cached the issuer
 * without that key fetches its metadata again, once for all concurrent requests and not repeatedly (D-306).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { entityConfigurationPath } from '../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { createStatusList, createStatusListToken, setStatus } from '../../src/status-list/index.ts'
import { connectEntity, crypto, type TestEntity } from '../support/federation.ts'
import { decodeJwt, forgeJwt } from '../support/forge-jwt.ts'
import type { Network } from '../support/network.ts'
import { beginIssuance, push, pushed } from '../support/pid-issuance.ts'
import { pidProviderFixture, testWallet } from '../support/pid-provider-fixture.ts'
import { createPresentationBench } from '../support/presentation-bench.ts'
import { bodyOf, present, refusesResponse, relyingPartyFixture } from '../support/relying-party-fixture.ts'
import { issuerId } from '../support/scripted-issuer.ts'
import { assertRefusal } from '../support/wire-refusal.ts'

const next = await generateSigner({ crypto })

/** Returns the entity with one more key in its metadata of this type. */
function publishing(entity: TestEntity, type: 'openid_credential_issuer' | 'wallet_provider', key: Signer): TestEntity {
  const metadata = entity.metadata[type] ?? {}
  const { keys } = metadata.jwks as { readonly keys: readonly JsonObject[] }
  const jwks = { keys: [...keys, { ...key.publicJwk } as JsonObject] }
  return { ...entity, metadata: { ...entity.metadata, [type]: { ...metadata, jwks } } }
}

/** Returns the number of requests for an entity's configuration. */
const fetchesOf = ({ exchanges }: Network, { entityId }: TestEntity): number =>
  exchanges.filter(({ request }) => request.url === entityId + entityConfigurationPath).length

/** Creates a Relying Party that has cached the issuer. From now on, another key signs the status list of the PID. */
async function relyingParty(config: Parameters<typeof relyingPartyFixture>[0] = {}) {
  const at = await relyingPartyFixture(config)
  assert.equal((await present(at)).response.status, 200)
  at.clock.advance(61)
  at.status.bend = (jwt) =>
    decodeJwt(jwt).header.kid === at.credentialSigner.kid ? forgeJwt(jwt, next, { header: { kid: next.kid } }) : jwt
  const publish = () => connectEntity(at.network, at.clock, publishing(at.issuer, 'openid_credential_issuer', next))
  return { at, publish, fetches: () => fetchesOf(at.network, at.issuer) }
}

const unknownKey = ['RP-71', 'a list under an unpublished key', {}, 'status_key_unknown'] as const

test('RP-71 a Relying Party fetches an issuer again for the key of its status list, once for concurrent requests', async () => {
  const { at, publish, fetches } = await relyingParty()
  publish()
  const before = fetches()
  const answers = await Promise.all([present(at), present(at), present(at)])
  for (const { response } of answers) assert.equal(response.status, 200, JSON.stringify(await bodyOf(response)))
  assert.equal(fetches(), before + 1)
  const { fetched } = at.status
  assert.equal((await present(at)).response.status, 200)
  assert.equal(at.status.fetched, fetched, 'the list is cached')
  at.setStatusOf('pid', 1)
  at.clock.advance(61)
  await refusesResponse(at, ['RP-70', 'a PID that this list marks as revoked', {}, 'revoked'])
})

for (const [title, fitting] of [
  ['another key is cached', true],
  ['no cached key fits its algorithm', false],
] as const)
  test(`RP-71 a list without kid also causes a fetch of its issuer if ${title} (D-371)`, async () => {
    const { at, fetches } = await relyingParty()
    const signer = fitting ? next : await generateSigner({ crypto }, 'ES384')
    at.status.bend = (jwt) =>
      decodeJwt(jwt).header.kid === at.credentialSigner.kid
        ? forgeJwt(jwt, signer, { header: { alg: signer.alg, kid: undefined } })
        : jwt
    const before = fetches()
    const code = fitting ? 'signature_invalid' : 'status_key_unknown'
    await refusesResponse(at, ['RP-71', 'a list that no key of its issuer verifies', {}, code], ['dcql'])
    connectEntity(at.network, at.clock, publishing(at.issuer, 'openid_credential_issuer', signer))
    assert.equal((await bodyOf((await present(at)).response)).error, 'invalid_request', 'no second fetch at once')
    assert.equal(fetches(), before + 1)
    at.clock.advance(15)
    assert.equal((await present(at)).response.status, 200)
    assert.equal(fetches(), before + 2)
    assert.equal((await present(at)).response.status, 200)
    assert.equal(fetches(), before + 2)
  })

test('RP-71 a list under an unpublished key causes fetches at growing intervals only', async () => {
  const { at, fetches } = await relyingParty()
  const before = fetches()
  for (let second = 0; second < 60; second += 5) {
    await refusesResponse(at, unknownKey, ['dcql'])
    at.clock.advance(5)
  }
  assert.equal(fetches(), before + 3, 'after 0, 15 and 45 seconds')
})

test('RP-71 an issuer that is unreachable when it is fetched again stays cached', async () => {
  const { at } = await relyingParty()
  at.network.disconnect(at.issuer.entityId)
  await refusesResponse(at, unknownKey)
  Reflect.deleteProperty(at.status, 'bend')
  assert.equal((await present(at)).response.status, 200)
})

test('FED-25 an entity that is no longer an issuer is refused for its missing type, not for its key', async () => {
  const { at } = await relyingParty({ config: { acceptUnknownStatus: true } })
  const { openid_credential_issuer: _, ...others } = at.issuer.metadata
  connectEntity(at.network, at.clock, { ...at.issuer, metadata: others })
  await refusesResponse(at, ['FED-25', 'a PID of a former issuer', {}, 'entity_type_missing', 403], ['dcql'])
})

/**
 * Creates a PID Provider that has cached the Wallet Provider. From now on, another key signs the status list of
 * attestations.
 */
async function pidProvider() {
  const at = await pidProviderFixture()
  const uri = 'https://status.wallet-provider.example/1'
  const list = createStatusList(1, 1000)
  let signer = at.attestationSigner
  at.publishWalletStatus(() =>
    createStatusListToken(signer, { uri, list, now: at.clock.now(), lifetimeSeconds: 3600, ttlSeconds: 60 }),
  )
  const wallet = await testWallet(at, { status: { status_list: { idx: 7, uri } } })
  await pushed(await beginIssuance(at, wallet))
  at.clock.advance(61)
  signer = next
  return { at, wallet, list }
}

test('PP-44 PP-34 a PID Provider fetches a Wallet Provider again for the key of its status list', async () => {
  const { at, wallet, list } = await pidProvider()
  const publish = () => connectEntity(at.network, at.clock, publishing(at.walletProvider, 'wallet_provider', next))
  const answer = await push(await beginIssuance(at, wallet))
  await assertRefusal(answer, at.sink, {
    ...{ id: 'PP-44', code: 'status_key_unknown', status: 401, error: 'invalid_client' },
  })
  publish()
  at.clock.advance(15)
  const before = fetchesOf(at.network, at.walletProvider)
  await pushed(await beginIssuance(at, wallet))
  await pushed(await beginIssuance(at, wallet))
  assert.equal(fetchesOf(at.network, at.walletProvider), before + 1)
  setStatus(list, 7, 1)
  at.clock.advance(61)
  await assertRefusal(await push(await beginIssuance(at, wallet)), at.sink, {
    ...{ id: 'PP-44', code: 'attestation_revoked', status: 401, error: 'invalid_client' },
  })
})

test('WI-56 a wallet fetches the issuer of a PID again for the key of its status list', async () => {
  const { wallet, issuer, fixture } = await createPresentationBench()
  const [plain] = await wallet.list()
  await wallet.remove(plain?.id ?? '')
  const uri = `${issuerId}/statuses/1`
  const status = { status_list: { idx: 5, uri } }
  issuer.bends.pid = (content) => ({ ...content, plain: { ...content.plain, status } })
  await wallet.obtainPid(issuerId)
  fixture.clock.advance(60)
  const list = createStatusList(1, 16)
  setStatus(list, 5, 1)
  issuer.bends.answer = async (path) => {
    if (path !== '/statuses/1') return undefined
    const input = { uri, list, now: fixture.clock.now(), lifetimeSeconds: 600, ttlSeconds: 300 }
    const headers = { 'content-type': 'application/statuslist+jwt' }
    return new Response(await createStatusListToken(next, input), { headers })
  }
  const states = async () => (await wallet.list()).map(({ state }) => state)
  assert.deepEqual(await states(), ['valid'], 'the status list cannot be verified yet')
  issuer.bends.metadata = (metadata) => {
    const { keys } = metadata.jwks as { readonly keys: readonly JsonObject[] }
    return { ...metadata, jwks: { keys: [...keys, { ...next.publicJwk } as JsonObject] } }
  }
  fixture.clock.advance(15)
  assert.deepEqual(await states(), ['revoked'])
})
