/** Requests to the PID Provider's token endpoint that a literal reader of the specification may send. */

import { accept, type Case, each, expect, objectFrom, ok, type Rows } from './cases.ts'
import { inDpop, inDpopHeader, inForm, set, setHeader } from './changes.ts'
import { claimsOf, isSignedBy, type Json, newKey, now, randomText, sha256 } from './jose.ts'
import { logIn, redeem, type TokenRequest } from './steps-pid-provider.ts'
import type { World } from './world.ts'

const uuidV4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

const useDpopKey =
  (curve: string) =>
  ({ dpop }: TokenRequest): void => {
    dpop.key = newKey(curve)
    dpop.header.jwk = dpop.key.jwk
  }

async function tokenLiterally(world: World) {
  const { draft, answer } = await redeem(world)
  const { json, headers } = answer
  expect(headers.get('content-type')?.startsWith('application/json'), 'application/json')
  expect(headers.get('cache-control') === 'no-store', 'Cache-Control: no-store')
  expect(json.token_type === 'DPoP', 'token_type DPoP')
  for (const name of ['expires_in', 'c_nonce_expires_in']) expect(Number.isInteger(json[name]), name)
  expect(typeof json.c_nonce === 'string', 'c_nonce')
  const token = String(json.access_token)
  const { metadata } = await world.configuration(world.sandbox.pid_provider)
  expect(isSignedBy(token, (metadata as { openid_credential_issuer: Json }).openid_credential_issuer.jwks), 'signature')
  const claims = claimsOf(token)
  expect(claims.iss === world.sandbox.pid_provider, 'iss')
  expect(typeof claims.sub === 'string', 'sub')
  expect(URL.canParse(String(claims.client_id)), 'client_id is a URL')
  expect(claims.aud === claims.client_id, 'aud equals client_id')
  expect(Number(claims.exp) - Number(claims.iat) === json.expires_in, 'iat, exp and expires_in')
  expect(uuidV4.test(String(claims.jti)), 'jti is a UUID v4')
  expect(/^[A-Za-z\d]{32,}$/.test(String(claims.nonce)) && claims.nonce === json.c_nonce, 'nonce is the c_nonce')
  expect(claims.jkt === draft.dpop.key.thumbprint, 'jkt')
  return answer
}

const tokens: Rows<TokenRequest> = {
  'pp.token.dpop-es384 | Signing algorithm rules: examples ES256, ES384, ES512 | a DPoP key on P-384':
    useDpopKey('P-384'),
  'pp.token.dpop-es512 | Signing algorithm rules: examples ES256, ES384, ES512 | a DPoP key on P-521':
    useDpopKey('P-521'),
  'pp.token.dpop-jwk-members | DPoP proof, jwk: public key in JWK form | kid, use and alg in jwk': ({ dpop }) =>
    inDpopHeader({ jwk: { ...dpop.key.jwk, kid: 'k', use: 'sig', alg: 'ES256' } })({ dpop }),
  'pp.token.dpop-kid | DPoP proof JOSE header | kid in the header': inDpopHeader({ kid: 'k' }),
  'pp.token.dpop-claims | DPoP draft §4.2: other claims may be there | further claims': inDpop({ nonce: 'x', app: 1 }),
  'pp.token.dpop-jti-upper | DPoP proof, jti: UUID v4 string | jti in upper case': ({ dpop }) =>
    inDpop({ jti: String(dpop.claims.jti).toUpperCase() })({ dpop }),
  'pp.token.dpop-htu-case | DPoP draft §4.3: syntax-based normalization SHOULD be used | scheme and host of htu in upper case':
    ({ dpop }) =>
      inDpop({ htu: String(dpop.claims.htu).replace(/^http:\/\/[^/]+/, (origin) => origin.toUpperCase()) })({ dpop }),
  'pp.token.dpop-iat | DPoP draft §11.1: clocks differ by some seconds | iat some seconds ahead': ({ dpop }) =>
    inDpop({ iat: now() + 3 })({ dpop }),
  'pp.token.dpop-iat-old | DPoP draft §11.1: seconds or minutes | a proof of half a minute ago': ({ dpop }) =>
    inDpop({ iat: now() - 30 })({ dpop }),
  'pp.token.dpop-attested-key | DPoP proof, jwk | the attested key as DPoP key': ({ dpop, assertion }) => {
    dpop.key = assertion.key
    dpop.header.jwk = assertion.key.jwk
  },
  'pp.token.aud-endpoint | claims of the client_assertion: not shown (RFC 7523 §3) | aud is the token endpoint': (
    { assertion },
    world,
  ) => set({ aud: `${world.sandbox.pid_provider}/token` })(assertion),
  'pp.token.aud-array | claims of the client_assertion: not shown (RFC 7519) | aud as an array': (
    { assertion },
    world,
  ) => set({ aud: [world.sandbox.pid_provider] })(assertion),
  'pp.token.no-iat | claims of the client_assertion: not shown (RFC 7523: iat MAY) | no iat': ({ assertion }) =>
    delete assertion.claims.iat,
  'pp.token.no-jti | claims of the client_assertion: not shown (RFC 7523: jti MAY) | no jti': ({ assertion }) =>
    delete assertion.claims.jti,
  'pp.token.typ | claims of the client_assertion: not shown | typ JWT': ({ assertion }) =>
    setHeader({ typ: 'JWT' })(assertion),
  'pp.token.no-kid | client_assertion: JWT signed with the private key | no kid': ({ assertion }) =>
    delete assertion.header.kid,
  'pp.token.kid-any | client_assertion: JWT signed with the private key | another kid': ({ assertion }) =>
    setHeader({ kid: 'k' })(assertion),
  'pp.token.extra-claims | RFC 7523 §3: other claims MAY be there | nbf and another claim': ({ assertion }) =>
    set({ nbf: now(), app: 1 })(assertion),
  'pp.token.form-extra | RFC 6749 §3.2: unrecognized parameters are ignored | an unknown parameter': inForm({
    foo: 'bar',
  }),
}

export const tokenAccepted: readonly Case[] = [
  ...accept(ok, {
    'pp.token | Token response, access token claims (all MUST) | the token response, claim by claim': tokenLiterally,
  }),
  ...each(accept, tokens, async (world, change) => (await redeem(world, change)).answer, ok),
  ...accept(
    ok,
    objectFrom([43, 128], (length) => [
      `pp.token.verifier-${length} | RFC 7636 §4.1 | a code_verifier of ${length} letters`,
      async (world: World) => {
        const verifier = `${randomText(96)}~._-`.padEnd(length, 'x').slice(-length)
        const challenge = sha256(verifier)
        const loggedIn = await logIn(world, ({ claims, form }) => {
          claims.code_challenge = form.code_challenge = challenge
        })
        return (await redeem(world, inForm({ code_verifier: verifier }), { loggedIn })).answer
      },
    ]),
  ),
  ...accept(ok, {
    'pp.token.order | Token request form fields | parameters in another order': async (world) =>
      (
        await redeem(world, undefined, {
          late: (sent) => {
            sent.body = sent.body?.split('&').reverse().join('&')
          },
        })
      ).answer,
  }),
]
