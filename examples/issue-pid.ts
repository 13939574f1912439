/**
 * A complete wallet built with the library. It passes in everything that a platform must provide: keys, storage,
 * consent, browser, network. Then the wallet sets itself up and obtains a PID; a script performs the national login.
 *
 *     node issue-pid.ts
 */
import { randomBytes } from 'node:crypto'
import { failed } from 'fiducia/base'
import { createFederationTrustEvaluator } from 'fiducia/federation'
import { createGuardedFetch, createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
import {
  createUserAgent,
  createWalletDevice,
  joinSandbox,
  logInAndAgree,
  orderDevice,
  pinTrustAnchor,
  walletAuthorizationEndpoint,
} from 'fiducia/sandbox'
import { consentToAll, createMemoryBlobStore, createWallet, walletConfig } from 'fiducia/wallet'

await using sandbox = await joinSandbox()
const { console: devices, trust_anchor, wallet_provider, pid_provider, users } = sandbox.state
const [person] = users
if (person === undefined) throw new Error('the sandbox has no users')

const clock = createSystemClock()
const random = createNodeRandom()
const crypto = createNodeCrypto()
const fetch = createGuardedFetch({ loopbackHttp: true })
const urls = { loopbackHttp: true }
const redirectUri = 'https://wallet.example/callback'

// An app contains these keys. Only in a sandbox they come from the anchor itself.
const anchorKeys = await pinTrustAnchor(fetch, trust_anchor)
if (failed(anchorKeys)) throw new Error(anchorKeys.code)

// On a phone this is the user's browser; this one fills in the forms by script.
const browser = createUserAgent({ fetch })
const storageKey = new Uint8Array(randomBytes(32))

const wallet = createWallet({
  clock,
  random,
  crypto,
  fetch,
  config: walletConfig.parse({
    walletProvider: wallet_provider,
    authorizationEndpoint: walletAuthorizationEndpoint,
    redirectUri,
    ...urls,
  }),
  trust: createFederationTrustEvaluator(
    { clock, crypto, fetch },
    { anchors: new Map([[trust_anchor, anchorKeys]]), urls, skewSeconds: 30 },
  ),
  // Secure hardware and the vendor's integrity service. On a phone these call Android or iOS.
  ...createWalletDevice({ crypto }, () => orderDevice(fetch, devices)),
  blobs: createMemoryBlobStore(),
  secret: { storageKey: async () => storageKey },
  consent: { ask: async (request) => consentToAll(request), acknowledge: async () => undefined },
  userAgent: {
    authorize: (url) => logInAndAgree(browser, url, person, redirectUri),
    open: async (url) => void (await browser.open(url)),
  },
  decisions: {
    record: ({ surface, outcome, checks }) => console.log(`${surface}: ${outcome} after ${checks.length} checks`),
  },
  pause: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
})

const { state } = await wallet.setUp()
console.log(`The wallet is ${state}.`)
const { id } = await wallet.obtainPid(pid_provider)
const { type, issuer, claims } = await wallet.show(id)
console.log(`${type} of ${issuer}:`, claims)
await fetch.close()
