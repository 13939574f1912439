/**
 * Every fault of an accepted JWS (GEN-01 to GEN-05, GEN-10 to GEN-18, GEN-23, GEN-28), and variations that must be
 * accepted (GEN-13, GEN-21).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url, type JsonObject } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { commonJwtFaults, forgeJwt } from '../../support/forge-jwt.ts'
import { refusalRow, type SurfaceDriver } from './driver.ts'

/** A valid JWS that has not been sent yet, and a function that sends it or a changed one. */
interface JwsAttempt {
  readonly jwt: string
  /** Signed the JWS, with ES256. */
  readonly signer: Signer
  readonly send: (jwt: string) => Promise<Response>
  /**
   * Only for a JWS that contains its key: returns the same JWS with another key, and with everything that depends on
   * the key.
   */
  readonly withKey?: (jwk: JsonObject) => Promise<string>
}

interface JwsDriver extends SurfaceDriver {
  /** The name of the JWS in titles, such as `Wallet Attestation Request`. One surface can accept several. */
  readonly artefact: string
  /** The valid `typ`; every other kind of JWT must be refused in its place. */
  readonly typ: string
  /** Creates a fresh JWS. */
  readonly attempt: () => Promise<JwsAttempt>
  /** True if the JWS contains its key (`cnf.jwk`, a proof's `jwk`). The faults of that key are then tested too. */
  readonly carriesKey?: boolean
}

/** The kinds of JWT in GEN-12, and the credentials. */
const kinds = [
  'war+jwt',
  'wp-war+jwt',
  'wallet-attestation+jwt',
  'oauth-client-attestation+jwt',
  'oauth-client-attestation-pop+jwt',
  'JWT',
  'oauth-authz-req+jwt',
  'entity-statement+jwt',
  'kb+jwt',
  'dpop+jwt',
  'openid4vci-proof+jwt',
  'at+jwt',
  'dc+sd-jwt',
  'trust-mark+jwt',
]

type Forge = (jwt: string, signer: Signer) => Promise<string> | string
type Row = readonly [id: string, title: string, forge: Forge, code: string]

const crypto = createNodeCrypto()
const parts = (jwt: string): [string, string, string] => jwt.split('.') as [string, string, string]
const textOf = (part: string): string => Buffer.from(part, 'base64url').toString('utf8')
const header =
  (change: Readonly<Record<string, unknown>>): Forge =>
  (jwt, signer) =>
    forgeJwt(jwt, signer, { header: change })
const payload =
  (change: Readonly<Record<string, unknown>>): Forge =>
  (jwt, signer) =>
    forgeJwt(jwt, signer, { payload: change })

/** Signs a header and a payload given as text or bytes. */
async function signed(signer: Signer, first: string, second: string | Uint8Array): Promise<string> {
  const input = `${encodeBase64url(first)}.${encodeBase64url(second)}`
  return `${input}.${encodeBase64url(await signer.sign(new TextEncoder().encode(input)))}`
}
const rewritten =
  (rewrite: (header: string, payload: string) => readonly [string, string | Uint8Array]): Forge =>
  (jwt, signer) => {
    const [first, second] = parts(jwt)
    return signed(signer, ...rewrite(textOf(first), textOf(second)))
  }

/** Replaces the signature with a MAC whose secret is the public key, which an attacker has. */
const maced: Forge = (jwt, signer) => {
  const [first, second] = parts(jwt)
  const input = `${encodeBase64url(JSON.stringify({ ...JSON.parse(textOf(first)), alg: 'HS256' }))}.${second}`
  return `${input}.${encodeBase64url(crypto.hmac(new TextEncoder().encode(JSON.stringify(signer.publicJwk)), input))}`
}

const byStranger =
  (named: (stranger: Signer) => Record<string, unknown>): Forge =>
  async (jwt, signer) => {
    const stranger = await generateSigner({ crypto }, signer.alg)
    return forgeJwt(jwt, signer, { header: named(stranger), signer: stranger })
  }

const deep = `${'['.repeat(40)}${']'.repeat(40)}`

const rows: readonly Row[] = [
  ...commonJwtFaults,
  ['GEN-02', 'a MAC with the public key as its secret', maced, 'alg_mac'],
  ['GEN-02', 'HS512', header({ alg: 'HS512' }), 'alg_mac'],
  ['GEN-03', 'a header without alg', header({ alg: undefined }), 'alg_unsupported'],
  ['GEN-03', 'ES256K, which is not enabled', header({ alg: 'ES256K' }), 'alg_unsupported'],
  ['GEN-03', 'EdDSA, which is not enabled', header({ alg: 'EdDSA' }), 'alg_unsupported'],
  ['GEN-03', 'an alg in lower case', header({ alg: 'es256' }), 'alg_unsupported'],
  ['GEN-03', 'an unknown alg', header({ alg: 'constructor' }), 'alg_unsupported'],
  ['GEN-05', 'an empty crit', header({ crit: [] }), 'crit_unsupported'],
  ['GEN-05', 'crit null', header({ crit: null }), 'crit_unsupported'],
  ['GEN-10', 'iat as an ISO date', payload({ iat: '2026-01-15T12:00:00Z' }), 'time_invalid'],
  ['GEN-10', 'iat below zero', payload({ iat: -1 }), 'time_invalid'],
  ['GEN-10', 'exp as a string', payload({ exp: '4000000000' }), 'time_invalid'],
  ['GEN-10', 'nbf as a string', payload({ nbf: '1' }), 'time_invalid'],
  ['GEN-11', 'ES384 with a P-256 key', header({ alg: 'ES384' }), 'key_mismatch'],
  ['GEN-18', 'the key of a stranger in jwk', byStranger(({ publicJwk: jwk }) => ({ jwk })), 'signature_invalid'],
  ['GEN-18', 'a stranger’s jku and x5u', byStranger(elsewhere), 'signature_invalid'],
  ['GEN-18', 'a stranger’s x5c', byStranger(() => ({ x5c: ['MIIB'] })), 'signature_invalid'],
  ['GEN-23', 'exp out of range', beyond('exp'), 'json_malformed'],
  ['GEN-23', 'four parts', (jwt) => `${jwt}.AAAA`, 'jws_malformed'],
  ['GEN-23', 'padding in a part', (jwt) => jwt.replace('.', '=.'), 'jws_malformed'],
  ['GEN-23', 'a line break', (jwt) => jwt.replace('.', '\n.'), 'jws_malformed'],
  ['GEN-23', 'a header that is a list', rewritten((_, second) => ['[]', second]), 'json_malformed'],
  ['GEN-23', 'a header that is not JSON', rewritten((_, second) => ['{alg', second]), 'json_malformed'],
  ['GEN-23', 'a payload that is a list', rewritten((first) => [first, '[]']), 'json_malformed'],
  ['GEN-23', 'a payload that is null', rewritten((first) => [first, 'null']), 'json_malformed'],
  ['GEN-23', 'a payload cut short', rewritten((first, second) => [first, second.slice(0, -1)]), 'json_malformed'],
  [
    'GEN-23',
    'a payload of broken UTF-8',
    rewritten((first) => [first, Uint8Array.of(0x22, 0xff, 0x22)]),
    'jws_malformed',
  ],
  [
    'GEN-23',
    'a payload nested too deep',
    rewritten((first, second) => [first, further(second, `"x":${deep}`)]),
    'json_too_deep',
  ],
  [
    'GEN-28',
    'a doubled member of the header',
    rewritten((first, second) => [further(first, '"alg":"ES256"'), second]),
    'json_duplicate_member',
  ],
  [
    'GEN-28',
    'a doubled member within a member',
    rewritten((first, second) => [first, further(second, '"x":{"a":1,"a":2}')]),
    'json_duplicate_member',
  ],
  [
    'GEN-28',
    'a member doubled by an escape',
    rewritten((first, second) => [first, further(second, '"x":1,"\\u0078":2')]),
    'json_duplicate_member',
  ],
  [
    'GEN-28',
    'a __proto__ member',
    rewritten((first, second) => [first, further(second, '"__proto__":{"admin":true}')]),
    'json_duplicate_member',
  ],
]

function elsewhere(): Record<string, unknown> {
  return { jku: 'https://stranger.example/jwks', x5u: 'https://stranger.example/x5u' }
}

/** JSON.stringify cannot write this number; JSON.parse reads it as Infinity. */
function beyond(name: string): Forge {
  return rewritten((first, second) => [first, further(removed(second, name), `"${name}":1e999`)])
}

function removed(json: string, name: string): string {
  const { [name]: _, ...rest } = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify(rest)
}

function further(json: string, member: string): string {
  return `${json.slice(0, -1)},${member}}`
}

type KeyRow = readonly [id: string, title: string, change: (jwk: JsonObject) => JsonObject, code: string]

const keyRows: readonly KeyRow[] = [
  ['GEN-11', 'a key for encryption', (jwk) => ({ ...jwk, use: 'enc' }), 'key_mismatch'],
  ['GEN-11', 'a key for another algorithm', (jwk) => ({ ...jwk, alg: 'ES384' }), 'key_mismatch'],
  ['GEN-11', 'a key that is only for signing', (jwk) => ({ ...jwk, key_ops: ['sign'] }), 'key_mismatch'],
  ['GEN-15', 'a private key', (jwk) => ({ ...jwk, d: jwk.x ?? '' }), 'jwk_private'],
  ['GEN-15', 'a key with a private RSA member', (jwk) => ({ ...jwk, dp: 'AA' }), 'jwk_private'],
  ['GEN-15', 'a symmetric key', () => ({ kty: 'oct', k: 'AAAA' }), 'jwk_private'],
  ['GEN-15', 'a private key that is null', (jwk) => ({ ...jwk, d: null }), 'jwk_private'],
  ['GEN-16', 'a point off the curve', (jwk) => ({ ...jwk, y: jwk.x ?? '' }), 'key_unusable'],
  ['GEN-16', 'a coordinate too short', (jwk) => ({ ...jwk, x: 'AAAA' }), 'jwk_malformed'],
  ['GEN-16', 'a coordinate too long', (jwk) => ({ ...jwk, x: `AAAA${jwk.x}` }), 'jwk_malformed'],
  [
    'GEN-16',
    'a coordinate that is not base64url',
    (jwk) => ({ ...jwk, x: `${String(jwk.x).slice(0, -1)}=` }),
    'jwk_malformed',
  ],
  ['GEN-16', 'an unknown curve', (jwk) => ({ ...jwk, crv: 'P-257' }), 'jwk_unsupported'],
  ['GEN-16', 'an unknown type', (jwk) => ({ ...jwk, kty: 'ML' }), 'jwk_unsupported'],
  ['GEN-16', 'a key without a type', ({ kty: _, ...jwk }) => jwk, 'jwk_malformed'],
]

/** Runs every row against the surface. */
export function genJwsRows(driver: JwsDriver): void {
  const { surface, artefact } = driver
  const named = { ...driver, surface: `${surface}, ${artefact},` }
  const otherKinds = kinds.filter((kind) => kind.toLowerCase() !== driver.typ.toLowerCase())
  const confusions = otherKinds.map((kind): Row => ['GEN-14', `the typ ${kind}`, header({ typ: kind }), 'typ_mismatch'])
  for (const [id, title, forge, code] of [...rows, ...confusions])
    refusalRow(named, id, title, code, async () => {
      const { jwt, signer, send } = await driver.attempt()
      return send(await forge(jwt, signer))
    })
  if (driver.carriesKey)
    for (const [id, title, change, code] of keyRows)
      refusalRow(named, id, title, code, async () => {
        const { signer, send, withKey } = await driver.attempt()
        if (!withKey) throw new TypeError('a driver with carriesKey makes attempts with withKey')
        const { kty, crv, x, y } = signer.publicJwk
        return send(await withKey(change({ kty, crv: crv ?? '', x: x ?? '', y: y ?? '' })))
      })
  acceptsHarmlessVariations(driver)
}

function acceptsHarmlessVariations(driver: JwsDriver): void {
  const accepts = (title: string, forge: Forge): void => {
    test(title, async () => {
      const { jwt, signer, send } = await driver.attempt()
      const response = await send(await forge(jwt, signer))
      assert.equal(response.status, driver.accepted, await response.clone().text())
    })
  }
  const place = `${driver.surface}, ${driver.artefact},`
  accepts(`${place} accepts a valid JWS`, (jwt) => jwt)
  for (const typ of [driver.typ.toUpperCase(), `application/${driver.typ}`, `Application/${driver.typ}`])
    accepts(`GEN-13 ${place} accepts the typ ${typ}`, header({ typ }))
  accepts(`GEN-21 ${place} ignores unknown members`, (jwt, signer) =>
    forgeJwt(jwt, signer, { header: { colour: 'red' }, payload: { colour: { dark: [1] } } }),
  )
}
