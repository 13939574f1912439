/** Faults of a PID Provider, one per row, and the wallet's outcome. */
import { ruleCasesOf } from '../cases.ts'
import { strangerKey } from './federation.ts'
import type { StrangerIssuer } from './issuer.ts'
import type { Members } from './server.ts'

type Bend = (issuer: StrangerIssuer) => void
export type Departure = readonly [what: string, bend: Bend, outcome: string]

const bends =
  (some: StrangerIssuer['bends']): Bend =>
  (issuer) =>
    void Object.assign(issuer.bends, some)
const set =
  (members: Members) =>
  (own: Members): Members => ({ ...own, ...members })
const stranger = await strangerKey()

export const issuerDepartures: readonly Departure[] = ruleCasesOf<[bend: Bend]>({
  'WI-48 token_response_malformed': [
    ['access token null', bends({ token: set({ access_token: null }) })],
    ['token type null', bends({ token: set({ token_type: null }) })],
    ['token type list', bends({ token: set({ token_type: ['DPoP'] }) })],
    ['expires_in text', bends({ token: set({ expires_in: '300' }) })],
    ['expires_in negative', bends({ token: set({ expires_in: -1 }) })],
    ['expires_in huge', bends({ token: set({ expires_in: 1e300 }) })],
    ['c_nonce empty', bends({ token: set({ c_nonce: '' }) })],
    ['c_nonce object', bends({ token: set({ c_nonce: {} }) })],
  ],
  accepted: [
    ['token type lower', bends({ token: set({ token_type: 'dpop' }) })],
    [
      'extra null members',
      bends({
        token: set({ x: null, scope: null, refresh_token: null, authorization_details: null }),
        pushed: set({ x: null }),
        credential: set({ x: null, notification_id: null }),
      }),
    ],
    ['token aud list', bends({ accessToken: (own) => ({ ...own, aud: [own.aud] }) })],
    ['token jti text', bends({ accessToken: set({ jti: 'x' }) })],
    ['token cnf null', bends({ accessToken: set({ cnf: null }) })],
    ['token cnf text', bends({ accessToken: set({ cnf: 'x' }) })],
    ['credential requests as forms alone', bends({ takes: 'form' })],
    ['format dc+sd-jwt', bends({ credential: set({ format: 'dc+sd-jwt' }) })],
    ['pid exp huge', bends({ pid: set({ exp: 1e300 }) })],
    ['pid status null', bends({ pid: set({ status: null }) })],
    ['pid status text', bends({ pid: set({ status: 'x' }) })],
    [
      'pid status missing list',
      (issuer) => bends({ pid: set({ status: { status_list: { idx: 1, uri: `${issuer.origin}/nothing` } } }) })(issuer),
    ],
    [
      'pid status foreign list',
      bends({ pid: set({ status: { status_list: { idx: 1, uri: 'https://10.0.0.1/list' } } }) }),
    ],
    ['pid status script', bends({ pid: set({ status: { status_list: { idx: -1, uri: 'javascript:1' } } }) })],
    ['pid header jwk', bends({ pidHeader: set({ jwk: stranger.publicJwk }) })],
    ['pid header x5c', bends({ pidHeader: set({ x5c: ['AAAA'] }) })],
    [
      'metadata jwks unknown beside',
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
  'WI-48 token_type_mismatch': [['token type bearer', bends({ token: set({ token_type: 'Bearer' }) })]],
  'WI-09 aud_mismatch': [['token aud null', bends({ accessToken: set({ aud: null }) })]],
  'WI-09 client_id_mismatch': [['token client_id other', bends({ accessToken: set({ client_id: 'other' }) })]],
  'WI-99 sub_missing': [['token sub null', bends({ accessToken: set({ sub: null }) })]],
  'WI-99 nonce_short': [['token nonce short', bends({ accessToken: set({ nonce: 'x' }) })]],
  'WI-09 iss_mismatch': [['token iss other', bends({ accessToken: set({ iss: 'https://other.example' }) })]],
  'WI-49 jkt_mismatch': [['token jkt other', bends({ accessToken: set({ jkt: stranger.kid }) })]],
  'GEN-10 time_invalid': [
    ['token exp text', bends({ accessToken: set({ exp: 'soon' }) })],
    ['pid exp text', bends({ pid: set({ exp: '9999999999' }) })],
  ],
  'WI-39 par_response_malformed': [
    ['request_uri null', bends({ pushed: set({ request_uri: null }) })],
    ['expires_in 0 par', bends({ pushed: set({ expires_in: 0 }) })],
  ],
  'WI-40 state_unknown': [
    [
      'redirect other state',
      bends({
        redirect: (u) => {
          u.searchParams.set('state', 'x')
          return u.href
        },
      }),
    ],
    ['redirect no url', bends({ redirect: () => 'no url' })],
    ['redirect undefined', bends({ redirect: () => ({}) as never })],
    ['redirect fragment', bends({ redirect: (u) => u.href.replace('?', '#') })],
  ],
  'WI-41 iss_mismatch': [
    [
      'redirect other iss',
      bends({
        redirect: (u) => {
          u.searchParams.set('iss', 'https://x.example')
          return u.href
        },
      }),
    ],
  ],
  'GEN-09 parameter_duplicated': [['redirect twice iss', bends({ redirect: (u) => `${u.href}&iss=x` })]],
  'WI-42 authorization_refused': [
    [
      'redirect error',
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
      'redirect code huge',
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
    ['credential object', bends({ credential: set({ credential: {} }) })],
    ['c_nonce gone', bends({ credential: set({ c_nonce: undefined }) })],
  ],
  'WI-60 sd_jwt_malformed': [
    ['credential huge', bends({ credential: set({ credential: 'x'.repeat(250_000) }) })],
    ['pid 10000 tildes', bends({ pidText: (s) => s + '~'.repeat(10_000) })],
  ],
  'WI-54 format_mismatch': [['format mdoc', bends({ credential: set({ format: 'mso_mdoc' }) })]],
  'WI-59 cnf_mismatch': [
    ['pid cnf other', bends({ pid: (own) => ({ ...own, cnf: { jwk: stranger.publicJwk } }) })],
    ['pid cnf null', bends({ pid: set({ cnf: null }) })],
    ['pid cnf list', bends({ pid: set({ cnf: [] }) })],
    [
      'pid cnf private',
      bends({ pid: (own) => ({ ...own, cnf: { jwk: { ...(own.cnf as { jwk: object }).jwk, d: 'AAAA' } } }) }),
    ],
  ],
  'WI-61 type_mismatch': [
    ['pid vct other', bends({ pid: set({ vct: 'other' }) })],
    ['pid vct list', bends({ pid: set({ vct: ['eu.eudiw.pid.it'] }) })],
    ['pid vct null', bends({ pid: set({ vct: null }) })],
  ],
  'WI-58 iss_mismatch': [['pid iss other', bends({ pid: set({ iss: 'https://other.example' }) })]],
  'WI-61 not_yet_valid': [
    ['pid nbf future', bends({ pid: set({ nbf: 9_999_999_999 }) })],
    ['pid iat future', bends({ pid: set({ iat: 9_999_999_999, exp: 99_999_999_999 }) })],
  ],
  'WI-61 claim_missing': [
    ['pid given_name null', bends({ pid: set({ given_name: null }) })],
    ['pid without disclosures', bends({ pidText: (s) => `${s.split('~')[0]}~` })],
  ],
  'WI-58 kid_unknown': [
    ['pid header kid other', bends({ pidHeader: set({ kid: stranger.kid }) })],
    ['pid header kid gone', bends({ pidHeader: set({ kid: undefined }) })],
    ['metadata jwks empty', bends({ metadata: set({ jwks: { keys: [] } }) })],
    ['metadata jwks gone', bends({ metadata: set({ jwks: undefined }) })],
    ['metadata jwks other', bends({ metadata: set({ jwks: { keys: [stranger.publicJwk] } }) })],
  ],
  'WI-61 typ_mismatch': [['pid header typ JWT', bends({ pidHeader: set({ typ: 'JWT' }) })]],
  'GEN-05 crit_unsupported': [['pid header crit', bends({ pidHeader: set({ crit: ['x'], x: 1 }) })]],
  'WI-60 disclosure_repeated': [['pid doubled disclosure', bends({ pidText: (s) => `${s}${s.split('~')[1]}~` })]],
  'WI-60 key_binding_unexpected': [
    ['pid no tilde', bends({ pidText: (s) => s.slice(0, -1) })],
    ['pid white space', bends({ pidText: (s) => `${s}\n` })],
  ],
  'WI-06 issuer_mismatch': [
    ['metadata credential_issuer other', bends({ metadata: set({ credential_issuer: 'https://o.example' }) })],
  ],
  'WI-06 no_trust_chain': [
    ['metadata null', bends({ metadata: set({ token_endpoint: null }) })],
    ['metadata token fragment', (i) => bends({ metadata: set({ token_endpoint: `${i.origin}/token#x` }) })(i)],
    [
      'metadata jwks private',
      bends({
        metadata: (m) => ({
          ...m,
          jwks: { keys: [...(m.jwks as { keys: object[] }).keys, { ...stranger.publicJwk, kid: 'p', d: 'AAAA' }] },
        }),
      }),
    ],
    ['configuration sub other', bends({ configuration: set({ sub: 'https://other.example' }) })],
    ['configuration expired', bends({ configuration: set({ exp: 1 }) })],
    ['configuration crit', bends({ configuration: set({ crit: ['x'], x: 1 }) })],
    ['configuration no hints', bends({ configuration: set({ authority_hints: undefined }) })],
    ['configuration hints null', bends({ configuration: set({ authority_hints: null }) })],
    ['configuration hints to itself', (i) => bends({ configuration: set({ authority_hints: [i.origin] }) })(i)],
    [
      'configuration thousand hints',
      (i) =>
        bends({ configuration: set({ authority_hints: Array.from({ length: 1000 }, (_, n) => `${i.origin}/${n}`) }) })(
          i,
        ),
    ],
    ['configuration other keys', bends({ configuration: set({ jwks: { keys: [stranger.publicJwk] } }) })],
  ],
  'GEN-19 endpoint_malformed': [
    [
      'metadata par http elsewhere',
      bends({ metadata: set({ pushed_authorization_request_endpoint: 'http://evil.example/par' }) }),
    ],
    [
      'metadata par user info',
      (i) => bends({ metadata: set({ pushed_authorization_request_endpoint: i.origin.replace('//', '//a:b@') }) })(i),
    ],
    ['metadata authorize script', bends({ metadata: set({ authorization_endpoint: 'javascript:alert(1)' }) })],
  ],
  'FED-08 address_forbidden': ['pushed_authorization_request_endpoint', 'token_endpoint', 'credential_endpoint'].map(
    (name) => [`metadata ${name} at a private address`, bends({ metadata: set({ [name]: 'https://10.0.0.1/here' }) })],
  ),
}).map(([rule, what, bend]) => [what, bend, rule.join(' ')])
