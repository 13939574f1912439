/** A person of the simulated year: a phone, a browser, and a wallet that is closed and opened again. */
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { createWalletDevice } from '../../../src/sandbox/devices/wallet-device.ts'
import { walletRedirectUri } from '../../../src/sandbox/life-cycle/demo-wallet.ts'
import { logInAndAgree } from '../../../src/sandbox/login-script.ts'
import { createUserAgent, isDeparture, type Page, type UserAgent, type Visit } from '../../../src/sandbox/user-agent.ts'
import {
  consentToAll,
  createMemoryBlobStore,
  createWallet,
  type Wallet,
  walletConfig,
} from '../../../src/wallet/index.ts'
import { walletAuthorizationEndpoint } from '../ecosystem.ts'
import { portal } from './application.ts'
import { origins, skewSeconds, urls } from './federation-plan.ts'
import type { YearWorld } from './world.ts'

export interface Person {
  readonly name: string
  readonly wallet: Wallet
  readonly browser: UserAgent
  /** Logs in and consents. Returns the URL of the wallet to which the browser is redirected. */
  authorize(url: string): Promise<string>
  /** Sets the seconds of delay before each consent. */
  setConsentDelay(seconds: number): void
  /** The page that the browser opened after a presentation, unless it came back to the application. */
  opened(): Page | undefined
  /** The URL of the application to which the browser came back at the end of a presentation. */
  arrivedAt(): string | undefined
  /** Closes and opens the app again: stored data is kept, data in memory is lost. */
  reopen(): void
}

export function createPerson(world: YearWorld, name: string): Person {
  const { vendor, common } = world
  const { clock, crypto, random, decisions, fetch } = common
  const browser = createUserAgent({ fetch, language: 'en' })
  const device = createWalletDevice({ crypto }, async () => vendor.createDevice())
  const blobs = createMemoryBlobStore()
  const storageKey = random.bytes(32)
  let last: Visit | undefined
  let consentDelay = 0
  const authorize = (url: string): Promise<string> =>
    logInAndAgree(browser, url, { username: 'mario.rossi', password: 'sandbox' }, walletRedirectUri)
  const open = (): Wallet =>
    createWallet({
      ...{ clock, random, crypto, decisions, fetch, ...device, blobs },
      config: walletConfig.parse({
        walletProvider: origins.walletProvider,
        authorizationEndpoint: walletAuthorizationEndpoint,
        redirectUri: walletRedirectUri,
      }),
      trust: createFederationTrustEvaluator(common, { anchors: world.anchors(), urls, skewSeconds }),
      secret: { storageKey: async () => storageKey },
      consent: {
        ask: async (request) => {
          world.clock.advance(consentDelay)
          return consentToAll(request)
        },
        acknowledge: async () => undefined,
      },
      userAgent: {
        authorize,
        open: async (url) => {
          last = await browser.open(url, ({ origin }) => origin === portal)
        },
      },
      pause: async (seconds) => world.clock.advance(seconds),
    })
  let wallet = open()
  return {
    name,
    browser,
    authorize,
    setConsentDelay: (seconds) => {
      consentDelay = seconds
    },
    get wallet() {
      return wallet
    },
    opened: () => (last && !isDeparture(last) ? last : undefined),
    arrivedAt: () => (last && isDeparture(last) ? last.location : undefined),
    reopen: () => {
      wallet = open()
    },
  }
}
