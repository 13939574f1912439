/**
 * `hardware_signature` of an Android device: ECDSA with SHA-256 by the registered hardware key over the client data.
 * The specification says "over client_data_hash"; deployed wallets signed the text (so that the digest signed is that
 * hash) and, for a time, the 32 bytes of the hash. Both pass, and which one did is returned (WP-21, WP-59).
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

/** Why the hardware key's signature over the client data does not hold. */
export type AndroidHardwareSignatureCode =
  | 'hardware_signature_undecodable'
  | 'hardware_key_unusable'
  | 'hardware_signature_invalid'

/** How a hardware key signs, on both platforms. */
export const signatureScheme: SignatureScheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' }
/** Bytes of a coordinate of P-256, and so of `r` and of `s`. */
export const p256CoordinateBytes = 32

/** A reading of the bytes: 64 of them could be either. */
export interface SignatureCandidate {
  readonly encoding: HardwareSignature['encoding']
  readonly signature: Uint8Array
}

/** Verifies with the registered key and no other. Does not check that the challenge inside is fresh. */
export async function verifyHardwareSignature(
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
  for (const { encoding, signature } of candidates)
    for (const [reading, signed] of readings)
      if (await ctx.crypto.verify(signatureScheme, key, signed(), signature)) return verified({ reading, encoding })
  return fail('hardware_signature_invalid', 'payload.hardware_signature') // WP-21
}

/** DER or r‖s, in base64 of either alphabet. Empty when it is neither. */
export function readHardwareSignature(text: string): readonly SignatureCandidate[] {
  const bytes = decodeLenientBase64(text) ?? new Uint8Array()
  const candidates: SignatureCandidate[] = []
  if (bytes.length === 2 * p256CoordinateBytes) candidates.push({ encoding: 'raw', signature: bytes })
  const signature = ecdsaFromDer(bytes, p256CoordinateBytes)
  if (signature) candidates.push({ encoding: 'der', signature })
  return candidates
}
