/**
 * A box for what its maker alone reads again: AES-GCM, the fresh initialization vector in front (NIST SP 800-38D §8.2.2).
 */
import type { CryptoContext } from './crypto.ts'
import type { Random } from './random.ts'

const ivBytes = 12

/** Seals a plaintext. `additional` is authenticated with it and must be given again to open it. */
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

/** The plaintext; `undefined` for a box that was touched, or sealed with another key or for something else. */
export async function openBox(
  { crypto }: CryptoContext,
  key: Uint8Array,
  box: Uint8Array,
  additional: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (box.length <= ivBytes) return undefined
  return crypto.decrypt(key, box.slice(0, ivBytes), box.slice(ivBytes), additional)
}
