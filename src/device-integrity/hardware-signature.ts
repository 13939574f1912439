/**
 * `hardware_signature` of an Android device: ECDSA with SHA-256 by the registered hardware key over the client data.
 * The specification says "over client_data_hash". Deployed wallets sign the text, so that the digest inside ECDSA is
 * `client_data_hash`. For a time, deployed wallets signed the 32 bytes of the hash itself. Both forms are accepted. The
 * result states which data were signed (WP-21, WP-59). Apple's verifier uses the same decoding of the signature.
 */
import {
  type CryptoContext,
  decodeLenientBase64,
  encodeUtf8,
  type Failure,
  fail,
  type SignatureScheme,
  type Verified,
  verified,
} from '../base/index.ts'
import { ecdsaFromDer } from '../x509/index.ts'
import type { HardwareSignature, HardwareSignatureInput } from './port.ts'

/** Reasons to refuse a hardware signature over the client data. */
export type AndroidHardwareSignatureCode =
  | 'hardware_signature_undecodable'
  | 'hardware_key_unusable'
  | 'hardware_signature_invalid'

/** Signature scheme of hardware keys on both platforms. */
export const signatureScheme: SignatureScheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' }
/** Length of a P-256 coordinate, and of `r` and `s`, in bytes. */
export const p256CoordinateBytes = 32

/** Verifies the signature with the registered key only. Does not check the challenge in the client data. */
export async function verifyAndroidHardwareSignature(
  ctx: CryptoContext,
  { hardwareKey, hardware_signature, clientData }: Omit<HardwareSignatureInput, 'integrity_assertion'>,
): Promise<Verified<HardwareSignature> | Failure<AndroidHardwareSignatureCode>> {
  const candidates = readHardwareSignature(hardware_signature)
  if (candidates.length === 0) return fail('hardware_signature_undecodable', 'payload.hardware_signature') // WP-59
  const key = await ctx.crypto.importVerificationKey(hardwareKey, signatureScheme)
  if (key === undefined) return fail('hardware_key_unusable', 'hardware_key')
  const text = encodeUtf8(clientData)
  const readings = [
    ['client_data', () => text],
    ['client_data_hash', () => ctx.crypto.digest('sha-256', text)],
  ] as const
  for (const signature of candidates)
    for (const [reading, signed] of readings)
      if (await ctx.crypto.verify(signatureScheme, key, signed(), signature)) return verified({ reading })
  return fail('hardware_signature_invalid', 'payload.hardware_signature') // WP-21
}

/**
 * Decodes base64 of either alphabet. Returns each possible reading of the signature as r‖s. The bytes can be r‖s (64
 * bytes) or DER. Returns two readings for 64 bytes that are also valid DER, and none for bytes that are neither.
 */
export function readHardwareSignature(text: string): readonly Uint8Array[] {
  const bytes = decodeLenientBase64(text) ?? new Uint8Array()
  const fromDer = ecdsaFromDer(bytes, p256CoordinateBytes)
  return [...(bytes.length === 2 * p256CoordinateBytes ? [bytes] : []), ...(fromDer ? [fromDer] : [])]
}
