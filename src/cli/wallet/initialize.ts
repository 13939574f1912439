/**
 * First part of `fiducia wallet init`: selects the wallet's parties and pins the anchor's keys, from a file or from the
 * anchor itself. The command then prints the keys for comparison and registers the wallet.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Fetch, failed, type PublicJwk, shellWord } from '../../base/index.ts'
import { pemCertificatesIn, pinRoots } from '../../certificate-trust/index.ts'
import { noTrustChain } from '../../federation/index.ts'
import { sameKey } from '../../jose/index.ts'
import type { SandboxState } from '../../sandbox/index.ts'
import { pinProfileAnchors } from '../../sandbox/pin-profile-anchors.ts'
import { pinTrustAnchor } from '../../sandbox/pin-trust-anchor.ts'
import { readStateFile } from '../../sandbox/state-file.ts'
import { trustAdviceAt } from '../../serve/trust-advice.ts'
import { readNamedFile } from '../named-files.ts'
import { readKeySet } from '../read-key-set.ts'
import { UserError } from '../user-error.ts'
import { createWalletFetch } from './open-wallet.ts'
import { readSettings, type WalletSettings, writeSettings } from './wallet-directory.ts'
import { withWalletLock } from './wallet-lock.ts'

export interface InitializeOptions {
  readonly directory: string
  /** Directory of the running sandbox. */
  readonly data: string | undefined
  readonly anchorKeys: string | undefined
  /** File with additional root certificates (PEM). */
  readonly certificateRoots?: string | undefined
  readonly platform: WalletSettings['platform']
  /** Deletes an existing wallet first. */
  readonly again: boolean
}

/**
 * Creates the settings, or checks existing ones and pins the keys and roots from files. Returns the settings. Does not
 * register the wallet. Rejects with a `UserError` if a named file cannot be used, or if the Trust Anchor has no valid
 * configuration. Also rejects for a new wallet if no sandbox runs. Also rejects for an existing wallet if the options
 * or the running sandbox do not fit it, or if another process uses it while its settings would change.
 */
export async function initialize(options: InitializeOptions): Promise<WalletSettings> {
  const { directory, data, anchorKeys, platform, again } = options
  const roots = rootsOf(options)
  const saved = readSettings(directory)
  const state = readStateFile(data)
  if (saved !== undefined && !again) {
    const pinned = { ...replacePinnedKeys(saved, options), ...roots }
    await requireSameWallet(pinned, options, state)
    if (!isDeepStrictEqual(pinned, saved)) await withWalletLock(directory, async () => writeSettings(directory, pinned))
    return pinned
  }
  if (state === undefined) throw notRunning(data)
  const { walletProvider, trustAnchor } = partiesOf(state)
  const certificateAuthorities = authoritiesOf(state)
  const fetch = createWalletFetch({ walletProvider, certificateAuthorities })
  try {
    const keys = anchorKeys === undefined ? await fetchAnchorKeys(fetch, trustAnchor) : readKeySet(anchorKeys)
    const settings: WalletSettings = {
      walletProvider,
      console: state.console,
      ...(platform === undefined ? {} : { platform }),
      ...(state.pid_provider === undefined ? {} : { pidProvider: state.pid_provider }),
      trustAnchor,
      anchorKeys: [...keys],
      ...roots,
      ...(state.profiles && { profileAnchors: await fetchProfileAnchors(fetch, state.profiles) }),
      certificateAuthorities,
    }
    const writeNewWallet = async (): Promise<void> => {
      if (again) rmSync(join(directory, 'sealed'), { recursive: true, force: true })
      writeSettings(directory, settings)
    }
    await (saved === undefined ? writeNewWallet() : withWalletLock(directory, writeNewWallet))
    return settings
  } finally {
    await fetch.close()
  }
}

/** Reads the additional roots. Throws `UserError` for a file without usable root certificates. */
function rootsOf({ certificateRoots: file }: InitializeOptions): Pick<WalletSettings, 'certificateRoots'> {
  if (file === undefined) return {}
  const certificateRoots = [...pemCertificatesIn(readNamedFile(file))]
  try {
    pinRoots(certificateRoots)
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new UserError(`The file ${file} has no usable roots: ${thrown.message}.`)
    throw thrown
  }
  return { certificateRoots }
}

/** Pins the Trust Anchors of the profiles other than `seed`, each with the test issuer of its profile. */
async function fetchProfileAnchors(fetch: Fetch, profiles: NonNullable<SandboxState['profiles']>) {
  const pinned = await pinProfileAnchors(fetch, profiles)
  return pinned.map(({ keys, ...anchor }) => ({
    ...{ ...anchor, keys: [...keys] },
    testIssuer: profiles[anchor.profile]?.test_issuer ?? '',
  }))
}

/**
 * Returns the settings with the anchor's keys from the file, for use after a rotation. Returns them unchanged without a
 * file. Throws a `UserError` if the file contains none of the pinned keys, because nothing then shows that the new keys
 * belong to the same anchor.
 */
function replacePinnedKeys(saved: WalletSettings, { directory, anchorKeys }: InitializeOptions): WalletSettings {
  if (anchorKeys === undefined) return saved
  const keys = readKeySet(anchorKeys)
  if (!shareKey(saved.anchorKeys, keys))
    throw new UserError(
      `The wallet in ${directory} has pinned other keys of its Trust Anchor: name a file with one of them and the new ones, or use --again to delete the wallet and create a new one.`,
    )
  const isSame = keys.length === saved.anchorKeys.length && keys.every((key) => shareKey(saved.anchorKeys, [key]))
  return isSame ? saved : { ...saved, anchorKeys: [...keys] }
}

/** Rejects with a `UserError` if the options or the running sandbox do not fit the existing wallet. */
async function requireSameWallet(
  saved: WalletSettings,
  { directory, data, platform }: InitializeOptions,
  state: SandboxState | undefined,
): Promise<void> {
  const mismatch = (how: string, instead = ''): UserError =>
    new UserError(`The wallet in ${directory} ${how}: ${instead}use --again to delete the wallet and create a new one.`)
  if (platform !== undefined && platform !== (saved.platform ?? 'android')) throw mismatch('is on another platform')
  if (state === undefined && data !== undefined) throw notRunning(data)
  if (state !== undefined && !(await isOfSandbox(saved, state)))
    throw mismatch(
      'belongs to another sandbox than the one that runs',
      data === undefined ? 'name its sandbox with --data, or ' : '',
    )
}

/**
 * Returns true if the wallet has the sandbox's parties, and the anchor still publishes a pinned key. Compares the keys
 * because a sandbox without --data has new keys at each start.
 */
async function isOfSandbox(saved: WalletSettings, state: SandboxState): Promise<boolean> {
  const { walletProvider, trustAnchor } = partiesOf(state)
  const isSame =
    saved.walletProvider === walletProvider && saved.trustAnchor === trustAnchor && saved.console === state.console
  if (!isSame) return false
  const fetch = createWalletFetch({ walletProvider, certificateAuthorities: authoritiesOf(state) })
  try {
    return shareKey(saved.anchorKeys, await fetchAnchorKeys(fetch, trustAnchor))
  } finally {
    await fetch.close()
  }
}

const shareKey = (some: readonly PublicJwk[], others: readonly PublicJwk[]): boolean =>
  some.some((one) => others.some((other) => sameKey(one, other)))

const authoritiesOf = ({ certificate_authority: one }: SandboxState): string[] => (one === undefined ? [] : [one])

const notRunning = (data: string | undefined): UserError =>
  new UserError(
    data === undefined
      ? 'No sandbox is running here: start it with "npx fiducia".'
      : `No sandbox is running in ${data}: start it with "npx fiducia --data ${shellWord(data)}".`,
  )

function partiesOf(state: SandboxState): { readonly walletProvider: string; readonly trustAnchor: string } {
  const { wallet_provider: walletProvider, trust_anchor: trustAnchor } = state
  if (walletProvider !== undefined && trustAnchor !== undefined) return { walletProvider, trustAnchor }
  throw new UserError('The sandbox that runs here has no Wallet Provider or no Trust Anchor.')
}

async function fetchAnchorKeys(fetch: Fetch, trustAnchor: string): Promise<readonly PublicJwk[]> {
  const keys = await pinTrustAnchor(fetch, trustAnchor)
  if (failed(keys) && keys.code === 'unreachable')
    throw new UserError(`The Trust Anchor at ${trustAnchor} does not answer: start the sandbox with "npx fiducia".`)
  if (failed(keys)) {
    const advice = trustAdviceAt(noTrustChain(keys).at, 'the anchor')
    throw new UserError(
      `The Trust Anchor at ${trustAnchor} gives no valid configuration (${keys.code}).${advice === undefined ? '' : ` What to change: ${advice}`}`,
    )
  }
  return keys
}
