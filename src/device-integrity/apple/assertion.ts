/**
 * App Attest at each attestation request: the registered key signs authenticator data and the hash of the client data
 * (WP-60). Wallets send the assertion in one of two forms:
 * - split: `integrity_assertion` is the authenticator data, `hardware_signature` the signature
 * - whole: `integrity_assertion` is the vendor's CBOR map, `hardware_signature` the signature in it
 */
import {
  type CryptoContext,
  concatBytes,
  decodeLenientBase64,
  type Failure,
  fail,
  failed,
  type Verified,
  verified,
} from '../../base/index.ts'
import { decodeCbor, isCborBytes, isCborMap } from '../../cose/index.ts'
import { ecdsaFromDer } from '../../x509/index.ts'
import { platformOfAssertion } from '../evidence-encoding.ts'
import { p256CoordinateBytes, readHardwareSignature, signatureScheme } from '../hardware-signature.ts'
import type { HardwareSignature, HardwareSignatureInput, IntegrityAssertionInput, IntegrityVerdict } from '../port.ts'
import { type AppPolicyCode, checkAppPolicy } from './app-extensions.ts'
import { type AssertedAuthenticatorData, parseAssertedAuthenticatorData } from './authenticator-data.ts'
import { type ApplePolicy, appPolicyOf } from './verify-key-attestation.ts'

type AppAttestAssertionCode = 'app_attest_assertion_undecodable' | 'app_attest_assertion_malformed'

export type AppleHardwareSignatureCode =
  | AppAttestAssertionCode
  | 'platform_mismatch'
  | 'hardware_signature_undecodable'
  | 'hardware_key_unusable'
  | 'app_attest_signature_mismatch'
  | 'app_attest_signature_invalid'

export type AppleIntegrityAssertionCode =
  | AppAttestAssertionCode
  | AppPolicyCode
  | 'app_attest_assertion_application_mismatch'
  | 'app_attest_application_foreign'

interface AppAttestAssertion {
  /** The bytes that the hardware key signed. */
  readonly authenticatorData: Uint8Array
  readonly data: AssertedAuthenticatorData
  /** r‖s. Present in the whole form only. */
  readonly signature?: Uint8Array
}

const at = 'payload.integrity_assertion'

/** Parses either form. Does not verify it. */
function parseAppAttestAssertion(integrity_assertion: string): AppAttestAssertion | Failure<AppAttestAssertionCode> {
  const bytes = decodeLenientBase64(integrity_assertion) ?? new Uint8Array()
  const separate = parseAssertedAuthenticatorData(bytes)
  if (separate) return { authenticatorData: bytes, data: separate }
  const object = decodeCbor(bytes, at)
  if (failed(object)) return fail('app_attest_assertion_undecodable', at) // WP-51
  const authenticatorData = isCborMap(object) ? object.get('authenticatorData') : undefined
  const der = isCborMap(object) ? object.get('signature') : undefined
  const data = isCborBytes(authenticatorData) ? parseAssertedAuthenticatorData(authenticatorData) : undefined
  if (!isCborBytes(authenticatorData) || data === undefined)
    return fail('app_attest_assertion_malformed', `${at}.authenticatorData`) // WP-60
  const signature = isCborBytes(der) ? ecdsaFromDer(der, p256CoordinateBytes) : undefined
  if (signature === undefined) return fail('app_attest_assertion_malformed', `${at}.signature`) // WP-60
  return { authenticatorData, data, signature }
}

/**
 * Verifies the signature with the registered key only, and returns the signed counter. Does not compare the counter (a
 * store does, WP-61). Does not check the app (`verifyAppleIntegrityAssertion`) or the challenge.
 */
export async function verifyAppleHardwareSignature(
  ctx: CryptoContext,
  { hardwareKey, hardware_signature, integrity_assertion, clientData }: HardwareSignatureInput,
): Promise<Verified<HardwareSignature> | Failure<AppleHardwareSignatureCode>> {
  const candidates = readHardwareSignature(hardware_signature)
  if (candidates.length === 0) return fail('hardware_signature_undecodable', 'payload.hardware_signature') // WP-59
  if (platformOfAssertion(integrity_assertion) !== 'apple') return fail('platform_mismatch', at) // WP-65
  const assertion = parseAppAttestAssertion(integrity_assertion)
  if (failed(assertion)) return assertion
  const { authenticatorData, data, signature: inner } = assertion
  const contradicts = inner !== undefined && !candidates.some((candidate) => ctx.crypto.equal(candidate, inner))
  if (contradicts) return fail('app_attest_signature_mismatch', 'payload.hardware_signature') // WP-60
  const key = await ctx.crypto.importVerificationKey(hardwareKey, signatureScheme)
  if (key === undefined) return fail('hardware_key_unusable', 'hardware_key') // WP-60
  const clientDataHash = ctx.crypto.digest('sha-256', clientData)
  const nonce = ctx.crypto.digest('sha-256', concatBytes([authenticatorData, clientDataHash]))
  for (const signature of candidates)
    if (await ctx.crypto.verify(signatureScheme, key, nonce, signature))
      return verified({ reading: 'authenticator_data', counter: data.counter })
  return fail('app_attest_signature_invalid', 'payload.hardware_signature') // WP-60
}

/**
 * Checks that the assertion is from the registered app, and that this app is still accepted, with its current version
 * and distribution. Does not verify a signature. The caller must first verify the same assertion with
 * `verifyAppleHardwareSignature`.
 */
export function verifyAppleIntegrityAssertion(
  { crypto, policy }: CryptoContext & { readonly policy: ApplePolicy },
  { integrity_assertion, device }: Pick<IntegrityAssertionInput, 'integrity_assertion' | 'device'>,
): Verified<IntegrityVerdict> | Failure<AppleIntegrityAssertionCode> {
  const assertion = parseAppAttestAssertion(integrity_assertion)
  if (failed(assertion)) return assertion
  const { rpIdHash, app } = assertion.data
  const isRegistered = crypto.equal(rpIdHash, crypto.digest('sha-256', device.application))
  if (!isRegistered) return fail('app_attest_assertion_application_mismatch', `${at}.rpIdHash`) // WP-60
  const isOurs = policy.appIds.includes(device.application)
  if (!isOurs) return fail('app_attest_application_foreign', `${at}.rpIdHash`) // WP-32
  const fault = checkAppPolicy(app, appPolicyOf(policy), at) // WP-195
  if (fault) return fault
  return verified({ isTestResponse: false })
}
