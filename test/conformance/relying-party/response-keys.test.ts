/**
 * Encryption of responses: both algorithms, every content encryption, several keys, and a rotation with its grace
 * period; each at the endpoint.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { type Decrypter, generateDecrypter, jweEncryptions } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { furtherProfileNames } from '../../../src/profiles/index.ts'
import { mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  type Bendable,
  type FixtureOptions,
  fetchRequest,
  metadataOf,
  post,
  present,
  relyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const ctx = { crypto: createNodeCrypto() }
const rsa = await generateDecrypter(ctx, 'RSA-OAEP-256')
const curve = await generateDecrypter(ctx, 'ECDH-ES')
const former = await generateDecrypter(ctx, 'ECDH-ES')
const stranger = await generateDecrypter(ctx, 'ECDH-ES')

const encryptedTo = ({ alg, publicJwk }: Decrypter, change: object = {}): Bend => ({
  recipient: (recipient) => void Object.assign(recipient, { alg, recipient: publicJwk, ...change }),
})
const withoutKid = ({ alg, publicJwk: { kid: _, ...recipient } }: Decrypter): Bend => ({
  recipient: (one) => void Object.assign(one, { alg, recipient }),
})

/** Returns the keys and algorithms of the entity configuration. */
async function published(options: FixtureOptions) {
  const { openid_credential_verifier: own } = await metadataOf(await relyingPartyFixture(options))
  return {
    alg: own.authorization_encrypted_response_alg,
    enc: own.authorization_encrypted_response_enc,
    kids: own.jwks.keys.filter(({ use }: Bendable) => use === 'enc').map(({ kid }: Bendable) => kid),
  }
}

for (const decrypter of [curve, rsa])
  for (const enc of jweEncryptions)
    test(`RP-10 RP-27 accepts ${decrypter.alg} with ${enc} if they are published`, async () => {
      const options = { decrypter, config: { encryptedResponseEnc: enc } }
      assert.deepEqual(await published(options), { alg: decrypter.alg, enc, kids: [decrypter.kid] })
      const fixture = await relyingPartyFixture(options)
      for (const protection of ['encrypted', 'signed_encrypted'] as const) {
        const { response } = await present(fixture, { bend: { protection, ...encryptedTo(decrypter, { enc }) } })
        assert.equal(response.status, 200, await response.text())
      }
      const other = jweEncryptions.find((one) => one !== enc)
      const { response } = await present(fixture, { bend: encryptedTo(decrypter, { enc: other }) })
      await assertRefused(fixture, response, ['RP-49', 'jwe_enc_unpublished', 400])
    })

test('RP-49 accepts a response with apu and apv, and refuses an apu that is not base64url', async () => {
  const fixture = await relyingPartyFixture()
  for (const enc of ['A256GCM', 'A128CBC-HS256'] as const) {
    const at = enc === 'A256GCM' ? fixture : await relyingPartyFixture({ config: { encryptedResponseEnc: enc } })
    const header = { apu: encodeBase64url('a wallet'), apv: encodeBase64url('a nonce') }
    const { response } = await present(at, { bend: encryptedTo(at.decrypter, { enc, header }) })
    assert.equal(response.status, 200, await response.text())
  }
  const bend: Bend = {
    form: (form) => {
      const [header = '', ...rest] = form.response.split('.')
      const decoded = JSON.parse(Buffer.from(header, 'base64url').toString())
      form.response = [encodeBase64url(JSON.stringify({ ...decoded, apu: '*' })), ...rest].join('.')
    },
  }
  const { response } = await present(fixture, { bend })
  await assertRefused(fixture, response, ['GEN-23', 'jwe_malformed', 400])
})

for (const profile of furtherProfileNames)
  test(`RP-49 ${profile}: accepts a response whose apv is not the nonce`, async () => {
    const at = await profileFixture(profile)
    for (const header of [{ apv: encodeBase64url('another nonce') }, {}]) {
      const bend: Bend = { recipient: (recipient) => void Object.assign(recipient, { header }) }
      const { response } = await present(at, { query: 'flow=cross-device', bend })
      assert.equal(response.status, 200, await response.text())
    }
  })

test('RP-49 two keys of different algorithms are both published, and each is found by kid or by algorithm', async () => {
  const options = { decrypter: curve, furtherResponseKeys: [{ decrypter: rsa, published: true }] }
  assert.deepEqual(await published(options), { alg: 'ECDH-ES', enc: 'A256GCM', kids: [curve.kid, rsa.kid] })
  const fixture = await relyingPartyFixture(options)
  for (const bend of [curve, rsa].flatMap((key) => [encryptedTo(key), withoutKid(key)])) {
    const { response } = await present(fixture, { bend })
    assert.equal(response.status, 200, await response.text())
  }
  const misnamed = encryptedTo(rsa, { header: { kid: curve.kid } })
  await assertRefused(fixture, (await present(fixture, { bend: misnamed })).response, [
    'RP-49',
    'jwe_alg_mismatch',
    400,
  ])
  for (const bend of [encryptedTo(stranger), encryptedTo(curve, { header: { kid: '' } })])
    await assertRefused(fixture, (await present(fixture, { bend })).response, ['RP-49', 'jwe_kid_mismatch', 400])
  await assertRefused(fixture, (await present(fixture, { bend: withoutKid(stranger) })).response, [
    'RP-49',
    'jwe_undecryptable',
    400,
  ])
})

test('RP-49 after a rotation, the unpublished former key is accepted in its grace period, and then refused', async () => {
  const acceptedUntil = (await relyingPartyFixture()).clock.now() + 600
  const furtherResponseKeys = [{ decrypter: former, published: false, acceptedUntil }]
  const options = { decrypter: curve, furtherResponseKeys }
  assert.deepEqual((await published(options)).kids, [curve.kid])
  const fixture = await relyingPartyFixture(options)
  const bends = [encryptedTo(former), withoutKid(former), encryptedTo(curve)]
  for (const bend of bends) assert.equal((await present(fixture, { bend })).response.status, 200)
  fixture.clock.advance(600)
  const refused = async (bend: Bend, code: string) =>
    assertRefused(fixture, (await present(fixture, { bend })).response, ['RP-49', code, 400])
  await refused(encryptedTo(former), 'jwe_kid_mismatch')
  await refused(withoutKid(former), 'jwe_undecryptable')
  assert.equal((await present(fixture, { bend: encryptedTo(curve) })).response.status, 200)
})

test('RP-12 RP-49 an mdoc must be signed for the key that encrypts the response, which can be a former key', async () => {
  const furtherResponseKeys = [{ decrypter: former, published: false }]
  const fixture = await relyingPartyFixture({ decrypter: curve, furtherResponseKeys, config: { dcqlQuery: mdocQuery } })
  const wallet = await testWallet(fixture)
  const answer = async (signedFor: Decrypter, sealedTo: Decrypter) => {
    const started = await start(fixture)
    const request = await requestObjectOf(await fetchRequest(fixture, started))
    const bend: Bend = {
      ...encryptedTo(sealedTo),
      members: async (members) => {
        const session = { encryptionThumbprint: signedFor.kid }
        members.vp_token.pid = await presentedMdoc(fixture, wallet, request.payload.nonce, { session })
      },
    }
    return post(fixture, await answerForm(fixture, wallet, request, bend))
  }
  assert.equal((await answer(curve, curve)).status, 200)
  assert.equal((await answer(former, former)).status, 200)
  await assertRefused(fixture, await answer(curve, former), ['RP-12', 'device_signature_invalid', 403])
})
