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
import { withExamples } from '../examples.ts'
import { type Answer, answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'

interface FileFlags {
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
      .option(...jsonOption)
      .action(async (...given: unknown[]) => {
        const flags = given.at(-2) as FileFlags
        const words = given.slice(0, -2).filter((word): word is string => typeof word === 'string')
        const options = optionsOf(flags)
        await run(words, flags, options)
        printAnswer(terminal, keysAnswer(words[0] ?? '', flags, options), flags.json)
      })

  const create = ofFile(
    'create <file>',
    'create the keys of a role that the file does not have',
    async ([file = ''], { role }, options) => {
      if (role === undefined)
        throw new UserError(`Name the role of the keys: --role ${Object.keys(keyPlans).join('|')}.`)
      await loadKeys({ crypto: createNodeCrypto() }, file, keyPlans[role], options)
    },
  ).addOption(new Option('--role <role>', 'role of the keys').choices(Object.keys(keyPlans)))
  withExamples(create, 'fiducia keys create keys.json --role wallet-provider')
  const rotating = ofFile(
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
  withExamples(
    rotating,
    'fiducia keys rotate keys.json federation',
    'fiducia keys rotate keys.json federation --activate KID',
  )
  withExamples(
    ofFile('show <file>', 'the keys of a file: purpose, kid and which ones sign', () => undefined),
    'fiducia keys show keys.json',
    'fiducia keys show keys.json --jwks',
  )
}

function registerEncrypt(keys: Command, terminal: Terminal): void {
  const encrypt = withPassphrase(
    keys
      .command('encrypt')
      .description('encrypt files with keys and secrets in plain text; services need the same passphrase')
      .argument('<file...>')
      .option(...jsonOption),
  ).action((files: readonly string[], flags: FileFlags) => {
    const { passphrase } = optionsOf(flags)
    if (passphrase === undefined)
      throw new UserError(`Give the passphrase: ${passphraseVariable}, or --passphrase-file.`)
    const done = files.map((file) => ({ file, encrypted: encryptPrivateFile(file, passphrase) }))
    const lines = done.map(({ file, encrypted }) => `${encrypted ? 'encrypted' : 'was encrypted'}  ${file}`)
    printAnswer(terminal, answerOf(done, lines.join('\n')), flags.json)
  })
  withExamples(encrypt, 'fiducia keys encrypt keys.json secrets.json --passphrase-file passphrase')
}

function registerRotateSecret(keys: Command, terminal: Terminal): void {
  const rotating = withPassphrase(
    keys
      .command('rotate-secret')
      .description(
        'take the next step of a rollover of the secret of challenges or c_nonces; restart all replicas between two steps',
      )
      .argument('<file>')
      .addArgument(new Argument('<purpose>').choices(['challenge', 'cNonce']))
      .option(...jsonOption),
  ).action((file: string, purpose: string, flags: FileFlags) => {
    const [makes, accepted] = rotateSecret({ random: createNodeRandom() }, file, purpose, optionsOf(flags))
    const text = `${purpose}  ${makes} makes, ${accepted} is accepted`
    printAnswer(terminal, answerOf({ purpose, makes, accepted }, text), flags.json)
  })
  withExamples(rotating, 'fiducia keys rotate-secret secrets.json cNonce')
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
