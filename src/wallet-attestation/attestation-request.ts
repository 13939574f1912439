/**
 * The Wallet Attestation Request (`war+jwt`): a Wallet Instance asks its Wallet Provider to attest a fresh ephemeral key,
 * with evidence from its hardware key and its device's vendor (it-wallet §Data formats, §Endpoints).
 */
import { z } from 'zod'
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
import { capabilityMembers, capabilityNames, type WalletCapabilities } from './capabilities.ts'
import { attestationTypes } from './identifiers.ts'
import { hardwareKeyTagPattern } from './key-attestation.ts'

export type AttestationRequestParseCode =
  | JwsParseCode
  | JwtTimeCode
  | JwkCode
  | 'kid_missing'
  | 'claim_malformed'
  | 'capability_malformed'
  | 'presentation_definition_uri_claimed'
  | 'kid_mismatch'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'sub_mismatch'

export type AttestationRequestCode = AttestationRequestParseCode | JwsVerifyCode

const text = z.string().min(1)
/** Longer tags, challenges and pieces of evidence are no real device's. */
const claims = z.looseObject({
  iss: text,
  sub: text.optional(),
  aud: text,
  iat: z.unknown().refine((value) => value !== undefined),
  exp: z.unknown().refine((value) => value !== undefined),
  challenge: text.max(512),
  hardware_key_tag: z.string().regex(hardwareKeyTagPattern),
  hardware_signature: text.max(512),
  integrity_assertion: text.max(65_536),
  cnf: z.looseObject({ jwk: z.looseObject({}) }),
})
const capabilities = z.looseObject(capabilityMembers)

export interface AttestationRequest {
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

export interface AttestationRequestPolicy extends JwtTimePolicy {
  /** The identifier of the Wallet Provider that was asked. */
  readonly walletProvider: string
  readonly algorithms: readonly JwsAlgorithm[]
}

/** `iss` of a Wallet Instance. */
export const walletInstanceIssuer = (walletProvider: string, thumbprint: string): string =>
  joinUrl(walletProvider, `/instance/${thumbprint}`)

/**
 * Everything that can be judged without a store and without a signature: shape, types, `kid`, `iss`, `aud`, `sub`, times.
 * Judges neither challenge nor evidence. Nothing it returns may be trusted before `verifyAttestationRequest`.
 */
export function parseAttestationRequest(
  ctx: CryptoContext,
  compact: string,
  policy: AttestationRequestPolicy,
): AttestationRequest | Failure<AttestationRequestParseCode> {
  const at = 'assertion'
  const jws = parseJws(compact, { typ: [attestationTypes.request], algorithms: policy.algorithms }, at) // WP-15
  if (failed(jws)) return jws
  const { header, payload } = jws
  if (typeof header.kid !== 'string' || header.kid === '') return fail('kid_missing', `${at}.header.kid`) // WP-15
  const parsed = claims.safeParse(payload)
  if (!parsed.success) return fail('claim_malformed', placeOf(parsed.error)) // WP-56
  const uriSupported = payload.presentation_definition_uri_supported ?? false
  if (uriSupported !== false || payload.presentation_definition_uri_supported === null)
    return fail('presentation_definition_uri_claimed', `${at}.payload.presentation_definition_uri_supported`) // WP-24
  const capable = capabilities.safeParse(payload)
  if (!capable.success) return fail('capability_malformed', placeOf(capable.error)) // WP-57
  const jwk = parsePublicJwk((payload.cnf as JsonObject).jwk, `${at}.payload.cnf.jwk`) // WP-56
  if (failed(jwk)) return jwk
  if (jwk.kty !== 'EC') return fail('jwk_unsupported', `${at}.payload.cnf.jwk`) // WP-56
  const thumbprint = jwkThumbprint(ctx, jwk)
  if (header.kid !== thumbprint) return fail('kid_mismatch', `${at}.header.kid`) // WP-16
  const expectedIssuer = walletInstanceIssuer(policy.walletProvider, thumbprint)
  if (parsed.data.iss !== expectedIssuer) return fail('iss_mismatch', `${at}.payload.iss`) // WP-17
  if (parsed.data.aud !== policy.walletProvider) return fail('aud_mismatch', `${at}.payload.aud`) // WP-18
  const { sub = policy.walletProvider } = parsed.data
  if (unslashed(sub) !== unslashed(policy.walletProvider)) return fail('sub_mismatch', `${at}.payload.sub`) // WP-18
  const untimely = checkJwtTimes(payload, policy, `${at}.payload`) // WP-18
  if (untimely) return untimely
  return {
    ...parsed.data,
    ephemeralKey: bareJwk(jwk),
    sentKey: jwk,
    thumbprint,
    capabilities: pickCapabilities(capable.data),
    jws,
  }
}

/** Verifies the signature with the ephemeral key itself: it proves possession and nothing else (WP-16). */
export async function verifyAttestationRequest(
  ctx: CryptoContext,
  request: AttestationRequest,
): Promise<Verified<AttestationRequest> | Failure<JwsVerifyCode>> {
  const jws = await verifyJws(ctx, request.jws, request.sentKey, 'assertion') // WP-16
  return failed(jws) ? jws : verified(request)
}

/** An ephemeral key that is the registered hardware key would make all attestations linkable (WP-58). */
export function checkEphemeralKey(
  { ephemeralKey }: AttestationRequest,
  hardwareKey: PublicJwk,
): undefined | Failure<'ephemeral_key_is_hardware_key'> {
  if (sameKey(ephemeralKey, hardwareKey)) return fail('ephemeral_key_is_hardware_key', 'assertion.payload.cnf.jwk') // WP-58
  return undefined
}

export interface AttestationRequestContent {
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
export function createAttestationRequest(
  ctx: CryptoContext,
  ephemeralKey: Signer,
  content: AttestationRequestContent,
): Promise<string> {
  const thumbprint = jwkThumbprint(ctx, ephemeralKey.publicJwk)
  return signJwt(
    ephemeralKey,
    { kid: thumbprint, typ: attestationTypes.request }, // WI-28
    {
      iss: walletInstanceIssuer(content.walletProvider, thumbprint),
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

const pickCapabilities = (
  source: Readonly<Record<string, unknown>> | WalletCapabilities,
): Partial<WalletCapabilities> =>
  Object.fromEntries(
    Object.entries(source).filter(
      ([name, value]) => value !== undefined && (capabilityNames as readonly string[]).includes(name),
    ),
  )

const unslashed = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url)
/** The claim's own name only: what stands below may be named from outside. */
const placeOf = (error: z.ZodError): string =>
  ['assertion.payload', ...(error.issues[0]?.path.slice(0, 1) ?? [])].join('.')
