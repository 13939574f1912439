/** Requests for a Request Object that the Relying Party must refuse. Each breaks one rule. */

import { any, type Case, each, objectFrom, type Rows, refuse } from './cases.ts'
import { inDpop, inDpopHeader } from './changes.ts'
import { formOf, get, jsonOf, requireAnswer, send } from './http.ts'
import {
  breakSignature,
  claimsOf,
  headerOf,
  type Json,
  newKey,
  now,
  privateJwkOf,
  randomText,
  sha256,
  signJwt,
} from './jose.ts'
import { type AttestedFetch, fetchAttested, postRequest, start, walletMetadata } from './steps-relying-party.ts'
import type { World } from './world.ts'

const invalid = { status: 400, error: 'invalid_request' } as const

const fetches: Rows<AttestedFetch> = {
  'rp.fetch.typ | DPoP proof JOSE header: typ | another typ': inDpopHeader({ typ: 'JWT' }),
  'rp.fetch.none | DPoP proof JOSE header: alg not none | alg none': inDpopHeader({ alg: 'none' }),
  'rp.fetch.mac | DPoP proof JOSE header: alg not symmetric | alg HS256': inDpopHeader({ alg: 'HS256' }),
  'rp.fetch.private | DPoP proof JOSE header: jwk MUST NOT contain a private key | the private key in jwk': ({
    dpop,
  }) => {
    dpop.header.jwk = privateJwkOf(dpop.key)
  },
  'rp.fetch.other-key | GET request_uri endpoint (variant 1): proof verified with the public key in the attestation | a proof of another key':
    ({ dpop }) => {
      dpop.key = newKey()
      dpop.header.jwk = dpop.key.jwk
    },
  'rp.fetch.htm | DPoP proof payload: htm | htm POST': inDpop({ htm: 'POST' }),
  'rp.fetch.htu | DPoP proof payload: htu | htu of another server': inDpop({ htu: 'https://other.example/request' }),
  'rp.fetch.no-ath | payload also carries ath | no ath': inDpop({ ath: undefined }),
  'rp.fetch.ath | ath, the hash of the attestation | ath of another attestation': inDpop({ ath: sha256('another') }),
  'rp.fetch.no-jti | DPoP proof payload: jti | no jti': inDpop({ jti: undefined }),
  'rp.fetch.no-iat | DPoP proof payload: iat | no iat': inDpop({ iat: undefined }),
  'rp.fetch.old | DPoP §4.3: iat within an acceptable window | a proof of an hour ago': inDpop({ iat: now() - 3600 }),
  'rp.fetch.attestation-signature | the Relying Party verifies the wallet attestation and its provider | an attestation with a broken signature':
    (draft) => {
      draft.attested = { ...draft.attested, jwt: breakSignature(draft.attested.jwt) }
      draft.dpop.claims.ath = sha256(draft.attested.jwt)
    },
  'rp.fetch.attestation-forged | the Relying Party verifies the wallet attestation and its provider | an attestation signed by the wallet':
    (draft) => {
      draft.attested = { ...draft.attested, jwt: forgedAttestation(draft.attested.jwt) }
      draft.dpop.claims.ath = sha256(draft.attested.jwt)
    },
}

const forgedAttestation = (jwt: string, change: (claims: Json, header: Json) => void = () => {}): string => {
  const [header, claims] = [headerOf(jwt), claimsOf(jwt)]
  change(claims, header)
  return signJwt(newKey(), header, claims)
}

const metadata: Readonly<Record<string, Json>> = {
  'rp.meta.definition-uri | Wallet metadata (request_uri POST, variant 2) | presentation_definition_uri_supported true':
    { ...walletMetadata(), presentation_definition_uri_supported: true },
  'rp.meta.no-formats | Wallet metadata (request_uri POST, variant 2) | no vp_formats_supported (REQUIRED)': {
    ...walletMetadata(),
    vp_formats_supported: undefined,
  },
  'rp.meta.response-type | Wallet metadata (request_uri POST, variant 2) | response_types_supported without vp_token': {
    ...walletMetadata(),
    response_types_supported: ['id_token'],
  },
  'rp.meta.response-types | Wallet metadata (request_uri POST, variant 2) | response_types_supported with another value in addition':
    { ...walletMetadata(), response_types_supported: ['vp_token', 'id_token'] },
  'rp.meta.formats-array | Wallet metadata (request_uri POST, variant 2) | vp_formats_supported is an array': {
    ...walletMetadata(),
    vp_formats_supported: ['dc+sd-jwt'],
  },
}

export const requestRefused: readonly Case[] = [
  ...refuse(invalid, {
    'rp.get.no-id | Request Object endpoint: malformed or unknown request_uri: 400 invalid_request | no id in the request_uri':
      (world) => get(`${world.sandbox.relying_party}/request`),
    'rp.get.unknown | Request Object endpoint: malformed or unknown request_uri: 400 invalid_request | an id that was never issued':
      (world) => get(`${world.sandbox.relying_party}/request?id=${randomText()}`),
    'rp.get.malformed | Request Object endpoint: malformed or unknown request_uri: 400 invalid_request | an id of another form':
      (world) => get(`${world.sandbox.relying_party}/request?id=%00..%2f`),
    'rp.post.unknown | Request Object endpoint: malformed or unknown request_uri: 400 invalid_request | an id that was never issued, by POST':
      (world) =>
        send(formOf(`${world.sandbox.relying_party}/request?id=${randomText()}`, { wallet_nonce: randomText() })),
  }),
  ...refuse(any, {
    'rp.get.put | GET and POST request_uri endpoint | the method PUT': async (world) =>
      send({ ...formOf((await start(world, 'dcql')).requestUri, {}), method: 'PUT' }),
  }),
  ...each(refuse, fetches, async (world, change) => fetchAttested(world, await start(world, 'scope'), change)),
  ...refuse(any, {
    'rp.fetch.signature | DPoP §4.3: the signature verifies | a proof with a broken signature': async (world) =>
      fetchAttested(world, await start(world, 'scope'), undefined, ({ headers }) => {
        headers.dpop = breakSignature(headers.dpop ?? '')
      }),
    'rp.fetch.bearer | Authorization: DPoP | the scheme Bearer': async (world) =>
      fetchAttested(world, await start(world, 'scope'), undefined, ({ headers }) => {
        headers.authorization = headers.authorization?.replace('DPoP', 'Bearer') ?? ''
      }),
    'rp.fetch.no-authorization | Authorization: DPoP <wallet_attestation> | a proof without the attestation': async (
      world,
    ) =>
      fetchAttested(world, await start(world, 'scope'), undefined, ({ headers }) => void delete headers.authorization),
    'rp.fetch.replay | A new DPoP proof MUST be created for each request | a proof used twice': async (world) => {
      const started = await start(world, 'scope')
      const kept: Record<string, string> = {}
      requireAnswer(
        'first',
        await fetchAttested(world, started, undefined, ({ headers }) => void Object.assign(kept, headers)),
      )
      return get((await start(world, 'scope')).requestUri, kept)
    },
  }),
  ...refuse(
    invalid,
    objectFrom(Object.entries(metadata), ([text, members]) => [
      text,
      async (world: World) => postRequest(await start(world, 'dcql'), { wallet_metadata: JSON.stringify(members) }),
    ]),
  ),
  ...refuse(invalid, {
    'rp.meta.text | Wallet metadata (request_uri POST, variant 2): wallet_metadata is a JSON object | wallet_metadata is not JSON':
      async (world) => postRequest(await start(world, 'dcql'), { wallet_metadata: 'metadata' }),
    'rp.meta.array | Wallet metadata (request_uri POST, variant 2): wallet_metadata is a JSON object | wallet_metadata is an array':
      async (world) => postRequest(await start(world, 'dcql'), { wallet_metadata: '[]' }),
  }),
  ...refuse(any, {
    'rp.post.json | POST request_uri endpoint: application/x-www-form-urlencoded | JSON instead of a form': async (
      world,
    ) => send(jsonOf((await start(world, 'dcql')).requestUri, { wallet_nonce: randomText() })),
    'rp.post.twice | RFC 6749 §3.1: parameters MUST NOT be included more than once | wallet_nonce twice': async (
      world,
    ) =>
      postRequest(await start(world, 'dcql'), { wallet_nonce: 'a'.repeat(32) }, (sent) => {
        sent.body += '&wallet_nonce=b'
      }),
  }),
]
