/**
 * Private keys of a key ring on disk (FED-10). Each key that the operator creates in the ring has an owner-only file,
 * which is named by its `kid`. So replicas that share a directory never write the same file. The ring begins with the
 * keys of the role's key file. A key is on disk before its `kid` is published.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoContext, Unavailable } from '../base/index.ts'
import type { KeyVault } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { makeSigner, readSigner } from './key-file.ts'
import { PrivateFileError, type PrivateFileOptions, UndecryptableFile } from './private-file.ts'

/** Location and purpose of a key ring's private keys. */
export interface KeyFileVaultOptions extends PrivateFileOptions {
  /** Directory of the files. It is created with the first key. */
  readonly directory: string
  /** Purpose of the keys, as in the key file. */
  readonly purpose: string
  /** Keys that `open` returns without reading a file: those of the role's key file. */
  readonly held?: readonly Signer[]
}

/** A thumbprint (RFC 7638). Files are named by it, so no name leads out of the directory. */
const thumbprint = /^[\w-]{43}$/

/**
 * Creates the vault. `open` resolves to `undefined` for an unknown `kid`. It rejects with `Unavailable` if the file is
 * damaged, does not open with the passphrase, or is accessible to others. `create` rejects with `Unavailable` if it
 * cannot write, for example because the volume is full, read-only or missing. `discard` ignores an unknown `kid`,
 * and rejects with the system's error if the file cannot be removed.
 *
 * A file that does not open with the passphrase is decrypted again only after it has changed, because the derivation of
 * the key takes long, and each request opens the signing key.
 */
export function createKeyFileVault(
  ctx: CryptoContext,
  { directory, purpose, held = [], ...options }: KeyFileVaultOptions,
): KeyVault {
  const pathOf = (kid: string): string => join(directory, `${kid}.json`)
  /** Files that do not open with the passphrase, by `kid`. */
  const refused = new Map<string, { readonly version: string; readonly fault: unknown }>()
  return {
    create: () => makeSigner(ctx, pathOf, purpose, options).catch(throwAsOutage),
    open: async (kid) => {
      const heldSigner = held.find((signer) => signer.kid === kid)
      if (heldSigner !== undefined || !thumbprint.test(kid)) return heldSigner
      const version = versionOf(pathOf(kid))
      const known = refused.get(kid)
      if (known !== undefined && known.version === version) return throwAsOutage(known.fault)
      refused.delete(kid)
      try {
        return readSigner(ctx, pathOf(kid), kid, options)
      } catch (thrown) {
        if (version !== undefined && thrown instanceof UndecryptableFile) refused.set(kid, { version, fault: thrown })
        return throwAsOutage(thrown)
      }
    },
    locationOf: pathOf,
    discard: async (kid) => {
      if (thumbprint.test(kid)) rmSync(pathOf(kid), { force: true })
    },
  }
}

/** Returns a text that changes with the file, or `undefined` if the file cannot be examined. */
function versionOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path)
    return [ino, size, mtimeMs, ctimeMs].join(' ')
  } catch {
    return undefined
  }
}

/** Throws `Unavailable` for a file that cannot be used, and any other error unchanged. */
function throwAsOutage(thrown: unknown): never {
  if (thrown instanceof PrivateFileError) throw new Unavailable(thrown.message, 30, { cause: thrown })
  throw thrown
}
