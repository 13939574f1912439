/** A credential for tests: issuer, holder, claims, and functions that create valid and invalid credentials. */

import { encodeBase64url, Failure, type Json, type JsonObject, type PublicJwk } from '../../src/base/index.ts'
import { bareJwk, generateSigner, signJwt, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { issueSdJwt, parseSdJwt, type SdJwtContent, verifySdJwt } from '../../src/sd-jwt/index.ts'
import { seededRandom } from './seeded-random.ts'

export const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('sd-jwt') }
export const now = 1_750_000_000
export const times = { now, skew: 30 }
export const issuer = await generateSigner(ctx)
export const holder = await generateSigner(ctx)
export const policy = {
  typ: ['vc+sd-jwt', 'dc+sd-jwt', 'example+sd-jwt'],
  algorithms: ['ES256', 'ES384', 'ES512'],
} as const

export const verify = async (text: string, key: PublicJwk = issuer.publicJwk, at = times) => {
  const parsed = parseSdJwt(text, policy)
  return parsed instanceof Failure ? parsed : verifySdJwt(ctx, parsed, key, at)
}

export const plain = {
  iss: 'https://pid.example',
  sub: 'x',
  iat: now,
  exp: now + 1000,
  vct: 'eu.eudiw.pid.it',
  status: { status_list: { idx: 7, uri: 'https://pid.example/s/1' } },
  cnf: { jwk: bareJwk(holder.publicJwk) as unknown as JsonObject },
}
export const personal = { given_name: 'Ada', family_name: 'Rossi', place_of_birth: { country: 'IT', locality: 'Roma' } }
export const header = { typ: 'vc+sd-jwt', kid: issuer.kid }
export const issue = (content: Partial<SdJwtContent> = {}) =>
  issueSdJwt(ctx, issuer, { header, plain, disclosable: personal, ...content })

export const verifiedClaims = {
  verified_claims: {
    verification: { trust_framework: 'eidas', evidence: [{ type: 'vouch' }, { type: 'electronic_record' }] },
    claims: { given_name: 'Ada', family_name: 'Rossi' },
  },
}
export const nested = [
  ['verified_claims', 'verification', 'evidence'],
  ['verified_claims', 'verification', 'evidence', 0],
  ['verified_claims', 'verification', 'evidence', 1],
  ['verified_claims', 'claims', 'given_name'],
  ['verified_claims', 'claims', 'family_name'],
  ['place_of_birth', 'locality'],
]

/** Signs any payload with any disclosures, as a faulty issuer or holder might. */
export const forge = async (payload: JsonObject, ...disclosures: string[]): Promise<string> =>
  `${await signJwt(issuer, header, payload)}~${disclosures.map((one) => `${one}~`).join('')}`
export const raw = (value: Json | string): string =>
  encodeBase64url(typeof value === 'string' ? value : JSON.stringify(value))
export const digest = (text: string): string => encodeBase64url(ctx.crypto.digest('sha-256', text))
