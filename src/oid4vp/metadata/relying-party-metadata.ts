/**
 * Relying Party metadata (it-wallet §Entity configuration of a Relying Party). The profile defines the member names and
 * the entity types of the metadata. `resolved-relying-party.ts` parses the metadata.
 */
import {
  type Failure,
  fail,
  failed,
  isEntityId,
  type Json,
  type JsonObject,
  type PublicJwk,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'
import { algorithmsByIdentifier } from '../../cose/index.ts'
import {
  isJweAlgorithm,
  isJweEncryption,
  isJwsAlgorithm,
  type JwkCode,
  type JwsAlgorithm,
  parsePublicJwk,
} from '../../jose/index.ts'
import {
  type ProfileName,
  type RelyingPartyMember,
  type RelyingPartyWire,
  relyingPartyWire,
} from '../../profiles/index.ts'
import {
  type DefinitionCode,
  type PresentationDefinition,
  parsePresentationDefinition,
} from '../presentation-definition/schema.ts'

/** Entity types of a Relying Party: for variant 1 (`scope`) and for variant 2 (`dcql_query`). */
export const relyingPartyTypes = ['wallet_relying_party', 'openid_credential_verifier'] as const
/** Entity type of a Relying Party. */
export type RelyingPartyType = (typeof relyingPartyTypes)[number]

/** Forbidden encryption algorithms: PKCS#1 v1.5, OAEP with SHA-1, shared keys (RP-27). */
export const forbiddenEncryptionAlgorithms: readonly string[] = ['RSA1_5', 'RSA-OAEP', 'dir']

/** Settings of a Relying Party for its metadata. */
export interface RelyingPartySettings {
  readonly clientId: string
  readonly clientName: string
  /** URLs of Request Objects, at least one. Wallets ignore the query when they compare them. */
  readonly requestUris: readonly string[]
  /** URLs for responses, at least one. Wallets compare them as exact strings. */
  readonly responseUris: readonly string[]
  /** URLs that the wallet opens in the browser after a response, at least one. */
  readonly redirectUris: readonly string[]
  /** Algorithm of signed responses. */
  readonly signedResponseAlg: JwsAlgorithm
  /** `undefined` for unencrypted responses, which need no key with `use: "enc"`. */
  readonly responseEncryption: { readonly alg: string; readonly enc: string } | undefined
  /** Accepted issuer algorithms of SD-JWT credentials, at least one. */
  readonly sdJwtAlgorithms: readonly JwsAlgorithm[]
  /** Accepted issuer algorithms of mdocs. Defaults to none: mdocs are refused. */
  readonly mdocAlgorithms?: readonly JwsAlgorithm[]
  /** Definitions for variant 1. May be empty if only variant 2 is used. */
  readonly presentationDefinitions: readonly PresentationDefinition[]
  /** Public keys with `use`: at least one `sig`, and one `enc` for encrypted responses. */
  readonly keys: readonly PublicJwk[]
  /** Addresses of people to contact. The list must not be empty (OpenID Federation 1.0 §5.2.2). */
  readonly contacts?: readonly string[]
  /** Version of the wire format. Defaults to `seed`. */
  readonly profile?: ProfileName
  /**
   * Accepted content encryptions of responses, the preferred first. Used only in a profile that has a member for them.
   */
  readonly responseEncryptions?: readonly string[]
  /**
   * Accepted algorithms of Key Binding JWTs and of the device signatures of mdocs, for `vp_formats_supported`. Defaults
   * to no limit: the metadata then have no such list.
   */
  readonly keyBindingAlgorithms?: readonly JwsAlgorithm[]
  readonly logoUri?: string
  /** URL at which a user may request the deletion of presented claims. */
  readonly erasureEndpoint?: string
}

/** Reasons why wallets would refuse the metadata of these settings. */
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
  | 'encrypted_response_alg_unsupported'
  | 'encrypted_response_enc_unsupported'
  | 'contacts_malformed'
  | 'sd_jwt_algorithms_missing'
  | 'sd_jwt_algorithm_unsupported'
  | 'key_use_missing'
  | 'signing_key_missing'
  | 'encryption_key_missing'

/**
 * Creates the metadata under the names of the profile. Returns a Failure for faulty settings, and for keys with private
 * members. A service must not start with such settings. Does not check `responseEncryptions`, `mdocAlgorithms`,
 * `keyBindingAlgorithms`, `logoUri` or `erasureEndpoint`.
 */
export function createRelyingPartyMetadata(
  settings: RelyingPartySettings,
  policy: UrlPolicy,
): RelyingPartyTypes | Failure<RelyingPartySettingsCode> {
  const fault = checkSettings(settings, policy) ?? checkKeys(settings) ?? checkDefinitions(settings)
  if (fault !== undefined) return fault
  const wire = relyingPartyWire[settings.profile ?? 'seed']
  const all = membersOf(settings, wire)
  const members = Object.fromEntries(
    [...wire.metadataMembers, ...wire.earlierMembers].flatMap((name) => {
      const value = all[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const registration = { client_registration_types: ['automatic'] } // OpenID Federation 1.0 §5.1.2
  const byType = { wallet_relying_party: members, openid_credential_verifier: { ...members, ...registration } } // RP-01
  return Object.fromEntries(wire.entityTypes.map((type) => [type, byType[type]]))
}

/** Metadata by entity type, in the order of the profile. */
export type RelyingPartyTypes = Readonly<Partial<Record<RelyingPartyType, JsonObject>>>

/** Returns the members of all profiles by their wire names. Omits a member for which the settings have no value. */
function membersOf(
  settings: RelyingPartySettings,
  { sdJwtFormats }: RelyingPartyWire,
): Readonly<Partial<Record<RelyingPartyMember, Json>>> {
  const { responseEncryption: encryption, responseEncryptions: encs } = settings
  const { mdocAlgorithms = [], keyBindingAlgorithms = [] } = settings
  const sdJwt = { 'sd-jwt_alg_values': [...settings.sdJwtAlgorithms] }
  const keyBinding = keyBindingAlgorithms.length > 0 && { 'kb-jwt_alg_values': [...keyBindingAlgorithms] }
  const sdJwtOf = (value: JsonObject) => Object.fromEntries(sdJwtFormats.map((name) => [name, value]))
  return {
    client_id: settings.clientId, // RP-21
    client_name: settings.clientName, // RP-21
    application_type: 'web', // RP-21
    request_uris: [...settings.requestUris], // RP-22
    response_uris_supported: [...settings.responseUris], // RP-23
    response_uris: [...settings.responseUris], // RP-23
    redirect_uris: [...settings.redirectUris], // RP-23
    authorization_signed_response_alg: settings.signedResponseAlg, // RP-24
    ...(encryption && {
      authorization_encrypted_response_alg: encryption.alg, // RP-27
      authorization_encrypted_response_enc: encryption.enc, // RP-27
    }),
    ...(encs && { encrypted_response_enc_values_supported: [...encs] }), // RP-131
    ...(settings.logoUri !== undefined && { logo_uri: settings.logoUri }), // RP-131
    ...(settings.erasureEndpoint !== undefined && { erasure_endpoint: settings.erasureEndpoint }), // RP-131
    vp_formats: { ...sdJwtOf(sdJwt), ...mdocFormat(mdocAlgorithms) }, // RP-25
    vp_formats_supported: {
      ...sdJwtOf({ ...sdJwt, ...keyBinding }), // OpenID4VP 1.0 §B.3.4: no empty list
      ...mdocAlgorithmValues(mdocAlgorithms, keyBindingAlgorithms),
    }, // RP-131
    presentation_definitions_supported: settings.presentationDefinitions as unknown as JsonObject[], // RP-26
    jwks: { keys: settings.keys as unknown as JsonObject[] }, // RP-21
    ...(settings.contacts && { contacts: [...settings.contacts] }),
  }
}

/**
 * Returns the member `mso_mdoc` of `vp_formats_supported`, with COSE algorithm numbers. Returns an empty object if none
 * of the issuer's algorithms has a number. Omits an empty list of the device's algorithms (OpenID4VP 1.0 §B.2.2).
 */
const mdocAlgorithmValues = (issuer: readonly JwsAlgorithm[], device: readonly JwsAlgorithm[]): JsonObject => {
  const [issuerValues, deviceValues] = [coseIdentifiersOf(issuer), coseIdentifiersOf(device)]
  if (issuerValues.length === 0) return {}
  const deviceMember = deviceValues.length > 0 && { deviceauth_alg_values: deviceValues }
  return { mso_mdoc: { issuerauth_alg_values: issuerValues, ...deviceMember } }
}

/** Returns the COSE algorithm numbers of the algorithms. An algorithm can have several. */
const coseIdentifiersOf = (algorithms: readonly JwsAlgorithm[]): readonly number[] =>
  [...algorithmsByIdentifier].flatMap(([value, alg]) => (algorithms.includes(alg) ? [Number(value)] : []))

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
  const { responseEncryption: encryption, contacts } = settings
  if (encryption && forbiddenEncryptionAlgorithms.includes(encryption.alg))
    return fail('encrypted_response_alg_forbidden', 'responseEncryption.alg') // RP-27
  if (encryption && !isJweAlgorithm(encryption.alg))
    return fail('encrypted_response_alg_unsupported', 'responseEncryption.alg') // RP-27
  if (encryption && !isJweEncryption(encryption.enc))
    return fail('encrypted_response_enc_unsupported', 'responseEncryption.enc') // RP-27
  if (settings.sdJwtAlgorithms.length === 0) return fail('sd_jwt_algorithms_missing', 'sdJwtAlgorithms') // RP-25
  if (!settings.sdJwtAlgorithms.every(isJwsAlgorithm)) return fail('sd_jwt_algorithm_unsupported', 'sdJwtAlgorithms') // RP-25
  const areContactsUsable =
    contacts === undefined || (contacts.length > 0 && contacts.every((one) => one.trim() !== ''))
  if (!areContactsUsable) return fail('contacts_malformed', 'contacts') // RP-21
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

/** Returns the member `mso_mdoc` of `vp_formats`, or an empty object for an empty list. */
export const mdocFormat = (
  algorithms: readonly string[],
): { readonly mso_mdoc?: { readonly alg: readonly string[] } } =>
  algorithms.length > 0 ? { mso_mdoc: { alg: [...algorithms] } } : {} // RP-25
