import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto, createNodeRandom, createSystemClock } from '../node/index.ts'
import type { PresentationApi } from '../relying-party/index.ts'
import { openSqliteStores } from '../stores/index.ts'
import { openIdLoginConfig } from './config.ts'
import { openOpenIdLogin } from './open-openid-login.ts'

const [crypto, random] = [createNodeCrypto(), createNodeRandom()]
const signer = await generateSigner({ crypto })
const local = ['http://localhost:8080/', 'http://127.0.0.1:8080/', 'http://[::1]:9090/']

/** Creates the routes with one client. */
async function createRoutes(client: object, credential: object): Promise<void> {
  const withId = { clientId: 'app', displayName: 'App', redirectUris: local, ...client }
  const furtherRoutes = await openOpenIdLogin({
    ...{ crypto, random, clock: createSystemClock(), publicUrl: 'https://rp.example' },
    look: { organization: 'Comune', links: {}, styleSheetUrl: 'https://rp.example/assets/relying-party.css' },
    config: openIdLoginConfig.parse({ clients: [withId] }),
    records: openSqliteStores('relying-party', ':memory:').stores.openIdRecords,
    dcqlQuery: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['tax_id_number'] }] }] },
    dcqlQueries: {},
    signers: [signer],
    secrets: [{ id: 1, secret: random.bytes(32) }],
    subjectSecret: random.bytes(32),
    credentials: new Map([['app', credential]]),
  })
  furtherRoutes({} as PresentationApi)
}

const withSecret = { authentication: { method: 'client_secret_basic', secretFile: 'secret' } }
const withKeys = { authentication: { method: 'private_key_jwt', jwksFile: 'keys.json' } }
const keyWith = (changes: object) => ({ jwks: { keys: [{ ...signer.publicJwk, ...changes }] } })

test('RP-227 a client is accepted with hosts of its own machine, a secret or a key', async () => {
  await createRoutes({ authentication: { method: 'none' } }, {})
  await createRoutes(withSecret, { secret: 's'.repeat(32) })
  await createRoutes(withKeys, keyWith({}))
})

for (const [fault, client, credential, reason] of [
  ['no secret', withSecret, {}, /client_secret is mandatory/],
  ['a secret with a line end', withSecret, { secret: `${'s'.repeat(32)}\n` }, /invalid client_secret/],
  ['no keys', withKeys, {}, /jwks or jwks_uri is mandatory/],
  ['an empty key set', withKeys, { jwks: { keys: [] } }, /no key of its JWK set fits RS256, ES256/],
  ['an empty kid', withKeys, keyWith({ kid: '' }), /Key Set is invalid: jwks.keys\[0\].kid must be/],
  ['an x5c that is not a list', withKeys, keyWith({ x5c: 'x' }), /Key Set is invalid: jwks.keys\[0\].x5c must be/],
  ['a private key', withKeys, keyWith({ d: 'x' }), /Key Set is invalid: jwks.keys\[0\].d must not be/],
  ['an encryption key', withKeys, keyWith({ use: 'enc' }), /no key of its JWK set fits/],
  ['a key for another algorithm', withKeys, keyWith({ alg: 'EdDSA' }), /no key of its JWK set fits/],
  ['a key of another curve', withKeys, keyWith({ crv: 'secp256k1' }), /no key of its JWK set fits/],
] as const)
  test(`RP-227 a client that can never log in is refused: ${fault}`, async () => {
    await assert.rejects(createRoutes(client, credential), (thrown) => {
      assert.ok(thrown instanceof ConfigError)
      assert.match(thrown.faults.join(), /^openid\.clients\.0: /)
      assert.match(thrown.faults.join(), reason)
      return true
    })
  })
