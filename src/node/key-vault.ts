/**
 * The private keys of a key ring on disk (FED-10): one owner-only file for each key that the operator made, named by its
 * `kid`, so that replicas over one directory never write the same file; beside them the keys of the role's key file,
 * with which the ring begins. A key is on disk before its `kid` is known to anybody.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CryptoContext, Unavailable } from '../base/index.ts'
import type { KeyVault } from '../federation/index.ts'
import type { JwsAlgorithm, Signer } from '../jose/index.ts'
import { makeSigner, readSigner } from './key-file.ts'
import { PrivateFileError, type PrivateFileOptions } from './private-file.ts'

/** Where a key ring's private keys are, and of what kind. */
export interface KeyFileVaultOptions extends PrivateFileOptions {
  /** Made with the first key. */
  readonly directory: string
  /** What the ring's keys are for, as the key file calls it. */
  readonly purpose: string
  /** Of the keys that are made. ES256 when not said. */
  readonly algorithm?: JwsAlgorithm
  /** Keys that are held elsewhere: those of the key file. */
  readonly held?: readonly Signer[]
}

/** A thumbprint (RFC 7638): what the vault names its files by, and nothing that leads out of the directory. */
const thumbprint = /^[\w-]{43}$/

/**
 * Opens the vault. `open` rejects with `PrivateFileError` for a file that is damaged, closed or open to others, `create`
 * with `Unavailable` where none can be written: a volume that is full, read-only or away.
 */
export function createKeyFileVault(
  ctx: CryptoContext,
  { directory, purpose, algorithm: alg = 'ES256', held = [], ...options }: KeyFileVaultOptions,
): KeyVault {
  const place = (kid: string): string => join(directory, `${kid}.json`)
  return {
    create: async () => {
      try {
        return await makeSigner(ctx, place, { purpose, alg }, options)
      } catch (thrown) {
        if (thrown instanceof PrivateFileError) throw new Unavailable(thrown.message, 30, { cause: thrown })
        throw thrown
      }
    },
    open: async (kid) => {
      const known = held.find((signer) => signer.kid === kid)
      if (known !== undefined || !thumbprint.test(kid)) return known
      return readSigner(ctx, place(kid), kid, options)
    },
    discard: async (kid) => {
      if (thumbprint.test(kid)) rmSync(place(kid), { force: true })
    },
  }
}
