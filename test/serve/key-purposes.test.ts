/** The purposes of the keys in a key file, in the roles as `fiducia serve` composes them. */
import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { failed, type PublicJwk } from '../../src/base/index.ts'
import { encryptJwe } from '../../src/jose/index.ts'
import {
  activateKeyOfFile,
  addNextKey,
  ConfigError,
  createNodeCrypto,
  describeKeys,
  type KeyDescription,
  removeKeyOfFile,
  rotateSecret,
  rsaResponseKey,
} from '../../src/node/index.ts'
import { openPidProviderKeys, personSourceOf } from '../../src/serve/compose-pid-provider.ts'
import { initialize, readSettings } from '../../src/serve/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { composeInMemory } from '../support/served-roles.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('keys'), clock: fixedClock() }

test('RP-49 a response key is rolled over in the key file: published once current, accepted while present', async () => {
  const publicUrl = 'https://rollover.example'
  const start = async () => {
    const decisions = recordingSink()
    const { service, settings } = await composeInMemory('relying-party', { ...ctx, decisions, publicUrl })
    const file = settings.resolve(settings.keys.file)
    const published = async () => {
      const statement = await service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
      const { metadata } = decodeJwt(await statement.text()).payload as {
        metadata: { wallet_relying_party: { jwks: { keys: { kid: string; use?: string }[] } } }
      }
      return metadata.wallet_relying_party.jwks.keys.filter(({ use }) => use === 'enc').map(({ kid }) => kid)
    }
    /** Returns the code of the refusal of a response whose state names no session. */
    const answerTo = async ({ publicJwk }: KeyDescription) => {
      const to = { alg: 'ECDH-ES', enc: 'A256GCM', recipient: publicJwk } as const
      const response = await encryptJwe(ctx, to, JSON.stringify({ state: 'x'.repeat(43), vp_token: {} }))
      assert.ok(!failed(response))
      await service.app(
        new Request(`${publicUrl}/response`, { method: 'POST', body: new URLSearchParams({ response }) }),
      )
      return decisions.lastRefusal()?.checks.at(-1)?.code
    }
    return { file, published, answerTo, close: () => service.close() }
  }
  const responseKeys = (file: string) => describeKeys(file).filter(({ purpose }) => purpose === 'response')

  const before = await start()
  await addNextKey(ctx, before.file, 'response')
  const [old, next] = responseKeys(before.file) as [KeyDescription, KeyDescription]
  assert.equal(await before.answerTo(next), 'jwe_kid_mismatch')
  const told = await start()
  assert.deepEqual(await told.published(), [old.kid])
  activateKeyOfFile(before.file, next.kid)
  const turned = await start()
  assert.deepEqual(await turned.published(), [next.kid])
  for (const replica of [told, turned])
    for (const key of [old, next]) assert.equal(await replica.answerTo(key), 'state_unknown')
  removeKeyOfFile(before.file, old.kid)
  const over = await start()
  assert.deepEqual(await over.published(), [next.kid])
  assert.equal(await over.answerTo(old), 'jwe_kid_mismatch')
  assert.equal(await over.answerTo(next), 'state_unknown')
})

test('RP-10 RP-27 an RSA response key in the key file is published beside the EC key, and responses to it are decrypted', async () => {
  const publicUrl = 'https://both.example'
  const start = async () => {
    const decisions = recordingSink()
    const { service, settings } = await composeInMemory('relying-party', { ...ctx, decisions, publicUrl })
    const statement = await service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
    const { metadata } = decodeJwt(await statement.text()).payload as {
      metadata: { wallet_relying_party: Stated & { readonly authorization_encrypted_response_alg: string } }
    }
    const { jwks, authorization_encrypted_response_alg: alg } = metadata.wallet_relying_party
    const keys = jwks.keys.filter(({ use }) => use === 'enc')
    return { service, decisions, file: settings.resolve(settings.keys.file), alg, keys }
  }
  const { file } = await start()
  const kid = await addNextKey(ctx, file, 'response', {}, rsaResponseKey)
  const next = await addNextKey(ctx, file, 'response', {}, rsaResponseKey)
  const { service, decisions, alg, keys } = await start()
  assert.equal(alg, 'ECDH-ES')
  assert.deepEqual(
    keys.map((key) => [key.kty, key.alg]),
    [
      ['EC', 'ECDH-ES'],
      ['RSA', 'RSA-OAEP-256'],
    ],
  )
  const [, recipient] = keys
  assert.equal(recipient?.kid, kid)
  const to = { alg: 'RSA-OAEP-256', enc: 'A256GCM', recipient: recipient as PublicJwk } as const
  const response = await encryptJwe(ctx, to, JSON.stringify({ state: 'x'.repeat(43), vp_token: {} }))
  assert.ok(!failed(response))
  await service.app(new Request(`${publicUrl}/response`, { method: 'POST', body: new URLSearchParams({ response }) }))
  assert.equal(decisions.lastRefusal()?.checks.at(-1)?.code, 'state_unknown')

  const encryptedTo = () =>
    describeKeys(file).flatMap((key) => (key.purpose === 'response' && key.current ? [key.kid] : []))
  const [first] = keys
  assert.deepEqual(encryptedTo(), [first?.kid, kid])
  activateKeyOfFile(file, next)
  const turned = await start()
  assert.equal(turned.alg, 'ECDH-ES', 'a rollover of the RSA key does not change the published algorithm')
  assert.deepEqual(
    turned.keys.map((key) => key.kid),
    [first?.kid, next],
  )
  assert.deepEqual(encryptedTo(), [first?.kid, next])
})

interface Stated {
  readonly jwks: { readonly keys: readonly (PublicJwk & { readonly kid: string; readonly use?: string })[] }
  readonly metadata: { readonly wallet_relying_party?: Stated }
}

/** Returns the metadata of a role that starts now, and the key that signs it. */
async function stateOf(role: 'wallet-provider' | 'pid-provider' | 'relying-party', publicUrl: string) {
  const { service, settings } = await composeInMemory(role, { ...ctx, decisions: recordingSink(), publicUrl })
  const answer = await service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
  const { header, payload } = decodeJwt(await answer.text())
  await service.close()
  return { file: settings.resolve(settings.keys.file), header, stated: payload as unknown as Stated }
}
const kidsOf = ({ jwks }: Stated): readonly string[] => jwks.keys.map(({ kid }) => kid)

for (const role of ['wallet-provider', 'pid-provider', 'relying-party'] as const)
  test(`FED-10 the next federation key of a ${role} is published before it signs, and the former key afterwards`, async () => {
    const publicUrl = `https://${role}-federation-key.example`
    const { file, header, stated } = await stateOf(role, publicUrl)
    const [old] = kidsOf(stated)
    assert.deepEqual([kidsOf(stated), header.kid], [[old], old])
    const next = await addNextKey(ctx, file, 'federation')
    const told = await stateOf(role, publicUrl)
    assert.deepEqual([kidsOf(told.stated), told.header.kid], [[old, next], old])
    activateKeyOfFile(file, next)
    const turned = await stateOf(role, publicUrl)
    assert.deepEqual([kidsOf(turned.stated), turned.header.kid], [[next, old], next])
    removeKeyOfFile(file, old ?? '')
    assert.deepEqual(kidsOf((await stateOf(role, publicUrl)).stated), [next])
  })

test('RP-31 the next request key is published before it signs, and the former key afterwards', async () => {
  const publicUrl = 'https://request-key.example'
  const published = async () => {
    const { file, stated } = await stateOf('relying-party', publicUrl)
    const { wallet_relying_party: party } = stated.metadata
    const ofRequests = describeKeys(file).filter(({ purpose }) => purpose === 'request')
    const kids = ofRequests.map(({ kid }) => kid)
    return { file, kids, stated: party ? kidsOf(party).filter((kid) => kids.includes(kid)) : [] }
  }
  const { file, kids } = await published()
  const next = await addNextKey(ctx, file, 'request')
  assert.deepEqual((await published()).stated, [...kids, next])
  activateKeyOfFile(file, next)
  assert.deepEqual((await published()).stated, [next, ...kids])
})

test('PP-68 a PID Provider does not start with a second secret for unique_id', async () => {
  const publicUrl = 'https://person-secret.example'
  const start = () => composeInMemory('pid-provider', { ...ctx, decisions: recordingSink(), publicUrl })
  const { settings, close } = await start()
  await close()
  const file = join(dirname(settings.resolve(settings.keys.file)), 'secrets.json')
  rotateSecret(ctx, file, 'cNonce')
  await (await start()).close()
  rotateSecret(ctx, file, 'person')
  await assert.rejects(
    start,
    (thrown) => thrown instanceof ConfigError && /"person" must be a single secret/.test(thrown.message),
  )
})

test('requests to an authentic source are signed with the key whose purpose is person_source', async () => {
  const publicUrl = 'https://pid.example'
  const { file } = await initialize('pid-provider', { directory: join(freshDirectory(), 'pid'), publicUrl })
  const environment = {
    FIDUCIA_PERSON_SOURCE_KIND: 'http',
    FIDUCIA_PERSON_SOURCE_URL: 'https://register.example/persons',
    FIDUCIA_PERSON_SOURCE_AUTHENTICATION_METHOD: 'private_key_jwt',
    FIDUCIA_PERSON_SOURCE_AUTHENTICATION_CLIENT_ID: publicUrl,
  }
  const settings = readSettings('pid-provider', { file, environment })
  const keyFile = settings.resolve(settings.keys.file)
  const keys = await openPidProviderKeys(settings, ctx)
  const asked: Request[] = []
  const fetch = async (request: Request) => {
    asked.push(request)
    return new Response(null, { status: 404 })
  }
  await personSourceOf(settings, { ...ctx, fetch }, keys).attributesOf({
    attributes: { fiscal_number: 'TINIT-RSSMRA80A01H501U' },
  } as never)
  const [, assertion = ''] = asked[0]?.headers.get('authorization')?.split(' ') ?? []
  const { kid } = decodeJwt(assertion).header
  assert.equal(describeKeys(keyFile).find((key) => key.kid === kid)?.purpose, 'person_source')
})
