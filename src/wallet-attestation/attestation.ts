/**
 * The Wallet Attestation (`wallet-attestation+jwt`, or as IT-Wallet 1.0 has it): the Wallet Provider states that an
 * ephemeral key lives in a genuine Wallet Instance, and nothing of who uses it (WP-27). Shown to PID Providers and Relying
 * Parties (it-wallet §Data formats).
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isJsonObject,
  isNumericDate,
  type Json,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
} from '../base/index.ts'
import { isTrustChainHeader } from '../federation/trust-evaluator.ts'
import {
  bareJwk,
  type JwkCode,
  type JwsAlgorithm,
  type JwsParseCode,
  jwkThumbprint,
  type ParsedJws,
  parseJws,
  parsePublicJwk,
  type Signer,
  signJwt,
} from '../jose/index.ts'
import { capabilityChecks, type WalletCapabilities } from './capabilities.ts'
import { type ClaimChecks, isConfirmation, isFilledText, isPresent, malformedClaim, mayBe } from './claim-checks.ts'
import { attestationProfiles, specificationAttestation, type WalletAttestationProfile } from './profiles.ts'

/** 24 hours (it-wallet §Limits; WP-69). */
export const maximumAttestationLifetimeSeconds = 86_400

/** Why a text is no Wallet Attestation; neither times, trust nor signature were looked at. */
export type WalletAttestationParseCode =
  | JwsParseCode
  | JwkCode
  | 'kid_missing'
  | 'trust_chain_malformed'
  | 'claim_malformed'
  | 'cnf_jwk_missing'
  | 'time_invalid'
  | 'presentation_definition_uri_claimed'

const areTexts = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string')
/** What says who and for how long must be there; what a wallet can do is judged by those who need it. */
const claimChecks: ClaimChecks = [
  ['iss', isFilledText],
  ['sub', isFilledText],
  ['iat', isPresent],
  ['exp', isPresent],
  ['cnf', isConfirmation],
  ['aal', mayBe(isFilledText)],
  ...Object.entries(capabilityChecks).map(([name, holds]) => [name, mayBe(holds)] as const),
  ['client_id_schemes_supported', mayBe(areTexts)],
  ['status', mayBe(isJsonObject)],
]

/** What an attestation says, by its shape: of its Wallet Provider's signature nothing is known yet. */
export interface WalletAttestationClaims extends Partial<WalletCapabilities> {
  readonly iss: string
  readonly sub: string
  readonly iat: NumericDate
  readonly exp: NumericDate
  readonly aal?: string
  readonly client_id_schemes_supported?: readonly string[]
  /** For `status-list/`, which judges it. */
  readonly status?: JsonObject
}

/** In which words and algorithms an attestation is taken. */
export interface WalletAttestationReading {
  readonly algorithms: readonly JwsAlgorithm[]
  /** All, when not said: who has asked in one profile is answered in it. */
  readonly profiles?: readonly WalletAttestationProfile[]
}

/** A Wallet Attestation by its shape. Not verified: anybody could have made it. */
export interface ParsedWalletAttestation {
  readonly claims: WalletAttestationClaims
  /** The attested key, without further members. */
  readonly cnf: PublicJwk
  readonly kid: string
  /** Its provider's, as a hint for whoever looks for trust in it. */
  readonly trustChain: readonly string[] | undefined
  readonly jws: ParsedJws
}

/** Reads an attestation. Nothing it returns may be trusted. */
export function parseWalletAttestation(
  compact: string,
  { algorithms, profiles = attestationProfiles }: WalletAttestationReading,
): ParsedWalletAttestation | Failure<WalletAttestationParseCode> {
  const at = 'wallet_attestation'
  const jws = parseJws(compact, { typ: profiles.map(({ attestation }) => attestation.typ), algorithms }, at)
  if (failed(jws)) return jws
  const { header, payload } = jws
  const { kid } = header
  if (typeof kid !== 'string' || kid === '') return fail('kid_missing', `${at}.header.kid`)
  const { trust_chain: trustChain } = header
  if (trustChain !== undefined && !isTrustChainHeader(trustChain))
    return fail('trust_chain_malformed', `${at}.header.trust_chain`)
  const malformed = malformedClaim(payload, claimChecks)
  if (malformed !== undefined) return fail('claim_malformed', `${at}.payload.${malformed}`)
  const { jwk: sentKey } = payload.cnf as JsonObject
  if (sentKey === undefined) return fail('cnf_jwk_missing', `${at}.payload.cnf`)
  const timed = isNumericDate(payload.iat) && isNumericDate(payload.exp)
  if (!timed) return fail('time_invalid', `${at}.payload`) // GEN-10
  const { presentation_definition_uri_supported: uriSupported = false } = payload
  if (uriSupported !== false)
    return fail('presentation_definition_uri_claimed', `${at}.payload.presentation_definition_uri_supported`)
  const jwk = parsePublicJwk(sentKey, `${at}.payload.cnf.jwk`)
  if (failed(jwk)) return jwk
  return {
    claims: payload as unknown as WalletAttestationClaims,
    cnf: bareJwk(jwk),
    kid,
    trustChain,
    jws,
  }
}

/** What the Wallet Provider signs about an instance. */
export interface WalletAttestationContent {
  /** The Wallet Provider's identifier. */
  readonly iss: string
  /** The key of the request. */
  readonly ephemeralKey: PublicJwk
  /** The authenticator assurance level that the provider states: `https://trust-list.eu/aal/high`. */
  readonly aal: string
  readonly capabilities: WalletCapabilities
  readonly client_id_schemes_supported: readonly string[]
  /** The specification's own unless another is named. */
  readonly profile?: WalletAttestationProfile
  readonly trustChain: readonly string[]
  readonly iat: NumericDate
  readonly lifetimeSeconds: number
  /** Where its status is kept; without one it cannot be taken back before it ends. */
  readonly status?: JsonObject
}

/** Builds and signs. Throws a RangeError for a life over 24 hours: configuration must have refused it. */
export async function createWalletAttestation(
  ctx: CryptoContext,
  signer: Signer,
  content: WalletAttestationContent,
): Promise<string> {
  if (content.lifetimeSeconds > maximumAttestationLifetimeSeconds)
    throw new RangeError('attestation life over 24 hours')
  const { ephemeralKey } = content
  const { attestation: profile } = content.profile ?? specificationAttestation
  const sub = jwkThumbprint(ctx, ephemeralKey)
  return signJwt(
    signer,
    {
      kid: signer.kid, // WP-25, WP-67
      typ: profile.typ, // WP-25, WP-83
      trust_chain: content.trustChain, // WP-25, WP-68
    },
    {
      iss: content.iss, // WP-71
      sub, // WP-71
      aal: content.aal, // WP-26
      cnf: { jwk: { ...bareJwk(ephemeralKey), ...(profile.namesKey && { kid: sub }) } }, // WP-71, WP-83
      ...(profile.statesCapabilities && statedCapabilities(content)),
      iat: content.iat, // WP-26
      exp: content.iat + content.lifetimeSeconds, // WP-69
      ...(content.status ? { status: content.status } : {}), // WP-75
    },
  )
}

const statedCapabilities = ({ capabilities, client_id_schemes_supported }: WalletAttestationContent) => ({
  authorization_endpoint: capabilities.authorization_endpoint, // WP-26
  response_types_supported: capabilities.response_types_supported, // WP-26
  response_modes_supported: capabilities.response_modes_supported, // WP-26
  vp_formats_supported: capabilities.vp_formats_supported, // WP-26
  request_object_signing_alg_values_supported: capabilities.request_object_signing_alg_values_supported, // WP-26
  presentation_definition_uri_supported: false, // WP-70
  client_id_schemes_supported, // WP-26
})
