/** The KB-JWT of a presentation, with one fault at a time. */
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { changing, refusalsOf } from '../../support/cases.ts'
import { forgeJwt, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  type Bend,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const stranger = await generateSigner(fixture)

const binding = (change: Record<string, unknown>, kind: 'header' | 'payload' = 'payload'): Bend => ({
  kbJwt: (jwt, signer) => forgeJwt(jwt, signer, { [kind]: change }),
})

const bindingRows: ResponseRow[] = refusalsOf<Bend, [number]>(
  {
    'RP-63 key_binding_missing': { 'a presentation without KB-JWT': { kbJwt: () => '' } },
    'RP-63 signature_invalid': { 'a KB-JWT by another key': { binding: changing({ signer: stranger }) } },
    'RP-63 cnf_missing': { 'a credential without cnf': { credential: changing({ cnf: undefined }, 'plain') } },
    'RP-63 cnf_jwk_missing': {
      'a cnf with a kid only': { credential: changing({ cnf: { kid: 'x' } }, 'plain') },
    },
    'GEN-15 jwk_private': { 'a private key as cnf': { credential: changing({ d: 'AAAA' }, 'plain.cnf.jwk') } },
    'GEN-16 jwk_malformed': { 'a cnf whose key is malformed': { credential: changing({ x: 'AA' }, 'plain.cnf.jwk') } },
    'RP-64 alg_unsupported': { 'a KB-JWT without alg': binding({ alg: undefined }, 'header') },
    'RP-65 aud_missing': { 'a KB-JWT without aud': binding({ aud: undefined }) },
    'RP-65 aud_mismatch': {
      'a KB-JWT for another relying party': { binding: changing({ aud: 'https://x.example' }) },
      'a KB-JWT whose aud is a list of this relying party alone': binding({ aud: [fixture.config.entityId] }),
    },
    'RP-66 nonce_missing': { 'a KB-JWT without nonce': binding({ nonce: undefined }) },
    'RP-66 nonce_mismatch': { 'a KB-JWT for another request': { binding: changing({ nonce: 'n'.repeat(43) }) } },
    'RP-67 sd_hash_missing': { 'a KB-JWT without sd_hash': binding({ sd_hash: undefined }) },
    'RP-67 sd_hash_mismatch': {
      'a disclosure removed after signing': { presented: (text) => text.replace(/[^~]+~$/, '') },
    },
    'RP-68 iat_missing': { 'a KB-JWT without iat': binding({ iat: undefined }) },
    'RP-68 iat_too_old': {
      'a KB-JWT older than the request': {
        binding: (one) => {
          one.now -= 31
        },
      },
    },
    'RP-68 not_yet_valid': {
      'a KB-JWT from the future': {
        binding: (one) => {
          one.now += 31
        },
      },
    },
  },
  403,
)

for (const row of bindingRows) test(`${row[0]} refuses ${row[1]}`, () => refusesResponse(fixture, row))

const own = { alg_unsupported: 'RP-64', typ_mismatch: 'RP-64', not_yet_valid: 'RP-68', signature_invalid: 'RP-63' }
for (const [id, title, forge, code] of jwtFaultsFor(own))
  test(`${id} refuses a KB-JWT with ${title}`, () =>
    refusesResponse(fixture, [id, title, { kbJwt: (jwt, signer) => forge(jwt, signer) }, code, 403]))
