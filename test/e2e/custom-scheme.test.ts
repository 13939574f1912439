/**
 * A wallet without a universal link (D-46): the browser returns from the PID Provider by a scheme of the wallet's own,
 * which the provider's configuration lists.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import { createWalletDevice } from '../../src/sandbox/devices/wallet-device.ts'
import { createUserAgent } from '../../src/sandbox/index.ts'
import { logInAndAgree } from '../../src/sandbox/login-script.ts'
import { consentToAll, createMemoryBlobStore, createWallet, walletConfig } from '../../src/wallet/index.ts'
import { createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'
import { refusedBy } from '../support/refused-by.ts'

const scheme = 'it.example.wallet'
const ecosystem = await createTestEcosystem({ seed: 'custom scheme' })

function trustOf({ clock, parts: { crypto }, network: { fetch }, anchors }: TestEcosystem) {
  return createFederationTrustEvaluator(
    { clock, crypto, fetch },
    { anchors, urls: { loopbackHttp: false }, skewSeconds: 30 },
  )
}

/** Serves the PID Provider again, with these schemes. */
const permit = (redirectSchemes: readonly string[]): Promise<void> =>
  ecosystem.recompose('pid-provider', { settings: { redirectSchemes: [...redirectSchemes] } })

/** Returns a wallet, and the URLs by which the browser opened it. */
function walletAt(redirectUri: string) {
  const { parts, network, clock } = ecosystem
  const { random, crypto, decisions, vendor, walletAuthorizationEndpoint: authorizationEndpoint } = parts
  const browser = createUserAgent({ fetch: network.fetch })
  const person = { username: 'mario.rossi', password: 'sandbox' }
  const arrivals: string[] = []
  const wallet = createWallet({
    clock,
    random,
    crypto,
    decisions,
    fetch: network.fetch,
    ...createWalletDevice({ crypto }, () => vendor.createDevice()),
    config: walletConfig.parse({
      walletProvider: origins.walletProvider,
      authorizationEndpoint,
      redirectUri,
      customSchemes: [scheme],
    }),
    trust: trustOf(ecosystem),
    blobs: createMemoryBlobStore(),
    secret: { storageKey: async () => new Uint8Array(32).fill(1) },
    consent: { ask: async (request) => consentToAll(request) },
    userAgent: {
      authorize: async (url) => {
        const arrival = await logInAndAgree(browser, url, person, redirectUri)
        arrivals.push(arrival)
        return arrival
      },
      open: async () => undefined,
    },
    pause: async () => undefined,
  })
  return { wallet, arrivals }
}

for (const path of ['://issued', ':/issued', ':issued', ':///issued?from=pid'])
  test(`PP-08 WI-20 D-46 a wallet gets its PID by ${scheme}${path}, and refuses another link`, async () => {
    await permit([scheme])
    const { wallet, arrivals } = walletAt(scheme + path)
    await wallet.setUp()
    const { issuer } = await wallet.obtainPid(origins.pidProvider)
    assert.equal(issuer, origins.pidProvider)
    const [arrival = ''] = arrivals
    assert.ok(arrival.startsWith(scheme + path), arrival)
    await refusedBy('WI-40', 'state_unknown', wallet.completeIssuance(arrival))
    const { state } = await wallet.beginIssuance(origins.pidProvider)
    const elsewhere = `${scheme}://elsewhere?code=x&state=${state}&iss=${encodeURIComponent(origins.pidProvider)}`
    await refusedBy('WI-20', 'redirect_uri_mismatch', wallet.completeIssuance(elsewhere))
  })

test('PP-08 D-46 a PID Provider does not redirect to a scheme that its settings do not list', async () => {
  await permit([])
  const { wallet, arrivals } = walletAt(`${scheme}://issued`)
  await wallet.setUp()
  await refusedBy('WI-42', 'request_refused', wallet.obtainPid(origins.pidProvider))
  assert.deepEqual(arrivals, [])
})
