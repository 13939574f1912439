/**
 * Forged JWTs: a valid JWT with one change. Most are signed again, so that a verifier can refuse only the change. The
 * others are refused before the signature is verified, or for the signature.
 */
import { encodeBase64url } from '../../src/base/index.ts'
import { type Signer, signJwt } from '../../src/jose/index.ts'
import type { Refusals } from './cases.ts'

/** Members to replace in the header and the payload. The value `undefined` removes a member. */
export interface JwtChange {
  readonly header?: Readonly<Record<string, unknown>>
  readonly payload?: Readonly<Record<string, unknown>>
  /** Signs the changed JWT. Defaults to the signer of the original. */
  readonly signer?: Signer
}

const decode = (part: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))

export const decodeJwt = (compact: string): { header: Record<string, unknown>; payload: Record<string, unknown> } => {
  const [header, payload] = compact.split('.')
  return { header: decode(header), payload: decode(payload) }
}

/** Returns a JWT of three parts whose last part is not a signature. */
export const unsignedJwt = (header: object, payload: object): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.AA`

export function forgeJwt(compact: string, signer: Signer, change: JwtChange): Promise<string> {
  const { header, payload } = decodeJwt(compact)
  return signJwt(change.signer ?? signer, { ...header, ...change.header } as Record<string, never>, {
    ...payload,
    ...change.payload,
  })
}

/** Changes a JWT. `signer` is the signer of the valid JWT. */
export type Forge = (compact: string, signer: Signer) => Promise<string> | string

/** Faults that every verifier of a JWT refuses with the same code: `[requirement, title, change, code]`. */
export const commonJwtFaults: readonly (readonly [id: string, title: string, forge: Forge, code: string])[] = [
  ['GEN-01', 'alg none', (jwt) => withHeader(jwt, { alg: 'none' }), 'alg_none'],
  ['GEN-01', 'alg NoNe', (jwt) => withHeader(jwt, { alg: 'NoNe' }), 'alg_none'],
  ['GEN-01', 'an empty signature', (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1), 'jws_unsigned'],
  ['GEN-02', 'a MAC algorithm', (jwt) => withHeader(jwt, { alg: 'HS256' }), 'alg_mac'],
  ['GEN-03', 'an algorithm that is not turned on', (jwt) => withHeader(jwt, { alg: 'RS256' }), 'alg_unsupported'],
  ['GEN-05', 'crit', (jwt, signer) => forgeJwt(jwt, signer, { header: { crit: ['b64'] } }), 'crit_unsupported'],
  ['GEN-14', 'the typ of another kind', (jwt, signer) => retyped(jwt, signer, 'vc+sd-jwt'), 'typ_mismatch'],
  ['GEN-14', 'a typ that is not text', (jwt, signer) => retyped(jwt, signer, 7), 'typ_mismatch'],
  ['GEN-10', 'iat as text', (jwt, signer) => timed(jwt, signer, { iat: '1768478400' }), 'time_invalid'],
  ['GEN-10', 'exp null', (jwt, signer) => timed(jwt, signer, { exp: null }), 'time_invalid'],
  ['GEN-04', 'exp in the past', (jwt, signer) => timed(jwt, signer, { exp: 1_000_000_000 }), 'expired'],
  ['GEN-04', 'nbf in the far future', (jwt, signer) => timed(jwt, signer, { nbf: 4_000_000_000 }), 'not_yet_valid'],
  [
    'GEN-04',
    'iat in the far future',
    (jwt, signer) => timed(jwt, signer, { iat: 4_000_000_000, exp: 4_000_000_060 }),
    'not_yet_valid',
  ],
  ['GEN-23', 'two parts only', (jwt) => jwt.slice(0, jwt.lastIndexOf('.')), 'jws_malformed'],
  ['GEN-23', 'a text that is not a JWT', () => 'nonsense', 'jws_malformed'],
  ['GEN-28', 'a duplicated member', (jwt) => doubled(jwt), 'json_duplicate_member'],
  ['GEN-01', 'the signature of another JWT', (jwt, signer) => foreignSignature(jwt, signer), 'signature_invalid'],
]

const retyped = (jwt: string, signer: Signer, typ: unknown) => forgeJwt(jwt, signer, { header: { typ } })

const timed = (jwt: string, signer: Signer, times: Record<string, unknown>) => forgeJwt(jwt, signer, { payload: times })

function withHeader(jwt: string, change: object): string {
  const [header, ...rest] = jwt.split('.')
  return [encodeBase64url(JSON.stringify({ ...decode(header), ...change })), ...rest].join('.')
}

function doubled(jwt: string): string {
  const [header, payload, signature] = jwt.split('.')
  const text = Buffer.from(payload ?? '', 'base64url').toString('utf8')
  return [header, encodeBase64url(`${text.slice(0, -1)},"iat":1,"iat":2}`), signature].join('.')
}

async function foreignSignature(jwt: string, signer: Signer): Promise<string> {
  const other = await forgeJwt(jwt, signer, { payload: { other: true } })
  return jwt.slice(0, jwt.lastIndexOf('.')) + other.slice(other.lastIndexOf('.'))
}

/**
 * Returns the faults for every endpoint that takes a JWT: `commonJwtFaults` and an algorithm of another curve. `own`
 * maps a code to the requirement of a surface, in place of the general one.
 */
export const jwtFaultsFor = (
  own: Readonly<Record<string, string>> = {},
): readonly (readonly [id: string, title: string, forge: Forge, code: string])[] => {
  const foreignCurve = (jwt: string, signer: Signer) => forgeJwt(jwt, signer, { header: { alg: 'ES384' } })
  const all = [...commonJwtFaults, ['GEN-11', 'an algorithm of another curve', foreignCurve, 'key_mismatch'] as const]
  return all.map(([id, title, forge, code]) => [own[code] ?? id, title, forge, code] as const)
}

/**
 * Returns the faults of `jwtFaultsFor` as a table of refusals. `bendOf` makes the request with a fault, and `prefix`
 * begins each code.
 */
export function jwtRefusals<T>(
  own: Readonly<Record<string, string>>,
  what: string,
  bendOf: (forge: Forge) => T,
  prefix = '',
): Refusals<T> {
  const rules = Map.groupBy(jwtFaultsFor(own), ([id, , , code]) => `${id} ${prefix}${code}`)
  return Object.fromEntries(
    [...rules].map(([rule, faults]) => [
      rule,
      Object.fromEntries(faults.map(([, title, forge]) => [`${what} with ${title}`, bendOf(forge)])),
    ]),
  )
}
