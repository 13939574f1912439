/** Faults of a Relying Party, one per row, and the wallet's outcome. */
import { type CasesByRule, ruleCasesOf } from '../cases.ts'
import { thirdPartyKey } from './federation.ts'
import type { ThirdPartyRelyingParty, Variant } from './relying-party.ts'
import type { Members } from './server.ts'

export type Bend = (party: ThirdPartyRelyingParty) => void
/** Link of a row: its variant, with the Request Object in it, or with the method POST. */
type Link = Variant | 'by-value' | 'by-post'
export type Departure = readonly [what: string, bend: Bend, outcome: string, link?: Link | undefined]

/** Returns the rows of a table as departures. */
export const departuresOf = (table: CasesByRule<[bend: Bend, link?: Link]>): readonly Departure[] =>
  ruleCasesOf(table).map(([rule, what, bend, link]) => [what, bend, rule.join(' '), link])

/** Returns a fault that makes these changes. */
export const bends =
  (some: ThirdPartyRelyingParty['bends']): Bend =>
  (party) =>
    void Object.assign(party.bends, some)
/** Returns a change that sets members. `undefined` removes one. */
export const set =
  (members: Members) =>
  (own: Members): Members => ({ ...own, ...members })
/** Sets claims of the Request Object. */
export const req = (members: Members): Bend => bends({ request: set(members) })
/** Sets members of the metadata. */
export const met = (members: Members): Bend => bends({ metadata: set(members) })
/** Sets members of the header of the Request Object. */
export const head = (members: Members): Bend => bends({ requestHeader: set(members) })
/** Sets members of the answer to a response. */
const ans = (members: Members): Bend => bends({ answer: set(members) })
/** Sets parameters of the link. */
export const link = (more: Record<string, string>): Bend => bends({ engagement: (own) => ({ ...own, ...more }) })
const query = (credentials: unknown, more: Members = {}) => req({ dcql_query: { credentials, ...more } })
const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
const stranger = await thirdPartyKey()
const enc = await thirdPartyKey('ECDH-ES', 'enc')
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const privateUrl = 'https://10.0.0.1/here'

export const relyingPartyDepartures = departuresOf({
  'FED-08 address_forbidden': [
    [
      'link: request_uri at a private address',
      bends({
        metadata: set({ request_uris: [privateUrl] }),
        engagement: (own) => ({ ...own, request_uri: privateUrl }),
      }),
    ],
    [
      'response_uri at a private address',
      bends({
        metadata: set({ response_uris_supported: [privateUrl] }),
        request: set({ response_uri: privateUrl }),
      }),
    ],
  ],
  'WI-64 request_uri_not_attested': [
    ['link: request_uri that is not attested', link({ request_uri: 'http://127.0.0.1:1/request' })],
    [
      'link: request_uri with dots to another path',
      (p) => bends({ engagement: (o) => ({ ...o, request_uri: `${p.origin}/request/../response` }) })(p),
    ],
  ],
  'WI-64 request_uri_malformed': [
    [
      'link: request_uri with user info',
      (p) => bends({ engagement: (o) => ({ ...o, request_uri: `${p.origin.replace('//', '//x@')}/request` }) })(p),
    ],
  ],
  'WI-66 request_uri_method_unsupported': [['link: request_uri_method put', link({ request_uri_method: 'put' })]],
  'WI-65 state_mismatch': [['link: another state', link({ state: 'other' })]],
  'WI-73 client_id_mismatch': [
    ['another client_id', req({ client_id: 'https://other.example' })],
    ['metadata: another client_id', met({ client_id: 'https://other.example' })],
  ],
  'WI-73 client_id_missing': [
    ['client_id as a list', (p) => req({ client_id: [p.origin] })(p)],
    ['client_id null', req({ client_id: null })],
  ],
  'WI-73 iss_missing': [['iss null', req({ iss: null })]],
  'WI-73 aud_mismatch': [['aud null', req({ aud: null })]],
  accepted: [
    ['aud of any wallet', req({ aud: 'https://self-issued.me/v2' })],
    ['exp with a fraction', (p) => bends({ request: (o) => ({ ...o, exp: Date.now() / 1000 + 100.5 }) })(p)],
    ['huge exp', req({ exp: 1e300 })],
    ['wallet_nonce null', req({ wallet_nonce: null })],
    ['client_metadata', req({ client_metadata: { client_name: 'Evil', jwks: { keys: [enc.publicJwk] } } })],
    ['client_metadata null', req({ client_metadata: null })],
    ['client_id_scheme https', req({ client_id_scheme: 'https' }), 'scope'],
    ['client_id_scheme http', req({ client_id_scheme: 'http' }), 'scope'],
    ['typ jwt in variant 1', head({ typ: 'jwt' }), 'scope'],
    ['no typ', head({ typ: undefined })],
    ['typ with application/', head({ typ: 'application/oauth-authz-req+jwt' })],
    ['jwk in header', head({ jwk: stranger.publicJwk })],
    ['x5c in header', head({ x5c: ['AAAA'] })],
    ['jku in header', head({ jku: 'https://evil.example/jwks' })],
    ['unknown members in the answer', ans({ error: 'x', more: null })],
    [
      'metadata: lists of algorithms',
      met({
        authorization_signed_response_alg: ['RS256', 'ES256'],
        authorization_encrypted_response_alg: ['RSA-OAEP', 'ECDH-ES'],
        authorization_encrypted_response_enc: ['XC20P', 'A256GCM'],
      }),
    ],
    ['metadata: client_name with control characters', met({ client_name: '\u001b[2J\u202eBank' })],
  ],
  'WI-76 response_uri_not_attested': [
    ['response_uri of another host', req({ response_uri: 'https://evil.example/response' })],
    ['response_uri of another port', req({ response_uri: 'http://127.0.0.1:1/response' })],
    ['metadata: no response_uris_supported', met({ response_uris_supported: undefined })],
  ],
  'WI-74 response_uri_missing': [['response_uri as a list', (p) => req({ response_uri: [`${p.origin}/response`] })(p)]],
  'GEN-19 response_uri_malformed': [
    ['response_uri with a fragment', (p) => req({ response_uri: `${p.origin}/response#x` })(p)],
  ],
  'WI-93 typ_mismatch': [['typ jwt in variant 2', head({ typ: 'jwt' })]],
  'WI-74 nonce_missing': [['nonce as a number', req({ nonce: 10 ** 40 })]],
  'WI-75 nonce_short': [['short nonce', req({ nonce: 'x' })]],
  'WI-93 json_too_large': [['huge nonce', req({ nonce: 'x'.repeat(100_000) })]],
  'WI-74 state_missing': [['state null', req({ state: null })]],
  'WI-74 expired': [['exp in the past', req({ exp: 1 })]],
  'GEN-10 time_invalid': [['iat null', req({ iat: null })]],
  'WI-77 response_mode_unsupported': [['response_mode query', req({ response_mode: 'query' })]],
  'WI-77 response_type_unsupported': [['response_type vp_token id_token', req({ response_type: 'vp_token id_token' })]],
  'WI-78 redirect_uri_conflict': [
    ['redirect_uri beside response_uri', req({ redirect_uri: 'https://evil.example' })],
    ['redirect_uri null', req({ redirect_uri: null })],
  ],
  'WI-78 request_uri_present': [['request_uri in the Request Object', req({ request_uri: 'https://evil.example' })]],
  'WI-78 transaction_data_unsupported': [
    ['transaction_data', req({ transaction_data: ['x'] })],
    ['transaction_data null', req({ transaction_data: null })],
  ],
  'WI-78 query_ambiguous': [
    ['scope beside the query', req({ scope: 'eid' })],
    ['presentation_definition beside the query', req({ presentation_definition: {} })],
    ['presentation_definition null beside the query', req({ presentation_definition: null })],
  ],
  'WI-82 dcql_malformed': [
    ['DCQL query null', req({ dcql_query: null })],
    ['DCQL query as text', req({ dcql_query: '{}' })],
    ['DCQL query without credentials', query([])],
    ['DCQL query with empty claims', query([{ ...pid, claims: [] }])],
    ['DCQL query with the index -1', query([{ ...pid, claims: [{ path: ['given_name', -1] }] }])],
  ],
  'WI-82 dcql_too_large': [
    ['DCQL query for a hundred credentials', query(Array.from({ length: 100 }, (_, n) => ({ ...pid, id: `p${n}` })))],
    [
      'DCQL query for a thousand claims',
      query([{ ...pid, claims: Array.from({ length: 1000 }, (_, n) => ({ path: [`c${n}`] })) }]),
    ],
    ['DCQL query with a path of 500 members', query([{ ...pid, claims: [{ path: Array(500).fill('a') }] }])],
  ],
  'WI-82 dcql_id_duplicate': [['DCQL query with an id twice', query([pid, pid])]],
  'WI-82 no_matching_credential': [
    ['DCQL query for __proto__', query([{ ...pid, claims: [{ path: ['__proto__'] }] }])],
    ['DCQL query for constructor.name', query([{ ...pid, claims: [{ path: ['constructor', 'name'] }] }])],
    ['DCQL query with the path null', query([{ ...pid, claims: [{ path: [null] }] }])],
    ['DCQL query for another value', query([{ ...pid, claims: [{ path: ['given_name'], values: ['Eva'] }] }])],
    ['DCQL query for another vct', query([{ ...pid, meta: { vct_values: ['other'] } }])],
    ['DCQL query for an unknown format', query([{ ...pid, format: 'ldp_vc' }])],
    [
      'DCQL query for other trusted authorities',
      query([{ ...pid, trusted_authorities: [{ type: 'openid_federation', values: ['https://nobody.example'] }] }]),
    ],
  ],
  'WI-82 dcql_credential_sets_invalid': [
    ['DCQL query with a set of an unknown credential', query([pid], { credential_sets: [{ options: [['nobody']] }] })],
  ],
  'WI-80 scope_unknown': [['unknown scope', req({ scope: 'nothing' }), 'scope']],
  'WI-80 scope_malformed': [['scope null', req({ scope: null }), 'scope']],
  'WI-81 client_id_scheme_unsupported': [
    ['client_id_scheme redirect_uri', req({ client_id_scheme: 'redirect_uri' }), 'scope'],
    ['client_id_scheme as a list', req({ client_id_scheme: ['entity_id'] }), 'scope'],
  ],
  'WI-13 client_metadata_forbidden': [['client_metadata beside the scope', req({ client_metadata: {} }), 'scope']],
  'WI-79 presentation_definition_uri_unsupported': [
    [
      'presentation_definition_uri beside the scope',
      req({ presentation_definition_uri: 'https://x.example' }),
      'scope',
    ],
  ],
  'WI-12 key_unknown': [
    ['another kid', head({ kid: stranger.kid })],
    ['kid as a number', head({ kid: 7 })],
    [
      'metadata: another key',
      bends({ metadata: (m) => ({ ...m, jwks: { keys: [stranger.publicJwk, enc.publicJwk] } }) }),
    ],
  ],
  'WI-72 trust_chain_malformed': [['trust_chain null', head({ trust_chain: null })]],
  'WI-72 no_trust_chain': [
    ['trust_chain of a text that is not a statement', head({ trust_chain: ['a.b.c'] })],
    ['trust_chain of 2,000 texts', head({ trust_chain: Array(2000).fill('a.b.c') })],
    ['metadata: encryption algorithms as numbers', met({ authorization_encrypted_response_alg: [1] })],
    [
      'metadata: private encryption key',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [(m.jwks as { keys: object[] }).keys[0], { ...enc.publicJwk, d: 'AAAA' }] },
        }),
      }),
    ],
    ['metadata: huge client_name', met({ client_name: 'x'.repeat(400_000) })],
    ['metadata: client_name as a number', met({ client_name: 7 })],
    ['entity configuration of another entity', bends({ configuration: set({ sub: 'https://other.example' }) })],
  ],
  'WI-12 alg_none': [
    [
      'alg none',
      bends({ requestText: (j) => `${b64({ alg: 'none', typ: 'oauth-authz-req+jwt' })}.${j.split('.')[1]}.` }),
    ],
  ],
  'WI-12 alg_mac': [
    [
      'alg HS256',
      bends({
        requestText: (j) => `${b64({ alg: 'HS256', typ: 'oauth-authz-req+jwt' })}.${j.split('.').slice(1).join('.')}`,
      }),
    ],
  ],
  'WI-93 jws_malformed': [
    ['truncated signature', bends({ requestText: (j) => j.slice(0, -1) })],
    [
      'JWS in JSON',
      bends({
        requestText: (j) =>
          JSON.stringify({ payload: j.split('.')[1], protected: j.split('.')[0], signature: j.split('.')[2] }),
      }),
    ],
  ],
  'WI-88 redirect_uri_missing': [
    ['answer: redirect_uri null', bends({ answer: () => ({ redirect_uri: null }) })],
    ['answer: redirect_uri as a list', ans({ redirect_uri: ['x'] })],
  ],
  'WI-18 redirect_uri_not_attested': [
    ['answer: redirect_uri of another host', ans({ redirect_uri: 'https://evil.example/done?response_code=x' })],
    ['answer: redirect_uri with dots to another path', (p) => ans({ redirect_uri: `${p.origin}/done/../admin` })(p)],
    ['answer: redirect_uri with encoded dots', (p) => ans({ redirect_uri: `${p.origin}/done%2f..%2fadmin` })(p)],
  ],
  'WI-215 redirect_uris_missing': [
    ['metadata: no redirect_uris', met({ redirect_uris: undefined })],
    ['metadata: empty redirect_uris', met({ redirect_uris: [] })],
  ],
  'WI-18 redirect_uri_unusable': [
    ['answer: javascript URL', ans({ redirect_uri: 'javascript:alert(1)' })],
    [
      'answer: redirect_uri with user info',
      (p) => ans({ redirect_uri: `${p.origin.replace('//', '//evil.example@')}/done` })(p),
    ],
    ['answer: redirect_uri with a backslash', (p) => ans({ redirect_uri: `${p.origin}\\@evil.example/done` })(p)],
  ],
  'WI-97 response_code_missing': [['answer: no response_code', (p) => ans({ redirect_uri: `${p.origin}/done` })(p)]],
  'WI-84 encryption_alg_forbidden': [
    ['metadata: encryption algorithm RSA1_5', met({ authorization_encrypted_response_alg: 'RSA1_5' })],
    ['metadata: encryption algorithm dir', met({ authorization_encrypted_response_alg: 'dir' })],
    [
      'metadata: only forbidden encryption algorithms',
      met({ authorization_encrypted_response_alg: ['RSA1_5', 'dir'] }),
    ],
  ],
  'WI-84 encryption_alg_unsupported': [
    ['metadata: encryption algorithm none', met({ authorization_encrypted_response_alg: 'none' })],
    ['metadata: unknown encryption algorithm', met({ authorization_encrypted_response_alg: 'PBES2-HS256+A128KW' })],
    ['metadata: unknown content encryption', met({ authorization_encrypted_response_enc: 'XC20P' })],
  ],
  'WI-84 jwe_recipient_unusable': [
    [
      'metadata: encryption key that is not on the curve',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [(m.jwks as { keys: object[] }).keys[0], { ...enc.publicJwk, y: enc.publicJwk.x }] },
        }),
      }),
    ],
  ],
  'WI-84 encryption_key_missing': [
    [
      'metadata: no encryption key',
      bends({ metadata: (m) => ({ ...m, jwks: { keys: [(m.jwks as { keys: object[] }).keys[0]] } }) }),
    ],
  ],
  'WI-83 claim_not_allowed': [
    ['metadata that allow fewer claims', met({ claims_allowed: ['given_name'] })],
    ['metadata that allow fewer claims, for a scope', met({ claims_allowed: ['given_name'] }), 'scope'],
  ],
  'WI-83 credential_type_not_allowed': [
    ['metadata that allow other credential types', met({ credential_types_allowed: ['other'] })],
  ],
  'WI-95 algorithm_not_attested': [
    ['metadata: vp_formats with ES512', met({ vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } } })],
    ['metadata: no vp_formats', met({ vp_formats: undefined })],
  ],
  'WI-72 entity_type_missing': [
    [
      'metadata of federation_entity only',
      bends({ configuration: (c) => ({ ...c, metadata: { federation_entity: {} } }) }),
    ],
  ],
})
