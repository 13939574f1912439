/**
 * Versions of IT-Wallet as a third-party Relying Party and issuer implement them: names, shapes and the claims of
 * person credentials.
 */
import type { JWK } from 'jose'
import type { Members } from './server.ts'

export type Version = 'seed' | 'it-wallet-1.0' | 'it-wallet-1.4'

/** A later version of the specification. */
export type LaterVersion = Exclude<Version, 'seed'>

const person = { given_name: 'Ada', family_name: 'Rossi', nationalities: ['IT'] }
const taxed = { tax_id_code: 'TINIT-RSSDAA80A50H501Z' }

/** Person credential of each later version: type, claims in Disclosures, plain claims. */
export const laterCredentials = {
  'it-wallet-1.0': (anchor: string) => ({
    vct: `${anchor}/vct/v1.0.0/personidentificationdata`,
    hidden: {
      ...{ ...person, ...taxed, birth_date: '1980-01-10', birth_place: 'Roma' },
      verification: { trust_framework: 'it_cie', assurance_level: 'high' },
    } as Members,
    plain: { expiry_date: '2036-01-01', issuing_authority: 'Ente', issuing_country: 'IT' } as Members,
  }),
  'it-wallet-1.4': (anchor: string) => ({
    vct: 'urn:it-wallet:eid:1',
    hidden: { ...person, ...taxed, birthdate: '1980-01-10', place_of_birth: { locality: 'Roma' } } as Members,
    plain: {
      ...{ date_of_expiry: '2036-01-01', issuing_authority: 'Ente', issuing_country: 'IT' },
      verification: { trust_framework: 'it_cie', assurance_level: `${anchor}/loa/high` },
    } as Members,
  }),
} as const

/** Wire format of a Relying Party in one version. */
interface RelyingPartyWire {
  readonly prefix: string
  readonly types: readonly string[]
  readonly linkHasState: boolean
  readonly hasTrustChain: boolean
  /** True if the header has the certificates of the signing key. */
  readonly isCertified: boolean
  /** True if a request has a key of its own, in `client_metadata`. */
  readonly hasRequestKey: boolean
  /** True if `vp_token` has an array for each query. */
  readonly answersInArrays: boolean
  /** Returns the metadata, which contain the encryption of responses. */
  readonly metadata: (origin: string, keys: readonly JWK[]) => Members
}

const common = (origin: string, keys: readonly JWK[]): Members => ({
  client_id: origin,
  client_name: 'Banca Forestiera',
  application_type: 'web',
  request_uris: [`${origin}/request`],
  redirect_uris: [`${origin}/done`],
  jwks: { keys },
})

const sdJwt = { 'sd-jwt_alg_values': ['ES256'] }
const jarm = {
  authorization_signed_response_alg: 'ES256',
  authorization_encrypted_response_alg: 'ECDH-ES',
  authorization_encrypted_response_enc: 'A256GCM',
}

export const relyingPartyWires: Readonly<Record<Version, RelyingPartyWire>> = {
  seed: {
    prefix: '',
    types: ['wallet_relying_party', 'openid_credential_verifier'],
    linkHasState: true,
    hasTrustChain: false,
    isCertified: false,
    hasRequestKey: false,
    answersInArrays: false,
    metadata: (origin, keys) => ({
      ...common(origin, keys),
      ...jarm,
      response_uris_supported: [`${origin}/response`],
      vp_formats: { 'vc+sd-jwt': sdJwt, 'dc+sd-jwt': sdJwt, mso_mdoc: { alg: ['ES256'] } },
    }),
  },
  'it-wallet-1.0': {
    prefix: '',
    types: ['openid_credential_verifier'],
    linkHasState: true,
    hasTrustChain: true,
    isCertified: false,
    hasRequestKey: false,
    answersInArrays: false,
    metadata: (origin, keys) => ({
      ...common(origin, keys),
      ...jarm,
      response_uris: [`${origin}/response`],
      vp_formats: { 'dc+sd-jwt': sdJwt },
    }),
  },
  'it-wallet-1.4': {
    prefix: 'openid_federation:',
    types: ['openid_credential_verifier'],
    linkHasState: false,
    hasTrustChain: true,
    isCertified: true,
    hasRequestKey: true,
    answersInArrays: true,
    metadata: (origin, keys) => ({
      ...common(origin, keys),
      logo_uri: 'https://ente.example/logo.svg',
      erasure_endpoint: `${origin}/erasure`,
      response_uris: [`${origin}/response`],
      encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
      vp_formats_supported: {
        'dc+sd-jwt': { ...sdJwt, 'kb-jwt_alg_values': ['ES256'] },
        mso_mdoc: { issuerauth_alg_values: [-7], deviceauth_alg_values: [-7] },
      },
    }),
  },
}
