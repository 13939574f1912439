/**
 * The Wallet Attestation Request (`war+jwt`): a Wallet Instance asks its Wallet Provider to attest a fresh ephemeral key,
 * with evidence from its hardware key and its device's vendor (it-wallet §Data formats, §Endpoints).
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
  isConfirmation,
  isFilledText,
  isPresent,
  isTextUpTo,
  malformedClaim,
  mayBe,
} from './claim-checks.ts'
import { walletAttestationTypes } from './identifiers.ts'
import { specificationAttestation, type WalletAttestationProfile } from './profiles.ts'
import { hardwareKeyTagPattern } from './registration-request.ts'

/** Why a text is no Wallet Attestation Request to this provider (WP-15 to WP-18); no signature was looked at. */
export type WalletAttestationRequestParseCode =
  | JwsParseCode
  | JwtTimeCode
  | JwkCode
  | 'kid_missing'
  | 'claim_malformed'
  | 'cnf_jwk_missing'
  | 'capability_malformed'
  | 'presentation_definition_uri_claimed'
  | 'iss_mismatch'
  | 'aud_mismatch'

/** As `WalletAttestationRequestParseCode`, and why its signature does not hold. */
export type WalletAttestationRequestCode = WalletAttestationRequestParseCode | JwsVerifyCode

interface Claims {
  readonly iss: string
  readonly aud: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  readonly cnf: { readonly jwk?: JsonObject }
}

/** Longer tags, challenges and pieces of evidence are no real device's. */
const claimChecksBy = (challenge: WalletAttestationProfile['request']['challenge']): ClaimChecks => [
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
const claimChecks = { challenge: claimChecksBy('challenge'), nonce: claimChecksBy('nonce') }

/**
 * A request whose signature verifies with the key that it asks to have attested (it-wallet §Data formats). Challenge and
 * evidence are not judged.
 */
export interface WalletAttestationRequest {
  readonly challenge: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  /** The key to attest, without further members. */
  readonly ephemeralKey: PublicJwk
  /** The same key as the wallet sent it: what it says of its own use binds its verification (GEN-11). */
  readonly sentKey: PublicJwk
  readonly thumbprint: string
  /** As far as the wallet names them. */
  readonly capabilities: Partial<WalletCapabilities>
  readonly jws: ParsedJws
}

/** By what such a request is judged before anything of it is looked up. */
export interface WalletAttestationRequestPolicy extends JwtTimePolicy {
  /** The identifier of the Wallet Provider that was asked. */
  readonly walletProvider: string
  readonly algorithms: readonly JwsAlgorithm[]
  /** The specification's own unless another is named. */
  readonly profile?: WalletAttestationProfile
}

/** The URL of a Wallet Instance by its attested key: its `iss`, and the `client_id` of its access tokens (D-03). */
export const walletInstanceUrl = (walletProvider: string, thumbprint: string): string =>
  joinUrl(walletProvider, `/instance/${thumbprint}`)

/**
 * Everything that can be judged without a store and without a signature: shape, types, `kid`, `iss`, `aud`, times.
 * Does not check challenge and evidence, and does not compare `sub` (WP-102). Nothing that it returns may be trusted before
 * `verifyWalletAttestationRequest`.
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
  const malformed = malformedClaim(payload, claimChecks[profile.challenge])
  if (malformed !== undefined) return fail('claim_malformed', `${at}.payload.${malformed}`) // WP-56
  const claims = payload as unknown as Claims
  const { jwk: sentKey } = claims.cnf
  if (sentKey === undefined) return fail('cnf_jwk_missing', `${at}.payload.cnf`) // WP-56
  const { presentation_definition_uri_supported: uriSupported = false } = payload
  if (uriSupported !== false)
    return fail('presentation_definition_uri_claimed', `${at}.payload.presentation_definition_uri_supported`) // WP-24
  const incapable = malformedCapability(payload)
  if (incapable !== undefined) return fail('capability_malformed', `${at}.payload.${incapable}`) // WP-57
  const jwk = parsePublicJwk(sentKey, `${at}.payload.cnf.jwk`) // WP-56
  if (failed(jwk)) return jwk
  if (jwk.kty !== 'EC') return fail('jwk_unsupported', `${at}.payload.cnf.jwk`) // WP-56
  const thumbprint = jwkThumbprint(ctx, jwk)
  const issuers = { instance_url: walletInstanceUrl(policy.walletProvider, thumbprint), thumbprint }
  if (claims.iss !== issuers[profile.issuer])
    return fail('iss_mismatch', `${at}.payload.iss`, { expected: issuers[profile.issuer], found: claims.iss }) // WP-17
  if (claims.aud !== policy.walletProvider)
    return fail('aud_mismatch', `${at}.payload.aud`, { expected: policy.walletProvider, found: claims.aud }) // WP-18
  const untimely = checkJwtTimes(payload, policy, `${at}.payload`) // WP-18
  if (untimely) return untimely
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

/** Verifies the signature with the ephemeral key itself: it proves possession and nothing else (WP-16). */
export async function verifyWalletAttestationRequest(
  ctx: CryptoContext,
  request: WalletAttestationRequest,
): Promise<Verified<WalletAttestationRequest> | Failure<JwsVerifyCode>> {
  const jws = await verifyJws(ctx, request.jws, request.sentKey, 'assertion') // WP-16
  return failed(jws) ? jws : verified(request)
}

/** Why a request names the hardware key where it must name an ephemeral one. */
export type EphemeralKeyCode = 'ephemeral_key_is_hardware_key' | 'kid_mismatch'

/** The key that the instance registered: the only other key of the instance that is known. */
export interface RegisteredKey {
  readonly hardwareKey: PublicJwk
  readonly hardwareKeyThumbprint: string
}

/**
 * Refuses the hardware key in the place of the ephemeral key, which would make all attestations linkable (WP-58), and a
 * `kid` that names the hardware key. Any other `kid` passes (D-446).
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

/** What an instance signs with its ephemeral key (it-wallet §Data formats). */
export interface WalletAttestationRequestContent {
  /** Its identifier: `aud`. */
  readonly walletProvider: string
  readonly challenge: string
  readonly hardware_key_tag: string
  readonly hardware_signature: string
  readonly integrity_assertion: string
  readonly capabilities: WalletCapabilities
  readonly now: NumericDate
  readonly lifetimeSeconds: number
}

/** Builds and signs with the ephemeral key. */
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
