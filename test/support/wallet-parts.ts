/**
 * A wallet for tests: the software vendor's devices as secure hardware, files in memory, a user who consents to
 * everything by default, and a browser that the test provides.
 */
import type { Crypto, Fetch, Random } from '../../src/base/index.ts'
import type { FederationTrustConfig } from '../../src/federation/index.ts'
import { algorithmRow } from '../../src/jose/index.ts'
import type { SoftwareDevice, SoftwareVendor } from '../../src/software-device/index.ts'
import { createContext, type WalletContext } from '../../src/wallet/context.ts'
import {
  type BlobStore,
  type ConsentAnswer,
  type ConsentRequest,
  consentToAll,
  createMemoryBlobStore,
  createWallet,
  type DeviceIntegrityService,
  type DeviceStatus,
  type SecureEnvironment,
  type SecureKey,
  type SecureKeys,
  type UnanswerableRequest,
  type Wallet,
  type WalletParts,
  walletConfig,
} from '../../src/wallet/index.ts'
import { type RecordingSink, recordingSink } from './decisions.ts'
import { crypto as nodeCrypto } from './federation.ts'
import { seededRandom } from './seeded-random.ts'
import { type WalletProviderFixture, walletProviderId } from './wallet-provider-fixture.ts'

export const walletRedirectUri = 'https://wallet.example/issued'

interface Phone {
  readonly secureKeys: SecureKeys
  readonly deviceIntegrity: DeviceIntegrityService
  readonly state: {
    platform: 'android' | 'ios'
    environments: SecureEnvironment[]
    status: DeviceStatus
    /** Keys with the environment that created them, by tag; deleted ones are removed. */
    readonly keys: Map<string, { readonly key: SecureKey; readonly environment: SecureEnvironment }>
    /** Hardware keys by tag. */
    readonly devices: Map<string, SoftwareDevice>
    /** Tags of hardware keys that App Attest has attested, which it does once per key. */
    readonly attestedOnIos: Set<string>
    readonly suggestedTags: string[]
    readonly assertions: { readonly clientData: string; readonly hardwareKeyTag: string }[]
    readonly hardwareEnvironments: SecureEnvironment[]
  }
}

/**
 * Creates a phone with secure hardware in software. It attests as real phones do: Android when the key is created, for
 * the challenge of that moment only; iOS afterwards, once per key.
 */
export function createPhone(vendor: SoftwareVendor, crypto: Crypto = nodeCrypto): Phone {
  const state: Phone['state'] = {
    platform: 'android',
    environments: ['strongbox', 'trusted-environment'],
    status: { meetsMinimumSecurity: true, available: true },
    keys: new Map(),
    devices: new Map(),
    attestedOnIos: new Set(),
    suggestedTags: [],
    assertions: [],
    hardwareEnvironments: [],
  }
  const { scheme } = algorithmRow('ES256')
  const device = (tag: string): SoftwareDevice => {
    const found = state.devices.get(tag)
    if (found === undefined) throw new Error('no such hardware key')
    return found
  }
  const chains = new Map<string, string>()
  const attestOnce = (tag: string, challenge: string): Promise<string> => {
    if (state.attestedOnIos.has(tag)) throw new Error('DCError.invalidKey')
    state.attestedOnIos.add(tag)
    return device(tag).keyAttestation(challenge)
  }
  return {
    state,
    secureKeys: {
      get platform() {
        return state.platform
      },
      environments: async () => state.environments,
      deleteHardwareKeys: async () => state.devices.clear(),
      generateHardwareKey: async (environment, suggestedTag, challenge) => {
        state.suggestedTags.push(suggestedTag)
        state.hardwareEnvironments.push(environment)
        const made = await vendor.createDevice({ strongBox: environment === 'strongbox' })
        state.devices.set(made.hardwareKeyTag, made)
        if (state.platform === 'android') chains.set(made.hardwareKeyTag, await made.keyAttestation(challenge))
        return { tag: made.hardwareKeyTag }
      },
      generateKey: async (environment) => {
        const signing = await crypto.generateSigningKey(scheme)
        const tag = `key-${state.keys.size + 1}-${signing.publicJwk.x}`
        const key = {
          tag,
          publicJwk: signing.publicJwk,
          sign: (data: Uint8Array) => crypto.sign(scheme, signing, data),
        }
        state.keys.set(tag, { key, environment })
        return key
      },
      openKey: async (tag) => state.keys.get(tag)?.key,
      deleteKey: async (tag) => void state.keys.delete(tag),
    },
    deviceIntegrity: {
      status: async () => state.status,
      keyAttestation: async (challenge, tag) =>
        state.platform === 'android' ? (chains.get(tag) ?? '') : attestOnce(tag, challenge),
      assertion: (clientData, hardwareKeyTag) => {
        state.assertions.push({ clientData, hardwareKeyTag })
        return device(hardwareKeyTag).assertion(clientData)
      },
    },
  }
}

export interface TestWallet {
  readonly wallet: Wallet
  /** Context for functions below the wallet's own API. */
  readonly context: WalletContext
  readonly phone: Phone
  readonly sink: RecordingSink
  readonly blobs: BlobStore
  /** Seconds of each pause. */
  readonly pauses: number[]
  readonly opened: string[]
  readonly asked: ConsentRequest[]
  /** Unanswerable requests, as the user saw them. */
  readonly unanswerable: UnanswerableRequest[]
  readonly random: Random
  /** The user's answer. Defaults to consent to everything. */
  consent: ((request: ConsentRequest) => ConsentAnswer) | undefined
  /** Action of the user before they acknowledge a request that the wallet cannot answer. */
  acknowledge: (() => Promise<void>) | undefined
  /** Opens an authorization URL. Returns the redirect. */
  browser: ((url: string) => Promise<string>) | undefined
  /** Opens a page, after it is added to `opened`. */
  page: ((url: string) => Promise<void>) | undefined
}

export interface TestWalletOptions {
  readonly crypto?: Crypto
  readonly random?: Random
  readonly blobs?: BlobStore
  readonly phone?: Phone
  readonly config?: Readonly<Record<string, unknown>>
  readonly credentialTypes?: WalletParts['credentialTypes'] & object
  readonly requiredTrustMarks?: FederationTrustConfig['requiredTrustMarks'] & object
  /** Defaults to those of the surroundings. */
  readonly anchorProfiles?: WalletParts['anchorProfiles'] & object
  /** Defaults to true. It has no effect if the surroundings have no roots. */
  readonly judgesCertificates?: boolean
}

/** The parties and the clock that a wallet needs. */
interface WalletSurroundings
  extends Pick<WalletProviderFixture, 'clock' | 'vendor' | 'trust'>,
    Pick<WalletParts, 'certificates' | 'anchorProfiles'> {
  readonly network: { readonly fetch: Fetch }
}

export function createTestWallet(fixture: WalletSurroundings, options: TestWalletOptions = {}): TestWallet {
  const { crypto = nodeCrypto, random = seededRandom('wallet'), blobs = createMemoryBlobStore() } = options
  const phone = options.phone ?? createPhone(fixture.vendor, crypto)
  const sink = recordingSink()
  const [pauses, opened, asked]: [number[], string[], ConsentRequest[]] = [[], [], []]
  const unanswerable: UnanswerableRequest[] = []
  const parts: Pick<TestWallet, 'consent' | 'acknowledge' | 'browser' | 'page'> = {
    consent: undefined,
    acknowledge: undefined,
    browser: undefined,
    page: undefined,
  }
  const all: WalletParts = {
    config: walletConfig.parse({
      walletProvider: walletProviderId,
      authorizationEndpoint: 'https://wallet.example/authorization',
      redirectUri: walletRedirectUri,
      ...options.config,
    }),
    clock: fixture.clock,
    random,
    crypto,
    fetch: fixture.network.fetch,
    trust: fixture.trust(crypto, options.requiredTrustMarks),
    ...(fixture.certificates && options.judgesCertificates !== false && { certificates: fixture.certificates }),
    anchorProfiles: options.anchorProfiles ?? fixture.anchorProfiles ?? new Map(),
    secureKeys: phone.secureKeys,
    deviceIntegrity: phone.deviceIntegrity,
    blobs,
    secret: { storageKey: async () => new Uint8Array(32).fill(9) },
    consent: {
      ask: async (request) => {
        asked.push(request)
        return (parts.consent ?? consentToAll)(request)
      },
      acknowledge: async (request) => {
        unanswerable.push(request)
        await parts.acknowledge?.()
      },
    },
    userAgent: {
      authorize: (url) => (parts.browser ?? (() => Promise.reject(new Error('no browser'))))(url),
      open: async (url) => {
        opened.push(url)
        await parts.page?.(url)
      },
    },
    decisions: sink,
    pause: async (seconds) => void pauses.push(seconds),
    ...(options.credentialTypes && { credentialTypes: options.credentialTypes }),
  }
  const [wallet, context] = [createWallet(all), createContext(all)]
  return Object.assign(parts, { wallet, context, phone, sink, blobs, pauses, opened, asked, unanswerable, random })
}
