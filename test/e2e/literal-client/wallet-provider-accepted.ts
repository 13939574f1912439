/** Requests to the Wallet Provider that a literal reader of the specification may send. */

import { accept, any, type Case, each, expect, noContent, ok, type Rows } from './cases.ts'
import { inBody, inForm, inHeaders, set, setHeader } from './changes.ts'
import { type Answer, get, requireAnswer } from './http.ts'
import { claimsOf, headerOf, isSignedBy, type Json, newKey, now, randomText, signJwt } from './jose.ts'
import {
  type AttestationRequest,
  absent,
  attest,
  challengeOf,
  newPhone,
  type Phone,
  type Registration,
  register,
} from './steps-wallet-provider.ts'
import type { World } from './world.ts'

const pad = (text: string): string => text.padEnd(Math.ceil(text.length / 4) * 4, '=')
const toBase64Url = (text: unknown): string => String(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const toBase64 = (text: unknown): string =>
  pad(String(text).replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))

const registered = async (world: World, platform: string, profile?: string): Promise<Answer> => {
  const answer = await register(world, await newPhone(world, platform, profile))
  expect(answer.text === '', '204 without body')
  return answer
}

async function configuration(world: World): Promise<Answer> {
  const { wallet_provider } = world.sandbox
  const answer = requireAnswer('entity configuration', await get(`${wallet_provider}/.well-known/openid-federation`))
  const { iss, sub, jwks, iat, exp } = claimsOf(answer.text)
  expect(headerOf(answer.text).typ === 'entity-statement+jwt', 'typ entity-statement+jwt')
  expect(iss === wallet_provider && sub === wallet_provider, 'iss and sub are the provider')
  expect(isSignedBy(answer.text, jwks), 'signed with a key of its own jwks')
  expect(Number(iat) <= now() && Number(exp) > now(), 'iat and exp')
  return answer
}

/** Checks the whole attestation, claim by claim as in the table. */
async function attestation(world: World): Promise<Answer> {
  const { wallet_provider } = world.sandbox
  const key = newKey()
  const answer = requireAnswer('attestation', await attest(world, (draft) => draft.useKey(key)))
  expect(answer.headers.get('content-type')?.startsWith('application/jwt'), 'content type application/jwt')
  const [header, claims] = [headerOf(answer.text), claimsOf(answer.text)]
  expect(header.typ === 'wallet-attestation+jwt', 'typ wallet-attestation+jwt')
  expect(Array.isArray(header.trust_chain) && header.trust_chain.length > 1, 'trust_chain')
  const { metadata } = await world.configuration(wallet_provider)
  expect(isSignedBy(answer.text, (metadata as { wallet_provider: Json }).wallet_provider.jwks), 'kid and signature')
  expect(claims.iss === wallet_provider, 'iss')
  expect(claims.sub === key.thumbprint, 'sub is the thumbprint of the key in cnf')
  expect(Number(claims.exp) - Number(claims.iat) <= 86400 && Number(claims.exp) > now(), 'exp within 24 hours')
  const { jwk } = claims.cnf as { jwk: Json }
  expect(jwk.x === key.jwk.x && jwk.d === undefined, 'cnf.jwk is the ephemeral key')
  expect(typeof claims.aal === 'string', 'aal')
  expect(claims.presentation_definition_uri_supported === false, 'presentation_definition_uri_supported')
  for (const name of ['response_types', 'response_modes', 'request_object_signing_alg_values', 'client_id_schemes'])
    expect(Array.isArray(claims[`${name}_supported`]), `${name}_supported`)
  expect(typeof claims.vp_formats_supported === 'object', 'vp_formats_supported')
  expect(typeof claims.authorization_endpoint === 'string', 'authorization_endpoint')
  return answer
}

const bodies: Rows<Registration> = {
  'wp.reg.order | Wallet Instance registration request body | members in another order': (draft) => {
    draft.body = Object.fromEntries(Object.entries(draft.body).reverse())
  },
  'wp.reg.tag-base64 | hardware_key_tag: base64-style encoding in the example | a tag in padded base64': inBody({
    hardware_key_tag: `${randomText(20)}+/w==`,
  }),
  'wp.reg.tag-base64url | hardware_key_tag: random when the wallet chooses it | a tag in base64url': inBody({
    hardware_key_tag: randomText(32),
  }),
  'wp.reg.tag-short | hardware_key_tag: unique identifier | a tag of 22 characters (128 bits)': inBody({
    hardware_key_tag: randomText(16),
  }),
  'wp.reg.attestation-base64url | key_attestation: signed key attestation | the attestation in base64url': ({
    body,
  }) => {
    body.key_attestation = toBase64Url(body.key_attestation)
  },
}

const requests: Rows<AttestationRequest> = {
  'wp.token.es384 | Signing algorithm rules: examples ES256, ES384, ES512 | an ephemeral key on P-384': (draft) =>
    draft.useKey(newKey('P-384')),
  'wp.token.es512 | Signing algorithm rules: examples ES256, ES384, ES512 | an ephemeral key on P-521': (draft) =>
    draft.useKey(newKey('P-521')),
  'wp.token.sub-absent | Wallet Attestation Request JWT, sub: (in the example) | no sub': set({ sub: absent }),
  'wp.token.sub-thumbprint | Wallet Attestation Request JWT, sub: (in the example) | sub is the thumbprint': ({
    claims,
    key,
  }) => {
    claims.sub = key.thumbprint
  },
  'wp.token.kid-any | Wallet Attestation Request JWT, kid: the example uses the thumbprint | another identifier as kid':
    setHeader({ kid: 'ephemeral-1' }),
  'wp.token.kid-of-jwk | Wallet Attestation Request JWT, kid: the example uses the thumbprint | the kid that cnf.jwk has':
    ({ header, claims, key }) => {
      header.kid = 'ephemeral-1'
      claims.cnf = { jwk: { ...key.jwk, kid: 'ephemeral-1' } }
    },
  'wp.token.iat-minutes | Wallet Attestation Request JWT, iat: issuance time | a request of a slow phone, signed two minutes ago':
    ({ claims }) => {
      claims.iat = now() - 120
    },
  'wp.token.typ-media-type | RFC 7515 §4.1.9 | typ with the prefix application/': setHeader({
    typ: 'application/war+jwt',
  }),
  'wp.token.typ-case | RFC 7515 §4.1.9: media types ignore case | typ in upper case': setHeader({ typ: 'WAR+JWT' }),
  'wp.token.header-extra | RFC 7515 §4: unknown parameters are ignored | an unknown header parameter': setHeader({
    app: 'wallet',
  }),
  'wp.token.jti | Wallet Attestation Request JWT: claims | jti and another claim in addition': set({
    jti: randomText(),
    wallet_name: 'Wallet',
  }),
  'wp.token.nbf | RFC 7519 §4.1.5 | nbf in addition': ({ claims }) => {
    claims.nbf = claims.iat
  },
  'wp.token.cnf-members | Wallet Attestation Request JWT, cnf: crv, kty, x, y | kid, use and alg in cnf.jwk': ({
    claims,
    key,
  }) => {
    claims.cnf = { jwk: { ...key.jwk, kid: key.thumbprint, use: 'sig', alg: 'ES256' } }
  },
  'wp.token.fraction | RFC 7519 NumericDate | iat with a fraction': ({ claims }) => {
    claims.iat = now() - 0.5
  },
  'wp.token.exp-short | Wallet Attestation Request JWT, exp | a request that is valid for 30 seconds': ({ claims }) => {
    claims.exp = now() + 30
  },
  'wp.token.scheme | Wallet Attestation Request JWT, authorization_endpoint: custom URL scheme | haip:// as endpoint':
    set({ authorization_endpoint: 'haip://' }),
  'wp.token.scheme-eudiw | Wallet Attestation Request JWT, authorization_endpoint: custom URL scheme | a scheme of its own':
    set({ authorization_endpoint: 'eudiw://authorize' }),
  'wp.token.formats-example | Wallet Attestation Request JWT, vp_formats_supported | two formats, as in OpenID4VP drafts':
    set({
      vp_formats_supported: {
        jwt_vp_json: { alg_values_supported: ['ES256K', 'ES384'] },
        jwt_vc_json: { alg_values_supported: ['ES256K', 'EdDSA'] },
      },
    }),
  'wp.token.formats-mdoc | Wallet Attestation Request JWT, vp_formats_supported | mso_mdoc and vc+sd-jwt': set({
    vp_formats_supported: { mso_mdoc: {}, 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  }),
  'wp.token.modes | Wallet Attestation Request JWT, response_modes_supported: example | other response modes': set({
    response_modes_supported: ['direct_post', 'direct_post.jwt'],
  }),
  'wp.token.types | Wallet Attestation Request JWT, response_types_supported: example | vp_token id_token': set({
    response_types_supported: ['vp_token', 'vp_token id_token'],
  }),
  'wp.token.types-two | Wallet Attestation Request JWT, response_types_supported: example | vp_token and id_token': set(
    { response_types_supported: ['vp_token', 'id_token'] },
  ),
  'wp.token.algs | Wallet Attestation Request JWT, request_object_signing_alg_values_supported | several algorithms':
    set({ request_object_signing_alg_values_supported: ['ES256', 'RS256', 'EdDSA'] }),
  'wp.token.no-endpoint | Wallet Attestation Request JWT: not marked REQUIRED | no authorization_endpoint': set({
    authorization_endpoint: absent,
  }),
  'wp.token.no-metadata | Wallet Attestation Request JWT: not marked REQUIRED | none of the wallet metadata': ({
    claims,
  }) => {
    for (const name of Object.keys(claims)) if (/_supported$|_endpoint$/.test(name)) claims[name] = absent
  },
  'wp.token.assertion-base64 | integrity_assertion: Base64-encoded assertion | the token of the vendor in base64': (
    draft,
  ) => {
    draft.sign = ({ key, header, claims }) => {
      const token = Buffer.from(String(claims.integrity_assertion)).toString('base64')
      return signJwt(key, header, { ...claims, integrity_assertion: token })
    }
  },
  'wp.token.form-extra | RFC 6749 §3.2: unrecognized parameters are ignored | an unknown parameter': inForm({
    foo: 'bar',
  }),
}

const encodings = (encode: (text: unknown) => string) => (draft: AttestationRequest) => {
  draft.sign = ({ key, header, claims }) => {
    for (const name of ['hardware_signature', 'integrity_assertion']) {
      // A token of Play Integrity is a compact JWE, not base64.
      if (!String(claims[name]).includes('.')) claims[name] = encode(claims[name])
    }
    return signJwt(key, header, claims)
  }
}

const iosPhones = new WeakMap<World, Promise<Phone>>()
function iosPhone(world: World): Promise<Phone> {
  const made = iosPhones.get(world) ?? newRegistered(world, 'ios')
  iosPhones.set(world, made)
  return made
}

export async function newRegistered(world: World, platform: string, profile?: string): Promise<Phone> {
  const phone = await newPhone(world, platform, profile)
  requireAnswer('registration', await register(world, phone))
  return phone
}

export const walletProviderAccepted: readonly Case[] = [
  ...accept(ok, {
    'wp.nonce | GET /nonce: 200, application/json, body {nonce} | a nonce': async (world) => {
      const answer = await get(`${world.sandbox.wallet_provider}/nonce`)
      expect(answer.headers.get('content-type')?.startsWith('application/json'), 'application/json')
      expect(typeof answer.json.nonce === 'string' && answer.json.nonce.length >= 16, 'an unpredictable string')
      return answer
    },
  }),
  ...accept(any, {
    'wp.nonce-fresh | Nonce response: unpredictable, single use | two nonces differ': async (world) => {
      const [one, other] = [await challengeOf(world), await challengeOf(world)]
      expect(one !== other, 'another nonce')
      return get(`${world.sandbox.wallet_provider}/nonce`)
    },
    'wp.nonce-accept | GET /nonce | with an Accept header': (world) =>
      get(`${world.sandbox.wallet_provider}/nonce`, { accept: 'application/json' }),
  }),
  ...accept(ok, {
    'wp.configuration | GET /.well-known/openid-federation | the entity configuration': configuration,
  }),
  ...accept(noContent, {
    'wp.reg.android | POST /wallet-instance: 204 without body | an Android phone': (world) =>
      registered(world, 'android'),
    'wp.reg.ios | POST /wallet-instance: 204 without body | an iPhone': (world) => registered(world, 'ios'),
    'wp.reg.strongbox | the dedicated secure element is RECOMMENDED | a key in the secure element': (world) =>
      registered(world, 'android', 'strongbox'),
    'wp.reg.charset | POST /wallet-instance: application/json | content type with charset': async (world) =>
      register(world, await newPhone(world, 'android'), undefined, ({ headers }) => {
        headers['content-type'] = 'application/json; charset=utf-8'
      }),
    'wp.reg.type-case | RFC 9110 §8.3.1: media types ignore case | content type in mixed case': async (world) =>
      register(world, await newPhone(world, 'android'), undefined, ({ headers }) => {
        headers['content-type'] = 'Application/JSON'
      }),
    'wp.reg.spaces | RFC 8259 §2 | JSON with white space and escapes': async (world) =>
      register(world, await newPhone(world, 'android'), undefined, (sent) => {
        sent.body = JSON.stringify(JSON.parse(sent.body ?? ''), null, '\t').replace('challenge', '\\u0063hallenge')
      }),
  }),
  ...each(accept, bodies, async (world, change) => register(world, await newPhone(world, 'android'), change), {
    status: 204,
  }),
  ...accept(ok, {
    'wp.token.android | POST /token: 200, application/jwt | the attestation, claim by claim': attestation,
  }),
  ...accept(ok, {
    'wp.token.ios | POST /token: 200, application/jwt | an attestation for an iPhone': async (world) =>
      attest(world, undefined, { phone: await iosPhone(world) }),
  }),
  ...accept(any, {
    'wp.token.own-tag | hardware_key_tag: when the wallet chooses it | an attestation for a tag of the wallet': async (
      world,
    ) => {
      const phone = await newPhone(world, 'android')
      const tag = `${randomText(20)}+/w==`
      requireAnswer(
        'registration',
        await register(world, phone, ({ body }) => {
          body.hardware_key_tag = tag
        }),
      )
      return attest(world, undefined, { phone: { ...phone, hardware_key_tag: tag } })
    },
    'wp.token.nonces-ahead | Nonce response: valid within a limited time window | challenges fetched ahead and used in another order':
      async (world) => {
        const ahead = [await challengeOf(world), await challengeOf(world)]
        for (const challenge of ahead.reverse())
          requireAnswer('attestation', await attest(world, undefined, { challenge }))
        return attest(world)
      },
    'wp.token.several | SHOULD be able to hold several attestations | two attestations with two keys': async (
      world,
    ) => {
      const first = requireAnswer('first', await attest(world))
      const second = await attest(world)
      expect(claimsOf(first.text).sub !== claimsOf(second.text).sub, 'two keys')
      return second
    },
    'wp.token.again | MAY be reused within its validity | another attestation for the same key': async (world) => {
      const key = newKey()
      requireAnswer('first', await attest(world, (draft) => draft.useKey(key)))
      return attest(world, (draft) => draft.useKey(key))
    },
    'wp.token.order | POST /token: application/x-www-form-urlencoded | assertion before grant_type': (world) =>
      attest(world, undefined, {
        late: (sent) => {
          sent.body = sent.body?.split('&').reverse().join('&')
        },
      }),
    'wp.token.charset | POST /token: application/x-www-form-urlencoded | content type with charset': (world) =>
      attest(world, undefined, {
        late: inHeaders({ 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      }),
    'wp.token.member-order | client_data: JSON object with challenge and jwk_thumbprint | client_data in the other order':
      (world) =>
        attest(world, undefined, { clientData: (challenge, jwk_thumbprint) => ({ jwk_thumbprint, challenge }) }),
  }),
  ...each(accept, requests, (world, change) => attest(world, change)),
  ...accept(any, {
    'wp.token.base64url-android | hardware_signature: encoding not shown | hardware_signature in base64url': (world) =>
      attest(world, encodings(toBase64Url)),
    'wp.token.base64-android | hardware_signature: encoding not shown | hardware_signature in padded base64': (world) =>
      attest(world, encodings(toBase64)),
    'wp.token.base64url-ios | integrity_assertion: Base64-encoded | evidence in base64url': async (world) =>
      attest(world, encodings(toBase64Url), { phone: await iosPhone(world) }),
    'wp.token.base64-ios | integrity_assertion: Base64-encoded | evidence in padded base64': async (world) =>
      attest(world, encodings(toBase64), { phone: await iosPhone(world) }),
  }),
]
