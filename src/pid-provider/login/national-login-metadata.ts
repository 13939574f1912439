/**
 * The PID Provider's `openid_relying_party` metadata for national identity providers, part of its entity configuration.
 * The content is what the national federation requires of a relying party (PP-38).
 *
 * OpenID Federation 1.0 D36 §5.1.2 and §12.1 (automatic registration), OpenID Connect Dynamic Client Registration 1.0
 * §2.
 */
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import type { Decrypter, JwsAlgorithm } from '../../jose/index.ts'
import { requestedLevel } from './national-identity-provider.ts'

/** Input for the PID Provider's `openid_relying_party` metadata. */
export interface NationalLoginMetadataInput {
  /** Entity identifier of the PID Provider, which is also its client identifier. */
  readonly entityId: string
  readonly clientName: string
  /** All callback URLs of logins over OpenID Connect. Empty if there is no such identity provider. */
  readonly redirectUris: readonly string[]
  /** Public keys of request objects and client assertions. */
  readonly keys: readonly PublicJwk[]
  /** Signature algorithm of `keys`, and of the requested ID Tokens and userinfo. */
  readonly algorithm: JwsAlgorithm
  /** Userinfo is requested encrypted to this key, with the first algorithm in `enc`. Defaults to no encryption. */
  readonly decrypter?: Pick<Decrypter, 'publicJwk' | 'alg' | 'enc'> | undefined
  readonly contacts?: readonly string[]
}

/** Creates the metadata. The caller must pass public keys only (a `Signer`'s `publicJwk` has no private members). */
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
    default_acr_values: [requestedLevel], // PP-61
    ...(input.contacts === undefined ? {} : { contacts: [...input.contacts] }),
  }
}
