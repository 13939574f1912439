/**
 * `fiducia wallet init | attest | add-pid | list | show | present | remove`: a command line wallet for the sandbox and
 * any other party in its federation.
 */

import { type Command, Option } from 'commander'
import { furtherProfileNames, profileNames } from '../../profiles/index.ts'
import { withExamples } from '../examples.ts'
import { jsonOption } from '../print-answer.ts'
import { sanitizingTerminal } from '../printable.ts'
import type { Terminal } from '../program.ts'
import { formatsByName } from '../wallet/formats-by-name.ts'
import type { AddPidFlags, InitFlags, JsonFlag, PresentFlags } from '../wallet/verbs.ts'

interface WalletFlags {
  readonly wallet: string
}

/** Imports the implementation of the commands when a command runs, because the help does not need it. */
const loadVerbs = () => import('../wallet/verbs.ts')

export function register(program: Command, shared: Terminal): void {
  const terminal = sanitizingTerminal(shared)
  const wallet = program.command('wallet').description('a command line wallet')
  wallet.option('--wallet <directory>', "the wallet's directory", '.fiducia/wallet')
  const directory = (): string => wallet.opts<WalletFlags>().wallet
  const add = (name: string, description: string, ...examples: readonly string[]): Command => {
    const command = wallet
      .command(name)
      .description(description)
      .option(...jsonOption)
    withExamples(command, ...examples.map((words) => `fiducia wallet ${words}`))
    return command.exitOverride().copyInheritedSettings(program)
  }
  add(
    'init',
    'set up the wallet: pin the Trust Anchor, register, get the first attestation',
    'init',
    'init --platform ios',
  )
    .option('--data <directory>', "the running sandbox's directory")
    .option(
      '--anchor-keys <file>',
      "JWK set with the Trust Anchor's keys; default: the keys that it publishes. Replaces the pinned keys of an existing wallet, and must contain one of them",
    )
    .option(
      '--certificate-roots <file>',
      'additional root certificates (PEM) for profiles with certificates. Replaces the previous ones',
    )
    .addOption(
      new Option('--platform <name>', 'platform of the simulated phone; default: android').choices(['android', 'ios']),
    )
    .option('--again', 'delete an existing wallet')
    .action(async (flags: InitFlags) => (await loadVerbs()).init(terminal, directory(), flags))
  add('attest', 'get one more Wallet Attestation', 'attest').action(async (flags: JsonFlag) =>
    (await loadVerbs()).attest(terminal, directory(), flags),
  )
  add(
    'add-pid',
    'get a PID, with a login at the national identity provider',
    'add-pid --username mario.rossi --password sandbox',
    'add-pid --format mdoc',
    'add-pid --profile it-wallet-1.4',
  )
    .option('--provider <url>', 'PID Provider; default: that of the sandbox, or the only one in the federation')
    .addOption(
      new Option('--format <format>', 'format of the PID').choices(Object.keys(formatsByName)).default('sd-jwt'),
    )
    .option('--username <name>', 'user name of a scripted login')
    .option('--password <password>', 'password of a scripted login')
    .option(
      '--identity-provider <id>',
      'identity provider of a scripted login: in the sandbox cie (OpenID Connect) or spid (SAML); default: the first one offered',
    )
    .addOption(
      new Option(
        '--profile <name>',
        'a credential of this later profile, without a login, from the test issuer of a sandbox with --profiles; --username names the holder',
      )
        .choices(furtherProfileNames)
        .conflicts(['provider', 'format', 'password', 'identityProvider']),
    )
    .action(async (flags: AddPidFlags) => {
      const { addPid, addTestCredential } = await loadVerbs()
      await (flags.profile === undefined ? addPid : addTestCredential)(terminal, directory(), flags)
    })
  add('list', 'list the credentials', 'list', '--wallet ./wallet list --json').action(async (flags: JsonFlag) =>
    (await loadVerbs()).list(terminal, directory(), flags),
  )
  add('show', 'show a credential with its data', 'show CREDENTIAL_ID')
    .argument('<id>')
    .action(async (id: string) => (await loadVerbs()).show(terminal, directory(), id))
  add('remove', 'remove a credential and its keys', 'remove CREDENTIAL_ID')
    .argument('<id>')
    .action(async (id: string, flags: JsonFlag) => (await loadVerbs()).remove(terminal, directory(), id, flags))
  add(
    'present',
    'answer a presentation request',
    "present 'LINK' --yes",
    "present 'LINK' --cross-device",
    "present 'LINK' --profile it-wallet-1.4",
  )
    .argument('<url>', 'the link, or the content of the QR code')
    .option('--yes', 'consent to the whole request')
    .option('--cross-device', 'the request came from another device')
    .option('--no-browser', 'do not open the page at the end')
    .addOption(
      new Option(
        '--profile <name>',
        "the only profile to accept; default: the profile that the link and the service's metadata show",
      ).choices(profileNames),
    )
    .action(async (url: string, flags: PresentFlags) => (await loadVerbs()).present(terminal, directory(), url, flags))
}
