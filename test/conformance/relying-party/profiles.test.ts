/**
 * The Relying Party in each profile: link, Request Object, metadata, response (IT-Wallet 1.0.2 and 1.4.6, Remote Flow).
 */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { describe, test } from 'node:test'
import { generateDecrypter } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { checkCertifiedEndpoints } from '../../../src/oid4vp/index.ts'
import { type ProfileName, profileNames, relyingPartyWire } from '../../../src/profiles/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  fetchRequest,
  metadataOf,
  post,
  present,
  requestObjectOf,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const further = profileNames.filter((name) => name !== 'seed')

for (const profile of profileNames)
  test(`RP-131 ${profile}: a wallet presents, and the browser gets the claims`, async () => {
    const at = await profileFixture(profile)
    const { response, started } = await present(at, { query: 'variant=dcql&flow=same-device' })
    assert.equal(response.status, 200, await response.clone().text())
    const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
    const page = await started.browser.get(redirectUri)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Rossi/)
    assert.deepEqual(at.faults, [])
  })

test('RP-131 the link of 1.4 has the prefixed client identifier and no state; the link of 1.0 has the bare one and a state', async () => {
  const [old, current] = [await profileFixture('it-wallet-1.0'), await profileFixture('it-wallet-1.4')]
  const { parameters } = await start(current, 'flow=cross-device')
  assert.deepEqual([...parameters.keys()].toSorted(), ['client_id', 'request_uri', 'request_uri_method'])
  assert.equal(parameters.get('client_id'), `openid_federation:${rpId}`)
  const before = (await start(old, 'flow=cross-device')).parameters
  assert.deepEqual([before.get('client_id'), before.has('state')], [rpId, true])
  observeOutput('RP-131')
})

test('RP-132 RP-133 the Request Object of 1.4 has certificates and its own encryption key; the Request Object of 1.0 has neither', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const { header, payload } = await requestObjectOf(await fetchRequest(at, await start(at, 'flow=cross-device')))
  const [leaf, member, ...root] = header.x5c.map((text: string) => new X509Certificate(Buffer.from(text, 'base64')))
  assert.ok(leaf.checkIssued(member) && leaf.verify(member.publicKey))
  assert.deepEqual([root, member.verify(new X509Certificate(at.root.der).publicKey)], [[], true])
  assert.equal(leaf.subjectAltName, `DNS:rp.example, URI:${rpId}`)
  const { kty, crv, x, y } = at.requestSigner.publicJwk
  assert.deepEqual(leaf.publicKey.export({ format: 'jwk' }), { kty, x, y, crv })
  const endpoints = {
    request_uri: `${rpId}/request`,
    response_uri: payload.response_uri,
    redirect_uri: `${rpId}/presentation-result`,
  }
  assert.equal(checkCertifiedEndpoints(endpoints, { dnsNames: ['rp.example'], uris: [rpId] }), undefined)
  assert.equal(payload.client_id, `openid_federation:${rpId}`)
  assert.equal(payload.iss, rpId)
  assert.equal(payload.request_uri_method, undefined)
  const { jwks, ...metadata } = payload.client_metadata
  const [key, ...others] = jwks.keys
  assert.deepEqual([key.kty, key.crv, key.use, key.alg, others], ['EC', 'P-256', 'enc', 'ECDH-ES', []])
  assert.deepEqual(metadata.encrypted_response_enc_values_supported, ['A256GCM', 'A128GCM'])
  assert.equal(metadata.client_id, rpId)
  const again = await requestObjectOf(await fetchRequest(at, await start(at, 'flow=cross-device')))
  assert.notEqual(again.payload.client_metadata.jwks.keys[0].kid, key.kid)
  observeOutput('RP-132')
  const old = await profileFixture('it-wallet-1.0')
  const { header: bare, payload: before } = await requestObjectOf(
    await fetchRequest(old, await start(old, 'flow=cross-device')),
  )
  assert.deepEqual([bare.x5c, before.client_metadata], [undefined, undefined])
  assert.ok(Array.isArray(bare.trust_chain))
})

for (const profile of profileNames)
  test(`RP-155 ${profile}: trust_chain ${profile === 'seed' ? 'leaves out' : 'ends with'} the anchor's configuration`, async () => {
    const at = await profileFixture(profile)
    const { header } = await requestObjectOf(await fetchRequest(at, await start(at, 'variant=dcql')))
    const statements = header.trust_chain.map((text: string) => decodeJwt(text).payload)
    const anchor = statements[1].iss
    assert.deepEqual(
      statements.map(({ iss, sub }: Bendable) => [iss, sub]),
      [[rpId, rpId], [anchor, rpId], ...(profile === 'seed' ? [] : [[anchor, anchor]])],
    )
    if (profile !== 'seed') observeOutput('RP-155')
  })

for (const profile of further)
  test(`RP-131 ${profile}: metadata contain only the entity type and members of the profile`, async () => {
    const at = await profileFixture(profile)
    const metadata = await metadataOf(at)
    assert.deepEqual(Object.keys(metadata).toSorted(), ['federation_entity', 'openid_credential_verifier'])
    const { client_registration_types, ...members } = metadata.openid_credential_verifier
    assert.deepEqual(client_registration_types, ['automatic'])
    const { metadataMembers, earlierMembers, requiredMembers } = relyingPartyWire[profile]
    for (const name of Object.keys(members))
      assert.ok(
        [...metadataMembers, ...earlierMembers].some((one) => one === name),
        name,
      )
    for (const name of requiredMembers) assert.notEqual(members[name], undefined, name)
    assert.ok(members.jwks.keys.every(({ kid }: Bendable) => kid !== undefined))
  })

test('RP-131 metadata of 1.4 list algorithms of mdocs as COSE labels', async () => {
  const at = await profileFixture('it-wallet-1.4', { config: { mdocAlgorithms: ['ES256'] } })
  const { vp_formats_supported: formats } = (await metadataOf(at)).openid_credential_verifier
  assert.deepEqual(formats.mso_mdoc, {
    issuerauth_alg_values: [-7, -9],
    deviceauth_alg_values: [-7, -35, -36, -9, -51, -52],
  })
  assert.deepEqual(Object.keys(formats['dc+sd-jwt']), ['sd-jwt_alg_values', 'kb-jwt_alg_values'])
})

const refusals: readonly (readonly [ProfileName, string, Bend, string, string, number])[] = further.flatMap(
  (profile) => [
    [
      profile,
      'a Key Binding JWT for another party',
      { binding: (one) => void Object.assign(one, { aud: 'https://x.example' }) },
      'RP-65',
      'aud_mismatch',
      403,
    ],
    [
      profile,
      'a Key Binding JWT for the hash of a certificate',
      { binding: (one) => void Object.assign(one, { aud: `x509_hash:${'A'.repeat(43)}` }) },
      'RP-65',
      'aud_mismatch',
      403,
    ],
    [profile, 'a signed response', { protection: 'signed' }, 'RP-49', 'response_protection_mismatch', 400],
    [
      profile,
      'another nonce',
      { binding: (one) => void Object.assign(one, { nonce: '1'.repeat(48) }) },
      'RP-66',
      'nonce_mismatch',
      403,
    ],
    [
      profile,
      'a credential of another type',
      { credential: (one) => void Object.assign(one.plain, { vct: 'urn:x' }) },
      'RP-13',
      'type_mismatch',
      400,
    ],
    [
      profile,
      'an expired response',
      { members: (one) => void Object.assign(one, { exp: 1 }) },
      'RP-49',
      'expired',
      400,
    ],
  ],
)
describe('refusals in each profile', () => {
  for (const [profile, name, bend, id, code, status] of refusals)
    test(`${id} ${profile}: refuses ${name}`, async () => {
      const at = await profileFixture(profile)
      const { response } = await present(at, { query: 'flow=cross-device', bend })
      await assertRefused(at, response, [id, code, status])
    })
})

test('RP-65 1.4 accepts the entity identifier without prefix as audience, and 1.0 refuses the prefix', async () => {
  const current = await profileFixture('it-wallet-1.4')
  const bare: Bend = { binding: (one) => void Object.assign(one, { aud: rpId }) }
  assert.equal((await present(current, { query: 'flow=cross-device', bend: bare })).response.status, 200)
  const old = await profileFixture('it-wallet-1.0')
  const prefixed: Bend = { binding: (one) => void Object.assign(one, { aud: `openid_federation:${rpId}` }) }
  const { response } = await present(old, { query: 'flow=cross-device', bend: prefixed })
  await assertRefused(old, response, ['RP-65', 'aud_mismatch', 403])
})

test('RP-133 1.4 accepts a response encrypted to the metadata’s key, and refuses one encrypted to another request’s key', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const published: Bend = { recipient: (one) => void Object.assign(one, { recipient: at.decrypter.publicJwk }) }
  assert.equal((await present(at, { query: 'flow=cross-device', bend: published })).response.status, 200)
  const other = await requestObjectOf(await fetchRequest(at, await start(at, 'flow=cross-device')))
  const foreign: Bend = {
    recipient: (one) => void Object.assign(one, { recipient: other.payload.client_metadata.jwks.keys[0] }),
  }
  const { response } = await present(at, { query: 'flow=cross-device', bend: foreign })
  await assertRefused(at, response, ['RP-133', 'state_mismatch', 400])
})

test('RP-133 1.4 accepts A128GCM too, and each profile refuses an encryption that its metadata do not list', async () => {
  const encryptedWith = (enc: string): Bend => ({ recipient: (one) => void Object.assign(one, { enc }) })
  const current = await profileFixture('it-wallet-1.4')
  const query = 'flow=cross-device'
  assert.equal((await present(current, { query, bend: encryptedWith('A128GCM') })).response.status, 200)
  const cbc = await present(current, { query, bend: encryptedWith('A128CBC-HS256') })
  await assertRefused(current, cbc.response, ['RP-49', 'jwe_enc_unpublished', 400])
  const old = await profileFixture('it-wallet-1.0')
  const { response } = await present(old, { query, bend: encryptedWith('A128GCM') })
  await assertRefused(old, response, ['RP-49', 'jwe_enc_unpublished', 400])
})

test('RP-131 1.4 does not start with a response key other than P-256', async () => {
  const ctx = { crypto: createNodeCrypto() }
  const rsa = await generateDecrypter(ctx, 'RSA-OAEP-256')
  const curve = await generateDecrypter(ctx, 'ECDH-ES', { curve: 'P-384' })
  const expected = { name: 'TypeError', message: /response key/ }
  for (const decrypter of [rsa, curve]) {
    await assert.rejects(profileFixture('it-wallet-1.4', { decrypter }), expected)
    const further = { furtherResponseKeys: [{ decrypter, published: true }] }
    await assert.rejects(profileFixture('it-wallet-1.4', further), expected)
    await profileFixture('it-wallet-1.4', { furtherResponseKeys: [{ decrypter, published: false }] })
    await profileFixture('it-wallet-1.0', { decrypter })
  }
  const { jwks } = (await metadataOf(await profileFixture('it-wallet-1.4'))).openid_credential_verifier
  const keys = jwks.keys.filter(({ use }: Bendable) => use === 'enc')
  assert.deepEqual(
    keys.map(({ kty, crv, alg, kid }: Bendable) => [kty, crv, alg, typeof kid]),
    [['EC', 'P-256', 'ECDH-ES', 'string']],
  )
})

for (const profile of further)
  test(`GEN-23 ${profile}: refuses variant 1`, async () => {
    const at = await profileFixture(profile)
    const response = await at.send(new Request(`${rpId}/presentations/new?variant=scope`))
    assert.equal(response.status, 400)
  })

test('RP-136 1.0 asks for the Wallet Attestation as an optional SD-JWT, and 1.4 does not ask for it', async () => {
  const asked = async (profile: ProfileName): Promise<Bendable> => {
    const at = await profileFixture(profile)
    const { payload } = await requestObjectOf(await fetchRequest(at, await start(at, 'flow=cross-device')))
    return payload.dcql_query
  }
  const { credentials, credential_sets: sets } = await asked('it-wallet-1.0')
  assert.deepEqual(credentials[1], {
    id: 'wallet_attestation',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['https://anchor.example/WalletAttestation'] },
  })
  assert.deepEqual(sets.at(-1), { options: [['wallet_attestation']], required: false })
  const current = await asked('it-wallet-1.4')
  assert.deepEqual(
    current.credentials.map(({ format }: Bendable) => format),
    ['dc+sd-jwt'],
  )
  const types = ['urn:it-wallet:eid:1', 'urn:eudi:pid:it:1', 'urn:it-wallet:pid:1']
  assert.deepEqual(current.credentials[0].meta.vct_values, types)
  observeOutput('RP-136')
})

test('RP-136 the default query of 1.4 accepts a PID of the type that the national provider issued first (D-1135)', async () => {
  const at = await profileFixture('it-wallet-1.4')
  const credential = (content: Bendable) => void Object.assign(content.plain, { vct: 'urn:it-wallet:pid:1' })
  const { response } = await present(at, { query: 'flow=cross-device', bend: { credential } })
  assert.equal(response.status, 200, await response.text())
})

test('RP-83 every profile accepts the error of a wallet without encryption', async () => {
  for (const profile of profileNames) {
    const at = await profileFixture(profile)
    const { payload } = await requestObjectOf(await fetchRequest(at, await start(at, 'variant=dcql&flow=cross-device')))
    const response = await post(at, { error: 'access_denied', state: payload.state })
    assert.equal(response.status, 200)
  }
})

for (const profile of further)
  test(`RP-136 ${profile}: accepts personal_administrative_number instead of tax_id_code`, async () => {
    const at = await profileFixture(profile)
    const withNumber = (names: readonly string[]): Bend => ({
      disclose: ['given_name', 'family_name', ...names],
      credential: ({ disclosable }) => {
        delete disclosable.tax_id_code
        disclosable.personal_administrative_number = 'XX00000XX'
      },
    })
    const { response, started } = await present(at, {
      query: 'flow=cross-device',
      bend: withNumber(['personal_administrative_number']),
    })
    assert.equal(response.status, 200, await response.clone().text())
    const { result } = (await at.stores.presentationSessions.find(started.id)) ?? {}
    const [{ selected }] = (result as Bendable).credentials
    assert.deepEqual(
      selected.map(({ path }: Bendable) => path[0]),
      ['given_name', 'family_name', 'personal_administrative_number'],
    )
    const neither = await present(at, { query: 'flow=cross-device', bend: withNumber([]) })
    await assertRefused(at, neither.response, ['RP-13', 'claim_missing', 400])
  })
