/**
 * `fiducia wallet init | attest | add-pid | list | show | present | remove`: a command line wallet for the sandbox or
 * any other party of its federation.
 */

import { type Command, Option } from 'commander'
import { printableJson } from '../../base/index.ts'
import { createSystemClock } from '../../node/index.ts'
import { formatMdoc, formatSdJwt } from '../../oauth/index.ts'
import { type ProfileName, profileNames } from '../../profiles/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { dateOf, inWords, validityOf } from '../date-of.ts'
import { withExamples } from '../examples.ts'
import { wireNames } from '../member-names.ts'
import { answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import { quietTerminal } from '../printable.ts'
import type { Terminal } from '../program.ts'
import { renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { type Browser, createPageOpener, createScriptedBrowser, createUserBrowser } from '../wallet/browser.ts'
import { initialize } from '../wallet/initialize.ts'
import { type WalletSession, withWallet } from '../wallet/open-wallet.ts'
import { printOutcome } from '../wallet/print-outcome.ts'
import { createConsentToAll, createTerminalConsent, requireTerminal } from '../wallet/terminal-consent.ts'

interface WalletFlags {
  readonly wallet: string
}
interface JsonFlag {
  readonly json?: true
}
interface InitFlags extends JsonFlag {
  readonly data?: string
  readonly anchorKeys?: string
  readonly platform?: 'android' | 'ios'
  readonly again?: true
}
interface AddPidFlags extends JsonFlag {
  readonly format: keyof typeof formats
  readonly provider?: string
  readonly username?: string
  readonly password?: string
  readonly identityProvider?: string
}
interface PresentFlags extends JsonFlag {
  readonly yes?: true
  readonly crossDevice?: true
  readonly browser: boolean
  readonly profile?: ProfileName
}

const formats = { 'sd-jwt': formatSdJwt, mdoc: formatMdoc } as const

export function register(program: Command, shared: Terminal): void {
  const terminal = quietTerminal(shared)
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
    .addOption(
      new Option('--platform <name>', 'platform of the simulated phone; default: android').choices(['android', 'ios']),
    )
    .option('--again', 'delete an existing wallet')
    .action((flags: InitFlags) => init(terminal, directory(), flags))
  add('attest', 'get one more Wallet Attestation', 'attest').action((flags: JsonFlag) =>
    attest(terminal, directory(), flags),
  )
  add(
    'add-pid',
    'get a PID, with a login at the national identity provider',
    'add-pid --username mario.rossi --password sandbox',
    'add-pid --format mdoc',
  )
    .option('--provider <url>', 'PID Provider; default: that of the sandbox, or the only one in the federation')
    .addOption(new Option('--format <format>', 'format of the PID').choices(Object.keys(formats)).default('sd-jwt'))
    .option('--username <name>', 'user name of a scripted login')
    .option('--password <password>', 'password of a scripted login')
    .option(
      '--identity-provider <id>',
      'identity provider of a scripted login: in the sandbox cie (OpenID Connect) or spid (SAML); default: the first one offered',
    )
    .action((flags: AddPidFlags) => addPid(terminal, directory(), flags))
  add('list', 'list the credentials', 'list', '--wallet ./wallet list --json').action((flags: JsonFlag) =>
    list(terminal, directory(), flags),
  )
  add('show', 'show a credential with its data', 'show CREDENTIAL_ID')
    .argument('<id>')
    .action((id: string) => show(terminal, directory(), id))
  add('remove', 'remove a credential and its keys', 'remove CREDENTIAL_ID')
    .argument('<id>')
    .action((id: string, flags: JsonFlag) => remove(terminal, directory(), id, flags))
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
        "the only version of the wire to accept; default: the version that the link and the service's metadata show",
      ).choices(profileNames),
    )
    .action((url: string, flags: PresentFlags) => present(terminal, directory(), url, flags))
}

const warningOn = (terminal: Terminal) => ({ warn: (sentence: string) => terminal.err(`${sentence}\n`) })

/** Runs a command without user interaction. */
const alone =
  <T>(terminal: Terminal, directory: string, options?: { readonly readsOnly: boolean }) =>
  (run: (wallet: Wallet) => Promise<T>): Promise<T> => {
    const userSide = { browser: createPageOpener(terminal, false), consent: createTerminalConsent(false) }
    return withWallet(directory, () => userSide, run, { ...options, ...warningOn(terminal) })
  }

const reading = { readsOnly: true }

async function init(terminal: Terminal, directory: string, flags: InitFlags): Promise<void> {
  const { data, anchorKeys, platform } = flags
  const options = { directory, data, anchorKeys, platform, again: flags.again === true }
  const settings = await initialize(options)
  const { trustAnchor, walletProvider } = settings
  const kids = settings.anchorKeys.map(({ kid }) => kid)
  if (!flags.json)
    terminal.out(`Trust Anchor ${trustAnchor}, pinned keys:\n${kids.map((kid) => `  ${kid}\n`).join('')}`)
  const { state } = await alone<Awaited<ReturnType<Wallet['setUp']>>>(terminal, directory)((wallet) => wallet.setUp())
  const text = `The wallet in ${directory} is ${state} at ${walletProvider}.`
  printAnswer(terminal, answerOf({ directory, state, trustAnchor, kids, walletProvider }, text), flags.json)
}

async function attest(terminal: Terminal, directory: string, { json }: JsonFlag): Promise<void> {
  const attestation = await alone<Awaited<ReturnType<Wallet['attest']>>>(terminal, directory)((one) => one.attest())
  const { thumbprint, expiresAt } = attestation
  printAnswer(
    terminal,
    answerOf({ thumbprint, expiresAt }, `Attested key ${thumbprint} until ${dateOf(expiresAt)}.`),
    json,
  )
}

async function addPid(terminal: Terminal, directory: string, flags: AddPidFlags): Promise<void> {
  const userSide = async (session: WalletSession) => ({
    browser: await loginBrowser(terminal, session, flags),
    consent: createTerminalConsent(false),
  })
  const pid = await withWallet(
    directory,
    userSide,
    async (wallet, { settings }) => {
      const provider = flags.provider ?? settings.pidProvider ?? (await onlyProvider(wallet))
      return wallet.obtainPid(provider, { format: formats[flags.format] })
    },
    { ...warningOn(terminal), ...(flags.provider !== undefined && { party: flags.provider }) },
  )
  const { id, type, format, issuer, expiresAt } = pid
  const text = `Stored ${type} of ${issuer} as ${id}, valid ${validityOf(pid)}.`
  printAnswer(terminal, answerOf({ id, type, format, issuer, expiresAt }, text), flags.json)
}

function loginBrowser(
  terminal: Terminal,
  { fetch }: WalletSession,
  { username, password, identityProvider: provider }: AddPidFlags,
): Browser | Promise<Browser> {
  if (username === undefined && password === undefined) {
    if (provider !== undefined) throw new UserError('--identity-provider needs --username and --password.')
    return createUserBrowser(terminal)
  }
  if (username === undefined || password === undefined)
    throw new UserError('--username and --password belong together.')
  return createScriptedBrowser(fetch, { username, password, ...(provider !== undefined && { provider }) }, terminal)
}

async function onlyProvider(wallet: Wallet): Promise<string> {
  const [first, second] = await wallet.findIssuers()
  if (first === undefined) throw new UserError('The federation has no PID Provider that this wallet would trust.')
  if (second !== undefined) throw new UserError('The federation has several PID Providers: name one with --provider.')
  return first.issuer
}

async function list(terminal: Terminal, directory: string, { json }: JsonFlag): Promise<void> {
  const credentials = await alone<Awaited<ReturnType<Wallet['list']>>>(
    terminal,
    directory,
    reading,
  )((one) => one.list())
  const now = createSystemClock().now()
  const table = renderTable(credentials, [
    ['id', ({ id }) => id],
    ['type', ({ type }) => type],
    ['issuer', ({ issuer }) => issuer],
    ['state', ({ state }) => state],
    ['expires', ({ expiresAt }) => (expiresAt === undefined ? 'never' : inWords(expiresAt, now))],
  ])
  const text = credentials.length === 0 ? 'The wallet holds no credential: run "fiducia wallet add-pid".' : table
  printAnswer(terminal, answerOf(credentials, text), json)
}

async function show(terminal: Terminal, directory: string, id: string): Promise<void> {
  const details = await alone<Awaited<ReturnType<Wallet['show']>>>(terminal, directory, reading)((one) => one.show(id))
  terminal.out(`${printableJson(wireNames(details, ['claims']))}\n`)
}

async function remove(terminal: Terminal, directory: string, id: string, { json }: JsonFlag): Promise<void> {
  await alone<void>(terminal, directory)((one) => one.remove(id))
  printAnswer(terminal, answerOf({ id, outcome: 'removed' }, `Removed ${id}.`), json)
}

async function present(terminal: Terminal, directory: string, url: string, flags: PresentFlags): Promise<void> {
  const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true
  const userSide = {
    browser: createPageOpener(terminal, flags.browser && !flags.yes),
    consent: flags.yes ? createConsentToAll(terminal) : createTerminalConsent(isInteractive),
  }
  const flow = flags.crossDevice ? 'cross-device' : 'same-device'
  const outcome = await withWallet(
    directory,
    () => userSide,
    (wallet) => {
      // Checked before the link is used, because it is valid for one response only.
      if (!flags.yes) requireTerminal(isInteractive)
      return wallet.present(url, flow, flags.profile)
    },
    { ...warningOn(terminal), party: url },
  )
  printOutcome(terminal, outcome, flags.json)
}
