/**
 * The Wallet Attestation Request (`war+jwt`; it-wallet §Data formats, §Endpoints). A Wallet Instance asks its Wallet
 * Provider to attest a new ephemeral key, with evidence from its hardware key and the device vendor.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type JsonObject,
  joinUrl,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../base/index.ts'
import {
  bareJwk,
  checkJwtTimes,
  type JwkCode,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  jwkThumbprint,
  type ParsedJws,
  parseJws,
  parsePublicJwk,
  type Signer,
  sameKey,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import { malformedCapability, pickCapabilities, type WalletCapabilities } from './capabilities.ts'
import {
  type ClaimChecks,
  checkClaims,
  isConfirmation,
  isFilledText,
  isPresent,
  isTextUpTo,
  mayBe,
} from './claim-checks.ts'
import { walletAttestationTypes } from './identifiers.ts'
import { specificationAttestation, type WalletAttestationProfile } from './profiles.ts'
import { hardwareKeyTagPattern } from './registration-request.ts'

/** Reasons to refuse a request before its signature is verified (WP-15 to WP-18). */
export type WalletAttestationRequestParseCode =
  | JwsParseCode
  | JwtTimeCode
  | JwkCode
  | 'kid_missing'
  | 'claim_missing'
  | 'claim_malformed'
  | 'cnf_jwk_missing'
  | 'capability_malformed'
  | 'presentation_definition_uri_claimed'
  | 'iss_mismatch'
  | 'aud_mismatch'

interface Claims {
  readonly iss: string
  readonly aud: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  readonly cnf: { readonly jwk?: JsonObject }
}

/**
 * Returns the checks of the claims. `challenge` is the name of the claim that contains the challenge. The length limits
 * are far above the lengths that real devices send.
 */
const claimChecksWith = (challenge: WalletAttestationProfile['request']['challenge']): ClaimChecks => [
  ['iss', isFilledText],
  ['sub', mayBe(isFilledText)],
  ['aud', isFilledText],
  ['iat', isPresent],
  ['exp', isPresent],
  [challenge, isTextUpTo(512)],
  ['hardware_key_tag', (value) => typeof value === 'string' && hardwareKeyTagPattern.test(value)],
  ['hardware_signature', isTextUpTo(512)],
  ['integrity_assertion', isTextUpTo(65_536)],
  ['cnf', isConfirmation],
]
const claimChecks = { challenge: claimChecksWith('challenge'), nonce: claimChecksWith('nonce') }

/**
 * A parsed request (it-wallet §Data formats). Only a `Verified` request proves possession of the key to be attested.
 * Challenge and evidence are not checked.
 */
export interface WalletAttestationRequest {
  readonly challenge: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  /** The key to be attested, without optional members. */
  readonly ephemeralKey: PublicJwk
  /** The key as sent. Its `use`, `alg` and `key_ops` restrict the verification of the signature (GEN-11). */
  readonly sentKey: PublicJwk
  readonly thumbprint: string
  readonly capabilities: Partial<WalletCapabilities>
  readonly jws: ParsedJws
}

/** Conditions for a request that are checked without a store. */
export interface WalletAttestationRequestPolicy extends JwtTimePolicy {
  /** Identifier of the Wallet Provider. */
  readonly walletProvider: string
  readonly algorithms: readonly JwsAlgorithm[]
  /** Defaults to the specification's own profile. */
  readonly profile?: WalletAttestationProfile
}

/**
 * Returns the URL that identifies a Wallet Instance by its attested key. The URL is `client_id` of the wallet's access
 * tokens (D-03) and, in the specification's own profile, `iss` of the request.
 */
export const walletInstanceUrl = (walletProvider: string, thumbprint: string): string =>
  joinUrl(walletProvider, `/instance/${thumbprint}`)

/**
 * Parses a request. Checks the form of the claims, the capabilities, `iss`, `aud` and the times, and that a `kid` is
 * present. Requires an EC key in `cnf.jwk`. Refuses `presentation_definition_uri_supported` with any value but false.
 * Does not check challenge, evidence or the value of `sub` (WP-102). The caller must verify the signature of the result
 * with `verifyWalletAttestationRequest`.
 */
export function parseWalletAttestationRequest(
  ctx: CryptoContext,
  compact: string,
  policy: WalletAttestationRequestPolicy,
): WalletAttestationRequest | Failure<WalletAttestationRequestParseCode> {
  const at = 'assertion'
  const { request: profile } = policy.profile ?? specificationAttestation
  const jws = parseJws(compact, { typ: [profile.typ], algorithms: policy.algorithms }, at) // WP-15
  if (failed(jws)) return jws
  const { header, payload } = jws
  if (typeof header.kid !== 'string' || header.kid === '') return fail('kid_missing', `${at}.header.kid`) // WP-15
  const claimFailure = checkClaims(payload, claimChecks[profile.challenge], `${at}.payload`) // WP-56
  if (claimFailure) return claimFailure
  const claims = payload as unknown as Claims
  const { jwk: sentKey } = claims.cnf
  if (sentKey === undefined) return fail('cnf_jwk_missing', `${at}.payload.cnf`) // WP-56
  const { presentation_definition_uri_supported: uriSupported = false } = payload
  if (uriSupported !== false)
    return fail('presentation_definition_uri_claimed', `${at}.payload.presentation_definition_uri_supported`) // WP-24
  const malformedCapabilityName = malformedCapability(payload)
  if (malformedCapabilityName !== undefined)
    return fail('capability_malformed', `${at}.payload.${malformedCapabilityName}`) // WP-57
  const jwk = parsePublicJwk(sentKey, `${at}.payload.cnf.jwk`) // WP-56
  if (failed(jwk)) return jwk
  if (jwk.kty !== 'EC') return fail('jwk_unsupported', `${at}.payload.cnf.jwk`) // WP-56
  const thumbprint = jwkThumbprint(ctx, jwk)
  const issuers = { instance_url: walletInstanceUrl(policy.walletProvider, thumbprint), thumbprint }
  if (claims.iss !== issuers[profile.issuer])
    return fail('iss_mismatch', `${at}.payload.iss`, { expected: issuers[profile.issuer], found: claims.iss }) // WP-17
  if (claims.aud !== policy.walletProvider)
    return fail('aud_mismatch', `${at}.payload.aud`, { expected: policy.walletProvider, found: claims.aud }) // WP-18
  const timeFault = checkJwtTimes(payload, policy, `${at}.payload`) // WP-18
  if (timeFault) return timeFault
  return {
    challenge: payload[profile.challenge] as string,
    hardware_key_tag: claims.hardware_key_tag,
    hardware_signature: claims.hardware_signature,
    integrity_assertion: claims.integrity_assertion,
    ephemeralKey: bareJwk(jwk),
    sentKey: jwk,
    thumbprint,
    capabilities: pickCapabilities(payload),
    jws,
  }
}

/**
 * Verifies the signature with the ephemeral key in the request. A valid signature proves possession of that key only
 * (WP-16).
 */
export async function verifyWalletAttestationRequest(
  ctx: CryptoContext,
  request: WalletAttestationRequest,
): Promise<Verified<WalletAttestationRequest> | Failure<JwsVerifyCode>> {
  const jws = await verifyJws(ctx, request.jws, request.sentKey, 'assertion') // WP-16
  return failed(jws) ? jws : verified(request)
}

/** Reasons to refuse the ephemeral key: it is the hardware key, or `kid` names the hardware key. */
export type EphemeralKeyCode = 'ephemeral_key_is_hardware_key' | 'kid_mismatch'

/** The registered hardware key of the instance and its RFC 7638 thumbprint. */
export interface RegisteredKey {
  readonly hardwareKey: PublicJwk
  readonly hardwareKeyThumbprint: string
}

/**
 * Refuses the hardware key as ephemeral key, because all attestations of the instance would then contain the same key
 * and be linkable (WP-58). Refuses a `kid` that names the hardware key. Accepts any other `kid` (D-446).
 */
export function checkEphemeralKey(
  { ephemeralKey, jws }: WalletAttestationRequest,
  { hardwareKey, hardwareKeyThumbprint }: RegisteredKey,
): undefined | Failure<EphemeralKeyCode> {
  if (sameKey(ephemeralKey, hardwareKey)) return fail('ephemeral_key_is_hardware_key', 'assertion.payload.cnf.jwk') // WP-58
  if (jws.header.kid === hardwareKeyThumbprint)
    return fail('kid_mismatch', 'assertion.header.kid', {
      expected: 'the thumbprint of cnf.jwk',
      found: jws.header.kid,
    }) // WP-16
  return undefined
}

/** Content that an instance signs with its ephemeral key (it-wallet §Data formats). */
export interface WalletAttestationRequestContent {
  /** Identifier of the Wallet Provider: `aud`. */
  readonly walletProvider: string
  readonly challenge: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  readonly capabilities: WalletCapabilities
  readonly now: NumericDate
  readonly lifetimeSeconds: number
}

/**
 * Creates a request in the specification's own profile and signs it with the ephemeral key.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createSoftwareVendor } from 'fiducia/software-device'
 * import { createWalletAttestationRequest, serialiseClientData } from 'fiducia/wallet-attestation'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const [phone, key] = [await (await createSoftwareVendor(ctx)).createDevice(), await generateSigner(ctx)]
 * const capabilities = {
 *   ...{ authorization_endpoint: 'https://wallet.example/authorization', response_types_supported: ['vp_token'] },
 *   ...{ response_modes_supported: ['direct_post.jwt'], request_object_signing_alg_values_supported: ['ES256'] },
 *   vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
 * }
 * const evidence = await phone.assertion(serialiseClientData({ challenge: 'challenge', jwk_thumbprint: key.kid }))
 * const request = await createWalletAttestationRequest(ctx, key, {
 *   ...{ walletProvider: 'https://wp.example', challenge: 'challenge', hardware_key_tag: phone.hardwareKeyTag },
 *   ...{ ...evidence, capabilities, now: ctx.clock.now(), lifetimeSeconds: 300 },
 * })
 * assert.equal(request.split('.').length, 3)
 * ```
 */
export function createWalletAttestationRequest(
  ctx: CryptoContext,
  ephemeralKey: Signer,
  content: WalletAttestationRequestContent,
): Promise<string> {
  const thumbprint = jwkThumbprint(ctx, ephemeralKey.publicJwk)
  return signJwt(
    ephemeralKey,
    { kid: thumbprint, typ: walletAttestationTypes.request }, // WI-28
    {
      iss: walletInstanceUrl(content.walletProvider, thumbprint),
      sub: content.walletProvider,
      aud: content.walletProvider,
      challenge: content.challenge,
      hardware_key_tag: content.hardware_key_tag,
      hardware_signature: content.hardware_signature, // WI-29
      integrity_assertion: content.integrity_assertion, // WI-29
      cnf: { jwk: bareJwk(ephemeralKey.publicJwk) },
      ...pickCapabilities(content.capabilities),
      presentation_definition_uri_supported: false,
      iat: content.now,
      exp: content.now + content.lifetimeSeconds,
    },
  )
}
