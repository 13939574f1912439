/** Historical keys of a federation authority, as their recipients verify them. Each refused set has one fault. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { failed, type PublicJwk } from '../../../src/base/index.ts'
import { createHistoricalKeys, verifyHistoricalKeys } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import { crypto } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'

const issuer = 'https://anchor.example'
const subject = 'https://leaf.example'
const now = fixedClock().now()
let signer: Signer
let stranger: Signer
/** Two past keys, of which the second was revoked. */
let past: readonly [PublicJwk, PublicJwk]

before(async () => {
  signer = await generateSigner({ crypto })
  stranger = await generateSigner({ crypto })
  past = [(await generateSigner({ crypto })).publicJwk, (await generateSigner({ crypto })).publicJwk]
})

// biome-ignore lint/suspicious/noExplicitAny: an answer to be bent in any way
type Bendable = any
type Bend = (payload: Bendable) => unknown
/** Applies a change to a copy of a payload. A member that the change removes is present as `undefined`. */
const bentBy = (bend: Bend, valid: object): Bendable => {
  const payload: Bendable = structuredClone(valid)
  bend(payload)
  return Object.fromEntries(Object.keys(valid).map((name) => [name, payload[name]]))
}

const revoked = { revokedAt: now - 10, reason: 'compromised' } as const
const times = [
  { issuedAt: now - 900, expiresAt: now - 300 },
  { issuedAt: now - 800, expiresAt: now - 10, revoked },
] as const

async function historical(bend: Bend, by: Signer = signer, header: Readonly<Record<string, string>> = {}) {
  const keys = past.map((jwk, index) => ({ jwk, ...times[index === 0 ? 0 : 1] }))
  const compact = await createHistoricalKeys(signer, { issuer, issuedAt: now, keys })
  const payload = bentBy(bend, decodeJwt(compact).payload)
  const policy = { issuer, issuerKeys: [signer.publicJwk], algorithms: defaultAlgorithms, now, skew: 0 }
  return verifyHistoricalKeys({ crypto }, await forgeJwt(compact, signer, { header, payload, signer: by }), policy)
}

test('FED-33 reads all past keys of an authority with their times', async () => {
  const keys = await historical(() => undefined)
  assert.ok(!failed(keys))
  assert.deepEqual(
    keys.map(({ jwk: { kid }, ...said }) => [kid, said]),
    past.map(({ kid }, index) => [kid, times[index]]),
  )
})

test('FED-33 accepts a past key without iat, and reads an unknown reason of revocation as unspecified', async () => {
  for (const reason of ['out of fashion', 5, undefined]) {
    const keys = await historical((payload) => {
      delete payload.keys[0].iat
      Object.assign(payload.keys[1].revoked, { reason })
    })
    assert.ok(!failed(keys))
    const [first, second] = keys
    assert.ok(first !== undefined && !('issuedAt' in first))
    assert.deepEqual(second?.revoked, { revokedAt: now - 10, reason: 'unspecified' })
  }
})

test('FED-33 GEN-21 ignores past keys of an unknown key type', async () => {
  const unknown = [
    { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA', kid: 'a', exp: now },
    { kty: 'OKP', crv: 'Ed448' },
  ]
  const keys = await historical((payload) => payload.keys.unshift(...unknown))
  assert.ok(!failed(keys))
  assert.deepEqual(
    keys.map(({ jwk }) => jwk.kid),
    past.map(({ kid }) => kid),
  )
})

const setFaults: [code: string, at: string, title: string, bend: Bend][] = [
  ['historical_iss_mismatch', 'payload.iss', 'of another issuer', (p) => Object.assign(p, { iss: subject })],
  ['historical_keys_malformed', 'payload.iat', 'without iat', (p) => delete p.iat],
  ['not_yet_valid', 'payload.iat', 'issued in the future', (p) => Object.assign(p, { iat: now + 1 })],
  ['historical_keys_malformed', 'payload.keys', 'without keys', (p) => delete p.keys],
  ['jwk_malformed', 'payload.keys[2]', 'with a key that is not an object', (p) => p.keys.push(5)],
  ['jwk_private', 'payload.keys[0]', 'with a private key', (p) => Object.assign(p.keys[0], { d: 'AA' })],
  ['historical_keys_malformed', 'payload.keys[0].kid', 'with a key without kid', (p) => delete p.keys[0].kid],
  ['historical_keys_malformed', 'payload.keys[0].exp', 'with a key without exp', (p) => delete p.keys[0].exp],
  [
    'historical_keys_malformed',
    'payload.keys[0].iat',
    'with a key whose iat is a string',
    (p) => Object.assign(p.keys[0], { iat: '1' }),
  ],
  [
    'historical_keys_malformed',
    'payload.keys[1].revoked.revoked_at',
    'with a revoked key without revoked_at',
    (p) => delete p.keys[1].revoked.revoked_at,
  ],
]
for (const [code, at, title, bend] of setFaults)
  test(`FED-33 refuses a set of historical keys ${title}`, async () => {
    const refused = await historical(bend)
    assert.deepEqual(failed(refused) && [refused.code, refused.at], [code, `jwk_set.${at}`])
  })

test('FED-33 refuses a set of historical keys with the signature of a stranger', async () => {
  const refused = await historical(() => undefined, stranger)
  assert.equal(failed(refused) && refused.code, 'signature_invalid')
})

test('FED-33 refuses a set of historical keys with another typ or an unknown kid', async () => {
  for (const [header, code] of [
    [{ typ: 'JWT' }, 'typ_mismatch'],
    [{ kid: 'other' }, 'kid_unknown'],
  ] as const) {
    const refused = await historical(() => undefined, signer, header)
    assert.equal(failed(refused) && refused.code, code)
  }
})
