/** The commands of `fiducia keys` for files. Each prints its result. */
import {
  activateKeyOfFile,
  addNextKey,
  createNodeCrypto,
  createNodeRandom,
  describeKeys,
  encryptPrivateFile,
  type KeyDescription,
  type KeyedRole,
  keyFileOptions,
  keyPlans,
  loadKeys,
  type PrivateFileOptions,
  removeKeyOfFile,
  rotateSecret,
  rsaResponseKey,
} from '../node/index.ts'
import { type Answer, answerOf, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { renderTable } from './table.ts'
import { UserError } from './user-error.ts'

export interface FileFlags {
  readonly passphraseFile?: string
  readonly role?: KeyedRole
  readonly activate?: string
  readonly remove?: string
  readonly rsa?: true
  readonly jwks?: true
  readonly json?: true
}

const passphraseVariable = 'FIDUCIA_KEYS_PASSPHRASE'
const optionsOf = ({ passphraseFile }: FileFlags): PrivateFileOptions =>
  keyFileOptions({ passphraseFile, passphraseVariable, sharedReading: false }, process.env)

type Change = (words: readonly string[], flags: FileFlags, options: PrivateFileOptions) => Promise<void> | void

const changes = { create, rotate, show: () => undefined } as const satisfies Record<string, Change>

/**
 * Creates missing keys in a key file, takes one step of a rotation, or with `show` leaves the file unchanged. Prints
 * the keys of the file, without private keys. Rejects with a UserError for flags that are missing or do not fit the
 * file, and with `PrivateFileError` for a file or key that is missing or cannot be used.
 */
export async function changeKeyFile(
  terminal: Terminal,
  name: keyof typeof changes,
  words: readonly string[],
  flags: FileFlags,
): Promise<void> {
  const options = optionsOf(flags)
  await changes[name](words, flags, options)
  printAnswer(terminal, keysAnswer(words[0] ?? '', flags, options), flags.json)
}

/**
 * Encrypts private files in place. Leaves a file unchanged that is already encrypted with this passphrase. Throws a
 * UserError without a passphrase. Throws `PrivateFileError` for a file that is missing, does not open or cannot be
 * written, after it has encrypted and printed the files before it. The files after it are unchanged.
 */
export function encryptFiles(terminal: Terminal, files: readonly string[], flags: FileFlags): void {
  const { passphrase } = optionsOf(flags)
  if (passphrase === undefined) throw new UserError(`Give the passphrase: ${passphraseVariable}, or --passphrase-file.`)
  const results: { readonly file: string; readonly encrypted: boolean }[] = []
  try {
    for (const file of files) results.push({ file, encrypted: encryptPrivateFile(file, passphrase) })
  } finally {
    const lines = results.map(({ file, encrypted }) => `${encrypted ? 'encrypted' : 'was encrypted'}  ${file}`)
    if (results.length > 0) printAnswer(terminal, answerOf(results, lines.join('\n')), flags.json)
  }
}

/**
 * Takes the next step of a secret's rollover. Prints the name of the secret that creates values, and of the other
 * accepted secret. All replicas must restart before the next call. Throws `PrivateFileError` for a file that has no
 * such secret or cannot be used.
 */
export function rotateSecretOf(terminal: Terminal, file: string, purpose: string, flags: FileFlags): void {
  const [makes, accepted] = rotateSecret({ random: createNodeRandom() }, file, purpose, optionsOf(flags))
  const text = `${purpose}  secret ${makes} creates values, secret ${accepted} is also accepted`
  printAnswer(terminal, answerOf({ purpose, makes, accepted }, text), flags.json)
}

async function create([file = '']: readonly string[], { role }: FileFlags, options: PrivateFileOptions): Promise<void> {
  if (role === undefined) throw new UserError(`Name the role of the keys: --role ${Object.keys(keyPlans).join('|')}.`)
  await loadKeys({ crypto: createNodeCrypto() }, file, keyPlans[role], options)
}

async function rotate(
  [file = '', purpose = '']: readonly string[],
  { activate, remove, role, rsa }: FileFlags,
  options: PrivateFileOptions,
): Promise<void> {
  const keys = describeKeys(file, options)
  requireNoKeyRing(purpose, role ?? roleOf(keys))
  const foreignKey = keys.find(({ kid, ...key }) => (kid === activate || kid === remove) && key.purpose !== purpose)
  if (foreignKey) throw new UserError(`The key ${foreignKey.kid} of ${file} has the purpose "${foreignKey.purpose}".`)
  if (rsa && purpose !== 'response') throw new UserError('Only responses are encrypted to RSA keys.')
  if (activate !== undefined) return activateKeyOfFile(file, activate, options)
  if (remove !== undefined) return removeKeyOfFile(file, remove, options)
  await addNextKey({ crypto: createNodeCrypto() }, file, purpose, options, rsa && rsaResponseKey)
}

/**
 * Keys that a service reads from its file only at its first start. From then on they are in a key ring in the store,
 * and roll over while the service runs (FED-10, WP-67).
 */
const keyRings: { readonly [role in KeyedRole]?: { readonly purpose: string; readonly command: string } } = {
  'trust-anchor': { purpose: 'federation', command: 'fiducia federation rotate-keys' },
  'wallet-provider': { purpose: 'attestation', command: 'fiducia keys attestation' },
}

function requireNoKeyRing(purpose: string, role: KeyedRole | undefined): void {
  const ring = role && keyRings[role]
  if (ring?.purpose !== purpose) return
  throw new UserError(`The ${purpose} keys of a ${role} roll over while it runs, not in its file: ${ring.command}.`)
}

/**
 * Infers the role from the purposes of a file's keys. Returns `undefined` unless the role is Wallet Provider or Trust
 * Anchor. Only a Wallet Provider has attestation keys. Only an anchor's file contains nothing but federation keys.
 */
const roleOf = (keys: readonly KeyDescription[]): KeyedRole | undefined =>
  keys.some(({ purpose }) => purpose === 'attestation')
    ? 'wallet-provider'
    : keys.length > 0 && keys.every(({ purpose }) => purpose === 'federation')
      ? 'trust-anchor'
      : undefined

function keysAnswer(file: string, { jwks }: FileFlags, options: PrivateFileOptions): Answer {
  const keys = describeKeys(file, options)
  if (jwks) {
    const set = { keys: keys.map(({ publicJwk }) => publicJwk) }
    return { data: set, text: JSON.stringify(set, null, 2) }
  }
  const data = keys.map(({ purpose, kid, use, current }) => ({ purpose, kid, use, current }))
  return {
    data,
    text: renderTable(data, [
      ['purpose', ({ purpose }) => purpose],
      ['kid', ({ kid }) => kid],
      ['state', stateOf],
    ]),
  }
}

const stateOf = ({ use, current }: Pick<KeyDescription, 'use' | 'current'>): string => {
  if (!current) return 'published'
  return use === 'sig' ? 'signs' : 'is encrypted to'
}
