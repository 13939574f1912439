/**
 * Relying Party metadata (it-wallet §Entity configuration of a Relying Party). The same members are published under
 * `wallet_relying_party` and `openid_credential_verifier`. `resolved-relying-party.ts` parses them.
 */
import {
  type Failure,
  fail,
  failed,
  isEntityId,
  type JsonObject,
  type PublicJwk,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'
import { isJwsAlgorithm, type JwkCode, type JwsAlgorithm, parsePublicJwk } from '../../jose/index.ts'
import { formatDcSdJwt, formatSdJwt } from '../../oauth/index.ts'
import {
  type DefinitionCode,
  type PresentationDefinition,
  parsePresentationDefinition,
} from '../presentation-definition/schema.ts'

/** Entity types of a Relying Party: of variant 1, of variant 2. */
export const relyingPartyTypes = ['wallet_relying_party', 'openid_credential_verifier'] as const
/** Entity type of a Relying Party. */
export type RelyingPartyType = (typeof relyingPartyTypes)[number]

/** Forbidden encryption algorithms: PKCS#1 v1.5, OAEP with SHA-1, shared keys (RP-27). */
export const forbiddenEncryptionAlgorithms: readonly string[] = ['RSA1_5', 'RSA-OAEP', 'dir']

/** Settings of a Relying Party for its metadata. */
export interface RelyingPartySettings {
  readonly clientId: string
  readonly clientName: string
  /** URLs of Request Objects. A query after one is not compared. */
  readonly requestUris: readonly string[]
  /** URLs for responses. Compared exactly. */
  readonly responseUris: readonly string[]
  /** URLs for the browser after a response. */
  readonly redirectUris: readonly string[]
  /** Algorithm of signed responses. */
  readonly signedResponseAlg: JwsAlgorithm
  /** `undefined` for unencrypted responses, which need no key with `use: "enc"`. */
  readonly responseEncryption: { readonly alg: string; readonly enc: string } | undefined
  /** Accepted issuer algorithms of SD-JWT credentials. */
  readonly sdJwtAlgorithms: readonly JwsAlgorithm[]
  /** Accepted issuer algorithms of mdocs. Defaults to none: mdocs are refused. */
  readonly mdocAlgorithms?: readonly JwsAlgorithm[]
  /** Definitions for variant 1. May be empty if only variant 2 is used. */
  readonly presentationDefinitions: readonly PresentationDefinition[]
  /** Public keys with `use`: at least one `sig`, and one `enc` for encrypted responses. */
  readonly keys: readonly PublicJwk[]
  readonly contacts?: readonly string[]
}

/** Reasons for which wallets would refuse metadata of these settings. */
export type RelyingPartySettingsCode =
  | JwkCode
  | DefinitionCode
  | 'client_id_invalid'
  | 'client_name_missing'
  | 'request_uri_invalid'
  | 'response_uri_invalid'
  | 'redirect_uri_invalid'
  | 'signed_response_alg_unsupported'
  | 'encrypted_response_alg_forbidden'
  | 'sd_jwt_algorithms_missing'
  | 'sd_jwt_algorithm_unsupported'
  | 'key_use_missing'
  | 'signing_key_missing'
  | 'encryption_key_missing'

/**
 * Creates the metadata under both names, or returns the fault of the settings, with which the service must not start.
 * Refuses private members in keys.
 */
export function createRelyingPartyMetadata(
  settings: RelyingPartySettings,
  policy: UrlPolicy,
): Readonly<Record<RelyingPartyType, JsonObject>> | Failure<RelyingPartySettingsCode> {
  const fault = checkSettings(settings, policy) ?? checkKeys(settings) ?? checkDefinitions(settings)
  if (fault !== undefined) return fault
  const sdJwt = { 'sd-jwt_alg_values': [...settings.sdJwtAlgorithms] }
  const members: JsonObject = {
    client_id: settings.clientId, // RP-21
    client_name: settings.clientName, // RP-21
    application_type: 'web', // RP-21
    request_uris: [...settings.requestUris], // RP-22
    response_uris_supported: [...settings.responseUris], // RP-23
    response_uris: [...settings.responseUris], // RP-23
    redirect_uris: [...settings.redirectUris], // RP-23
    authorization_signed_response_alg: settings.signedResponseAlg, // RP-24
    ...(settings.responseEncryption && {
      authorization_encrypted_response_alg: settings.responseEncryption.alg, // RP-27
      authorization_encrypted_response_enc: settings.responseEncryption.enc, // RP-27
    }),
    vp_formats: { [formatSdJwt]: sdJwt, [formatDcSdJwt]: sdJwt, ...mdocFormat(settings.mdocAlgorithms) }, // RP-25
    presentation_definitions_supported: settings.presentationDefinitions as unknown as JsonObject[], // RP-26
    jwks: { keys: settings.keys as unknown as JsonObject[] }, // RP-21
    ...(settings.contacts ? { contacts: [...settings.contacts] } : {}),
  }
  const registration = { client_registration_types: ['automatic'] } // OpenID Federation 1.0 §5.1.2
  return { wallet_relying_party: members, openid_credential_verifier: { ...members, ...registration } } // RP-01
}

function checkSettings(
  settings: RelyingPartySettings,
  policy: UrlPolicy,
): Failure<RelyingPartySettingsCode> | undefined {
  if (!isEntityId(settings.clientId, policy)) return fail('client_id_invalid', 'clientId') // RP-21
  if (settings.clientName.trim() === '') return fail('client_name_missing', 'clientName') // RP-21
  if (!allUrls(settings.requestUris, policy)) return fail('request_uri_invalid', 'requestUris') // RP-22
  if (!allUrls(settings.responseUris, policy)) return fail('response_uri_invalid', 'responseUris') // RP-23
  if (!allUrls(settings.redirectUris, policy)) return fail('redirect_uri_invalid', 'redirectUris') // RP-23
  if (!isJwsAlgorithm(settings.signedResponseAlg)) return fail('signed_response_alg_unsupported', 'signedResponseAlg') // RP-24
  if (forbiddenEncryptionAlgorithms.includes(settings.responseEncryption?.alg ?? ''))
    return fail('encrypted_response_alg_forbidden', 'responseEncryption.alg') // RP-27
  if (settings.sdJwtAlgorithms.length === 0) return fail('sd_jwt_algorithms_missing', 'sdJwtAlgorithms') // RP-25
  if (!settings.sdJwtAlgorithms.every(isJwsAlgorithm)) return fail('sd_jwt_algorithm_unsupported', 'sdJwtAlgorithms') // RP-25
  return undefined
}

const allUrls = (urls: readonly string[], policy: UrlPolicy): boolean =>
  urls.length > 0 && urls.every((url) => !failed(parseUrl(url, policy)))

function checkKeys({ keys, responseEncryption }: RelyingPartySettings): Failure<RelyingPartySettingsCode> | undefined {
  for (const key of keys) {
    const parsed = parsePublicJwk(key as unknown as JsonObject, 'keys')
    if (failed(parsed)) return parsed
  }
  if (!keys.every(({ use }) => use === 'sig' || use === 'enc')) return fail('key_use_missing', 'keys.use') // RP-21
  if (!keys.some(({ use }) => use === 'sig')) return fail('signing_key_missing', 'keys') // RP-21
  if (responseEncryption !== undefined && !keys.some(({ use }) => use === 'enc'))
    return fail('encryption_key_missing', 'keys') // RP-21
  return undefined
}

function checkDefinitions({ presentationDefinitions }: RelyingPartySettings): Failure<DefinitionCode> | undefined {
  for (const [index, definition] of presentationDefinitions.entries()) {
    const parsed = parsePresentationDefinition(definition as unknown as JsonObject, `presentationDefinitions.${index}`)
    if (failed(parsed)) return parsed
  }
  return undefined
}

/** Returns the `vp_formats` member of mdocs if any algorithm is accepted. */
export const mdocFormat = (
  algorithms: readonly string[] = [],
): { readonly mso_mdoc?: { readonly alg: readonly string[] } } =>
  algorithms.length > 0 ? { mso_mdoc: { alg: [...algorithms] } } : {} // RP-25
