/**
 * Variations of a Relying Party that a Wallet Instance should accept or must refuse: the wallet of the command line
 * with the Relying Party of these tests.
 */
import { accept, type Case, each, expect, ok, type Rows, refuse } from './cases.ts'
import { set } from './changes.ts'
import { breakSignature, newKey, now, randomText, signJwt } from './jose.ts'
import { type Asked, askWallet } from './own-relying-party.ts'
import type { World } from './world.ts'

const without = (name: string) => set({ [name]: undefined })
const byPost = (asked: Asked): void => {
  asked.link.request_uri_method = 'post'
}
const redirectTo =
  (path: string) =>
  (asked: Asked): void => {
    asked.confirmation.body = JSON.stringify({ redirect_uri: path.startsWith('/') ? asked.party.url + path : path })
  }

const acceptedByDcql: Rows<Asked> = {
  'wi.dcql | Presentation Request Object, variant 2 | a request by DCQL': () => {},
  'wi.typ-absent | typ (SHOULD be oauth-authz-req+jwt) | no typ': ({ header }) => delete header.typ,
  'wi.no-chain | trust_chain in the header; else the wallet evaluates it by the federation | no trust_chain': ({
    header,
  }) => delete header.trust_chain,
  'wi.client-metadata | if client_metadata is present the Wallet Instance MUST ignore it | client_metadata': set({
    client_metadata: { vp_formats: {}, jwks: { keys: [] } },
  }),
  'wi.claims | unknown claims are ignored (RFC 9101 §4) | further claims': set({ jti: randomText(), app: 1 }),
  'wi.aud | RFC 9101 §4: aud | aud https://self-issued.me/v2': set({ aud: 'https://self-issued.me/v2' }),
  'wi.method-claim | request_uri_method: get or post, case-insensitive | GET as claim': set({
    request_uri_method: 'GET',
  }),
  'wi.nonce-digits | nonce: at least 32 digits | a nonce of 32 digits': set({
    nonce: '01234567890123456789012345678901',
  }),
  'wi.no-method | request_uri_method is absent: wallet MUST use GET | no request_uri_method in the link': ({ link }) =>
    delete link.request_uri_method,
  'wi.confirmation-type | 200 with application/json (SHOULD) | the content type text/plain': ({ confirmation }) => {
    confirmation.type = 'text/plain'
  },
  'wi.no-link-state | QR/URL parameters: client_id, request_uri, state, request_uri_method | no state in the link': ({
    link,
  }) => delete link.state,
  'wi.iat-fraction | NumericDate (RFC 7519) | iat with a fraction': set({ iat: now() - 0.5 }),
  'wi.confirmation-more | body {redirect_uri} | a further member in the confirmation': ({ party, confirmation }) => {
    const redirect_uri = `${party.url}/presentation-result?response_code=${randomText()}`
    confirmation.body = JSON.stringify({ redirect_uri, status: 'ok' })
  },
  'wi.code-fragment | response code: path component, parameter or fragment | the code in the fragment': redirectTo(
    `/presentation-result#${randomText()}`,
  ),
}

const acceptedByScope: Rows<Asked> = {
  'wi.scope | Presentation Request Object, variant 1 | a request by scope': () => {},
  'wi.scope.typ | typ (media type of the JWT) | typ oauth-authz-req+jwt': ({ header }) => {
    header.typ = 'oauth-authz-req+jwt'
  },
  'wi.scope.typ-absent | typ (media type of the JWT) | no typ': ({ header }) => delete header.typ,
  'wi.scope.type | Signed Request Object: content type of variant 1 not shown | application/jwt': ({ answer }) => {
    answer.type = 'application/jwt'
  },
  'wi.scope.no-scheme | client_id_scheme: example entity_id | no client_id_scheme': without('client_id_scheme'),
  'wi.scope.direct-post | response modes direct_post and direct_post.jwt | response_mode direct_post': set({
    response_mode: 'direct_post',
  }),
}

const posted: Rows<Asked> = {
  'wi.post | request_uri_method post: the wallet SHOULD use POST | post': byPost,
  'wi.post-upper | request_uri_method: get or post, case-insensitive | POST': (asked) => {
    asked.link.request_uri_method = 'POST'
  },
}

const refused: Rows<Asked> = {
  'wi.signature | verify the JWS with the key identified in the header | a broken signature': (asked) => {
    asked.sign = ({ key, header, claims }) => breakSignature(signJwt(key, header, claims))
  },
  'wi.other-key | verify the JWS with the key identified in the header | signed with another key': (asked) => {
    asked.key = newKey()
  },
  'wi.alg-none | alg not none | alg none': ({ header }) => {
    header.alg = 'none'
  },
  'wi.alg-mac | alg MUST NOT be symmetric | alg HS256': ({ header }) => {
    header.alg = 'HS256'
  },
  'wi.kid-unknown | kid identifies the key | an unknown kid': ({ header }) => {
    header.kid = newKey().thumbprint
  },
  'wi.kid-absent | kid (REQUIRED when the key must be looked up) | no kid': ({ header }) => delete header.kid,
  'wi.client-other | client_id of the Request Object equals the one of the URL | another client_id in the URL': (
    asked,
    world,
  ) => {
    asked.link.client_id = world.sandbox.relying_party
  },
  'wi.client-claim | client_id equals sub of the entity configuration | another client_id in the object': (
    asked,
    world,
  ) => set({ client_id: world.sandbox.relying_party })(asked),
  'wi.iss | iss: Relying Party client id | another iss': (asked, world) =>
    set({ iss: world.sandbox.relying_party })(asked),
  'wi.stranger | evaluate trust chain | a Relying Party that is not a member': (asked) => {
    const url = asked.party.url.replace('localhost', '127.0.0.1')
    asked.link.client_id = url
    delete asked.header.trust_chain
    set({ client_id: url, iss: url })(asked)
  },
  'wi.response-uri | response_uri MUST be one of the response_uris attested | another response_uri': (asked) =>
    set({ response_uri: `${asked.party.url}/response/other` })(asked),
  'wi.response-uri-foreign | response_uri MUST be one of the response_uris attested | the response_uri of another party':
    (asked, world) => set({ response_uri: `${world.sandbox.relying_party}/response` })(asked),
  'wi.no-response-uri | response_uri: POST target | no response_uri': without('response_uri'),
  'wi.expired | the object MUST NOT be valid on or after exp | an object that has expired': set({
    iat: now() - 7200,
    exp: now() - 3600,
  }),
  'wi.no-exp | exp | no exp': without('exp'),
  'wi.no-iat | iat | no iat': without('iat'),
  'wi.iat-future | iat | iat in an hour': set({ iat: now() + 3600, exp: now() + 7200 }),
  'wi.no-nonce | nonce | no nonce': without('nonce'),
  'wi.nonce-short | nonce: at least 32 digits | a nonce of 31': set({ nonce: '0123456789012345678901234567890' }),
  'wi.no-state | state: unique identifier | no state': without('state'),
  'wi.response-type | response_type vp_token | response_type code': set({ response_type: 'code' }),
  'wi.response-mode | response_mode direct_post.jwt | response_mode fragment': set({ response_mode: 'fragment' }),
  'wi.redirect-uri | redirect_uri MUST NOT be present when response_uri is | redirect_uri in addition': (asked) =>
    set({ redirect_uri: `${asked.party.url}/presentation-result` })(asked),
  'wi.definition-uri | presentation_definition_uri is unsupported | presentation_definition_uri in addition': (asked) =>
    set({ presentation_definition_uri: `${asked.party.url}/definition` })(asked),
  'wi.no-query | dcql_query | no dcql_query': without('dcql_query'),
  'wi.query-empty | dcql_query: credentials | no credentials in the query': set({
    dcql_query: { credentials: [] },
  }),
  'wi.request-uri | request_uris: pre-registered request URIs | a request_uri that is not registered': (asked) => {
    asked.link.request_uri = `${asked.party.url}/other?id=x`
  },
  'wi.server-error | Request Object endpoint: 500 server_error | an error instead of the object': (asked) => {
    asked.answer = { status: 500, type: 'application/json', body: '{"error":"server_error"}' }
  },
  'wi.text | Signed Request Object | text instead of the object': (asked) => {
    asked.answer.body = 'object'
  },
  'wi.nonce-lost | wallet_nonce MUST be present when the Wallet Instance supplied one | no wallet_nonce': (asked) => {
    byPost(asked)
    asked.repeatNonce = () => undefined
  },
  'wi.nonce-other | wallet_nonce MUST be present when the Wallet Instance supplied one | another wallet_nonce': (
    asked,
  ) => {
    byPost(asked)
    asked.repeatNonce = () => randomText()
  },
  'wi.redirect-foreign | redirect_uri MUST be one of the redirect URIs attested | a redirect_uri elsewhere':
    redirectTo('https://other.example/back'),
  'wi.redirect-path | redirect_uri MUST be one of the redirect URIs attested | another path': redirectTo('/other?c=1'),
}

const refusedByScope: Rows<Asked> = {
  'wi.scope.unknown | scope: alias of a registered presentation definition id | an unknown scope': set({
    scope: 'other',
  }),
  'wi.scope.definition | presentation_definition MUST NOT be present when scope is | presentation_definition in addition':
    set({ presentation_definition: { id: 'x', input_descriptors: [] } }),
  'wi.scope.client-metadata | client_metadata MUST NOT be present when client_id_scheme is entity_id | client_metadata':
    set({ client_metadata: {} }),
  'wi.scope.client-metadata-uri | client_metadata_uri MUST NOT be present when client_id_scheme is entity_id | client_metadata_uri':
    (asked) => set({ client_metadata_uri: `${asked.party.url}/metadata` })(asked),
  'wi.scope.redirect-uri | redirect_uri MUST NOT be present when response_uri is | redirect_uri in addition': (asked) =>
    set({ redirect_uri: `${asked.party.url}/presentation-result` })(asked),
  'wi.scope.none | presentation_definition_uri MUST be present when neither is | neither scope nor definition':
    without('scope'),
}

const asks =
  (variant: 'scope' | 'dcql', method: string) => async (world: World, change: (asked: Asked) => Promise<void>) => {
    const { asked, answer } = await askWallet(world, variant, change)
    if (answer.status === 200) expect(asked.method === method, `${method}: ${asked.method}`)
    return answer
  }

const answered = (variant: 'scope' | 'dcql') => async (world: World, change: (asked: Asked) => Promise<void>) =>
  (await askWallet(world, variant, change)).answer

export const walletCases: readonly Case[] = [
  ...each(accept, acceptedByDcql, asks('dcql', 'GET'), ok),
  ...each(accept, posted, asks('dcql', 'POST'), ok),
  ...each(accept, acceptedByScope, asks('scope', 'GET'), ok),
  ...each(refuse, refused, answered('dcql')),
  ...each(refuse, refusedByScope, answered('scope')),
]
