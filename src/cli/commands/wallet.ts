/**
 * `fiducia wallet init | attest | add-pid | list | show | present | remove`: a command line wallet for the sandbox or
 * any other party of its federation.
 */

import { type Command, Option } from 'commander'
import { printableJson } from '../../base/index.ts'
import { formatMdoc, formatSdJwt } from '../../oauth/index.ts'
import type { Wallet } from '../../wallet/index.ts'
import { dateOf, validityOf } from '../date-of.ts'
import { quietTerminal } from '../printable.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'
import { type Browser, createPageOpener, createScriptedBrowser, createUserBrowser } from '../wallet/browser.ts'
import { initialize } from '../wallet/initialize.ts'
import { type WalletSession, withWallet } from '../wallet/open-wallet.ts'
import { printOutcome } from '../wallet/print-outcome.ts'
import { createConsentToAll, createTerminalConsent, requireTerminal } from '../wallet/terminal-consent.ts'

interface WalletFlags {
  readonly wallet: string
}
interface InitFlags {
  readonly data?: string
  readonly anchorKeys?: string
  readonly platform?: 'android' | 'ios'
  readonly again?: true
}
interface AddPidFlags {
  readonly format: keyof typeof formats
  readonly provider?: string
  readonly username?: string
  readonly password?: string
  readonly identityProvider?: string
}
interface PresentFlags {
  readonly yes?: true
  readonly crossDevice?: true
  readonly browser: boolean
}

const formats = { 'sd-jwt': formatSdJwt, mdoc: formatMdoc } as const

export function register(program: Command, shared: Terminal): void {
  const terminal = quietTerminal(shared)
  const wallet = program.command('wallet').description('a command line wallet')
  wallet.option('--wallet <directory>', "the wallet's directory", '.fiducia/wallet')
  const directory = (): string => wallet.opts<WalletFlags>().wallet
  const add = (name: string, description: string): Command => {
    const command = wallet.command(name).description(description)
    return command.exitOverride().copyInheritedSettings(program)
  }
  add('init', 'set up the wallet: pin the Trust Anchor, register, get the first attestation')
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
  add('attest', 'get one more Wallet Attestation').action(() => attest(terminal, directory()))
  add('add-pid', 'get a PID, with a login at the national identity provider')
    .option('--provider <url>', 'PID Provider; default: that of the sandbox, or the only one in the federation')
    .addOption(new Option('--format <format>', 'format of the PID').choices(Object.keys(formats)).default('sd-jwt'))
    .option('--username <name>', 'user name of a scripted login')
    .option('--password <password>', 'password of a scripted login')
    .option(
      '--identity-provider <id>',
      'identity provider of a scripted login: in the sandbox cie (OpenID Connect) or spid (SAML); default: the first one offered',
    )
    .action((flags: AddPidFlags) => addPid(terminal, directory(), flags))
  add('list', 'list the credentials').action(() => list(terminal, directory()))
  add('show', 'show a credential with its data')
    .argument('<id>')
    .action((id: string) => show(terminal, directory(), id))
  add('remove', 'remove a credential and its keys')
    .argument('<id>')
    .action((id: string) => remove(terminal, directory(), id))
  add('present', 'answer a presentation request')
    .argument('<url>', 'the link, or the content of the QR code')
    .option('--yes', 'consent to the whole request')
    .option('--cross-device', 'the request came from another device')
    .option('--no-browser', 'do not open the page at the end')
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
  terminal.out(`Trust Anchor ${settings.trustAnchor}, pinned keys:\n`)
  for (const { kid } of settings.anchorKeys) terminal.out(`  ${kid}\n`)
  const status = await alone<Awaited<ReturnType<Wallet['setUp']>>>(terminal, directory)((wallet) => wallet.setUp())
  terminal.out(`The wallet in ${directory} is ${status.state} at ${settings.walletProvider}.\n`)
}

async function attest(terminal: Terminal, directory: string): Promise<void> {
  const attestation = await alone<Awaited<ReturnType<Wallet['attest']>>>(terminal, directory)((one) => one.attest())
  terminal.out(`Attested key ${attestation.thumbprint} until ${dateOf(attestation.expiresAt)}.\n`)
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
  terminal.out(`Stored ${pid.type} of ${pid.issuer} as ${pid.id}, valid ${validityOf(pid)}.\n`)
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

async function list(terminal: Terminal, directory: string): Promise<void> {
  const credentials = await alone<Awaited<ReturnType<Wallet['list']>>>(
    terminal,
    directory,
    reading,
  )((one) => one.list())
  if (credentials.length === 0) terminal.out('The wallet holds no credential: run "fiducia wallet add-pid".\n')
  for (const one of credentials)
    terminal.out(`${one.id}  ${one.type}  ${one.issuer}  ${one.state}  ${validityOf(one)}\n`)
}

async function show(terminal: Terminal, directory: string, id: string): Promise<void> {
  const details = await alone<Awaited<ReturnType<Wallet['show']>>>(terminal, directory, reading)((one) => one.show(id))
  terminal.out(`${printableJson(details)}\n`)
}

async function remove(terminal: Terminal, directory: string, id: string): Promise<void> {
  await alone<void>(terminal, directory)((one) => one.remove(id))
  terminal.out(`Removed ${id}.\n`)
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
      return wallet.present(url, flow)
    },
    { ...warningOn(terminal), party: url },
  )
  printOutcome(terminal, outcome)
}
