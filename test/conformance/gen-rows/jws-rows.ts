/**
 * The faults of `commonJwtFaults` and one for each further code of an accepted JWS (GEN-01 to GEN-05, GEN-10 to GEN-18,
 * GEN-23, GEN-28), and variations that must be accepted (GEN-13, GEN-21). `src/jose/jws.test.ts` and
 * `src/jose/jwk.test.ts` have every fault.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url, type JsonObject } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { commonJwtFaults, type Forge, forgeJwt } from '../../support/forge-jwt.ts'
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

type Row = readonly [id: string, title: string, forge: Forge, code: string]

const crypto = createNodeCrypto()
const header =
  (change: Readonly<Record<string, unknown>>): Forge =>
  (jwt, signer) =>
    forgeJwt(jwt, signer, { header: change })

/** Rewrites the text of the payload and signs it. */
async function rewritten(jwt: string, signer: Signer, rewrite: (payload: string) => string): Promise<string> {
  const [first = '', second = ''] = jwt.split('.')
  const input = `${first}.${encodeBase64url(rewrite(Buffer.from(second, 'base64url').toString('utf8')))}`
  return `${input}.${encodeBase64url(await signer.sign(new TextEncoder().encode(input)))}`
}

/** Signs with another key, which the header names. */
const byStranger: Forge = async (jwt, signer) => {
  const stranger = await generateSigner({ crypto }, signer.alg)
  return forgeJwt(jwt, signer, { header: { jwk: stranger.publicJwk }, signer: stranger })
}

const deep = `${'['.repeat(40)}${']'.repeat(40)}`

const rows: readonly Row[] = [
  ...commonJwtFaults,
  ['GEN-11', 'ES384 with a P-256 key', header({ alg: 'ES384' }), 'key_mismatch'],
  ['GEN-18', 'the key of a stranger in jwk', byStranger, 'signature_invalid'],
  ['GEN-23', 'a payload that is a list', (jwt, signer) => rewritten(jwt, signer, () => '[]'), 'json_malformed'],
  [
    'GEN-23',
    'a payload nested too deep',
    (jwt, signer) => rewritten(jwt, signer, (payload) => `${payload.slice(0, -1)},"x":${deep}}`),
    'json_too_deep',
  ],
]

type KeyRow = readonly [id: string, title: string, change: (jwk: JsonObject) => JsonObject, code: string]

const keyRows: readonly KeyRow[] = [
  ['GEN-11', 'a key for encryption', (jwk) => ({ ...jwk, use: 'enc' }), 'key_mismatch'],
  ['GEN-15', 'a private key', (jwk) => ({ ...jwk, d: jwk.x ?? '' }), 'jwk_private'],
  ['GEN-16', 'a point off the curve', (jwk) => ({ ...jwk, y: jwk.x ?? '' }), 'key_unusable'],
  ['GEN-16', 'a coordinate too short', (jwk) => ({ ...jwk, x: 'AAAA' }), 'jwk_malformed'],
  ['GEN-16', 'an unknown curve', (jwk) => ({ ...jwk, crv: 'P-257' }), 'jwk_unsupported'],
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
  const typ = `Application/${driver.typ.toUpperCase()}`
  accepts(`GEN-13 ${place} accepts the typ ${typ}`, header({ typ }))
  accepts(`GEN-21 ${place} ignores unknown members`, (jwt, signer) =>
    forgeJwt(jwt, signer, { header: { colour: 'red' }, payload: { colour: { dark: [1] } } }),
  )
}
