/**
 * Keys of a role in a service. The configuration names a key file, which is encrypted if a passphrase is given. The
 * configuration can also name a PKCS#11 token that has the keys of some purposes, such as `federation`. Passphrase and
 * PIN come from a file or from the environment, never from the configuration.
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

/** Settings of a role's keys. */
export const roleKeysConfig = z.strictObject({
  file: path.describe('The key file. Missing keys are created.'),
  passphraseFile: path.optional().describe('File that contains the passphrase.'),
  passphraseVariable: variable
    .default('FIDUCIA_KEYS_PASSPHRASE')
    .describe(
      'Environment variable that contains the passphrase, if no file does. Without a passphrase the key file is not encrypted.',
    ),
  sharedReading: z
    .boolean()
    .default(false)
    .describe('Accepts files that others can read: secrets mounted by an orchestrator.'),
  pkcs11: z
    .strictObject({
      module: path.describe("Path of the token's library. The system searches for a name without a folder."),
      token: z.string().min(1).describe("The token's label."),
      pinFile: path.optional().describe('File that contains the PIN.'),
      pinVariable: variable
        .default('FIDUCIA_PKCS11_PIN')
        .describe('Environment variable that contains the PIN, if no file does.'),
      timeoutMilliseconds: z
        .int()
        .min(1)
        .default(5000)
        .describe('Time limit of one signature by the token, in milliseconds.'),
      labels: z
        .record(z.string(), z.array(z.string().min(1)).min(1))
        .describe('Labels of keys in the token by purpose, the signing key first.'),
    })
    .optional(),
})

/** Parsed settings of a role's keys, with defaults. */
export type RoleKeysConfig = Readonly<z.output<typeof roleKeysConfig>>
/** Settings, callbacks, and whether files are read-only because replicas share them or an orchestrator mounts them. */
type RoleKeyOptions = RoleKeysConfig & Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'>
/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Keys of a role. Close them when the role ends. */
export interface RoleKeys<P extends KeyPlan> extends Keys<P> {
  /**
   * Returns the vault of a key ring (FED-10). The vault is the token if the settings name keys in the token for the
   * purpose. Otherwise the vault has files in the directory, which are encrypted like the key file. The vault writes
   * these files even if `readOnly` is set.
   */
  vault(purpose: keyof RoleKeys<P>['signers'] & string, directory: string): KeyVault
  close(): void
}

/**
 * Opens the keys. Creates missing keys in the key file, but not in the token. Rejects with `PrivateFileError` for a
 * fault of a file, and with `Pkcs11Fault` for a fault of the token or of its settings. Rejects with `Unavailable` if
 * the token stops answering.
 */
export async function openRoleKeys<P extends KeyPlan>(
  ctx: CryptoContext,
  config: RoleKeyOptions,
  plan: P,
  environment: Environment,
): Promise<RoleKeys<P>> {
  const files = keyFileOptions(config, environment)
  const { pkcs11 } = config
  const inToken = Object.keys(pkcs11?.labels ?? {})
  const unsupported = inToken.find((purpose) => plan[purpose]?.use !== 'sig')
  if (unsupported !== undefined)
    throw new Pkcs11Fault(
      `The token cannot hold keys for "${unsupported}": this role has no signing key with that purpose.`,
    )
  const inFile = Object.fromEntries(Object.entries(plan).filter(([purpose]) => !inToken.includes(purpose)))
  const { signers, agreementKeys } = await loadKeys(ctx, config.file, inFile, files)
  const token = pkcs11 && (await openToken(ctx, { ...pkcs11, sharedReading: config.sharedReading }, environment))
  const close = (): void => token?.close()
  const held: Record<string, readonly Signer[]> = { ...signers }
  await closeOnFault({ close }, async () => {
    for (const [purpose, labels] of Object.entries(pkcs11?.labels ?? {}))
      held[purpose] = await Promise.all(labels.map((label) => (token as Pkcs11Keys).signer(label)))
  })
  return {
    ...({ signers: held, agreementKeys } as unknown as Keys<P>),
    vault: (purpose, directory) =>
      token && inToken.includes(purpose)
        ? token
        : createKeyFileVault(ctx, { ...files, readOnly: false, directory, purpose, held: held[purpose] ?? [] }),
    close,
  }
}

/** Runs a step that needs opened keys. Closes the keys if the step fails. */
export async function closeOnFault<T>(keys: { close?(): void }, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (fault) {
    keys.close?.()
    throw fault
  }
}

/**
 * Returns the options for the key file and related files. Throws `PrivateFileError` if the passphrase file is missing,
 * empty or unreadable.
 */
export function keyFileOptions(
  config: Pick<RoleKeysConfig, 'passphraseVariable' | 'sharedReading'> &
    Pick<PrivateFileOptions, 'readOnly' | 'onPlain' | 'onMade'> & { readonly passphraseFile?: string | undefined },
  environment: Environment,
): PrivateFileOptions {
  const passphrase = secretOf(config, config.passphraseFile, environment[config.passphraseVariable])
  const { sharedReading, readOnly = false, onPlain, onMade } = config
  const callbacks = { ...(onPlain && { onPlain }), ...(onMade && { onMade }) }
  return { sharedReading, readOnly, ...callbacks, ...(passphrase !== undefined && { passphrase }) }
}

/**
 * Returns the secret in the file, without byte order mark and last line end. Without `file`, returns the secret in the
 * environment unchanged, or `undefined` if there is none or an empty one. Throws `PrivateFileError` if the file is
 * missing, empty or unreadable.
 */
function secretOf(
  options: Pick<RoleKeysConfig, 'sharedReading'>,
  file: string | undefined,
  inEnvironment: string | undefined,
): string | undefined {
  if (file === undefined) return inEnvironment === '' ? undefined : inEnvironment
  const text = readPrivateText(file, options)?.replace(/\r?\n$/, '')
  if (text === undefined || text === '')
    throw new PrivateFileError(file, 'must contain a secret, but is missing or empty.')
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
  // A token locks after several wrong PINs, so line ends after the PIN are not sent (D-1080).
  const pin = secretOf({ sharedReading }, pinFile, environment[pinVariable])?.replace(/[\r\n]+$/, '') ?? ''
  if (pin === '') throw new Pkcs11Fault(`The token's PIN is missing: provide it in ${pinVariable} or in a file.`)
  return openPkcs11Keys(ctx, { ...options, pin })
}
