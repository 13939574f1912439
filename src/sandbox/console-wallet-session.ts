/**
 * One wallet of the console: the wallet library on the server, its simulated device, and the history of its user's
 * actions.
 */
import { type Fetch, failed } from '../base/index.ts'
import type {
  Administer,
  ConsoleWallet,
  PhoneChoice,
  WalletEvent,
  WalletFlow,
  WalletOverview,
} from '../console/index.ts'
import type { HeldCredential, Wallet } from '../wallet/index.ts'
import { paths as walletProviderPaths } from '../wallet-provider/paths.ts'
import { composeWallet, type SharedWalletParts } from './compose-wallet.ts'
import { createWalletEvents, type EventDetails } from './console-wallet-events.ts'
import { createConsoleIssuance } from './console-wallet-issuance.ts'
import { createConsoleRequests, type RunAfter } from './console-wallet-requests.ts'
import type { DeviceEvidence } from './devices/device-client.ts'
import { type DeviceProfile, deviceProfiles } from './devices/profiles.ts'
import { createWalletDevice } from './devices/wallet-device.ts'
import type { TestCredential } from './test-issuer/test-credentials.ts'

/** Parts that all wallets of the console share. */
export interface ConsoleWalletParts extends SharedWalletParts {
  readonly fetch: Fetch
  /** Runs a user's action. Its messages are recorded with `id` as their parent. */
  readonly runAction: <T>(id: string, run: () => Promise<T>) => Promise<T>
  readonly createDevice: (profile: DeviceProfile) => Promise<DeviceEvidence>
  /** Client of the roles' administration, for revocations at the Wallet Provider. */
  readonly administer: Administer
  /** URL to which the browser returns from a PID Provider. */
  readonly redirectUri: string
  /** Returns the name of a party of the sandbox. */
  readonly nameOf: (entityId: string) => string | undefined
  /** Credentials of the sandbox's test issuers. Defaults to none. */
  readonly testCredentials?: readonly TestCredential[]
  /** Returns an id that cannot be guessed. */
  readonly newId: () => string
  readonly after: RunAfter
  readonly onFault: (fault: unknown) => void
}

/** A wallet of the console, which can be closed. */
export interface ClosableWallet extends ConsoleWallet {
  /** Declines every open question. */
  close(): void
}

/** The library's wallet on a device. */
interface WalletOnDevice {
  readonly wallet: Wallet
  readonly device: PhoneChoice
  /** Tag of the newest hardware key. Absent until the device has created a key. */
  hardwareKeyTag?: string
  isRegistered: boolean
  isRevoked: boolean
}

/** Creates a wallet of the console. It has no device until `setUp`. */
export function createConsoleWallet(parts: ConsoleWalletParts): ClosableWallet {
  const { clock, newId, origins } = parts
  const events = createWalletEvents(parts)
  const label = `wallet-${newId().slice(0, 6)}`
  let actions = 0
  const newActionId = (kind: string): string => {
    actions += 1
    return `${label}-${kind}-${actions}`
  }
  const newAction = (kind: WalletEvent['kind']) => ({ kind, id: newActionId(kind) })
  const runView = <T>(run: () => Promise<T>): Promise<T> => parts.runAction(newActionId('view'), run)
  const names = createNames(parts.nameOf)
  const holderNames = new Map<string, string>()
  let current: WalletOnDevice | undefined
  let settingUp: Promise<WalletEvent> | undefined
  const currentWallet = (): Wallet => {
    if (current === undefined) throw new Error('this wallet has no device')
    return current.wallet
  }

  const requests = createConsoleRequests({
    ...{ clock, newId, after: parts.after },
    run: (link, flow, outcome) => {
      const details = (): EventDetails => ({ ...outcome(), party: outcome().party ?? partyOf(link, names) })
      return events.record(newAction('presentation'), async () => present(currentWallet(), link, flow), details)
    },
  })
  const issuance = createConsoleIssuance({
    ...{ events, newAction, newId, names, wallet: currentWallet, fetch: parts.fetch },
    ...(parts.testCredentials && { testCredentials: parts.testCredentials }),
    onReceived: async ({ id }: HeldCredential) => {
      const { claims } = await currentWallet().show(id)
      const name = [claims.given_name, claims.family_name].filter((one) => typeof one === 'string').join(' ')
      if (name !== '') holderNames.set(id, name)
    },
  })

  const createWalletOnDevice = (device: PhoneChoice): WalletOnDevice => {
    const profile = profileOf(device)
    const orderDevice = async (): Promise<DeviceEvidence> => {
      const evidence = await parts.createDevice(profile)
      onDevice.hardwareKeyTag = evidence.hardwareKeyTag
      return evidence
    }
    const wallet = composeWallet({
      ...parts,
      decisions: events.observe(parts.decisions),
      device: createWalletDevice(parts, orderDevice, kindOf(profile)),
      consent: requests.consent,
      userAgent: {
        authorize: () => Promise.reject(new Error('only the console can complete a login')),
        open: async (url) => requests.openPage(url),
      },
      pause: (seconds) => new Promise((resolve) => void parts.after(seconds, resolve)),
    })
    const onDevice: WalletOnDevice = { wallet, device, isRegistered: false, isRevoked: false }
    return onDevice
  }
  const setUp = async (device: PhoneChoice): Promise<WalletEvent> => {
    const onDevice = createWalletOnDevice(device)
    const event = await events.record(newAction('set-up'), async () => {
      await onDevice.wallet.setUp()
      return { party: names.get(origins.walletProvider) }
    })
    onDevice.isRegistered = (await onDevice.wallet.status()).registered
    current = onDevice
    return event
  }
  const overview = (): Promise<WalletOverview> => overviewOf(current, { origins, holderNames, names })

  return {
    overview: () => runView(overview),
    setUp: (device) => {
      settingUp ??= setUp(device).finally(() => {
        settingUp = undefined
      })
      return settingUp
    },
    issuers: () => runView(issuance.issuers),
    beginIssuance: issuance.begin,
    login: issuance.login,
    completeIssuance: issuance.complete,
    credential: (id) =>
      runView(async () => {
        const found = (await overview()).credentials.find((one) => one.id === id)
        return found && { ...found, claims: (await currentWallet().show(id)).claims }
      }),
    remove: async (id) => {
      const found = (await runView(overview)).credentials.find((one) => one.id === id)
      if (found === undefined) return undefined
      return events.record(newAction('removal'), async () => {
        await currentWallet().remove(id)
        return { party: found.issuerName }
      })
    },
    revoke: () => events.record(newAction('revocation'), () => revoke(current, parts, names)),
    present: requests.present,
    request: requests.find,
    answer: requests.answer,
    openRequests: requests.open,
    history: events.all,
    close: requests.close,
  }
}

async function present(wallet: Wallet, link: string, flow: WalletFlow): Promise<EventDetails> {
  const ended = await wallet.present(link, flow)
  const { profile } = ended
  return ended.kind === 'presented'
    ? { profile }
    : { profile, outcome: 'declined', claims: [], unconfirmed: !ended.confirmed }
}

async function revoke(
  current: WalletOnDevice | undefined,
  { administer, origins }: ConsoleWalletParts,
  names: Names,
): Promise<EventDetails> {
  const party = names.get(origins.walletProvider)
  const fail = (reason: string): EventDetails => ({ party, outcome: 'failed', reason })
  if (current?.hardwareKeyTag === undefined) return fail('This wallet has not been registered.')
  const body = { hardware_key_tag: current.hardwareKeyTag, reason: 'revoked_by_user' }
  const call = { role: 'wallet-provider', method: 'POST', path: walletProviderPaths.revocation, body } as const
  const answer = await administer(call)
  if (failed(answer)) return fail('The Wallet Provider did not answer.')
  const { error_description: why = answer.status } = (answer.body ?? {}) as { readonly error_description?: string }
  if (answer.status >= 300) return fail(`The Wallet Provider refused: ${why}`)
  current.isRevoked = true
  return { party }
}

/** Names of parties: a name that the wallet learned, or else the sandbox's name, or else the identifier. */
interface Names {
  get(entityId: string): string
  set(entityId: string, name: string): void
}

function createNames(ofSandbox: (entityId: string) => string | undefined): Names {
  const learned = new Map<string, string>()
  return {
    get: (entityId) => learned.get(entityId) ?? ofSandbox(entityId) ?? entityId,
    set: (entityId, name) => void learned.set(entityId, name),
  }
}

/** Returns the name of the party that `client_id` of a link names. Does not verify the link. */
function partyOf(link: string, names: Names): string {
  const clientId = URL.parse(link)?.searchParams.get('client_id') ?? ''
  return names.get(clientId.replace(/^openid_federation:/, ''))
}

interface OverviewParts extends Pick<ConsoleWalletParts, 'origins'> {
  readonly holderNames: ReadonlyMap<string, string>
  readonly names: Names
}

async function overviewOf(
  current: WalletOnDevice | undefined,
  { origins, holderNames, names }: OverviewParts,
): Promise<WalletOverview> {
  const walletProvider = names.get(origins.walletProvider)
  if (current === undefined) return { state: 'empty', walletProvider, attestations: [], credentials: [] }
  const { wallet, device, hardwareKeyTag, isRegistered, isRevoked } = current
  const [status, credentials] = await Promise.all([wallet.status(), wallet.list()])
  return {
    // The library forgets a registration that the provider has revoked.
    state: isRevoked || (isRegistered && !status.registered) ? 'revoked' : status.state,
    ...{ device, walletProvider, attestations: status.attestations },
    ...(hardwareKeyTag !== undefined && { hardwareKeyTag }),
    credentials: credentials.toSorted(byReceipt).map((one) => {
      const holder = holderNames.get(one.id)
      return { ...one, issuerName: names.get(one.issuer), ...(holder !== undefined && { holder }) }
    }),
  }
}

const byReceipt = (one: { readonly receivedAt: number }, other: typeof one): number => one.receivedAt - other.receivedAt

function profileOf({ platform, profile }: PhoneChoice): DeviceProfile {
  const found = deviceProfiles[platform].profiles.get(profile)
  if (found === undefined) throw new Error(`there is no device profile ${profile}`)
  return found
}

const kindOf = (profile: DeviceProfile) =>
  profile.platform === 'ios'
    ? ({ platform: 'ios', environment: 'secure-element' } as const)
    : ({ platform: 'android', environment: profile.device.strongBox ? 'strongbox' : 'trusted-environment' } as const)
