/** Requests that the PID Provider's token endpoint must refuse. Each breaks one rule. */
import { changing } from '../../support/cases.ts'
import { any, type Case, each, objectFrom, type Rows, refuse } from './cases.ts'
import { inDpop } from './changes.ts'
import { type Answer, get, requireAnswer, type Sent } from './http.ts'
import { breakSignature, type Json, newKey, newRsaKey, now, privateJwkOf, randomText } from './jose.ts'
import { clientAssertionTypes, logIn, redeem, type TokenRequest } from './steps-pid-provider.ts'
import type { Attested } from './steps-wallet-provider.ts'
import { attestedKey, type World, walletRedirectUri } from './world.ts'

const form = 'Token request form fields'
const dpopClaims = 'DPoP proof payload (all MUST)'

const withoutDpop = (name: string) => inDpop({ [name]: undefined })
const inAssertion = (claims: Json) => changing(claims, 'assertion.claims')

const proofs: Rows<TokenRequest> = {
  'pp.token.dpop-typ | DPoP proof JOSE header (all MUST): typ | another typ': ({ dpop }) => {
    dpop.header.typ = 'JWT'
  },
  'pp.token.dpop-typ-absent | DPoP proof JOSE header (all MUST): typ | no typ': ({ dpop }) => delete dpop.header.typ,
  'pp.token.dpop-none | DPoP proof JOSE header (all MUST): alg not none | alg none': ({ dpop }) => {
    dpop.header.alg = 'none'
  },
  'pp.token.dpop-mac | DPoP proof JOSE header (all MUST): alg not symmetric | alg HS256': ({ dpop }) => {
    dpop.header.alg = 'HS256'
  },
  'pp.token.dpop-rs256 | DPoP proof JOSE header (all MUST): alg supported (dpop_signing_alg_values_supported) | an RSA key':
    ({ dpop }) => {
      dpop.key = newRsaKey()
      dpop.header.jwk = dpop.key.jwk
    },
  'pp.token.dpop-es256k | DPoP proof JOSE header (all MUST): alg supported (dpop_signing_alg_values_supported) | a key on secp256k1':
    ({ dpop }) => {
      dpop.key = newKey('secp256k1')
      dpop.header.jwk = dpop.key.jwk
    },
  'pp.token.dpop-jwk-absent | DPoP proof JOSE header (all MUST): jwk | no jwk': ({ dpop }) => delete dpop.header.jwk,
  'pp.token.dpop-private | DPoP proof JOSE header (all MUST): jwk MUST NOT contain a private key | the private key in jwk':
    ({ dpop }) => {
      dpop.header.jwk = privateJwkOf(dpop.key)
    },
  'pp.token.dpop-other-key | DPoP draft §4.3: signature verifies with the jwk | the jwk of another key': ({ dpop }) => {
    dpop.header.jwk = newKey().jwk
  },
  ...objectFrom(['jti', 'htm', 'htu', 'iat'], (name) => [
    `pp.token.dpop-no-${name} | ${dpopClaims}: ${name} | no ${name}`,
    withoutDpop(name),
  ]),
  'pp.token.dpop-jti | DPoP proof payload (all MUST): jti (UUID v4 string) | jti is not a UUID': inDpop({ jti: 'abc' }),
  'pp.token.dpop-jti-v1 | DPoP proof payload (all MUST): jti (UUID v4 string) | jti is a UUID v1': inDpop({
    jti: 'c232ab00-9414-11ec-b3c8-9f6bdeced846',
  }),
  'pp.token.dpop-htm | DPoP proof payload (all MUST): htm | htm GET': inDpop({ htm: 'GET' }),
  'pp.token.dpop-htu | DPoP proof payload (all MUST): htu | htu of another server': inDpop({
    htu: 'https://other.example/token',
  }),
  'pp.token.dpop-htu-path | DPoP proof payload (all MUST): htu | htu of the credential endpoint': ({ dpop }, world) => {
    dpop.claims.htu = `${world.sandbox.pid_provider}/credential`
  },
  'pp.token.dpop-htu-query | DPoP proof payload (all MUST): htu without query and fragment | htu with a query': ({
    dpop,
  }) => {
    dpop.claims.htu += '?x=1'
  },
  'pp.token.dpop-htu-fragment | DPoP proof payload (all MUST): htu without query and fragment | htu with a fragment': ({
    dpop,
  }) => {
    dpop.claims.htu += '#x'
  },
  'pp.token.dpop-old | DPoP draft §4.3: iat within an acceptable window | a proof of an hour ago': inDpop({
    iat: now() - 3600,
  }),
  'pp.token.dpop-future | DPoP draft §4.3: iat within an acceptable window | a proof issued an hour ahead': inDpop({
    iat: now() + 3600,
  }),
  'pp.token.dpop-iat-text | DPoP proof payload (all MUST): iat (NumericDate) | iat as text': inDpop({
    iat: String(now()),
  }),
}

const tokens: Rows<TokenRequest> = {
  ...objectFrom(
    ['client_id', 'grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_assertion_type'],
    (name) => [`pp.token.no-${name} | ${form} | no ${name}`, (draft: TokenRequest) => delete draft.form[name]],
  ),
  'pp.token.code | Token request form fields: code from the authorization response | a code of the wallet': (draft) => {
    draft.form.code = randomText()
  },
  'pp.token.redirect | Token request form fields: redirect_uri as in the request object | another redirect_uri': (
    draft,
  ) => {
    draft.form.redirect_uri = `${walletRedirectUri}2`
  },
  'pp.token.verifier | Token request form fields: code_verifier of the code_challenge | another code_verifier': (
    draft,
  ) => {
    draft.form.code_verifier = randomText()
  },
  'pp.token.client | Token request form fields: client_id as in the PAR | another client_id': (draft) => {
    draft.form.client_id = newKey().thumbprint
  },
  'pp.token.grant | Token request form fields: grant_type (authorization_code) | another grant_type': (draft) => {
    draft.form.grant_type = 'client_credentials'
  },
  'pp.token.assertion-type | Token request form fields: client_assertion_type jwt-bearer | the type of the PAR endpoint':
    (draft) => {
      draft.form.client_assertion_type = clientAssertionTypes.attestation
    },
  'pp.token.assertion-text | PID Provider token endpoint: private_key_jwt | text that is not a JWT': (draft) => {
    draft.form.client_assertion = 'assertion'
  },
  'pp.token.assertion-attestation | PID Provider token endpoint: private_key_jwt | the Wallet Attestation instead of a client_assertion':
    (draft) => {
      draft.form.client_assertion = draft.loggedIn.draft.attested.jwt
    },
  'pp.token.assertion-key | PID Provider token endpoint: private_key_jwt: JWT signed with the Wallet Instance private key | signed with another key':
    ({ assertion }) => {
      assertion.key = newKey()
    },
  'pp.token.assertion-none | alg MUST NOT be none nor a symmetric algorithm | alg none': ({ assertion }) => {
    assertion.header.alg = 'none'
  },
  'pp.token.assertion-mac | alg MUST NOT be none nor a symmetric algorithm | alg HS256': ({ assertion }) => {
    assertion.header.alg = 'HS256'
  },
  'pp.token.assertion-aud | RFC 7523 §3: aud | aud of another provider': inAssertion({ aud: 'https://other.example' }),
  'pp.token.assertion-no-aud | RFC 7523 §3: aud | no aud': ({ assertion }) => delete assertion.claims.aud,
  'pp.token.assertion-iss | RFC 7523 §3: iss is the client_id | another iss': inAssertion({ iss: newKey().thumbprint }),
  'pp.token.assertion-sub | RFC 7523 §3: sub is the client_id | another sub': inAssertion({ sub: newKey().thumbprint }),
  'pp.token.assertion-no-sub | RFC 7523 §3: sub | no sub': ({ assertion }) => delete assertion.claims.sub,
  'pp.token.assertion-no-exp | RFC 7523 §3: exp | no exp': ({ assertion }) => delete assertion.claims.exp,
  'pp.token.assertion-expired | RFC 7523 §3: exp | an assertion that has expired': inAssertion({
    iat: now() - 7200,
    exp: now() - 3600,
  }),
}

/** Redeems the code of one client with the key of another. */
async function ofAnotherClient(world: World): Promise<Answer> {
  const other: Attested = await attestedKey(world)
  const loggedIn = await logIn(world)
  return (
    await redeem(
      world,
      (draft) => {
        const { thumbprint } = other.key
        draft.form.client_id = thumbprint
        draft.assertion.key = other.key
        draft.assertion.header.kid = thumbprint
        Object.assign(draft.assertion.claims, { iss: thumbprint, sub: thumbprint })
      },
      { loggedIn },
    )
  ).answer
}

const dpopError = { status: 400, error: 'invalid_dpop_proof' } as const

/** Redeems a new code with a changed proof. */
const proofRefused = async (world: World, change: (draft: TokenRequest) => Promise<void>): Promise<Answer> =>
  (await redeem(world, change)).answer

export const tokenRefused: readonly Case[] = [
  ...each(refuse, proofs, proofRefused, dpopError),
  ...refuse(dpopError, {
    'pp.token.dpop-absent | POST token endpoint: header DPoP | no DPoP header': async (world) =>
      (await redeem(world, undefined, { late: ({ headers }) => void delete headers.dpop })).answer,
    'pp.token.dpop-signature | DPoP draft §4.3: the signature verifies | a broken signature': async (world) =>
      (
        await redeem(world, undefined, {
          late: ({ headers }) => {
            headers.dpop = breakSignature(headers.dpop ?? '')
          },
        })
      ).answer,
    'pp.token.dpop-two | DPoP draft §4.3: not more than one DPoP header | two proofs': async (world) =>
      (
        await redeem(world, undefined, {
          late: ({ headers }) => {
            headers.dpop = `${headers.dpop}, ${headers.dpop}`
          },
        })
      ).answer,
    'pp.token.dpop-reused | A new DPoP proof MUST be created for each request | the proof of another token request':
      async (world) => {
        const first = await redeem(world)
        return (
          await redeem(world, undefined, {
            late: ({ headers }) => {
              headers.dpop = first.sent.headers.dpop ?? ''
            },
          })
        ).answer
      },
  }),
  ...each(refuse, tokens, async (world, change) => (await redeem(world, change)).answer),
  ...refuse(any, {
    'pp.token.no-assertion | PID Provider token endpoint: private_key_jwt | no client_assertion': async (world) =>
      (
        await redeem(world, undefined, {
          late: (sent) => {
            const parameters = new URLSearchParams(sent.body)
            parameters.delete('client_assertion')
            sent.body = parameters.toString()
          },
        })
      ).answer,
    'pp.token.code-twice | RFC 6749 §4.1.2: the client MUST NOT use the code more than once | a code used twice':
      async (world) => {
        const loggedIn = await logIn(world)
        requireAnswer('first', (await redeem(world, undefined, { loggedIn })).answer)
        return (await redeem(world, undefined, { loggedIn })).answer
      },
    'pp.token.other-client | Token request form fields: client_id as in the PAR | the code of another wallet':
      ofAnotherClient,
    'pp.token.assertion-twice | RFC 7523 §3: jti | a client_assertion used twice': async (world) => {
      const first = await redeem(world)
      const { client_assertion } = first.draft.form
      return (await redeem(world, (draft) => void Object.assign(draft.form, { client_assertion }))).answer
    },
    'pp.token.get | POST token endpoint | the request by GET': (world) => get(`${world.sandbox.pid_provider}/token`),
    'pp.token.json | Token request form fields | JSON instead of a form': async (world) =>
      (
        await redeem(world, undefined, {
          late: (sent: Sent) => {
            sent.headers['content-type'] = 'application/json'
            sent.body = JSON.stringify(Object.fromEntries(new URLSearchParams(sent.body)))
          },
        })
      ).answer,
  }),
]
