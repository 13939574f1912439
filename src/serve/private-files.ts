/** Where the private files of a service are, and how they are opened. */
import { dirname, join } from 'node:path'
import type { Clock, CryptoContext, Random } from '../base/index.ts'
import { type Environment, keyFileOptions, type PrivateFileOptions, type RoleKeysConfig } from '../node/index.ts'
import type { SharedSecrets } from './compare-secrets.ts'
import type { Located } from './service.ts'

/** How private files are opened, and whether missing ones are made. */
interface FileParts {
  /** Passphrase and PIN, where no file says them. */
  readonly environment?: Environment
  /** Makes private files that are missing. Defaults to false. Replicas must not: each would make its own. */
  readonly makeKeys?: boolean
  /** Called with each file and directory that is made. */
  readonly onMade?: (path: string) => void
  /** Called with a sentence about each file that lies in plain text although there is a passphrase. */
  readonly onTrouble?: (what: string) => void
}

/** What a role's keys and secrets are opened with. */
export interface KeyParts extends FileParts, CryptoContext {
  readonly clock: Clock
  readonly random: Random
  /**
   * Compares the secrets of a file with those of other replicas. Rejects with `ConfigError` where they differ. Defaults to
   * no comparison.
   */
  readonly compareSecrets?: (file: string, secrets: SharedSecrets) => Promise<void>
}

/** Where the keys of a service are, and the private files beside them, and how they are opened. */
export interface PrivateFiles {
  at(...parts: readonly string[]): string
  /** Directory of the keys that a ring of this purpose makes. */
  ring(purpose: string): string
  readonly options: PrivateFileOptions
  /** For `openRoleKeys`. */
  readonly keys: RoleKeysConfig & Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'>
  readonly environment: Environment
}

export function privateFilesOf(
  { keys, resolve }: Located,
  { environment = {}, makeKeys, onMade, onTrouble }: FileParts,
): PrivateFiles {
  const { ringDirectory, ...inFile } = keys
  const { passphraseFile, pkcs11 } = inFile
  const located = {
    ...inFile,
    file: resolve(keys.file),
    readOnly: makeKeys !== true,
    ...(onMade && { onMade }),
    ...(onTrouble && { onPlain: toldOnce(onTrouble) }),
    ...(passphraseFile !== undefined && { passphraseFile: resolve(passphraseFile) }),
    ...(pkcs11?.pinFile !== undefined && { pkcs11: { ...pkcs11, pinFile: resolve(pkcs11.pinFile) } }),
  }
  return {
    at: (...parts) => join(dirname(located.file), ...parts),
    ring: (purpose) => join(ringDirectory === undefined ? dirname(located.file) : resolve(ringDirectory), purpose),
    options: keyFileOptions(located, environment),
    keys: located,
    environment,
  }
}

/** Files of a ring are read more than once. */
function toldOnce(onTrouble: (what: string) => void): (path: string) => void {
  const told = new Set<string>()
  return (path) => {
    if (told.has(path)) return
    told.add(path)
    onTrouble(`The file ${path} lies in plain text, although a passphrase is said: fiducia keys encrypt ${path}`)
  }
}
