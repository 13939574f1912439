/**
 * The KB-JWT of a presentation, broken one thing at a time.
 */
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { commonJwtFaults, forgeJwt } from '../../support/forge-jwt.ts'
import {
  type Bend,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const stranger = await generateSigner(fixture)
const digest = (text: string): string => encodeBase64url(fixture.crypto.digest('sha-256', text))

const binding = (change: Record<string, unknown>, kind: 'header' | 'payload' = 'payload'): Bend => ({
  kbJwt: (jwt, signer) => forgeJwt(jwt, signer, { [kind]: change }),
})

const bindingRows: ResponseRow[] = [
  ['RP-63', 'a presentation without KB-JWT', { kbJwt: () => '' }, 'key_binding_missing', 403],
  [
    'RP-63',
    'a KB-JWT by another key',
    {
      binding: (one) => {
        one.signer = stranger
      },
    },
    'signature_invalid',
    403,
  ],
  ['RP-63', 'a credential without cnf', { credential: ({ plain }) => void delete plain.cnf }, 'cnf_missing', 403],
  [
    'RP-63',
    'a cnf that names its key by kid alone',
    {
      credential: ({ plain }) => {
        plain.cnf = { kid: 'x' }
      },
    },
    'cnf_jwk_missing',
    403,
  ],
  [
    'GEN-15',
    'a private key as cnf',
    {
      credential: ({ plain }) => {
        plain.cnf.jwk.d = 'AAAA'
      },
    },
    'jwk_private',
    403,
  ],
  [
    'GEN-16',
    'a cnf that is no key',
    {
      credential: ({ plain }) => {
        plain.cnf.jwk.x = 'AA'
      },
    },
    'jwk_malformed',
    403,
  ],
  ['RP-64', 'a KB-JWT of another typ', binding({ typ: 'JWT' }, 'header'), 'typ_mismatch', 403],
  ['RP-64', 'a KB-JWT without typ', binding({ typ: undefined }, 'header'), 'typ_mismatch', 403],
  ['RP-64', 'a KB-JWT without alg', binding({ alg: undefined }, 'header'), 'alg_unsupported', 403],
  ['RP-65', 'a KB-JWT without aud', binding({ aud: undefined }), 'aud_missing', 403],
  [
    'RP-65',
    'a KB-JWT for another relying party',
    {
      binding: (one) => {
        one.aud = 'https://x.example'
      },
    },
    'aud_mismatch',
    403,
  ],
  [
    'RP-65',
    'a KB-JWT for us and another',
    binding({ aud: ['https://rp.example', 'https://x.example'] }),
    'aud_mismatch',
    403,
  ],
  ['RP-66', 'a KB-JWT without nonce', binding({ nonce: undefined }), 'nonce_missing', 403],
  [
    'RP-66',
    'a KB-JWT for another request',
    {
      binding: (one) => {
        one.nonce = 'n'.repeat(43)
      },
    },
    'nonce_mismatch',
    403,
  ],
  ['RP-67', 'a KB-JWT without sd_hash', binding({ sd_hash: undefined }), 'sd_hash_missing', 403],
  ['RP-67', 'a sd_hash of something else', binding({ sd_hash: digest('x') }), 'sd_hash_mismatch', 403],
  [
    'RP-67',
    'a disclosure dropped afterwards',
    { presented: (text) => text.replace(/[^~]+~$/, '') },
    'sd_hash_mismatch',
    403,
  ],
  [
    'RP-67',
    'disclosures reordered afterwards',
    {
      presented: (text) => {
        const [jwt, first, second, ...rest] = text.split('~')
        return [jwt, second, first, ...rest].join('~')
      },
    },
    'sd_hash_mismatch',
    403,
  ],
  ['RP-68', 'a KB-JWT without iat', binding({ iat: undefined }), 'iat_missing', 403],
  [
    'RP-68',
    'a KB-JWT older than the request',
    {
      binding: (one) => {
        one.now -= 31
      },
    },
    'iat_too_old',
    403,
  ],
  [
    'RP-68',
    'a KB-JWT from the future',
    {
      binding: (one) => {
        one.now += 31
      },
    },
    'not_yet_valid',
    403,
  ],
]

for (const row of bindingRows) test(`${row[0]} refuses ${row[1]}`, () => refusesResponse(fixture, row))

/** Where an own requirement names what a GEN row says of every JWS. */
const own: Readonly<Record<string, string>> = {
  alg_unsupported: 'RP-64',
  typ_mismatch: 'RP-64',
  not_yet_valid: 'RP-68',
  signature_invalid: 'RP-63',
}
const wrongKey = (jwt: string, signer: Signer) => forgeJwt(jwt, signer, { header: { alg: 'ES384' } })
const faults = [
  ...commonJwtFaults,
  ['GEN-11', 'an algorithm that does not fit the key', wrongKey, 'key_mismatch'] as const,
]
for (const [id, title, forge, code] of faults)
  test(`${own[code] ?? id} ${id} refuses a KB-JWT with ${title}`, () =>
    refusesResponse(fixture, [own[code] ?? id, title, { kbJwt: (jwt, signer) => forge(jwt, signer) }, code, 403]))
