/** Opens a wallet for one command and closes it. */
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '../../base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../certificate-trust/index.ts'
import { createFederationTrustEvaluator } from '../../federation/index.ts'
import { withKeyCache } from '../../jose/index.ts'
import {
  createGuardedFetch,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  type GuardedFetch,
  retryOverloaded,
} from '../../node/index.ts'
import { describeCheck, formatRefusal } from '../../rules/index.ts'
import { anchorProfilesOf, anchorsOf, credentialTypesOf, rootsOf } from '../../sandbox/pin-profile-anchors.ts'
import { trustAdviceAt } from '../../serve/trust-advice.ts'
import {
  type Consent,
  createSealedRecords,
  createWallet,
  SealBroken,
  type Wallet,
  walletConfig,
} from '../../wallet/index.ts'
import { UserError } from '../user-error.ts'
import type { Browser } from './browser.ts'
import { createSimulatedPhone } from './simulated-phone.ts'
import {
  createFileBlobStore,
  createFileSink,
  openStorageSecret,
  readSettings,
  type WalletSettings,
} from './wallet-directory.ts'
import { withWalletLock } from './wallet-lock.ts'

/** Creates the HTTP client of a wallet whose parties may be on this machine. */
export const createWalletFetch = (
  settings: Pick<WalletSettings, 'walletProvider' | 'certificateAuthorities'>,
): GuardedFetch =>
  retryOverloaded(
    createGuardedFetch({
      loopbackHttp: true,
      trustedHosts: [new URL(settings.walletProvider).hostname],
      certificateAuthorities: settings.certificateAuthorities,
    }),
  )

export interface WalletSession {
  readonly fetch: GuardedFetch
  readonly settings: WalletSettings
}

interface WalletOptions {
  /** True for a command that changes nothing: it runs without the lock of the wallet. Defaults to false. */
  readonly readsOnly?: boolean
  /** Identifier or link of the party that the command contacts. Defaults to a party of the sandbox. */
  readonly party?: string
  /** Receives warnings for the user. */
  readonly warn?: (sentence: string) => void
}

/**
 * Runs one command on the wallet in a directory. `makeUserSide` creates the browser and the consent. Rejects with a
 * UserError if there is no wallet, or if its sealed files do not open. Without `readsOnly`, rejects too if another
 * process uses the wallet. Turns a refusal into a UserError with its reason.
 */
export async function withWallet<T>(
  directory: string,
  makeUserSide: (
    session: WalletSession,
  ) => Promise<{ readonly browser: Browser; readonly consent: Consent }> | { browser: Browser; consent: Consent },
  run: (wallet: Wallet, session: WalletSession) => Promise<T>,
  { readsOnly = false, party, warn = () => undefined }: WalletOptions = {},
): Promise<T> {
  const settings = readSettings(directory)
  if (settings === undefined)
    throw new UserError(`There is no wallet in ${directory}: run "fiducia wallet init" first.`)
  const fetch = createWalletFetch(settings)
  const session = { fetch, settings }
  const { browser, consent } = await makeUserSide(session)
  const work = () => run(assemble(directory, session, { browser, consent, warn }), session)
  try {
    return await (readsOnly ? work() : withWalletLock(directory, work))
  } catch (thrown) {
    if (thrown instanceof Refusal) throw new UserError(describeRefusal(thrown, isOfSandbox(settings, party)))
    if (thrown instanceof SealBroken) throw new UserError(describeBrokenFile(thrown))
    throw thrown
  } finally {
    browser.close()
    await fetch.close()
  }
}

/** Describes a file that cannot be decrypted, with the command that removes the least. */
function describeBrokenFile({ message, file }: SealBroken): string {
  const [, id] = /^credential-(.+)$/.exec(file) ?? []
  const command = id === undefined ? 'init --again' : `remove ${id}`
  return `${message}: restore both, or run "fiducia wallet ${command}".`
}

interface UserSide extends Required<Pick<WalletOptions, 'warn'>> {
  readonly browser: Browser
  readonly consent: Consent
}

function assemble(directory: string, { fetch, settings }: WalletSession, { browser, consent, warn }: UserSide): Wallet {
  const crypto = withKeyCache(createNodeCrypto())
  const [random, clock] = [createNodeRandom(), createSystemClock()]
  const blobs = createFileBlobStore(directory)
  const secret = openStorageSecret(directory, process.env)
  const records = createSealedRecords({ crypto, random }, blobs, secret)
  const { profileAnchors = [], certificateRoots = [] } = settings
  const urls = { loopbackHttp: true }
  const phone = createSimulatedPhone({ crypto, fetch, records, console: settings.console, platform: settings.platform })
  const trust = createFederationTrustEvaluator(
    { crypto, clock, fetch, onStaleTrust: (entityId) => warn(staleTrustWarning(entityId)) },
    {
      anchors: new Map([[settings.trustAnchor, settings.anchorKeys], ...anchorsOf(profileAnchors)]),
      urls,
      skewSeconds: 30,
      tellsTrouble: true,
    },
  )
  return createWallet({
    ...phone,
    config: walletConfig.parse({
      walletProvider: settings.walletProvider,
      authorizationEndpoint: 'https://wallet.example/authorization',
      redirectUri: browser.redirectUri,
      loopbackHttp: true,
    }),
    clock,
    random,
    crypto,
    fetch,
    trust,
    anchorProfiles: anchorProfilesOf(profileAnchors),
    credentialTypes: credentialTypesOf(profileAnchors),
    certificates: createCertificateEvaluator({
      ...{ clock, fetch, urls, skewSeconds: 30, graceSeconds: 60 },
      roots: [...rootsOf(profileAnchors), ...pinRoots(certificateRoots)],
    }),
    blobs,
    secret,
    consent,
    userAgent: browser,
    decisions: createFileSink(directory, warn),
    pause: (seconds) => wait(seconds * 1000),
  })
}

/** Returns the warning for a party whose trust cannot be confirmed now (FED-42). */
const staleTrustWarning = (entityId: string): string =>
  `The federation does not confirm ${entityId} now: this wallet relies on an earlier confirmation.`

/**
 * Returns true for a party on the host of the sandbox's console. Also returns true for `undefined`, the default party.
 */
function isOfSandbox({ console }: WalletSettings, party: string | undefined): boolean {
  if (party === undefined) return true
  const link = URL.parse(party)
  const clientId = link?.searchParams.get('client_id') ?? party
  const partyUrl = URL.parse(clientId.replace(/^openid_federation:/, ''))
  return partyUrl?.hostname === URL.parse(console)?.hostname
}

/**
 * Describes a refusal: the text for the user, the failed rule with its details, and a remedy if there is one. If
 * `ofSandbox` is true, adds advice for a stopped or restarted sandbox.
 */
export function describeRefusal(refusal: Refusal, ofSandbox = true): string {
  const { answer, code, at, requirement, evidence } = refusal
  const concernsTrust = ['no_trust_chain', 'trust_chain_expired', 'trust_unavailable'].includes(code)
  const isRepinned = ofSandbox && at.startsWith('trust_chain.anchor_key_mismatch')
  const trustText = concernsTrust ? trustAdviceAt(at, 'the party, or of one above it') : undefined
  const advice = isRepinned ? `${restartAdvice} Otherwise: ${trustText}` : (trustText ?? clockAdvice(code, answer.text))
  const block = describeCheck({ requirement, code, at, ...evidence })
  const sentence =
    joinReasons(refusal, advice) ?? `${answer.text} ${formatRefusal({ ...block, remedy: advice ?? block.remedy })}`
  if (!ofSandbox) return sentence
  if (requirement === 'GEN-27') return `${sentence} Is the sandbox running? "npx fiducia" starts it.`
  const pin = isRepinned ? ' ("fiducia wallet init --anchor-keys FILE")' : ''
  return concernsTrust
    ? `${sentence}${pin} "fiducia wallet init" shows whether this wallet belongs to the running sandbox.`
    : sentence
}

/**
 * Describes a refusal by the other party with the reasons of both sides. Returns `undefined` if the refusal's text does
 * not contain the other party's reason in the form of `formatRefusal`.
 */
function joinReasons({ answer, code, at, requirement }: Refusal, advice: string | undefined): string | undefined {
  const form = /^(.+?)\.? It said: (.+?)\.? \((\w+(?: at [^)]+)?)\) \[([A-Z]+-\d+)\]\.?(.*?)( What to change: .*)?$/
  const [, outcome, theirReason, reason, rule, evidence, remedy = ''] = form.exec(answer.text) ?? []
  if (outcome === undefined) return undefined
  const ownReason = at === '' ? code : `${code} at ${at}`
  const toChange = advice === undefined ? remedy : ` What to change: ${advice}`
  return `${outcome}, since "${theirReason}": ${reason} [${rule}] there, ${ownReason} [${requirement}] here.${evidence}${toChange}`
}

/**
 * Returns advice on clocks if the other party refused the wallet's signed object as not yet valid or expired, or if
 * this wallet refused an object of the other party as not yet valid. Returns `undefined` for any other refusal.
 */
function clockAdvice(code: string, text: string): string | undefined {
  const timeCode = /\((not_yet_valid|expired) at (?:(?:client_)?assertion|request)\./.exec(text)?.[1]
  if (timeCode === 'not_yet_valid') return aheadAdvice
  if (timeCode === 'expired') return behindAdvice
  return code === 'not_yet_valid' ? behindAdvice : undefined
}

const restartAdvice = 'if the sandbox was restarted without --data, run "fiducia wallet init --again".'
const aheadAdvice = "the clock of this wallet is ahead of the other party's clock. Set both clocks to the correct time."
const behindAdvice = "the clock of this wallet is behind the other party's clock. Set both clocks to the correct time."
