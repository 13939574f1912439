/** Locates the private files of a service, and collects the options to open them. */
import { basename, dirname, join } from 'node:path'
import { type Clock, type CryptoContext, type NonceKeys, type Random, shellWord } from '../base/index.ts'
import {
  ConfigError,
  type Environment,
  type KeyedRole,
  keyFileOptions,
  keyPlans,
  type PrivateFileOptions,
  type RoleKeysConfig,
  readPrivateFile,
} from '../node/index.ts'
import type { SharedSecrets } from './compare-secrets.ts'
import type { Located } from './service.ts'

interface FileParts {
  /** Environment variables with passphrase and PIN. Not needed if the passphrase and the PIN are in files. */
  readonly environment?: Environment
  /**
   * Creates missing private files. Defaults to false. Must be false for replicas, because each would create its own.
   */
  readonly makeKeys?: boolean
  /** Called with each file and directory that is created. */
  readonly onMade?: (path: string) => void
  /** Called for each plaintext file if there is a passphrase, with a sentence for the operator. */
  readonly onTrouble?: (what: string) => void
}

/** Infrastructure and options to open a role's keys and secrets. */
export interface KeyParts extends FileParts, CryptoContext {
  readonly clock: Clock
  readonly random: Random
  /**
   * Compares the secrets of a file with those of other replicas. Rejects with `ConfigError` if they differ. Defaults to
   * no comparison.
   */
  readonly compareSecrets?: (file: string, secrets: SharedSecrets) => Promise<void>
}

/** Paths of a service's keys and other private files, and the options to open them. */
export interface PrivateFiles {
  /** Returns a path in the directory of the key file. */
  at(...parts: readonly string[]): string
  /** Returns the directory for the keys that a key ring creates. `purpose` names the ring. */
  ring(purpose: string): string
  readonly options: PrivateFileOptions
  /** Argument of `openRoleKeys`. */
  readonly keys: RoleKeysConfig & Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'>
  readonly environment: Environment
}

/**
 * Returns the private files that the settings name. Reads only the passphrase file. Throws `PrivateFileError` if it is
 * missing, empty or unreadable.
 */
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
    ...(onTrouble && { onPlain: reportOnce(onTrouble) }),
    ...(passphraseFile !== undefined && { passphraseFile: resolve(passphraseFile) }),
    ...(pkcs11 && { pkcs11: locateToken(pkcs11, resolve) }),
  }
  return {
    at: (...parts) => join(dirname(located.file), ...parts),
    ring: (purpose) => join(ringDirectory === undefined ? dirname(located.file) : resolve(ringDirectory), purpose),
    options: keyFileOptions(located, environment),
    keys: located,
    environment,
  }
}

/**
 * Throws `PrivateFileError` if the key file cannot be opened. Throws `ConfigError` if it is missing and not all keys
 * are in a token. Does not check its keys. A start does this before it writes anything for the keys: with a wrong path
 * or passphrase, it would bind the store to a file that the right path or passphrase does not open. Without a key file,
 * a wrong passphrase is not noticed.
 */
export function requireKeyFile(
  role: KeyedRole,
  { keys, options }: Pick<PrivateFiles, 'keys' | 'options'>,
  { resolve }: Pick<Located, 'resolve'>,
): void {
  const content = readPrivateFile(keys.file, { ...options, onPlain: () => undefined })
  const inToken = keys.pkcs11?.labels ?? {}
  const isNeeded = Object.keys(keyPlans[role]).some((purpose) => !Object.hasOwn(inToken, purpose))
  if (content !== undefined || !isNeeded) return
  const init = `fiducia init ${role} --dir ${shellWord(resolve('.'))}`
  throw new ConfigError([
    `keys.file: there is no ${keys.file}: correct keys.file. Only for a service that has no keys yet, run ${init}`,
  ])
}

/**
 * Resolves the file paths in the settings of a PKCS#11 token. Keeps a `module` without a directory: the system's loader
 * searches for it.
 */
function locateToken(
  { module, pinFile, ...rest }: NonNullable<RoleKeysConfig['pkcs11']>,
  resolve: Located['resolve'],
): NonNullable<RoleKeysConfig['pkcs11']> {
  return {
    ...rest,
    module: basename(module) === module ? module : resolve(module),
    ...(pinFile !== undefined && { pinFile: resolve(pinFile) }),
  }
}

/** Reports each plaintext file once, although files of a ring are read several times. */
function reportOnce(onTrouble: (what: string) => void): (path: string) => void {
  const reported = new Set<string>()
  return (path) => {
    if (reported.has(path)) return
    reported.add(path)
    onTrouble(
      `The file ${path} is in plain text although there is a passphrase: run fiducia keys encrypt ${shellWord(path)}`,
    )
  }
}

/**
 * Returns the only secret of a purpose, such as `unique_id` (PP-68). The secret must never change, because each person
 * would then get another value. Throws `ConfigError` if there are several secrets.
 */
export function singleSecretOf(purpose: string, [{ secret }, ...others]: NonceKeys): Uint8Array {
  if (others.length > 0)
    throw new ConfigError([
      `secrets.json: "${purpose}" must be a single secret that never changes, and there are several`,
    ])
  return secret
}
