/**
 * `fiducia keys …`: creates, rotates and shows the key files of the roles, without private keys, and administers the
 * attestation keys of a running Wallet Provider.
 */
import { Argument, type Command, Option } from 'commander'
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
} from '../../node/index.ts'
import { registerAttestationKeys } from '../attestation-keys.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

interface FileFlags {
  readonly passphraseFile?: string
  readonly role?: KeyedRole
  readonly activate?: string
  readonly remove?: string
  readonly rsa?: true
  readonly jwks?: true
}

const passphraseVariable = 'FIDUCIA_KEYS_PASSPHRASE'
const optionsOf = ({ passphraseFile }: FileFlags): PrivateFileOptions =>
  keyFileOptions({ passphraseFile, passphraseVariable, sharedReading: false }, process.env)

export function register(program: Command, terminal: Terminal): void {
  const keys = program
    .command('keys')
    .description('manage key files, and the attestation keys of a running Wallet Provider')
  registerKeyFiles(keys, terminal)
  registerEncrypt(keys, terminal)
  registerRotateSecret(keys, terminal)
  registerAttestationKeys(keys, terminal)
}

const withPassphrase = (command: Command): Command =>
  command.option('--passphrase-file <path>', `file with the passphrase; default: ${passphraseVariable}`)

/** Registers the commands. Each prints the content of the file after its change. */
function registerKeyFiles(keys: Command, terminal: Terminal): void {
  const ofFile = (
    usage: string,
    description: string,
    run: (words: readonly string[], flags: FileFlags, options: PrivateFileOptions) => Promise<void> | void,
  ): Command =>
    withPassphrase(keys.command(usage).description(description))
      .option('--jwks', 'print the public keys as a JWK set')
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as FileFlags
        const words = given.slice(0, -2).filter((word): word is string => typeof word === 'string')
        const options = optionsOf(flags)
        await run(words, flags, options)
        terminal.out(renderKeys(words[0] ?? '', flags, options))
      })

  ofFile(
    'create <file>',
    'create the keys of a role that the file does not have',
    async ([file = ''], { role }, options) => {
      if (role === undefined)
        throw new UserError(`Name the role of the keys: --role ${Object.keys(keyPlans).join('|')}.`)
      await loadKeys({ crypto: createNodeCrypto() }, file, keyPlans[role], options)
    },
  ).addOption(new Option('--role <role>', 'role of the keys').choices(Object.keys(keyPlans)))
  ofFile(
    'rotate <file> <purpose>',
    'take a step of a rollover: add the next key, activate it, remove the old one',
    rotate,
  )
    .addOption(
      new Option('--role <role>', 'role of the keys, if the file does not show it').choices(Object.keys(keyPlans)),
    )
    .option('--activate <kid>', 'let this key sign after the next start; the others stay published')
    .option('--remove <kid>', 'remove a key for good')
    .option('--rsa', 'for a response purpose: add an RSA key, published with the other one')
  ofFile('show <file>', 'the keys of a file: purpose, kid and which ones sign', () => undefined)
}

function registerEncrypt(keys: Command, terminal: Terminal): void {
  withPassphrase(
    keys
      .command('encrypt')
      .description('encrypt files with keys and secrets in plain text; services need the same passphrase')
      .argument('<file...>'),
  ).action((files: readonly string[], flags: FileFlags) => {
    const { passphrase } = optionsOf(flags)
    if (passphrase === undefined)
      throw new UserError(`Give the passphrase: ${passphraseVariable}, or --passphrase-file.`)
    for (const file of files)
      terminal.out(`${encryptPrivateFile(file, passphrase) ? 'encrypted' : 'was encrypted'}  ${file}\n`)
  })
}

function registerRotateSecret(keys: Command, terminal: Terminal): void {
  withPassphrase(
    keys
      .command('rotate-secret')
      .description(
        'take the next step of a rollover of the secret of challenges or c_nonces; restart all replicas between two steps',
      )
      .argument('<file>')
      .addArgument(new Argument('<purpose>').choices(['challenge', 'cNonce'])),
  ).action((file: string, purpose: string, flags: FileFlags) => {
    const [makes, accepted] = rotateSecret({ random: createNodeRandom() }, file, purpose, optionsOf(flags))
    terminal.out(`${purpose}  ${makes} makes, ${accepted} is accepted\n`)
  })
}

async function rotate(
  [file = '', purpose = '']: readonly string[],
  { activate, remove, role, rsa }: FileFlags,
  options: PrivateFileOptions,
): Promise<void> {
  const keys = describeKeys(file, options)
  refuseRing(purpose, role ?? roleOf(keys))
  const other = keys.find(({ kid, ...key }) => (kid === activate || kid === remove) && key.purpose !== purpose)
  if (other) throw new UserError(`The key ${other.kid} of ${file} is one for "${other.purpose}".`)
  if (rsa && purpose !== 'response') throw new UserError('Only responses are encrypted to RSA keys.')
  if (activate !== undefined) activateKeyOfFile(file, activate, options)
  if (remove !== undefined) removeKeyOfFile(file, remove, options)
  if (activate === undefined && remove === undefined)
    await addNextKey({ crypto: createNodeCrypto() }, file, purpose, options, rsa && rsaResponseKey)
}

/** Keys that a running service only takes from its file at the first start (FED-10, WP-67). */
const rings: { readonly [role in KeyedRole]?: { readonly purpose: string; readonly command: string } } = {
  'trust-anchor': { purpose: 'federation', command: 'fiducia federation rotate-keys' },
  'wallet-provider': { purpose: 'attestation', command: 'fiducia keys attestation' },
}

function refuseRing(purpose: string, role: KeyedRole | undefined): void {
  const ring = role && rings[role]
  if (ring?.purpose !== purpose) return
  throw new UserError(`The ${purpose} keys of a ${role} roll over while it runs, not in its file: ${ring.command}.`)
}

/**
 * Returns the role of a key file. Only a Wallet Provider has attestation keys. An anchor's file contains federation
 * keys only.
 */
const roleOf = (keys: readonly KeyDescription[]): KeyedRole | undefined =>
  keys.some(({ purpose }) => purpose === 'attestation')
    ? 'wallet-provider'
    : keys.every(({ purpose }) => purpose === 'federation')
      ? 'trust-anchor'
      : undefined

function renderKeys(file: string, { jwks }: FileFlags, options: PrivateFileOptions): string {
  const keys = describeKeys(file, options)
  if (jwks) return `${JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) }, null, 2)}\n`
  const stateOf = (use: 'sig' | 'enc', current: boolean): string =>
    current ? (use === 'sig' ? 'signs' : 'is encrypted to') : 'published'
  return keys.map(({ purpose, kid, use, current }) => `${purpose}  ${kid}  ${stateOf(use, current)}\n`).join('')
}
