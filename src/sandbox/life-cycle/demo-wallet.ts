/** Wallet and browser of one invented user, with a simulated phone. */
import type { Fetch } from '../../base/index.ts'
import { consentToAll, type Wallet } from '../../wallet/index.ts'
import { composeWallet, type SharedWalletParts } from '../compose-wallet.ts'
import type { DeviceEvidence } from '../devices/device-client.ts'
import { createWalletDevice } from '../devices/wallet-device.ts'
import { type Credentials, logInAndAgree } from '../login-script.ts'
import { createUserAgent, isDeparture, type Page, type UserAgent } from '../user-agent.ts'

interface DemoWalletParts extends SharedWalletParts {
  readonly walletFetch: Fetch
  readonly browserFetch: Fetch
  readonly person: Credentials
  readonly orderDevice: () => Promise<DeviceEvidence>
}

export interface DemoWallet {
  readonly wallet: Wallet
  readonly browser: UserAgent
  /** Returns the page that the wallet opened last, or `undefined` if there is none. */
  opened(): Page | undefined
  /** Blocks the wallet's requests for status lists from now on, so that it presents a revoked credential. */
  ignoreStatusLists(): void
}

/** Redirect URI of the wallet. No server answers there: the browser stops before it opens the URI. */
export const walletRedirectUri = 'https://wallet.example/callback'

/**
 * Creates a wallet with a simulated phone and a browser. The wallet consents to every presentation request. The browser
 * logs in as `person` and consents to every issuance. Stores nothing on disk.
 */
export function createDemoWallet(parts: DemoWalletParts): DemoWallet {
  const browser = createUserAgent({ fetch: parts.browserFetch, language: 'en' })
  let fetchesStatusLists = true
  const fetch: Fetch = (request) => {
    if (fetchesStatusLists || !request.headers.get('accept')?.includes('statuslist')) return parts.walletFetch(request)
    return Promise.reject(new Error('this wallet ignores status lists'))
  }
  let last: Page | undefined
  const wallet = composeWallet({
    ...parts,
    fetch,
    device: createWalletDevice(parts, parts.orderDevice),
    redirectUri: walletRedirectUri,
    consent: { ask: async (request) => consentToAll(request), acknowledge: async () => undefined },
    userAgent: {
      authorize: (url) => logInAndAgree(browser, url, parts.person, walletRedirectUri),
      open: async (url) => {
        const visit = await browser.open(url)
        last = isDeparture(visit) ? undefined : visit
      },
    },
  })
  return {
    wallet,
    browser,
    opened: () => last,
    ignoreStatusLists: () => {
      fetchesStatusLists = false
    },
  }
}
