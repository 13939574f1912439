/** Permitted requests of a browser and a wallet to a Relying Party, up to the Request Object. */
import { accept, any, type Case, each, expect, found, objectFrom, ok, type Rows } from './cases.ts'
import { type Answer, get, requireAnswer } from './http.ts'
import { claimsOf, headerOf, isSignedBy, type Json, newKey, now, randomText, sha256 } from './jose.ts'
import {
  type AttestedFetch,
  fetchAttested,
  postRequest,
  type Started,
  start,
  type Variant,
  walletMetadata,
} from './steps-relying-party.ts'
import { attestedKey, type World } from './world.ts'

const objectOf = {
  scope: 'Presentation Request Object, variant 1',
  dcql: 'Presentation Request Object, variant 2',
} as const
const variants = ['scope', 'dcql'] as const

/** Accepts a cookie without Secure from http on loopback only (D-640). */
const isSecure = ({ sandbox }: World, line: string): boolean =>
  sandbox.relying_party.startsWith('http://localhost:') || /; ?Secure/i.test(line)

async function configuration(world: World): Promise<Answer> {
  const url = world.sandbox.relying_party
  const answer = requireAnswer('entity configuration', await get(`${url}/.well-known/openid-federation`))
  const claims = claimsOf(answer.text)
  expect(
    headerOf(answer.text).typ === 'entity-statement+jwt' && isSignedBy(answer.text, claims.jwks),
    'typ and signature',
  )
  expect(claims.iss === url && claims.sub === url && Array.isArray(claims.authority_hints), 'iss, sub, authority_hints')
  const { wallet_relying_party: own = {}, federation_entity } = claims.metadata as Record<string, Json>
  expect(federation_entity?.organization_name, 'federation_entity')
  expect(own.client_id === url && typeof own.client_name === 'string', 'client_id and client_name')
  expect(own.application_type === 'web', 'application_type web')
  for (const name of ['request_uris', 'response_uris_supported', 'presentation_definitions_supported'])
    expect(Array.isArray(own[name]) && own[name].length > 0, name)
  expect(
    own.authorization_signed_response_alg && own.authorization_signed_response_alg !== 'none',
    'authorization_signed_response_alg',
  )
  const formats = own.vp_formats as Record<string, Json>
  expect(Array.isArray(formats['vc+sd-jwt']?.['sd-jwt_alg_values']), 'vp_formats with vc+sd-jwt')
  expect(
    (own.jwks as { keys: Json[] }).keys.every((key) => key.kty && key.d === undefined),
    'jwks',
  )
  return answer
}

/** Checks the Request Object, claim by claim. */
async function checkRequestObject(world: World, started: Started, answer: Answer, variant: Variant): Promise<Answer> {
  requireAnswer('Request Object', answer)
  const url = world.sandbox.relying_party
  const [header, claims] = [headerOf(answer.text), claimsOf(answer.text)]
  const { metadata } = await world.configuration(url)
  const own = (metadata as Record<string, Json>).wallet_relying_party ?? {}
  expect(isSignedBy(answer.text, own.jwks), 'signed with the key that kid identifies')
  expect(Array.isArray(header.trust_chain), 'trust_chain')
  expect(claims.client_id === url && claims.iss === url, 'client_id and iss')
  expect(started.link.searchParams.get('client_id') === url, 'client_id of the link')
  expect(
    claims.response_type === 'vp_token' && claims.response_mode === 'direct_post.jwt',
    'response_type and response_mode',
  )
  expect((own.response_uris_supported as string[]).includes(String(claims.response_uri)), 'response_uri is attested')
  expect(String(claims.nonce).length >= 32 && typeof claims.state === 'string', 'nonce and state')
  expect(Number(claims.iat) <= now() && Number(claims.exp) > now(), 'iat and exp')
  for (const name of [
    'redirect_uri',
    'client_metadata',
    'client_metadata_uri',
    'presentation_definition',
    'presentation_definition_uri',
  ])
    expect(!(name in claims), `no ${name}`)
  if (variant === 'scope') {
    const ids = (own.presentation_definitions_supported as Json[]).map(({ id }) => id)
    expect(ids.includes(claims.scope) && claims.client_id_scheme === 'entity_id', 'scope and client_id_scheme')
  } else {
    expect(header.typ === 'oauth-authz-req+jwt', 'typ oauth-authz-req+jwt')
    expect(answer.headers.get('content-type')?.startsWith('application/oauth-authz-req+jwt'), 'content type')
    expect(Array.isArray((claims.dcql_query as Json).credentials), 'dcql_query')
    expect(/^(get|post)$/i.test(String(claims.request_uri_method)), 'request_uri_method')
    expect(started.link.searchParams.get('state') === claims.state, 'state of the link')
  }
  return answer
}

const fetched = async (world: World, variant: Variant, flow?: string): Promise<Answer> => {
  const started = await start(world, variant, flow)
  return checkRequestObject(world, started, await get(started.requestUri), variant)
}

const fetches: Rows<AttestedFetch> = {
  'rp.fetch.dpop | GET request_uri endpoint (variant 1): Authorization and DPoP | with attestation and proof': () => {},
  'rp.fetch.jti | for the relying-party DPoP proof SHOULD be UUID v4 | jti of another form': ({ dpop }) => {
    dpop.claims.jti = randomText()
  },
  'rp.fetch.htu-query | DPoP §4.3: query and fragment are ignored | htu with the query of request_uri': (
    { dpop },
    world,
  ) => {
    dpop.claims.htu = `${world.sandbox.relying_party}/request?id=x`
  },
  'rp.fetch.es384 | Signing algorithm rules: examples ES256, ES384 | an attested key on P-384': async (
    draft,
    world,
  ) => {
    draft.attested = await attestedKey(world, newKey('P-384'))
    const { key, jwt } = draft.attested
    draft.dpop.key = key
    draft.dpop.header.jwk = key.jwk
    draft.dpop.claims.ath = sha256(jwt)
  },
}

const posts: Readonly<Record<string, () => Record<string, string>>> = {
  'rp.post | Wallet metadata (request_uri POST, variant 2) | metadata and wallet_nonce': () => ({
    wallet_metadata: JSON.stringify(walletMetadata()),
    wallet_nonce: randomText(),
  }),
  'rp.post.nonce-first | Wallet metadata (request_uri POST, variant 2) | wallet_nonce before wallet_metadata': () => ({
    wallet_nonce: randomText(),
    wallet_metadata: JSON.stringify(walletMetadata()),
  }),
  'rp.post.nonce-alone | Wallet metadata (request_uri POST, variant 2) | wallet_nonce alone (wallet_metadata is OPTIONAL)':
    () => ({ wallet_nonce: randomText() }),
  'rp.post.no-nonce | Wallet metadata (request_uri POST, variant 2) | wallet_metadata alone (wallet_nonce is RECOMMENDED)':
    () => ({ wallet_metadata: JSON.stringify(walletMetadata()) }),
  'rp.post.empty | Wallet metadata (request_uri POST, variant 2) | neither of the two parameters': () => ({}),
  'rp.post.nonce-short | Wallet metadata (request_uri POST, variant 2) | a wallet_nonce of 8 letters': () => ({
    wallet_nonce: 'abcdefgh',
  }),
  'rp.post.extra | Wallet metadata (request_uri POST, variant 2) | an unknown parameter': () => ({
    wallet_nonce: randomText(),
    foo: 'bar',
  }),
}

const metadata: Readonly<Record<string, Json>> = {
  'rp.meta.required-only | Wallet metadata (request_uri POST, variant 2) | vp_formats_supported alone (REQUIRED)': {
    vp_formats_supported: walletMetadata().vp_formats_supported,
  },
  'rp.meta.formats | Wallet metadata (request_uri POST, variant 2) | several formats': {
    ...walletMetadata(),
    vp_formats_supported: {
      'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384'] },
      'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] },
      mso_mdoc: {},
      jwt_vp_json: { alg_values_supported: ['ES256'] },
    },
  },
  'rp.meta.format-empty | Wallet metadata (request_uri POST, variant 2) | dc+sd-jwt with an empty object': {
    ...walletMetadata(),
    vp_formats_supported: { 'dc+sd-jwt': {} },
  },
  'rp.meta.format-vc | Wallet metadata (request_uri POST, variant 2) | vc+sd-jwt alone': {
    ...walletMetadata(),
    vp_formats_supported: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  },
  'rp.meta.algs | Wallet metadata (request_uri POST, variant 2) | alg_values_supported (OPTIONAL)': {
    ...walletMetadata(),
    alg_values_supported: ['ES256', 'ES384'],
  },
  'rp.meta.scheme | Wallet metadata (request_uri POST, variant 2) | authorization_endpoint haip://': {
    ...walletMetadata(),
    authorization_endpoint: 'haip://',
  },
  'rp.meta.scheme-eudi | Wallet metadata (request_uri POST, variant 2) | authorization_endpoint openid4vp://': {
    ...walletMetadata(),
    authorization_endpoint: 'openid4vp://authorize',
  },
  'rp.meta.schemes | Wallet metadata (request_uri POST, variant 2) | several client_id_schemes': {
    ...walletMetadata(),
    client_id_schemes_supported: ['entity_id', 'x509_san_dns'],
  },
  'rp.meta.modes | Wallet metadata (request_uri POST, variant 2) | several response modes': {
    ...walletMetadata(),
    response_modes_supported: ['direct_post', 'direct_post.jwt', 'query'],
  },
  'rp.meta.signing | Wallet metadata (request_uri POST, variant 2) | several signing algorithms': {
    ...walletMetadata(),
    request_object_signing_alg_values_supported: ['ES512', 'ES256'],
  },
  'rp.meta.unknown | Wallet metadata (request_uri POST, variant 2) | an unknown member': {
    ...walletMetadata(),
    client_id_prefixes_supported: ['openid_federation'],
  },
  'rp.meta.jwks | Wallet metadata (request_uri POST, variant 2) | jwks for an encrypted Request Object': {
    ...walletMetadata(),
    jwks: { keys: [{ ...newKey().jwk, use: 'enc', alg: 'ECDH-ES', kid: 'k' }] },
  },
}

export const requestAccepted: readonly Case[] = [
  ...accept(ok, {
    'rp.configuration | Entity configuration of a Relying Party | every member of the table': configuration,
  }),
  ...accept(found, {
    'rp.start.same-device | Same Device: 302 redirect | a browser on the device of the wallet': async (world) => {
      const { answer, link } = await start(world, 'scope')
      expect(link.searchParams.get('client_id') && link.searchParams.get('request_uri'), 'client_id and request_uri')
      const configured = await world.configuration(world.sandbox.relying_party)
      const own = (configured.metadata as Record<string, Json>).wallet_relying_party ?? {}
      const uri = String(link.searchParams.get('request_uri'))
      expect(
        (own.request_uris as string[]).some((one) => uri.startsWith(one)),
        'a request URI that is registered',
      )
      return answer
    },
  }),
  ...accept(any, {
    'rp.start.href | second variant also an HTML href in a page | the link in the page': async (world) => {
      const { answer, link } = await start(world, 'dcql')
      expect(answer.text.includes(`href="${link.href.replaceAll('&', '&amp;')}"`), 'an href')
      for (const name of ['client_id', 'request_uri', 'state', 'request_uri_method'])
        expect(link.searchParams.has(name), name)
      return answer
    },
    'rp.start.cookie | Secure and HttpOnly session cookie bound to the issued request | the session cookie': async (
      world,
    ) => {
      const { answer } = await start(world, 'dcql', 'cross-device')
      expect(
        answer.headers.getSetCookie().some((line) => isSecure(world, line) && /; ?HttpOnly/i.test(line)),
        'HttpOnly, and Secure with https',
      )
      return answer
    },
  }),
  ...variants.flatMap((variant) =>
    accept(ok, {
      [`rp.start.qr-${variant} | Cross Device: a QR code carrying the request URL | a browser on another device`]:
        async (world) => {
          const { answer } = await start(world, variant, 'cross-device')
          expect(/<svg|<img/.test(answer.text), 'a QR code')
          return answer
        },
      [`rp.get.${variant}-same-device | ${objectOf[variant]} | the Request Object, claim by claim`]: (world) =>
        fetched(world, variant, 'same-device'),
      [`rp.get.${variant}-cross-device | ${objectOf[variant]} | the Request Object, claim by claim`]: (world) =>
        fetched(world, variant, 'cross-device'),
    }),
  ),
  ...each(accept, fetches, async (world, change) => {
    const started = await start(world, 'scope')
    return checkRequestObject(world, started, await fetchAttested(world, started, change), 'scope')
  }),
  ...accept(ok, {
    'rp.fetch.no-dpop | If the DPoP header is missing the lowest security level is assumed | Authorization without DPoP':
      async (world) => {
        const started = await start(world, 'scope')
        return fetchAttested(world, started, undefined, ({ headers }) => void delete headers.dpop)
      },
  }),
  ...accept(any, {
    'rp.fetch.dcql | Relying Party request_uri endpoint: Wallet Attestation with a DPoP proof | attestation and proof in variant 2':
      async (world) => {
        const started = await start(world, 'dcql')
        return checkRequestObject(world, started, await fetchAttested(world, started), 'dcql')
      },
    'rp.fetch.dcql-post | Relying Party request_uri endpoint: Wallet Attestation with a DPoP proof | by POST': async (
      world,
    ) => {
      const started = await start(world, 'dcql')
      const change = ({ dpop }: AttestedFetch): void => {
        dpop.claims.htm = 'POST'
      }
      return fetchAttested(world, started, change, (sent) => {
        sent.method = 'POST'
        sent.headers['content-type'] = 'application/x-www-form-urlencoded'
        sent.body = `wallet_nonce=${randomText()}`
      })
    },
    'rp.fetch.accept | GET request_uri endpoint | with an Accept header': async (world) =>
      get((await start(world, 'dcql')).requestUri, { accept: 'application/oauth-authz-req+jwt' }),
  }),
  ...accept(
    ok,
    objectFrom(Object.entries(posts), ([text, make]) => [
      text,
      async (world: World) => {
        const started = await start(world, 'dcql')
        const form = make()
        const answer = await checkRequestObject(world, started, await postRequest(started, form), 'dcql')
        const { wallet_nonce } = claimsOf(answer.text)
        expect(wallet_nonce === form.wallet_nonce, 'wallet_nonce as the wallet supplied it')
        return answer
      },
    ]),
  ),
  ...accept(
    ok,
    objectFrom(Object.entries(metadata), ([text, members]) => [
      text,
      async (world: World) =>
        postRequest(await start(world, 'dcql'), {
          wallet_metadata: JSON.stringify(members),
          wallet_nonce: randomText(),
        }),
    ]),
  ),
  ...accept(any, {
    'rp.post.charset | POST request_uri endpoint: form | content type with charset': async (world) =>
      postRequest(await start(world, 'dcql'), { wallet_nonce: randomText() }, ({ headers }) => {
        headers['content-type'] = 'application/x-www-form-urlencoded; charset=utf-8'
      }),
  }),
  ...accept(
    ok,
    objectFrom(variants, (variant) => [
      `rp.get.digits-${variant} | nonce: fresh, cryptographically random, at least 32 digits | a nonce of digits`,
      async (world: World) => {
        const answer = requireAnswer('Request Object', await get((await start(world, variant)).requestUri))
        expect(
          /^\d{32,}$/.test(String(claimsOf(answer.text).nonce)),
          `at least 32 digits: ${claimsOf(answer.text).nonce}`,
        )
        return answer
      },
    ]),
  ),
]
