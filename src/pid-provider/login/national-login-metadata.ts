/**
 * The PID Provider's `openid_relying_party` metadata: how it presents itself, in its entity configuration, to the
 * national identity providers. The content is what the national federation asks of a relying party (PP-38).
 *
 * OpenID Federation 1.0 D36 §5.1.2 and §12.1 (automatic registration), OpenID Connect Dynamic Client Registration 1.0 §2.
 */
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import type { Decrypter, JwsAlgorithm } from '../../jose/index.ts'
import { requestedAcr } from './national-identity-provider.ts'

/** Of what the PID Provider's `openid_relying_party` metadata are made. */
export interface NationalLoginMetadataInput {
  /** The PID Provider's entity identifier, which is its client identifier too. */
  readonly entityId: string
  readonly clientName: string
  /** Every callback URL that a login may name; none when there is no identity provider over OpenID Connect. */
  readonly redirectUris: readonly string[]
  /** Public keys for request objects and client assertions. */
  readonly keys: readonly PublicJwk[]
  /** How those keys sign, and how ID Tokens and userinfo shall be signed. */
  readonly algorithm: JwsAlgorithm
  /** To whose key userinfo shall be encrypted, by the first of its content encryptions; not asked for when absent. */
  readonly decrypter?: Pick<Decrypter, 'publicJwk' | 'alg' | 'enc'> | undefined
  readonly contacts?: readonly string[]
}

/** Creates the metadata. Private key members must have been left out by the caller (a `Signer`'s `publicJwk` has none). */
export function createNationalLoginMetadata(input: NationalLoginMetadataInput): JsonObject {
  const { decrypter } = input
  const keys = decrypter === undefined ? input.keys : [...input.keys, decrypter.publicJwk]
  return {
    client_id: input.entityId,
    client_name: input.clientName,
    application_type: 'web',
    client_registration_types: ['automatic'], // PP-38
    redirect_uris: [...input.redirectUris], // PP-38
    response_types: ['code'],
    grant_types: ['authorization_code'],
    jwks: { keys: keys.map((key) => ({ ...key }) as JsonObject) }, // PP-38
    subject_type: 'pairwise',
    token_endpoint_auth_method: 'private_key_jwt', // PP-113
    token_endpoint_auth_signing_alg: input.algorithm,
    request_object_signing_alg: input.algorithm, // PP-113
    id_token_signed_response_alg: input.algorithm,
    userinfo_signed_response_alg: input.algorithm,
    ...(decrypter && {
      userinfo_encrypted_response_alg: decrypter.alg, // PP-38
      userinfo_encrypted_response_enc: decrypter.enc[0] as string, // PP-38
    }),
    default_acr_values: [requestedAcr], // PP-61
    ...(input.contacts === undefined ? {} : { contacts: [...input.contacts] }),
  }
}
