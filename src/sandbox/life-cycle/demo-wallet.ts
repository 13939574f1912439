/** Wallet and browser of one invented person, with simulated hardware of a phone. */
import type { Clock, Crypto, DecisionSink, Fetch, Random } from '../../base/index.ts'
import { createFederationTrustEvaluator, type TrustAnchors } from '../../federation/index.ts'
import { consentToAll, createMemoryBlobStore, createWallet, type Wallet, walletConfig } from '../../wallet/index.ts'
import type { DeviceEvidence } from '../devices/device-client.ts'
import { createWalletDevice } from '../devices/wallet-device.ts'
import { type Credentials, logInAndAgree } from '../login-script.ts'
import { skewSeconds } from '../organizations.ts'
import type { RoleOrigins } from '../origins.ts'
import { createUserAgent, isDeparture, type Page, type UserAgent } from '../user-agent.ts'

interface DemoWalletParts {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  /** Network of the wallet, and of the browser below. */
  readonly walletFetch: Fetch
  readonly browserFetch: Fetch
  readonly origins: RoleOrigins
  readonly anchors: TrustAnchors
  readonly decisions: DecisionSink
  readonly walletAuthorizationEndpoint: string
  readonly person: Credentials
  readonly orderDevice: () => Promise<DeviceEvidence>
}

export interface DemoWallet {
  readonly wallet: Wallet
  readonly browser: UserAgent
  /** Returns the page that the wallet opened last. */
  opened(): Page | undefined
  /** Blocks status lists for the wallet from now on, so that it presents a revoked credential. */
  ignoreStatusLists(): void
}

export const walletRedirectUri = 'https://wallet.example/callback'

export function createDemoWallet(parts: DemoWalletParts): DemoWallet {
  const { origins, anchors, clock, random, crypto, decisions } = parts
  const browser = createUserAgent({ fetch: parts.browserFetch, language: 'en' })
  const urls = { loopbackHttp: origins.trustAnchor.startsWith('http:') }
  let statusLists = true
  const fetch: Fetch = (request) => {
    if (statusLists || !request.headers.get('accept')?.includes('statuslist')) return parts.walletFetch(request)
    return Promise.reject(new Error('this wallet ignores status lists'))
  }
  const storageKey = random.bytes(32)
  let last: Page | undefined
  const wallet = createWallet({
    clock,
    random,
    crypto,
    decisions,
    fetch,
    ...createWalletDevice({ crypto }, parts.orderDevice),
    config: walletConfig.parse({
      walletProvider: origins.walletProvider,
      authorizationEndpoint: parts.walletAuthorizationEndpoint,
      redirectUri: walletRedirectUri,
      ...urls,
    }),
    trust: createFederationTrustEvaluator({ clock, crypto, fetch }, { anchors, urls, skewSeconds }),
    blobs: createMemoryBlobStore(),
    secret: { storageKey: async () => storageKey },
    consent: { ask: async (request) => consentToAll(request), acknowledge: async () => undefined },
    userAgent: {
      authorize: (url) => logInAndAgree(browser, url, parts.person, walletRedirectUri),
      open: async (url) => {
        const visit = await browser.open(url)
        last = isDeparture(visit) ? undefined : visit
      },
    },
    pause: async () => undefined,
  })
  return {
    wallet,
    browser,
    opened: () => last,
    ignoreStatusLists: () => {
      statusLists = false
    },
  }
}
