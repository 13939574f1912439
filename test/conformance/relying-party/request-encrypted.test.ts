/** The Request Object is encrypted if the wallet sends a key (OpenID4VP 1.0 §5.10, D-369). */
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { compactDecrypt, compactVerify, importJWK, type JWK } from 'jose'
import {
  assertRefused,
  fetchRequest,
  relyingPartyFixture,
  requestObjectOf,
  start,
} from '../../support/relying-party-fixture.ts'
import { rsaPair } from '../../support/rsa-keys.ts'

const fixture = await relyingPartyFixture()
const vpFormats = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
const walletNonce = 'qPmxiNFCR3QTm19POc8u'
const unfit = 'no_common_request_encryption'
const metadata = (change: object) => ({
  wallet_metadata: JSON.stringify({ vp_formats_supported: vpFormats, ...change }),
  wallet_nonce: walletNonce,
})

const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = rsaPair()
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
const short = rsaPair(1, 1024)
const publicOf = ({ publicKey }: { readonly publicKey: KeyObject }, more: object) => ({
  ...publicKey.export({ format: 'jwk' }),
  ...more,
})
const own = publicOf(curve, { use: 'enc', kid: 'for-requests' })
const bare = publicOf(curve, {})
const algorithms = (...names: string[]) => ({ request_object_encryption_alg_values_supported: names })
const encryptions = (...names: string[]) => ({ request_object_encryption_enc_values_supported: names })

const fetchWith = async (change: object): Promise<Response> =>
  fetchRequest(fixture, await start(fixture, 'variant=dcql'), metadata(change))

const privateOf = async (alg: string) =>
  importJWK((alg === 'ECDH-ES' ? curve : rsa).privateKey.export({ format: 'jwk' }) as JWK, alg)

for (const [title, change, alg, enc] of [
  [
    'with the algorithms that it lists',
    { jwks: { keys: [own] }, ...algorithms('ECDH-ES'), ...encryptions('A256GCM') },
    'ECDH-ES',
    'A256GCM',
  ],
  ['with A128GCM if it lists no algorithms', { jwks: { keys: [own] } }, 'ECDH-ES', 'A128GCM'],
  [
    'to a key without use if it lists algorithms',
    { jwks: { keys: [bare] }, ...algorithms('ECDH-ES') },
    'ECDH-ES',
    'A128GCM',
  ],
  [
    'to the first key that both support',
    {
      jwks: {
        keys: [
          { kty: 'AKP', use: 'enc' },
          publicOf(otherCurve, { use: 'enc' }),
          publicOf(curve, { use: 'sig' }),
          publicOf(rsa, { use: 'enc' }),
        ],
      },
      ...algorithms('ECDH-ES', 'ECDH-ES+A256KW', 'RSA-OAEP-256'),
      ...encryptions('A192GCM', 'A256CBC-HS512'),
    },
    'RSA-OAEP-256',
    'A256CBC-HS512',
  ],
] as const)
  test(`RP-42 RP-40 a wallet that sends a key gets the signed object encrypted ${title} (D-369)`, async () => {
    const response = await fetchWith(change)
    assert.equal(response.status, 200, await response.clone().text())
    assert.equal(response.headers.get('content-type'), 'application/oauth-authz-req+jwt')
    const { plaintext, protectedHeader } = await compactDecrypt(await response.text(), await privateOf(alg))
    assert.deepEqual([protectedHeader.alg, protectedHeader.enc, protectedHeader.cty], [alg, enc, 'JWT'])
    const key = await importJWK(fixture.requestSigner.publicJwk as unknown as JWK, 'ES256')
    const signed = await compactVerify(plaintext, key)
    assert.equal(JSON.parse(new TextDecoder().decode(signed.payload)).wallet_nonce, walletNonce)
  })

for (const [title, change] of [
  ['only a signature key', { jwks: { keys: [publicOf(curve, { use: 'sig' })] }, ...algorithms('ECDH-ES') }],
  ['a key without use or algorithm', { jwks: { keys: [bare] } }],
  ['algorithms without a key', { jwks: null, ...algorithms('ECDH-ES'), ...encryptions('A256GCM') }],
  ['only a jwks_uri', { jwks_uri: 'https://wallet.example/keys', ...algorithms('ECDH-ES') }],
] as const)
  test(`RP-42 a wallet that sends ${title} gets the object signed but not encrypted (D-369)`, async () => {
    const before = fixture.network.exchanges.length
    await requestObjectOf(await fetchWith(change))
    assert.ok(fixture.network.exchanges.slice(before).every(({ request }) => !request.url.includes('wallet.example')))
  })

const offCurve = { ...own, y: own.x }
for (const [id, title, change, code] of [
  ['RP-42', 'an unsupported algorithm', { jwks: { keys: [own] }, ...algorithms('ECDH-ES+A256KW') }, unfit],
  ['RP-42', 'a key for another algorithm', { jwks: { keys: [{ ...own, alg: 'ECDH-ES+A256KW' }] } }, unfit],
  ['RP-42', 'an unsupported content encryption', { jwks: { keys: [own] }, ...encryptions('A192GCM') }, unfit],
  [
    'RP-42',
    'a private key',
    { jwks: { keys: [{ ...curve.privateKey.export({ format: 'jwk' }), use: 'enc' }] } },
    unfit,
  ],
  ['RP-42', 'a key whose point is not on the curve', { jwks: { keys: [offCurve] } }, unfit],
  ['RP-42', 'a short RSA key', { jwks: { keys: [publicOf(short, { use: 'enc' })] } }, unfit],
  [
    'RP-42',
    'a key whose type does not fit its algorithm',
    { jwks: { keys: [{ ...own, alg: 'RSA-OAEP-256' }] } },
    unfit,
  ],
  ['RP-42', 'a symmetric key', { jwks: { keys: [{ kty: 'oct', k: 'AAAA', use: 'enc' }] } }, unfit],
  ['RP-41', 'keys that are not a list', { jwks: { keys: own } }, 'wallet_metadata_malformed'],
  ['RP-41', 'a key that is a text', { jwks: { keys: ['x'] } }, 'wallet_metadata_malformed'],
  ['RP-41', 'too many keys', { jwks: { keys: Array(17).fill(own) } }, 'wallet_metadata_malformed'],
] as const)
  test(`${id} refuses a wallet that asks for encryption with ${title} (D-369)`, async () => {
    const started = await start(fixture, 'variant=dcql')
    await assertRefused(fixture, await fetchRequest(fixture, started, metadata(change)), [id, code, 400])
    assert.equal((await fixture.stores.presentationSessions.find(started.id))?.status, 'issued')
  })
