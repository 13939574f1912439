/** Faults of a PID Provider, one per row, and the wallet's outcome. */
import { ruleCasesOf } from '../cases.ts'
import { thirdPartyKey } from './federation.ts'
import type { ThirdPartyIssuer } from './issuer.ts'
import type { Members } from './server.ts'

type Bend = (issuer: ThirdPartyIssuer) => void
export type Departure = readonly [what: string, bend: Bend, outcome: string]

const bends =
  (some: ThirdPartyIssuer['bends']): Bend =>
  (issuer) =>
    void Object.assign(issuer.bends, some)
const set =
  (members: Members) =>
  (own: Members): Members => ({ ...own, ...members })
const stranger = await thirdPartyKey()

export const issuerDepartures: readonly Departure[] = ruleCasesOf<[bend: Bend]>({
  'WI-48 token_response_malformed': [
    ['access token null', bends({ token: set({ access_token: null }) })],
    ['token_type null', bends({ token: set({ token_type: null }) })],
    ['token_type as a list', bends({ token: set({ token_type: ['DPoP'] }) })],
    ['expires_in as text', bends({ token: set({ expires_in: '300' }) })],
    ['expires_in negative', bends({ token: set({ expires_in: -1 }) })],
    ['expires_in huge', bends({ token: set({ expires_in: 1e300 }) })],
    ['c_nonce empty', bends({ token: set({ c_nonce: '' }) })],
    ['c_nonce as an object', bends({ token: set({ c_nonce: {} }) })],
  ],
  accepted: [
    ['token_type in lower case', bends({ token: set({ token_type: 'dpop' }) })],
    [
      'unknown members and null members in each answer',
      bends({
        token: set({ x: null, scope: null, refresh_token: null, authorization_details: null }),
        pushed: set({ x: null }),
        credential: set({ x: null, notification_id: null }),
      }),
    ],
    ['access token: aud as a list', bends({ accessToken: (own) => ({ ...own, aud: [own.aud] }) })],
    ['access token: jti that is not a UUID', bends({ accessToken: set({ jti: 'x' }) })],
    ['access token: cnf null', bends({ accessToken: set({ cnf: null }) })],
    ['access token: cnf as text', bends({ accessToken: set({ cnf: 'x' }) })],
    ['an issuer that accepts credential requests as forms only', bends({ takes: 'form' })],
    ['format dc+sd-jwt', bends({ credential: set({ format: 'dc+sd-jwt' }) })],
    ['PID: huge exp', bends({ pid: set({ exp: 1e300 }) })],
    ['PID: status null', bends({ pid: set({ status: null }) })],
    ['PID: status as text', bends({ pid: set({ status: 'x' }) })],
    [
      'PID: status list that does not exist',
      (issuer) => bends({ pid: set({ status: { status_list: { idx: 1, uri: `${issuer.origin}/nothing` } } }) })(issuer),
    ],
    [
      'PID: status list at a private address',
      bends({ pid: set({ status: { status_list: { idx: 1, uri: 'https://10.0.0.1/list' } } }) }),
    ],
    [
      'PID: status list with a javascript URL',
      bends({ pid: set({ status: { status_list: { idx: -1, uri: 'javascript:1' } } }) }),
    ],
    ['PID: jwk in the header', bends({ pidHeader: set({ jwk: stranger.publicJwk }) })],
    ['PID: x5c in the header', bends({ pidHeader: set({ x5c: ['AAAA'] }) })],
    [
      'metadata: a further key of an unknown type',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: {
            keys: [{ kty: 'AKP', kid: 'q', alg: 'ML-DSA-44', pub: 'AA' }, ...(m.jwks as { keys: object[] }).keys],
          },
        }),
      }),
    ],
  ],
  'WI-48 token_type_mismatch': [['token_type Bearer', bends({ token: set({ token_type: 'Bearer' }) })]],
  'WI-09 aud_mismatch': [['access token: aud null', bends({ accessToken: set({ aud: null }) })]],
  'WI-09 client_id_mismatch': [
    ['access token: another client_id', bends({ accessToken: set({ client_id: 'other' }) })],
  ],
  'WI-99 sub_missing': [['access token: sub null', bends({ accessToken: set({ sub: null }) })]],
  'WI-99 nonce_short': [['access token: short nonce', bends({ accessToken: set({ nonce: 'x' }) })]],
  'WI-09 iss_mismatch': [['access token: another iss', bends({ accessToken: set({ iss: 'https://other.example' }) })]],
  'WI-49 jkt_mismatch': [['access token: another jkt', bends({ accessToken: set({ jkt: stranger.kid }) })]],
  'GEN-10 time_invalid': [
    ['access token: exp as text', bends({ accessToken: set({ exp: 'soon' }) })],
    ['PID: exp as text', bends({ pid: set({ exp: '9999999999' }) })],
  ],
  'WI-39 par_response_malformed': [
    ['request_uri null', bends({ pushed: set({ request_uri: null }) })],
    ['PAR response: expires_in 0', bends({ pushed: set({ expires_in: 0 }) })],
  ],
  'WI-40 state_unknown': [
    [
      'redirect with another state',
      bends({
        redirect: (u) => {
          u.searchParams.set('state', 'x')
          return u.href
        },
      }),
    ],
    ['redirect to a text that is not a URL', bends({ redirect: () => 'no url' })],
    ['redirect to an object', bends({ redirect: () => ({}) as never })],
    ['redirect with the parameters in the fragment', bends({ redirect: (u) => u.href.replace('?', '#') })],
  ],
  'WI-41 iss_mismatch': [
    [
      'redirect with another iss',
      bends({
        redirect: (u) => {
          u.searchParams.set('iss', 'https://x.example')
          return u.href
        },
      }),
    ],
  ],
  'GEN-09 parameter_duplicated': [['redirect with two iss', bends({ redirect: (u) => `${u.href}&iss=x` })]],
  'WI-42 authorization_refused': [
    [
      'redirect with an error',
      bends({
        redirect: (u) => {
          u.searchParams.delete('code')
          u.searchParams.set('error', 'access_denied')
          return u.href
        },
      }),
    ],
  ],
  'WI-42 token_refused': [
    [
      'redirect with a huge code',
      bends({
        redirect: (u) => {
          u.searchParams.set('code', 'x'.repeat(100_000))
          return u.href
        },
      }),
    ],
  ],
  'WI-54 credential_response_malformed': [
    ['credential null', bends({ credential: set({ credential: null }) })],
    ['credential as an object', bends({ credential: set({ credential: {} }) })],
    ['credential response without c_nonce', bends({ credential: set({ c_nonce: undefined }) })],
  ],
  'WI-60 sd_jwt_malformed': [
    ['huge credential', bends({ credential: set({ credential: 'x'.repeat(250_000) }) })],
    ['PID: 10,000 tildes at the end', bends({ pidText: (s) => s + '~'.repeat(10_000) })],
  ],
  'WI-54 format_mismatch': [['format mso_mdoc', bends({ credential: set({ format: 'mso_mdoc' }) })]],
  'WI-59 cnf_mismatch': [
    ['PID: cnf with another key', bends({ pid: (own) => ({ ...own, cnf: { jwk: stranger.publicJwk } }) })],
    ['PID: cnf null', bends({ pid: set({ cnf: null }) })],
    ['PID: cnf as a list', bends({ pid: set({ cnf: [] }) })],
    [
      'PID: cnf with a private key',
      bends({ pid: (own) => ({ ...own, cnf: { jwk: { ...(own.cnf as { jwk: object }).jwk, d: 'AAAA' } } }) }),
    ],
  ],
  'WI-61 type_mismatch': [
    ['PID: another vct', bends({ pid: set({ vct: 'other' }) })],
    ['PID: vct as a list', bends({ pid: set({ vct: ['eu.eudiw.pid.it'] }) })],
    ['PID: vct null', bends({ pid: set({ vct: null }) })],
  ],
  'WI-58 iss_mismatch': [['PID: another iss', bends({ pid: set({ iss: 'https://other.example' }) })]],
  'WI-61 not_yet_valid': [
    ['PID: nbf in the future', bends({ pid: set({ nbf: 9_999_999_999 }) })],
    ['PID: iat in the future', bends({ pid: set({ iat: 9_999_999_999, exp: 99_999_999_999 }) })],
  ],
  'WI-61 claim_missing': [
    ['PID: given_name null', bends({ pid: set({ given_name: null }) })],
    ['PID: no disclosures', bends({ pidText: (s) => `${s.split('~')[0]}~` })],
  ],
  'WI-58 kid_unknown': [
    ['PID: another kid', bends({ pidHeader: set({ kid: stranger.kid }) })],
    ['PID: no kid', bends({ pidHeader: set({ kid: undefined }) })],
    ['metadata: empty jwks', bends({ metadata: set({ jwks: { keys: [] } }) })],
    ['metadata: no jwks', bends({ metadata: set({ jwks: undefined }) })],
    ['metadata: jwks with another key', bends({ metadata: set({ jwks: { keys: [stranger.publicJwk] } }) })],
  ],
  'WI-61 typ_mismatch': [['PID: typ JWT', bends({ pidHeader: set({ typ: 'JWT' }) })]],
  'GEN-05 crit_unsupported': [['PID: crit', bends({ pidHeader: set({ crit: ['x'], x: 1 }) })]],
  'WI-60 disclosure_repeated': [['PID: a disclosure twice', bends({ pidText: (s) => `${s}${s.split('~')[1]}~` })]],
  'WI-60 key_binding_unexpected': [
    ['PID: no tilde at the end', bends({ pidText: (s) => s.slice(0, -1) })],
    ['PID: white space at the end', bends({ pidText: (s) => `${s}\n` })],
  ],
  'WI-06 issuer_mismatch': [
    ['metadata: another credential_issuer', bends({ metadata: set({ credential_issuer: 'https://o.example' }) })],
  ],
  'WI-06 no_trust_chain': [
    ['metadata: token_endpoint null', bends({ metadata: set({ token_endpoint: null }) })],
    [
      'metadata: token_endpoint with a fragment',
      (i) => bends({ metadata: set({ token_endpoint: `${i.origin}/token#x` }) })(i),
    ],
    [
      'metadata: jwks with a private key',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [...(m.jwks as { keys: object[] }).keys, { ...stranger.publicJwk, kid: 'p', d: 'AAAA' }] },
        }),
      }),
    ],
    ['entity configuration: another sub', bends({ configuration: set({ sub: 'https://other.example' }) })],
    ['entity configuration: expired', bends({ configuration: set({ exp: 1 }) })],
    ['entity configuration: crit', bends({ configuration: set({ crit: ['x'], x: 1 }) })],
    ['entity configuration: no authority_hints', bends({ configuration: set({ authority_hints: undefined }) })],
    ['entity configuration: authority_hints null', bends({ configuration: set({ authority_hints: null }) })],
    [
      'entity configuration: the entity itself in authority_hints',
      (i) => bends({ configuration: set({ authority_hints: [i.origin] }) })(i),
    ],
    [
      'entity configuration: a thousand authority_hints',
      (i) =>
        bends({ configuration: set({ authority_hints: Array.from({ length: 1000 }, (_, n) => `${i.origin}/${n}`) }) })(
          i,
        ),
    ],
    [
      'entity configuration: another key in jwks',
      bends({ configuration: set({ jwks: { keys: [stranger.publicJwk] } }) }),
    ],
  ],
  'GEN-19 endpoint_malformed': [
    [
      'metadata: PAR endpoint of another host over http',
      bends({ metadata: set({ pushed_authorization_request_endpoint: 'http://evil.example/par' }) }),
    ],
    [
      'metadata: PAR endpoint with user info',
      (i) => bends({ metadata: set({ pushed_authorization_request_endpoint: i.origin.replace('//', '//a:b@') }) })(i),
    ],
    [
      'metadata: authorization endpoint with a javascript URL',
      bends({ metadata: set({ authorization_endpoint: 'javascript:alert(1)' }) }),
    ],
  ],
  'FED-08 address_forbidden': ['pushed_authorization_request_endpoint', 'token_endpoint', 'credential_endpoint'].map(
    (name) => [`metadata: ${name} at a private address`, bends({ metadata: set({ [name]: 'https://10.0.0.1/here' }) })],
  ),
}).map(([rule, what, bend]) => [what, bend, rule.join(' ')])
