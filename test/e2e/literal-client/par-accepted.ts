/** Requests to the PAR and authorization endpoints that a literal reader of the specification may send. */

import { accept, any, type Case, created, each, expect, found, objectFrom, ok, type Rows } from './cases.ts'
import { inForm, inHeaders, set, setHeader } from './changes.ts'
import { Browser, get, requireAnswer } from './http.ts'
import { claimsOf, headerOf, isSignedBy, type Json, newKey, now, randomText } from './jose.ts'
import { authorizeUrl, logIn, type PushedRequest, pidType, push, redeem } from './steps-pid-provider.ts'
import { attest } from './steps-wallet-provider.ts'
import { attestedKey, type World, walletRedirectUri } from './world.ts'

const algorithms = 'Signing algorithm rules: examples ES256, ES384, ES512'

async function configuration(world: World) {
  const url = world.sandbox.pid_provider
  const answer = requireAnswer('entity configuration', await get(`${url}/.well-known/openid-federation`))
  expect(answer.headers.get('content-type')?.startsWith('application/entity-statement+jwt'), 'content type')
  const [header, claims] = [headerOf(answer.text), claimsOf(answer.text)]
  expect(header.typ === 'entity-statement+jwt' && header.alg && header.kid, 'typ, alg and kid')
  expect(claims.iss === url && claims.sub === url, 'iss and sub are the provider URL')
  expect(isSignedBy(answer.text, claims.jwks), 'signed with a key of its own jwks')
  expect(Array.isArray(claims.authority_hints), 'authority_hints')
  const metadata = claims.metadata as Record<string, Json>
  const issuer = metadata.openid_credential_issuer ?? {}
  const urls = [
    'authorization_endpoint',
    'token_endpoint',
    'pushed_authorization_request_endpoint',
    'credential_endpoint',
  ]
  for (const name of ['credential_issuer', ...urls]) expect(URL.canParse(String(issuer[name])), name)
  expect(Array.isArray(issuer.dpop_signing_alg_values_supported), 'dpop_signing_alg_values_supported')
  const entry = (issuer.credentials_supported as Record<string, Json>)[pidType] ?? {}
  for (const name of ['cryptographic_binding_methods_supported', 'cryptographic_suites_supported', 'display'])
    expect(Array.isArray(entry[name]), name)
  expect(entry.format === 'vc+sd-jwt', 'format')
  const { type, credentialSubject } = entry.credential_definition as {
    type: string[]
    credentialSubject: Record<string, Json>
  }
  expect(type.includes(pidType), 'credential_definition.type')
  for (const name of ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'unique_id', 'tax_id_number'])
    expect(credentialSubject[name]?.mandatory === true && Array.isArray(credentialSubject[name]?.display), name)
  for (const name of ['organization_name', 'homepage_uri', 'policy_uri', 'tos_uri', 'logo_uri'])
    expect(typeof metadata.federation_entity?.[name] === 'string', name)
  expect(metadata.openid_relying_party, 'openid_relying_party')
  return answer
}

async function pushedLiterally(world: World) {
  const { answer } = await push(world)
  const { request_uri, expires_in } = answer.json
  expect(answer.headers.get('content-type')?.startsWith('application/json'), 'application/json')
  expect(answer.headers.get('cache-control') === 'no-cache, no-store', 'Cache-Control: no-cache, no-store')
  expect(/^urn:/.test(String(request_uri)), 'request_uri in URN form')
  expect(Number.isInteger(expires_in) && Number(expires_in) > 0, 'expires_in')
  return answer
}

const details = (more: Json, type: unknown = [pidType]): Json => ({
  authorization_details: [{ type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type }, ...more }],
})

const pushes: Rows<PushedRequest> = {
  'pp.par.registered-claims | Pushed authorization request (PID issuance): Request Object (RFC 9101) | with iss, aud, iat, exp and jti':
    (draft, world) =>
      set({
        iss: draft.claims.client_id,
        aud: world.sandbox.pid_provider,
        iat: now(),
        exp: now() + 300,
        jti: randomText(),
      })(draft),
  'pp.par.typ | Pushed authorization request (PID issuance), header: alg, kid | typ oauth-authz-req+jwt': setHeader({
    typ: 'oauth-authz-req+jwt',
  }),
  'pp.par.typ-jwt | Pushed authorization request (PID issuance), header: alg, kid | typ JWT': setHeader({ typ: 'JWT' }),
  'pp.par.typ-media | RFC 7515 §4.1.9 | typ application/oauth-authz-req+jwt': setHeader({
    typ: 'application/oauth-authz-req+jwt',
  }),
  'pp.par.kid-any | Pushed authorization request (PID issuance), header: kid is a key identifier | another identifier as kid':
    setHeader({ kid: 'key-1' }),
  'pp.par.jwk | Pushed authorization request (PID issuance), header | the public key in addition': (draft) =>
    setHeader({ jwk: draft.attested.key.jwk })(draft),
  'pp.par.state-short | Pushed authorization request (PID issuance), state: opaque string | a state of one letter': set(
    { state: 'x' },
  ),
  'pp.par.state-long | Pushed authorization request (PID issuance), state: opaque string | a state of 500 letters': set(
    { state: 'x'.repeat(500) },
  ),
  'pp.par.nonce | Pushed authorization request (PID issuance), payload | a further nonce': set({ nonce: randomText() }),
  'pp.par.response-mode | Pushed authorization request (PID issuance), payload | response_mode query, which is the default':
    set({ response_mode: 'query' }),
  'pp.par.scope | Pushed authorization request (PID issuance), payload | scope openid in addition': set({
    scope: 'openid',
  }),
  'pp.par.details-members | RFC 9396 §2.2: common members | locations in authorization_details': (draft, world) =>
    set(details({ locations: [world.sandbox.pid_provider] }))(draft),
  'pp.par.details-types | credential_definition: type array holding the PID credential type | another type in addition':
    set(details({}, ['VerifiableCredential', pidType])),
  'pp.par.details-claims | Pushed authorization request (PID issuance), authorization_details | credentialSubject in credential_definition':
    set({
      authorization_details: [
        {
          type: 'openid_credential',
          format: 'vc+sd-jwt',
          credential_definition: { type: [pidType], credentialSubject: { given_name: {} } },
        },
      ],
    }),
  'pp.par.no-inner-type | Pushed authorization request (PID issuance), client_assertion_type: in the example | no client_assertion_type in the Request Object':
    set({ client_assertion_type: undefined }),
  'pp.par.type-attestation | client_assertion_type: in the example jwt-key-attestation | jwt-client-attestation': (
    draft,
  ) => {
    draft.form.client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
    draft.claims.client_assertion_type = draft.form.client_assertion_type
  },
  'pp.par.form-extra | RFC 6749 §3.1: unrecognized parameters are ignored | an unknown parameter': inForm({
    foo: 'bar',
  }),
  'pp.par.form-repeats | Pushed authorization request (PID issuance): form fields | state and redirect_uri in the form as well':
    ({ form, claims }) => inForm({ state: String(claims.state), redirect_uri: String(claims.redirect_uri) })({ form }),
  'pp.par.aud-array | RFC 7519 §4.1.3 | aud as an array': (draft, world) =>
    set({ aud: [world.sandbox.pid_provider] })(draft),
  'pp.par.redirect-query | redirect_uri: universal link or app link | a redirect_uri with a query': set({
    redirect_uri: `${walletRedirectUri}?app=1`,
  }),
  'pp.par.redirect-other | redirect_uri: universal link or app link | a redirect_uri of another host': set({
    redirect_uri: 'https://app.link.example/wallet/cb',
  }),
}

/** Logs in with a change to the pushed request, and checks the authorization response. */
const loggedIn = (change: (draft: PushedRequest) => void) => async (world: World) => {
  const { draft, back } = await logIn(world, change)
  expect(back.get('state') === draft.claims.state, 'state returned unchanged')
  expect(back.get('iss') === world.sandbox.pid_provider, 'iss')
  expect(back.get('code'), 'code')
  return (await redeem(world, undefined, { loggedIn: { draft, back } })).answer
}

export const parAccepted: readonly Case[] = [
  ...accept(ok, {
    'pp.configuration | Entity configuration of a PID Provider | every member of the table': configuration,
  }),
  ...accept(created, {
    'pp.par | POST pushed-authorization-request endpoint: 201 | the request as in the table': pushedLiterally,
  }),
  ...each(accept, pushes, async (world, change) => (await push(world, change)).answer, created),
  ...accept(
    created,
    objectFrom(['P-384', 'P-521'], (curve) => [
      `pp.par.${curve} | ${algorithms} | a client with an attested key on ${curve}`,
      async (world: World) =>
        (await push(world, undefined, { attested: await attestedKey(world, newKey(curve)) })).answer,
    ]),
  ),
  ...accept(created, {
    'pp.par.order | POST pushed-authorization-request endpoint: form | parameters in another order': async (world) =>
      (
        await push(world, undefined, {
          late: (sent) => {
            sent.body = sent.body?.split('&').reverse().join('&')
          },
        })
      ).answer,
    'pp.par.charset | application/x-www-form-urlencoded | content type with charset': async (world) =>
      (
        await push(world, undefined, {
          late: inHeaders({ 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' }),
        })
      ).answer,
  }),
  ...accept(found, {
    'pp.authorize | GET authorization endpoint: 302 with code, state, iss | the login up to the code': async (
      world,
    ) => {
      const { draft, answer } = await push(world)
      const browser = new Browser()
      const url = authorizeUrl(
        world,
        draft.attested.key.thumbprint,
        String(requireAnswer('PAR', answer).json.request_uri),
      )
      const location = await browser.submitUntil(url, walletRedirectUri, {
        username: 'mario.rossi',
        password: 'sandbox',
      })
      expect(typeof location === 'string', 'Location = redirect_uri plus query')
      const back = new URL(String(location)).searchParams
      expect(
        back.get('code') && back.get('iss') === world.sandbox.pid_provider && back.get('state') === draft.state,
        'code, state, iss',
      )
      return browser.last
    },
  }),
  ...accept(any, {
    'pp.authorize.order | GET authorization endpoint: query client_id, request_uri | request_uri before client_id':
      async (world) => {
        const { draft, answer } = await push(world)
        const query = { request_uri: String(answer.json.request_uri), client_id: draft.attested.key.thumbprint }
        return get(`${world.sandbox.pid_provider}/authorize?${new URLSearchParams(query)}`, { accept: 'text/html' })
      },
    'pp.authorize.raw | GET authorization endpoint: query (RFC 3986 §3.4 allows a colon) | the URN without escapes':
      async (world) => {
        const { draft, answer } = await push(world)
        const query = `client_id=${draft.attested.key.thumbprint}&request_uri=${answer.json.request_uri}`
        return get(`${world.sandbox.pid_provider}/authorize?${query}`)
      },
    'pp.authorize.reload | GET authorization endpoint | the page opened a second time before the login': async (
      world,
    ) => {
      const { draft, answer } = await push(world)
      const url = authorizeUrl(world, draft.attested.key.thumbprint, String(answer.json.request_uri))
      const browser = new Browser()
      requireAnswer('first', await browser.open({ method: 'GET', url, headers: {} }))
      return browser.open({ method: 'GET', url, headers: {} })
    },
    'pp.authorize.extra | RFC 6749 §3.1: unrecognized parameters are ignored | with ui_locales': async (world) => {
      const { draft, answer } = await push(world)
      return get(`${authorizeUrl(world, draft.attested.key.thumbprint, String(answer.json.request_uri))}&ui_locales=it`)
    },
  }),
  ...accept(created, {
    'pp.par.kid-of-jwk | Pushed authorization request (PID issuance), header: kid is a key identifier | the kid that the cnf of the attestation has':
      async (world) => {
        const key = newKey()
        const answer = await attest(world, (draft) => {
          draft.useKey(key)
          draft.claims.cnf = { jwk: { ...key.jwk, kid: 'wallet-key' } }
        })
        const attested = { key, jwt: requireAnswer('attestation', answer).text }
        return (await push(world, setHeader({ kid: 'wallet-key' }), { attested })).answer
      },
  }),
  ...accept(any, {
    'pp.state.special | state: opaque string, returned unchanged | a state with reserved letters': loggedIn(
      set({ state: 'a b&c=d%20+è/?#' }),
    ),
    'pp.redirect.query | Location = redirect_uri plus query code, state, iss | a redirect_uri that has a query': async (
      world,
    ) => {
      const { draft, back } = await logIn(world, set({ redirect_uri: `${walletRedirectUri}?app=1` }))
      expect(back.get('app') === '1' && back.get('code'), 'the query of the redirect_uri is kept')
      return (await redeem(world, undefined, { loggedIn: { draft, back } })).answer
    },
    'pp.user.other | User authentication at eIDAS level High | another user of level High': async (world) => {
      const { draft, back } = await logIn(world, undefined, 'nicolo.dangelo')
      return (await redeem(world, undefined, { loggedIn: { draft, back } })).answer
    },
  }),
]
