/** Faults of a Relying Party, one per row, and the wallet's outcome. */
import { type CasesByRule, ruleCasesOf } from '../cases.ts'
import { strangerKey } from './federation.ts'
import type { StrangerRelyingParty, Variant } from './relying-party.ts'
import type { Members } from './server.ts'

export type Bend = (party: StrangerRelyingParty) => void
export type Departure = readonly [what: string, bend: Bend, outcome: string, variant?: Variant | 'by-value' | undefined]

/** Returns the rows of a table as departures. */
export const departuresOf = (table: CasesByRule<[bend: Bend, variant?: Variant | 'by-value']>): readonly Departure[] =>
  ruleCasesOf(table).map(([rule, what, bend, variant]) => [what, bend, rule.join(' '), variant])

const bends =
  (some: StrangerRelyingParty['bends']): Bend =>
  (party) =>
    void Object.assign(party.bends, some)
const set =
  (members: Members) =>
  (own: Members): Members => ({ ...own, ...members })
const req = (members: Members): Bend => bends({ request: set(members) })
const met = (members: Members): Bend => bends({ metadata: set(members) })
const head = (members: Members): Bend => bends({ requestHeader: set(members) })
const ans = (members: Members): Bend => bends({ answer: set(members) })
const engagement = (more: Record<string, string>): Bend => bends({ engagement: (own) => ({ ...own, ...more }) })
const query = (credentials: unknown, more: Members = {}) => req({ dcql_query: { credentials, ...more } })
const pid = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
const stranger = await strangerKey()
const enc = await strangerKey('ECDH-ES', 'enc')
const b64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const privately = 'https://10.0.0.1/here'

export const relyingPartyDepartures = departuresOf({
  'FED-08 address_forbidden': [
    [
      'link request_uri at a private address',
      bends({
        metadata: set({ request_uris: [privately] }),
        engagement: (own) => ({ ...own, request_uri: privately }),
      }),
    ],
    [
      'response_uri at a private address',
      bends({
        metadata: set({ response_uris_supported: [privately] }),
        request: set({ response_uri: privately }),
      }),
    ],
  ],
  'WI-64 request_uri_not_attested': [
    ['link request_uri elsewhere', engagement({ request_uri: 'http://127.0.0.1:1/request' })],
    [
      'link request_uri suffix',
      (p) => bends({ engagement: (o) => ({ ...o, request_uri: `${p.origin}/request/../response` }) })(p),
    ],
  ],
  'WI-64 request_uri_malformed': [
    [
      'link request_uri user',
      (p) => bends({ engagement: (o) => ({ ...o, request_uri: `${p.origin.replace('//', '//x@')}/request` }) })(p),
    ],
  ],
  'WI-66 request_uri_method_unsupported': [['link method PUT', engagement({ request_uri_method: 'put' })]],
  'WI-65 state_mismatch': [['link state other', engagement({ state: 'other' })]],
  'WI-73 client_id_mismatch': [
    ['client_id other', req({ client_id: 'https://other.example' })],
    ['metadata client_id other', met({ client_id: 'https://other.example' })],
  ],
  'WI-73 client_id_missing': [
    ['client_id list', (p) => req({ client_id: [p.origin] })(p)],
    ['client_id null', req({ client_id: null })],
  ],
  'WI-73 iss_missing': [['iss null', req({ iss: null })]],
  'WI-73 aud_mismatch': [['aud null', req({ aud: null })]],
  accepted: [
    ['aud any wallet', req({ aud: 'https://self-issued.me/v2' })],
    ['exp fraction', (p) => bends({ request: (o) => ({ ...o, exp: Date.now() / 1000 + 100.5 }) })(p)],
    ['exp huge', req({ exp: 1e300 })],
    ['wallet_nonce null', req({ wallet_nonce: null })],
    ['client_metadata', req({ client_metadata: { client_name: 'Evil', jwks: { keys: [enc.publicJwk] } } })],
    ['client_metadata null', req({ client_metadata: null })],
    ['scope scheme https', req({ client_id_scheme: 'https' }), 'scope'],
    ['scope scheme http', req({ client_id_scheme: 'http' }), 'scope'],
    ['typ other', head({ typ: 'jwt' })],
    ['typ gone', head({ typ: undefined })],
    ['typ long', head({ typ: 'application/oauth-authz-req+jwt' })],
    ['jwk in header', head({ jwk: stranger.publicJwk })],
    ['x5c in header', head({ x5c: ['AAAA'] })],
    ['jku in header', head({ jku: 'https://evil.example/jwks' })],
    ['answer extra', ans({ error: 'x', more: null })],
    [
      'enc alg lists',
      met({
        authorization_signed_response_alg: ['RS256', 'ES256'],
        authorization_encrypted_response_alg: ['RSA-OAEP', 'ECDH-ES'],
        authorization_encrypted_response_enc: ['XC20P', 'A256GCM'],
      }),
    ],
    ['client_name control', met({ client_name: '\u001b[2J\u202eBank' })],
  ],
  'WI-76 response_uri_not_attested': [
    ['response_uri other', req({ response_uri: 'https://evil.example/response' })],
    ['response_uri other port', req({ response_uri: 'http://127.0.0.1:1/response' })],
    ['response_uris gone', met({ response_uris_supported: undefined })],
  ],
  'WI-74 response_uri_missing': [['response_uri list', (p) => req({ response_uri: [`${p.origin}/response`] })(p)]],
  'GEN-19 response_uri_malformed': [
    ['response_uri fragment', (p) => req({ response_uri: `${p.origin}/response#x` })(p)],
  ],
  'WI-74 nonce_missing': [['nonce number', req({ nonce: 10 ** 40 })]],
  'WI-75 nonce_short': [['nonce short', req({ nonce: 'x' })]],
  'WI-93 json_too_large': [['nonce huge', req({ nonce: 'x'.repeat(100_000) })]],
  'WI-74 state_missing': [['state null', req({ state: null })]],
  'WI-74 expired': [['exp past', req({ exp: 1 })]],
  'GEN-10 time_invalid': [['iat null', req({ iat: null })]],
  'WI-77 response_mode_unsupported': [['response_mode query', req({ response_mode: 'query' })]],
  'WI-77 response_type_unsupported': [['response_type vp_token id_token', req({ response_type: 'vp_token id_token' })]],
  'WI-78 redirect_uri_conflict': [
    ['redirect_uri beside', req({ redirect_uri: 'https://evil.example' })],
    ['redirect_uri null', req({ redirect_uri: null })],
  ],
  'WI-78 request_uri_present': [['request_uri beside', req({ request_uri: 'https://evil.example' })]],
  'WI-78 transaction_data_unsupported': [
    ['transaction_data', req({ transaction_data: ['x'] })],
    ['transaction_data null', req({ transaction_data: null })],
  ],
  'WI-78 query_ambiguous': [
    ['scope beside', req({ scope: 'eid' })],
    ['definition beside', req({ presentation_definition: {} })],
    ['definition null', req({ presentation_definition: null })],
  ],
  'WI-82 dcql_malformed': [
    ['dcql null', req({ dcql_query: null })],
    ['dcql text', req({ dcql_query: '{}' })],
    ['dcql empty', query([])],
    ['dcql claims empty', query([{ ...pid, claims: [] }])],
    ['dcql path -1', query([{ ...pid, claims: [{ path: ['given_name', -1] }] }])],
  ],
  'WI-82 dcql_too_large': [
    ['dcql hundred', query(Array.from({ length: 100 }, (_, n) => ({ ...pid, id: `p${n}` })))],
    [
      'dcql thousand claims',
      query([{ ...pid, claims: Array.from({ length: 1000 }, (_, n) => ({ path: [`c${n}`] })) }]),
    ],
    ['dcql path deep', query([{ ...pid, claims: [{ path: Array(500).fill('a') }] }])],
  ],
  'WI-82 dcql_id_duplicate': [['dcql doubled id', query([pid, pid])]],
  'WI-82 no_matching_credential': [
    ['dcql path proto', query([{ ...pid, claims: [{ path: ['__proto__'] }] }])],
    ['dcql path constructor', query([{ ...pid, claims: [{ path: ['constructor', 'name'] }] }])],
    ['dcql path null', query([{ ...pid, claims: [{ path: [null] }] }])],
    ['dcql values', query([{ ...pid, claims: [{ path: ['given_name'], values: ['Eva'] }] }])],
    ['dcql vct other', query([{ ...pid, meta: { vct_values: ['other'] } }])],
    ['dcql format unknown', query([{ ...pid, format: 'ldp_vc' }])],
    [
      'dcql authorities',
      query([{ ...pid, trusted_authorities: [{ type: 'openid_federation', values: ['https://nobody.example'] }] }]),
    ],
  ],
  'WI-82 dcql_credential_sets_invalid': [
    ['dcql sets cyclic', query([pid], { credential_sets: [{ options: [['nobody']] }] })],
  ],
  'WI-80 scope_unknown': [['scope unknown', req({ scope: 'nothing' }), 'scope']],
  'WI-80 scope_malformed': [['scope null', req({ scope: null }), 'scope']],
  'WI-81 client_id_scheme_unsupported': [
    ['scope scheme redirect_uri', req({ client_id_scheme: 'redirect_uri' }), 'scope'],
    ['scope scheme list', req({ client_id_scheme: ['entity_id'] }), 'scope'],
  ],
  'WI-13 client_metadata_forbidden': [['scope client_metadata', req({ client_metadata: {} }), 'scope']],
  'WI-79 presentation_definition_uri_unsupported': [
    ['scope definition uri', req({ presentation_definition_uri: 'https://x.example' }), 'scope'],
  ],
  'WI-12 key_unknown': [
    ['kid other', head({ kid: stranger.kid })],
    ['kid number', head({ kid: 7 })],
    ['other key', bends({ metadata: (m) => ({ ...m, jwks: { keys: [stranger.publicJwk, enc.publicJwk] } }) })],
  ],
  'WI-72 trust_chain_malformed': [['trust_chain null', head({ trust_chain: null })]],
  'WI-72 no_trust_chain': [
    ['trust_chain rubbish', head({ trust_chain: ['a.b.c'] })],
    ['trust_chain endless', head({ trust_chain: Array(2000).fill('a.b.c') })],
    ['enc alg list of numbers', met({ authorization_encrypted_response_alg: [1] })],
    [
      'enc key private',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [(m.jwks as { keys: object[] }).keys[0], { ...enc.publicJwk, d: 'AAAA' }] },
        }),
      }),
    ],
    ['client_name huge', met({ client_name: 'x'.repeat(50_000) })],
    ['client_name number', met({ client_name: 7 })],
    ['configuration for another', bends({ configuration: set({ sub: 'https://other.example' }) })],
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
    ['signature cut', bends({ requestText: (j) => j.slice(0, -1) })],
    [
      'json jws',
      bends({
        requestText: (j) =>
          JSON.stringify({ payload: j.split('.')[1], protected: j.split('.')[0], signature: j.split('.')[2] }),
      }),
    ],
  ],
  'WI-88 redirect_uri_missing': [
    ['answer null', bends({ answer: () => ({ redirect_uri: null }) })],
    ['answer list', ans({ redirect_uri: ['x'] })],
  ],
  'WI-18 redirect_uri_not_attested': [
    ['answer elsewhere', ans({ redirect_uri: 'https://evil.example/done?response_code=x' })],
    ['answer dots', (p) => ans({ redirect_uri: `${p.origin}/done/../admin` })(p)],
    ['answer encoded', (p) => ans({ redirect_uri: `${p.origin}/done%2f..%2fadmin` })(p)],
    ['redirect_uris gone', met({ redirect_uris: undefined })],
  ],
  'WI-18 redirect_uri_unusable': [
    ['answer script', ans({ redirect_uri: 'javascript:alert(1)' })],
    ['answer user', (p) => ans({ redirect_uri: `${p.origin.replace('//', '//evil.example@')}/done` })(p)],
    ['answer backslash', (p) => ans({ redirect_uri: `${p.origin}\\@evil.example/done` })(p)],
  ],
  'WI-97 response_code_missing': [['answer without code', (p) => ans({ redirect_uri: `${p.origin}/done` })(p)]],
  'WI-84 encryption_alg_forbidden': [
    ['enc alg RSA1_5', met({ authorization_encrypted_response_alg: 'RSA1_5' })],
    ['enc alg dir', met({ authorization_encrypted_response_alg: 'dir' })],
    ['enc alg list of forbidden', met({ authorization_encrypted_response_alg: ['RSA1_5', 'dir'] })],
  ],
  'WI-84 encryption_alg_unsupported': [
    ['enc alg none', met({ authorization_encrypted_response_alg: 'none' })],
    ['enc alg unknown', met({ authorization_encrypted_response_alg: 'PBES2-HS256+A128KW' })],
    ['enc unknown', met({ authorization_encrypted_response_enc: 'XC20P' })],
  ],
  'WI-84 jwe_recipient_unusable': [
    [
      'enc key off the curve',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [(m.jwks as { keys: object[] }).keys[0], { ...enc.publicJwk, y: enc.publicJwk.x }] },
        }),
      }),
    ],
  ],
  'WI-84 encryption_key_missing': [
    ['enc key none', bends({ metadata: (m) => ({ ...m, jwks: { keys: [(m.jwks as { keys: object[] }).keys[0]] } }) })],
  ],
  'WI-83 claim_not_allowed': [
    ['claims allowed fewer', met({ claims_allowed: ['given_name'] })],
    ['claims allowed fewer scope', met({ claims_allowed: ['given_name'] }), 'scope'],
  ],
  'WI-83 credential_type_not_allowed': [['types allowed other', met({ credential_types_allowed: ['other'] })]],
  'WI-95 algorithm_not_attested': [
    ['vp_formats ES512', met({ vp_formats: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } } })],
    ['vp_formats gone', met({ vp_formats: undefined })],
  ],
  'WI-72 entity_type_missing': [
    [
      'metadata of a wallet provider only',
      bends({ configuration: (c) => ({ ...c, metadata: { federation_entity: {} } }) }),
    ],
  ],
})
