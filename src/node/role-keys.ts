/**
 * A role's keys in service, from its configuration: a key file, encrypted where a passphrase is said, and for the signing
 * purposes that name a PKCS#11 token, keys in that. Passphrase and PIN come from a file or from the environment, never
 * from the configuration itself.
 */
import { z } from 'zod'
import type { CryptoContext } from '../base/index.ts'
import type { KeyVault } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { type KeyPlan, type Keys, loadKeys } from './key-file.ts'
import { createKeyFileVault } from './key-vault.ts'
import { openPkcs11Keys, type Pkcs11Keys } from './pkcs11-keys.ts'
import { Pkcs11Fault } from './pkcs11-session.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateText } from './private-file.ts'

const path = z.string().min(1)
const variable = z.string().regex(/^[A-Z_][A-Z0-9_]*$/)

/** The settings of a role's keys. */
export const roleKeysConfig = z.strictObject({
  /** The key file; what a role needs and is missing there is made. */
  file: path,
  /** Holds the passphrase. */
  passphraseFile: path.optional(),
  /** Holds the passphrase where no file does; a file without one is not encrypted. */
  passphraseVariable: variable.default('FIDUCIA_KEYS_PASSPHRASE'),
  /** Others may read the files: secrets that an orchestrator mounts. */
  sharedReading: z.boolean().default(false),
  pkcs11: z
    .strictObject({
      /** Path of the token's library. */
      module: path,
      /** The token's label. */
      token: z.string().min(1),
      pinFile: path.optional(),
      pinVariable: variable.default('FIDUCIA_PKCS11_PIN'),
      timeoutMilliseconds: z.int().min(1).default(5000),
      /** Labels of keys in the token, by purpose, the one that signs first. */
      labels: z.record(z.string(), z.array(z.string().min(1)).min(1)),
    })
    .optional(),
})

/** The settings of a role's keys, judged and filled in. */
export type RoleKeysConfig = Readonly<z.output<typeof roleKeysConfig>>
/** And, where replicas share the files or an orchestrator mounts them, that nothing is made. */
type GivenRoleKeys = RoleKeysConfig & Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'>
/** The environment variables of the process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A role's keys, to be closed when the role ends. */
export interface RoleKeys<P extends KeyPlan> extends Keys<P> {
  /**
   * Where the next keys of a ring are made and found (FED-10): in the token for a purpose that stands there, else as
   * files in the directory, encrypted like the key file.
   */
  vault(purpose: keyof RoleKeys<P>['signers'] & string, directory: string): KeyVault
  close(): void
}

/** Throws `PrivateFileError` and `Pkcs11Fault` for whatever cannot be used. */
export async function openRoleKeys<P extends KeyPlan>(
  ctx: CryptoContext,
  config: GivenRoleKeys,
  plan: P,
  environment: Environment,
): Promise<RoleKeys<P>> {
  const files = keyFileOptions(config, environment)
  const { pkcs11 } = config
  const inToken = Object.keys(pkcs11?.labels ?? {})
  const stranger = inToken.find((purpose) => plan[purpose]?.use !== 'sig')
  if (stranger !== undefined) throw new Pkcs11Fault(`The token cannot hold keys for "${stranger}".`)
  const inFile = Object.fromEntries(Object.entries(plan).filter(([purpose]) => !inToken.includes(purpose)))
  const { signers, agreementKeys } = await loadKeys(ctx, config.file, inFile, files)
  const token = pkcs11 && (await openToken(ctx, { ...pkcs11, sharedReading: config.sharedReading }, environment))
  const held: Record<string, readonly Signer[]> = { ...signers }
  for (const [purpose, labels] of Object.entries(pkcs11?.labels ?? {}))
    held[purpose] = await Promise.all(labels.map((label) => (token as Pkcs11Keys).signer(label)))
  return {
    ...({ signers: held, agreementKeys } as unknown as Keys<P>),
    vault: (purpose, directory) =>
      token && inToken.includes(purpose)
        ? token
        : createKeyFileVault(ctx, { ...files, readOnly: false, directory, purpose, held: held[purpose] ?? [] }),
    close: () => token?.close(),
  }
}

/** How the key file and the files beside it are read and written. Throws `PrivateFileError`. */
export function keyFileOptions(
  config: Pick<RoleKeysConfig, 'passphraseVariable' | 'sharedReading'> &
    Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'> & { readonly passphraseFile?: string | undefined },
  environment: Environment,
): PrivateFileOptions {
  const passphrase = secretOf(config, config.passphraseFile, environment[config.passphraseVariable])
  const { sharedReading, readOnly = false, onPlain, onMade } = config
  const told = { ...(onPlain && { onPlain }), ...(onMade && { onMade }) }
  return { sharedReading, readOnly, ...told, ...(passphrase !== undefined && { passphrase }) }
}

/** The file's, without the end of its line; else the environment's. An empty one is none. */
function secretOf(
  options: Pick<RoleKeysConfig, 'sharedReading'>,
  file: string | undefined,
  said: string | undefined,
): string | undefined {
  if (file === undefined) return said === '' ? undefined : said
  const text = readPrivateText(file, options)?.replace(/\r?\n$/, '')
  if (text === undefined || text === '') throw new PrivateFileError(file, 'is to hold a secret and has none.')
  return text
}

function openToken(
  ctx: CryptoContext,
  {
    pinFile,
    pinVariable,
    sharedReading,
    ...options
  }: NonNullable<RoleKeysConfig['pkcs11']> & Pick<RoleKeysConfig, 'sharedReading'>,
  environment: Environment,
): Promise<Pkcs11Keys> {
  const pin = secretOf({ sharedReading }, pinFile, environment[pinVariable])
  if (pin === undefined) throw new Pkcs11Fault(`The token's PIN is missing: say it in ${pinVariable} or in a file.`)
  return openPkcs11Keys(ctx, { ...options, pin })
}
