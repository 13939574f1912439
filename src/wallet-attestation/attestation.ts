/**
 * The Wallet Attestation (`wallet-attestation+jwt`, or the `typ` of IT-Wallet 1.0): the Wallet Provider attests that an
 * ephemeral key belongs to a genuine Wallet Instance. It contains nothing about the user (WP-27). PID Providers and
 * Relying Parties verify it (it-wallet §Data formats).
 */
import {
  type CryptoContext,
  decodeBase64urlText,
  type Failure,
  fail,
  failed,
  isJsonObject,
  isNumericDate,
  type Json,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  parseJsonObject,
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
  typMatches,
} from '../jose/index.ts'
import { capabilityChecks, type WalletCapabilities } from './capabilities.ts'
import { type ClaimChecks, checkClaims, isConfirmation, isFilledText, isPresent, mayBe } from './claim-checks.ts'
import { attestationProfiles, specificationAttestation, type WalletAttestationProfile } from './profiles.ts'

/** Maximum lifetime of a Wallet Attestation: 24 hours (it-wallet §Limits; WP-69). */
export const maximumAttestationLifetimeSeconds = 86_400

/** Reasons to refuse the form of an attestation. Expiry, trust and signature have their own codes. */
export type WalletAttestationParseCode =
  | JwsParseCode
  | JwkCode
  | 'kid_missing'
  | 'trust_chain_malformed'
  | 'claim_missing'
  | 'claim_malformed'
  | 'cnf_jwk_missing'
  | 'time_invalid'
  | 'presentation_definition_uri_claimed'

const areTexts = (value: Json): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string')
/** Checks of the claims. Capabilities and other optional claims may be absent. */
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

/** Claims of an attestation. */
export interface WalletAttestationClaims extends Partial<WalletCapabilities> {
  readonly iss: string
  readonly sub: string
  readonly iat: NumericDate
  readonly exp: NumericDate
  readonly aal?: string
  readonly client_id_schemes_supported?: readonly string[]
  /** Reference to a status list. The code in `status-list/` checks it. */
  readonly status?: JsonObject
}

/** Accepted algorithms and profiles. */
export interface WalletAttestationParsePolicy {
  readonly algorithms: readonly JwsAlgorithm[]
  /**
   * Accepted profiles. Defaults to all. A wallet passes the profile of its request, because the attestation must have
   * the same profile.
   */
  readonly profiles?: readonly WalletAttestationProfile[]
}

/**
 * Returns true for a JWS whose header has the `typ` of a Wallet Attestation, in the form of any profile. Does not check
 * or verify anything else.
 */
export function hasAttestationType(compact: string): boolean {
  const text = decodeBase64urlText(compact.slice(0, Math.max(0, compact.indexOf('.'))))
  const header = text === undefined ? {} : parseJsonObject(text, 'header')
  if (failed(header)) return false
  const { typ } = header
  return typeof typ === 'string' && attestationProfiles.some(({ attestation }) => typMatches(typ, attestation.typ))
}

/** A parsed Wallet Attestation. Not verified: anyone can create one. */
export interface ParsedWalletAttestation {
  readonly claims: WalletAttestationClaims
  /** The attested key, without optional members. */
  readonly cnf: PublicJwk
  readonly kid: string
  /** Trust chain of the Wallet Provider, as a hint for the trust evaluation. */
  readonly trustChain: readonly string[] | undefined
  readonly jws: ParsedJws
}

/**
 * Parses an attestation and checks the form of its members. Does not compare its times with the current time. Does not
 * check its lifetime, or that `sub` is the thumbprint of the key. Does not verify its signature or the trust in its
 * Wallet Provider.
 */
export function parseWalletAttestation(
  compact: string,
  { algorithms, profiles = attestationProfiles }: WalletAttestationParsePolicy,
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
  const claimFailure = checkClaims(payload, claimChecks, `${at}.payload`)
  if (claimFailure) return claimFailure
  const { jwk: sentKey } = payload.cnf as JsonObject
  if (sentKey === undefined) return fail('cnf_jwk_missing', `${at}.payload.cnf`)
  const invalidTime = ['iat', 'exp'].find((name) => !isNumericDate(payload[name]))
  if (invalidTime !== undefined) return fail('time_invalid', `${at}.payload.${invalidTime}`) // GEN-10
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

/** Content that the Wallet Provider signs. */
export interface WalletAttestationContent {
  /** Identifier of the Wallet Provider. */
  readonly iss: string
  /** The key to attest, from the request. */
  readonly ephemeralKey: PublicJwk
  /** Authenticator assurance level, for example `https://trust-list.eu/aal/high`. */
  readonly aal: string
  readonly capabilities: WalletCapabilities
  readonly client_id_schemes_supported: readonly string[]
  /** Defaults to the specification's own profile. */
  readonly profile?: WalletAttestationProfile
  readonly trustChain: readonly string[]
  readonly iat: NumericDate
  readonly lifetimeSeconds: number
  /** Reference to the status list. Without it, the attestation cannot be revoked. */
  readonly status?: JsonObject
}

/**
 * Creates and signs an attestation. In the profile of IT-Wallet 1.0, omits the capabilities. Rejects with a RangeError
 * for a lifetime of more than 24 hours, which the configuration must exclude.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createWalletAttestation } from 'fiducia/wallet-attestation'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const [provider, wallet] = [await generateSigner(ctx), await generateSigner(ctx)]
 * const capabilities = {
 *   ...{ authorization_endpoint: 'https://wallet.example/authorization', response_types_supported: ['vp_token'] },
 *   ...{ response_modes_supported: ['direct_post.jwt'], request_object_signing_alg_values_supported: ['ES256'] },
 *   vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
 * }
 * const attestation = await createWalletAttestation(ctx, provider, {
 *   ...{ iss: 'https://wp.example', ephemeralKey: wallet.publicJwk, aal: 'https://trust-list.eu/aal/high' },
 *   ...{ capabilities, client_id_schemes_supported: ['entity_id'], trustChain: ['statement'] },
 *   ...{ iat: createSystemClock().now(), lifetimeSeconds: 3600 },
 * })
 * assert.equal(attestation.split('.').length, 3)
 * ```
 */
export async function createWalletAttestation(
  ctx: CryptoContext,
  signer: Signer,
  content: WalletAttestationContent,
): Promise<string> {
  if (content.lifetimeSeconds > maximumAttestationLifetimeSeconds)
    throw new RangeError('the lifetime of a Wallet Attestation must not exceed 24 hours')
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
