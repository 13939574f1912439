/**
 * Encryption for values that only the encrypting party reads again: AES-GCM, with a random initialization vector before
 * the ciphertext (NIST SP 800-38D §8.2.2). The form must not change, because later versions must open stored boxes.
 */
import type { CryptoContext } from './crypto.ts'
import type { Random } from './random.ts'

const ivBytes = 12

/**
 * Encrypts a plaintext. `key` has 16 or 32 bytes. `additional` is authenticated but not part of the box. `openBox`
 * needs the same `key` and `additional`.
 */
export async function sealBox(
  ctx: CryptoContext & { readonly random: Random },
  key: Uint8Array,
  plaintext: Uint8Array,
  additional: Uint8Array,
): Promise<Uint8Array> {
  const iv = ctx.random.bytes(ivBytes)
  const sealed = await ctx.crypto.encrypt(key, iv, plaintext, additional)
  const box = new Uint8Array(ivBytes + sealed.length)
  box.set(iv)
  box.set(sealed, ivBytes)
  return box
}

/**
 * Decrypts a box. Returns `undefined` if the box is too short, was changed, or was sealed with another key or other
 * additional data.
 */
export async function openBox(
  { crypto }: CryptoContext,
  key: Uint8Array,
  box: Uint8Array,
  additional: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (box.length <= ivBytes) return undefined
  return crypto.decrypt(key, box.slice(0, ivBytes), box.slice(ivBytes), additional)
}
