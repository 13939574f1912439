/** Requests that the PAR and authorization endpoints must refuse. Each breaks one rule. */

import { any, type Case, each, objectFrom, type Rows, refuse } from './cases.ts'
import { inForm, set, setHeader } from './changes.ts'
import { type Answer, Browser, get, requireAnswer } from './http.ts'
import { breakSignature, claimsOf, headerOf, type Json, newKey, now, sha256, signJwt } from './jose.ts'
import { authorizeUrl, type PushedRequest, pidType, push } from './steps-pid-provider.ts'
import { type World, walletRedirectUri } from './world.ts'

const par = 'POST pushed-authorization-request endpoint'
const object = 'Pushed authorization request (PID issuance), Request Object'

const withDetail =
  (detail: Json) =>
  ({ claims }: PushedRequest): void => {
    const [first] = claims.authorization_details as Json[]
    claims.authorization_details = [{ ...first, ...detail }]
  }
const without = (name: string) => set({ [name]: undefined })

/** Forges an attestation from a genuine one. */
const forged =
  (change: (header: Json, claims: Json) => void) =>
  (draft: PushedRequest): void => {
    const { jwt } = draft.attested
    const [header, claims] = [headerOf(jwt), claimsOf(jwt)]
    change(header, claims)
    draft.form.client_assertion = signJwt(newKey(), header, claims)
  }

const pushes: Rows<PushedRequest> = {
  ...objectFrom(
    [
      'response_type',
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'client_assertion_type',
      'client_assertion',
    ],
    (name) => [
      `pp.par.no-${name} | ${par}: form fields | no ${name} in the form`,
      (draft: PushedRequest) => delete draft.form[name],
    ],
  ),
  ...objectFrom(
    [
      'response_type',
      'client_id',
      'state',
      'code_challenge',
      'code_challenge_method',
      'authorization_details',
      'redirect_uri',
    ],
    (name) => [`pp.par.object-no-${name} | ${object} | no ${name} in the Request Object`, without(name)],
  ),
  'pp.par.request-text | POST pushed-authorization-request endpoint: request (signed Request Object) | text that is not a JWT':
    inForm({ request: 'request' }),
  'pp.par.alg-none | alg MUST NOT be none nor a symmetric algorithm | alg none in the Request Object': setHeader({
    alg: 'none',
  }),
  'pp.par.alg-mac | alg MUST NOT be none nor a symmetric algorithm | alg HS256 in the Request Object': setHeader({
    alg: 'HS256',
  }),
  'pp.par.signature | Request Object (JWS signed with the Wallet Instance key) | a broken signature': (draft) => {
    draft.sign = ({ attested, header, claims }) => breakSignature(signJwt(attested.key, header, claims))
  },
  'pp.par.other-key | Request Object (JWS signed with the Wallet Instance key) | signed with another key': (draft) => {
    draft.sign = ({ header, claims }) => signJwt(newKey(), header, claims)
  },
  'pp.par.no-kid | Pushed authorization request (PID issuance), Request Object, header: alg, kid | no kid': setHeader({
    kid: undefined,
  }),
  'pp.par.client-other | Pushed authorization request (PID issuance), Request Object, client_id: thumbprint of the JWK in the cnf | another client_id in both places':
    (draft) => {
      draft.form.client_id = newKey().thumbprint
      draft.claims.client_id = draft.form.client_id
    },
  'pp.par.client-form | POST pushed-authorization-request endpoint: client_id | another client_id in the form': (
    draft,
  ) => {
    draft.form.client_id = newKey().thumbprint
  },
  'pp.par.challenge-form | POST pushed-authorization-request endpoint: code_challenge | another code_challenge in the form':
    inForm({ code_challenge: sha256('another') }),
  'pp.par.plain | code_challenge_method: method S256 | method plain in both places': (draft) => {
    draft.form.code_challenge_method = 'plain'
    draft.claims.code_challenge_method = 'plain'
  },
  'pp.par.challenge-short | RFC 7636 §4.2 | a code_challenge of 8 letters in both places': (draft) => {
    draft.form.code_challenge = 'short-00'
    draft.claims.code_challenge = 'short-00'
  },
  'pp.par.type-token | response_type (code) | response_type token in both places': (draft) => {
    draft.form.response_type = 'token'
    draft.claims.response_type = 'token'
  },
  'pp.par.detail-type | authorization_details: type = openid_credential | another type': withDetail({
    type: 'payment',
  }),
  'pp.par.detail-format | authorization_details: format = vc+sd-jwt | format ldp_vc': withDetail({ format: 'ldp_vc' }),
  'pp.par.detail-credential | authorization_details: type array holding the PID credential type | another credential':
    withDetail({ credential_definition: { type: ['licence'] } }),
  'pp.par.detail-text | authorization_details: credential_definition object with type array | type is text': withDetail(
    { credential_definition: { type: pidType } },
  ),
  'pp.par.detail-none | authorization_details: array of objects | an empty array': set({ authorization_details: [] }),
  'pp.par.redirect-http | redirect_uri: universal link or app link | a redirect_uri by http': set({
    redirect_uri: 'http://wallet.example/callback',
  }),
  'pp.par.redirect-script | redirect_uri: universal link or app link | javascript: as redirect_uri': set({
    redirect_uri: 'javascript:alert(1)',
  }),
  'pp.par.redirect-fragment | RFC 6749 §3.1.2: MUST NOT include a fragment | a redirect_uri with a fragment': set({
    redirect_uri: `${walletRedirectUri}#x`,
  }),
  'pp.par.redirect-relative | redirect_uri: universal link or app link | a relative redirect_uri': set({
    redirect_uri: '/callback',
  }),
  'pp.par.expired | RFC 9101 and RFC 7519 §4.1.4 | a Request Object that has expired': ({ claims }) => {
    Object.assign(claims, { iat: now() - 7200, exp: now() - 3600 })
  },
  'pp.par.aud-other | RFC 9101 §4: aud | a Request Object for another provider': set({ aud: 'https://other.example' }),
  'pp.par.iss-other | RFC 9101 §4: iss | a Request Object of another client': ({ claims }) => {
    claims.iss = newKey().thumbprint
  },
  'pp.par.assertion-type | POST pushed-authorization-request endpoint: client_assertion_type | an unknown client_assertion_type':
    (draft) => {
      draft.form.client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:saml2-bearer'
      draft.claims.client_assertion_type = draft.form.client_assertion_type
    },
  'pp.par.attestation-text | the provider MUST check that the attestation signature and data are valid | text instead of the attestation':
    inForm({ client_assertion: 'attestation' }),
  'pp.par.attestation-signature | the provider MUST check that the attestation signature and data are valid | an attestation with a broken signature':
    (draft) => {
      draft.form.client_assertion = breakSignature(draft.attested.jwt)
    },
  'pp.par.attestation-forged | the provider MUST check that the attestation signature and data are valid | an attestation signed by the wallet':
    forged(() => {}),
  'pp.par.attestation-none | alg MUST NOT be none nor a symmetric algorithm | an attestation with alg none': forged(
    (header) => {
      header.alg = 'none'
    },
  ),
  'pp.par.attestation-unreachable | the provider MUST check that the Wallet Provider is a federation member | an attestation of a provider that cannot be reached':
    forged((header, claims) => {
      delete header.trust_chain
      claims.iss = 'https://other.example'
    }),
  'pp.par.attestation-no-member | the provider MUST check that the Wallet Provider is a federation member | an attestation of a server that is not a member':
    (draft, world) =>
      forged((header, claims) => {
        delete header.trust_chain
        claims.iss = world.sandbox.console
      })(draft),
  'pp.par.attestation-no-provider | the provider MUST check that the Wallet Provider is a federation member | an attestation of a member that is not a Wallet Provider':
    (draft, world) =>
      forged((header, claims) => {
        delete header.trust_chain
        claims.iss = world.sandbox.relying_party
      })(draft),
  'pp.par.redirect-scheme | redirect_uri: universal link or app link | a redirect_uri with a scheme of its own': set({
    redirect_uri: 'it.wallet.app:/callback',
  }),
  'pp.par.detail-dc | authorization_details: format = vc+sd-jwt | format dc+sd-jwt': withDetail({
    format: 'dc+sd-jwt',
  }),
  'pp.par.attestation-request | the provider MUST check that the attestation signature and data are valid | the Request Object instead of the attestation':
    (draft) => {
      draft.form.client_assertion = draft.sign(draft)
    },
  'pp.par.state-object | state: opaque string | a number as state': set({ state: 17 }),
  'pp.par.request-uri | RFC 9126 §2.1: request_uri MUST NOT be provided | request_uri in the form': inForm({
    request_uri: 'urn:ietf:params:oauth:request_uri:x',
  }),
}

const authorize = async (world: World, change: (query: Record<string, string>) => void): Promise<Answer> => {
  const { draft, answer } = await push(world)
  const query = {
    client_id: draft.attested.key.thumbprint,
    request_uri: String(requireAnswer('PAR', answer).json.request_uri),
  }
  change(query)
  return get(`${world.sandbox.pid_provider}/authorize?${new URLSearchParams(query)}`, { accept: 'text/html' })
}

/** Returns the authorization response for a user of a lower level. */
const lowLevel =
  (username: string) =>
  async (world: World): Promise<Answer> => {
    const { draft, answer } = await push(world)
    const url = authorizeUrl(
      world,
      draft.attested.key.thumbprint,
      String(requireAnswer('PAR', answer).json.request_uri),
    )
    const end = await new Browser().submitUntil(url, walletRedirectUri, { username, password: 'sandbox' })
    if (typeof end !== 'string') return end
    const back = Object.fromEntries(new URL(end).searchParams)
    return { status: 'code' in back ? 302 : 400, headers: new Headers(), text: end, json: back }
  }

const page = { page: true } as const

export const parRefused: readonly Case[] = [
  ...each(refuse, pushes, async (world, change) => (await push(world, change)).answer),
  ...refuse(any, {
    'pp.par.no-request | POST pushed-authorization-request endpoint: request (signed Request Object) | no request':
      async (world) =>
        (
          await push(world, undefined, {
            late: (sent) => {
              const parameters = new URLSearchParams(sent.body)
              parameters.delete('request')
              sent.body = parameters.toString()
            },
          })
        ).answer,
    'pp.par.get | POST pushed-authorization-request endpoint | the request by GET': (world) =>
      get(`${world.sandbox.pid_provider}/as/par`),
    'pp.par.json | POST pushed-authorization-request endpoint: application/x-www-form-urlencoded | JSON instead of a form':
      async (world) =>
        (
          await push(world, undefined, {
            late: (sent) => {
              sent.headers['content-type'] = 'application/json'
              sent.body = JSON.stringify(Object.fromEntries(new URLSearchParams(sent.body)))
            },
          })
        ).answer,
    'pp.par.twice | RFC 6749 §3.1: parameters MUST NOT be included more than once | client_id twice': async (world) =>
      (
        await push(world, undefined, {
          late: (sent) => {
            sent.body += '&client_id=x'
          },
        })
      ).answer,
  }),
  ...refuse(page, {
    'pp.authorize.unknown | GET authorization endpoint: request_uri | a request_uri that was never pushed': (world) =>
      authorize(world, (query) => {
        query.request_uri = 'urn:ietf:params:oauth:request_uri:unknown'
      }),
    'pp.authorize.no-request | GET authorization endpoint: request_uri | no request_uri': (world) =>
      authorize(world, (query) => delete query.request_uri),
    'pp.authorize.no-client | GET authorization endpoint: client_id | no client_id': (world) =>
      authorize(world, (query) => delete query.client_id),
    'pp.authorize.other-client | GET authorization endpoint: client_id | the client_id of another wallet': (world) =>
      authorize(world, (query) => {
        query.client_id = newKey().thumbprint
      }),
    'pp.authorize.direct | Authorization Code Flow with Pushed Authorization Requests | parameters that were not pushed':
      (world) =>
        get(
          `${world.sandbox.pid_provider}/authorize?${new URLSearchParams({ response_type: 'code', client_id: newKey().thumbprint, redirect_uri: walletRedirectUri })}`,
        ),
    'pp.authorize.again | RFC 9126 §4: request_uri is used once | a request_uri whose login has ended': async (
      world,
    ) => {
      const { draft, answer } = await push(world)
      const url = authorizeUrl(
        world,
        draft.attested.key.thumbprint,
        String(requireAnswer('PAR', answer).json.request_uri),
      )
      await new Browser().submitUntil(url, walletRedirectUri, { username: 'mario.rossi', password: 'sandbox' })
      return get(url, { accept: 'text/html' })
    },
    'pp.user.substantial | User authenticated at eIDAS level High | a user of level substantial':
      lowLevel('lucia.bianchi'),
    'pp.user.low | User authenticated at eIDAS level High | a user of level low': lowLevel('paolo.verdi'),
  }),
]
