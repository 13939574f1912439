/** The commands of `fiducia wallet`. Each opens the wallet in a directory and prints what it did. */
import { printable, printableJson } from '../../base/index.ts'
import { createSystemClock } from '../../node/index.ts'
import type { FurtherProfileName, ProfileName } from '../../profiles/index.ts'
import { receiveTestCredential } from '../../sandbox/test-issuer/receive-test-credential.ts'
import { testTypesOf } from '../../sandbox/test-issuer/test-types.ts'
import type { HeldCredential, Wallet } from '../../wallet/index.ts'
import { dateOf, inWords, validityOf } from '../date-of.ts'
import { wireNames } from '../member-names.ts'
import { answerOf, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { type Browser, createPageOpener, createScriptedBrowser, createUserBrowser } from './browser.ts'
import { formatsByName } from './formats-by-name.ts'
import { initialize } from './initialize.ts'
import { type WalletSession, withWallet } from './open-wallet.ts'
import { printOutcome } from './print-outcome.ts'
import { createConsentToAll, createTerminalConsent, requireTerminal } from './terminal-consent.ts'

export interface JsonFlag {
  readonly json?: true
}
export interface InitFlags extends JsonFlag {
  readonly data?: string
  readonly anchorKeys?: string
  readonly certificateRoots?: string
  readonly platform?: 'android' | 'ios'
  readonly again?: true
}
export interface AddPidFlags extends JsonFlag {
  readonly format: keyof typeof formatsByName
  readonly provider?: string
  readonly username?: string
  readonly password?: string
  readonly identityProvider?: string
  readonly profile?: FurtherProfileName
}
export interface PresentFlags extends JsonFlag {
  readonly yes?: true
  readonly crossDevice?: true
  readonly browser: boolean
  readonly profile?: ProfileName
}

const warningOn = (terminal: Terminal) => ({ warn: (sentence: string) => terminal.err(`${sentence}\n`) })

/** Runs a command without user interaction. */
function withoutUser<T>(
  terminal: Terminal,
  directory: string,
  run: (wallet: Wallet, session: WalletSession) => Promise<T>,
  options?: { readonly readsOnly: boolean },
): Promise<T> {
  const userSide = { browser: createPageOpener(terminal, false), consent: createTerminalConsent(false) }
  return withWallet(directory, () => userSide, run, { ...options, ...warningOn(terminal) })
}

const readOnly = { readsOnly: true }

/**
 * Creates a wallet in the directory, or checks an existing one. Pins the anchors, and registers the wallet at its
 * Wallet Provider if it is not registered.
 */
export async function init(terminal: Terminal, directory: string, flags: InitFlags): Promise<void> {
  const { data, anchorKeys, certificateRoots, platform } = flags
  const options = { directory, data, anchorKeys, certificateRoots, platform, again: flags.again === true }
  const settings = await initialize(options)
  const { trustAnchor, walletProvider } = settings
  const kids = settings.anchorKeys.map(({ kid }) => kid)
  if (!flags.json)
    terminal.out(`Trust Anchor ${trustAnchor}, pinned keys:\n${kids.map((kid) => `  ${kid}\n`).join('')}`)
  const { state } = await withoutUser(terminal, directory, (wallet) => wallet.setUp())
  const text = `The wallet in ${directory} is ${state} at ${walletProvider}.`
  printAnswer(terminal, answerOf({ directory, state, trustAnchor, kids, walletProvider }, text), flags.json)
}

/** Obtains a Wallet Attestation and prints its key and expiry. */
export async function attest(terminal: Terminal, directory: string, { json }: JsonFlag): Promise<void> {
  const { thumbprint, expiresAt } = await withoutUser(terminal, directory, (wallet) => wallet.attest())
  printAnswer(
    terminal,
    answerOf({ thumbprint, expiresAt }, `Attested key ${thumbprint} until ${dateOf(expiresAt)}.`),
    json,
  )
}

/**
 * Obtains a PID and prints its id. The provider defaults to the one in the wallet's settings, or else to the only
 * provider in the federation. Rejects with a UserError if a default is needed and the federation has no provider or
 * several. Also rejects with a UserError if the login is refused.
 */
export async function addPid(terminal: Terminal, directory: string, flags: AddPidFlags): Promise<void> {
  const userSide = async (session: WalletSession) => ({
    browser: await loginBrowser(terminal, session, flags),
    consent: createTerminalConsent(false),
  })
  const pid = await withWallet(
    directory,
    userSide,
    async (wallet, { settings }) => {
      const provider = flags.provider ?? settings.pidProvider ?? (await onlyProvider(wallet))
      return wallet.obtainPid(provider, { format: formatsByName[flags.format] })
    },
    { ...warningOn(terminal), ...(flags.provider !== undefined && { party: flags.provider }) },
  )
  printStored(terminal, pid, flags)
}

/**
 * Receives a credential from the sandbox's test issuer for a profile. Rejects with a UserError if the wallet's settings
 * have no such issuer.
 */
export async function addTestCredential(terminal: Terminal, directory: string, flags: AddPidFlags): Promise<void> {
  const credential = await withoutUser(terminal, directory, (wallet, { settings, fetch }) => {
    const anchor = settings.profileAnchors?.find(({ profile }) => profile === flags.profile)
    if (anchor === undefined)
      throw new UserError(
        `This wallet knows no test issuer of ${flags.profile}: start the sandbox with --profiles, then run "fiducia wallet init --again".`,
      )
    const [{ credentialType: type }] = testTypesOf(anchor.profile, anchor.entityId)
    return receiveTestCredential(wallet, fetch, { issuer: anchor.testIssuer, type, username: flags.username })
  })
  printStored(terminal, credential, flags)
}

function printStored(terminal: Terminal, credential: HeldCredential, { json }: JsonFlag): void {
  const { id, type, format, issuer, expiresAt } = credential
  const text = `Stored ${type} of ${issuer} as ${id}, valid ${validityOf(credential)}.`
  printAnswer(terminal, answerOf({ id, type, format, issuer, expiresAt }, text), json)
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

/** Prints the credentials of the wallet. */
export async function list(terminal: Terminal, directory: string, { json }: JsonFlag): Promise<void> {
  const credentials = await withoutUser(terminal, directory, (wallet) => wallet.list(), readOnly)
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

/** Prints one credential with its claims as JSON. */
export async function show(terminal: Terminal, directory: string, id: string): Promise<void> {
  const details = await withoutUser(terminal, directory, (wallet) => wallet.show(id), readOnly)
  terminal.out(`${printableJson(wireNames(details, ['claims']))}\n`)
}

/** Removes a credential. */
export async function remove(terminal: Terminal, directory: string, id: string, { json }: JsonFlag): Promise<void> {
  await withoutUser(terminal, directory, (wallet) => wallet.remove(id))
  printAnswer(terminal, answerOf({ id, outcome: 'removed' }, `Removed ${id}.`), json)
}

/**
 * Answers the request of a link. `yes` consents to everything that the request asks for, and opens no page. Rejects
 * with a UserError if the user declines, if the presentation is refused, and without `yes` if there is no terminal.
 */
export async function present(terminal: Terminal, directory: string, url: string, flags: PresentFlags): Promise<void> {
  const page = URL.parse(url)
  if (page !== null && /^https?:$/.test(page.protocol) && !page.searchParams.has('client_id'))
    throw new UserError(
      `${printable(url)} is a page, not a presentation request: open it, and give the address of its link.`,
    )
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
      // Checked before the link is opened, because a link can be used only once.
      if (!flags.yes) requireTerminal(isInteractive)
      return wallet.present(url, flow, flags.profile)
    },
    { ...warningOn(terminal), party: url },
  )
  printOutcome(terminal, outcome, flags.json)
}
