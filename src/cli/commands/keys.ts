/**
 * `fiducia keys …`: creates, rotates, encrypts and shows the key files of the roles, and administers the attestation
 * keys of a running Wallet Provider.
 */
import { Argument, type Command, Option } from 'commander'
import { keyPlans } from '../../node/key-plans.ts'
import { readParameters } from '../administration-verbs.ts'
import { registerAttestationKeys } from '../attestation-keys.ts'
import { withExamples } from '../examples.ts'
import type { FileFlags } from '../key-file-verbs.ts'
import { jsonOption } from '../print-answer.ts'
import type { Terminal } from '../program.ts'

/** Imports the implementation of the commands when a command runs, because the help does not need it. */
const loadVerbs = () => import('../key-file-verbs.ts')

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
  command.option('--passphrase-file <path>', 'file with the passphrase; default: FIDUCIA_KEYS_PASSPHRASE')

/** Registers the commands for key files. Each prints the keys of the file at the end, without private keys. */
function registerKeyFiles(keys: Command, terminal: Terminal): void {
  const ofFile = (name: 'create' | 'rotate' | 'show', usage: string, description: string): Command =>
    withPassphrase(keys.command(`${name} ${usage}`).description(description))
      .option('--jwks', 'print the public keys as a JWK set')
      .option(...jsonOption)
      .action(async (...parameters: unknown[]) => {
        const { words, flags } = readParameters<FileFlags>(parameters)
        await (await loadVerbs()).changeKeyFile(terminal, name, words, flags)
      })

  const create = ofFile('create', '<file>', 'create the keys of a role that the file does not have').addOption(
    new Option('--role <role>', 'role of the keys').choices(Object.keys(keyPlans)),
  )
  withExamples(create, 'fiducia keys create keys.json --role wallet-provider')
  const rotateCommand = ofFile(
    'rotate',
    '<file> <purpose>',
    'take a step of a rollover: add the next key, activate it, remove the old one',
  )
    .addOption(
      new Option('--role <role>', 'role of the keys, if the file does not show it').choices(Object.keys(keyPlans)),
    )
    .option('--activate <kid>', 'let this key sign after the next start; the others stay published')
    .addOption(new Option('--remove <kid>', 'remove a key permanently').conflicts('activate'))
    .addOption(
      new Option('--rsa', 'for the purpose "response": add an RSA key, published beside the existing key').conflicts([
        'activate',
        'remove',
      ]),
    )
  withExamples(
    rotateCommand,
    'fiducia keys rotate keys.json federation',
    'fiducia keys rotate keys.json federation --activate KID',
  )
  withExamples(
    ofFile('show', '<file>', 'the keys of a file: purpose, kid and which ones sign'),
    'fiducia keys show keys.json',
    'fiducia keys show keys.json --jwks',
  )
}

function registerEncrypt(keys: Command, terminal: Terminal): void {
  const encrypt = withPassphrase(
    keys
      .command('encrypt')
      .description('encrypt plain-text files of keys and secrets; services then need the same passphrase')
      .argument('<file...>')
      .option(...jsonOption),
  ).action(async (files: readonly string[], flags: FileFlags) =>
    (await loadVerbs()).encryptFiles(terminal, files, flags),
  )
  withExamples(encrypt, 'fiducia keys encrypt keys.json secrets.json --passphrase-file passphrase')
}

function registerRotateSecret(keys: Command, terminal: Terminal): void {
  const rotateCommand = withPassphrase(
    keys
      .command('rotate-secret')
      .description(
        'take the next step of a rollover of the secret of challenges, c_nonces or OpenID logins; restart all replicas between two steps',
      )
      .argument('<file>')
      .addArgument(new Argument('<purpose>').choices(['challenge', 'cNonce', 'openid']))
      .option(...jsonOption),
  ).action(async (file: string, purpose: string, flags: FileFlags) =>
    (await loadVerbs()).rotateSecretOf(terminal, file, purpose, flags),
  )
  withExamples(rotateCommand, 'fiducia keys rotate-secret secrets.json cNonce')
}
