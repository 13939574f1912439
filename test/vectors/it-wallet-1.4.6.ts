/**
 * Rules of the deployed wallet of IT-Wallet 1.4.6 for Request Objects and responses, by hand from its sources, because
 * npm does not have this version: pagopa/io-wallet-sdk, packages/oid4vp (parser of requests;
 * `v1.4/create-authorization-response.ts` at 8837d01f; `validate-certificate-endpoints.ts` at 556782de), and
 * pagopa/io-react-native-wallet, `v1.4.6/05-verify-request-object.ts` at f71701a7. Only the facts are from there.
 */

/** Form of a value. */
export type Form =
  | 'text'
  | 'texts'
  | 'integer'
  | 'url'
  | 'urls'
  | 'object'
  | 'objects'
  | { readonly equal: string }
  | { readonly not: string }

/** A member of the Request Object: its path, its form, and whether the wallet refuses an object without it. */
interface MemberRule {
  readonly path: string
  readonly form: Form
  readonly required?: true
}

const required = true

/** Members of the JOSE header. */
const header: readonly MemberRule[] = [
  { path: 'header.alg', form: { not: 'none' }, required },
  { path: 'header.kid', form: 'text', required },
  { path: 'header.typ', form: { equal: 'oauth-authz-req+jwt' }, required },
  { path: 'header.x5c', form: 'texts', required },
  { path: 'header.trust_chain', form: 'texts' },
]

/** Members of the payload. The library demands `state`, which the text only recommends. */
const payload: readonly MemberRule[] = [
  { path: 'payload.client_id', form: 'text', required },
  { path: 'payload.iss', form: 'text', required },
  { path: 'payload.nonce', form: 'text', required },
  { path: 'payload.state', form: 'text', required },
  { path: 'payload.dcql_query', form: 'object', required },
  { path: 'payload.response_mode', form: { equal: 'direct_post.jwt' }, required },
  { path: 'payload.response_type', form: { equal: 'vp_token' }, required },
  { path: 'payload.response_uri', form: 'url', required },
  { path: 'payload.request_uri', form: 'url' },
  { path: 'payload.aud', form: 'text' },
  { path: 'payload.iat', form: 'integer' },
  { path: 'payload.exp', form: 'integer' },
  { path: 'payload.scope', form: 'text' },
  { path: 'payload.wallet_nonce', form: 'text' },
  { path: 'payload.transaction_data', form: 'texts' },
]

/** Members of `client_metadata`, if the object has it. */
const clientMetadata: readonly MemberRule[] = [
  { path: 'payload.client_metadata.jwks.keys', form: 'objects', required },
  { path: 'payload.client_metadata.encrypted_response_enc_values_supported', form: 'texts', required },
  { path: 'payload.client_metadata.vp_formats_supported', form: 'object', required },
  { path: 'payload.client_metadata.application_type', form: { equal: 'web' } },
  { path: 'payload.client_metadata.client_id', form: 'url' },
  { path: 'payload.client_metadata.client_name', form: 'text' },
  { path: 'payload.client_metadata.erasure_endpoint', form: 'url' },
  { path: 'payload.client_metadata.logo_uri', form: 'url' },
  { path: 'payload.client_metadata.request_uris', form: 'urls' },
  { path: 'payload.client_metadata.response_uris', form: 'urls' },
]

/** All members. Unknown members are ignored. */
export const memberRules: readonly MemberRule[] = [...header, ...payload, ...clientMetadata]

/** Members of each key in `client_metadata.jwks`. */
export const keyMembers = ['kid', 'kty'] as const

/** Prefixes of a client identifier. Without a prefix, the identifier is an http or https URL. */
export const clientIdPrefixes = ['openid_federation:', 'x509_hash:'] as const

/**
 * Endpoints that the leaf certificate in `x5c` covers: one of its URI names is the whole URL, or one of its DNS names
 * is the host. In a DNS name, `*` matches any first label.
 */
export const certifiedEndpoints = ['request_uri', 'response_uri'] as const

/** Content and encryption of the wallet's response. */
export const response = {
  /** Members of the plaintext, in this order. */
  members: ['state', 'vp_token'],
  /** Members of the form. */
  form: ['response'],
  alg: 'ECDH-ES',
  /** Content encryption if no metadata list any. Otherwise the first of the list is used. */
  defaultEnc: 'A256GCM',
  /** Random bytes of `apu`. `apv` is the nonce of the request. */
  apuBytes: 32,
} as const
