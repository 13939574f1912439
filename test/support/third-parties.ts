/**
 * Our wallet and our Wallet Provider with third-party implementations: a Trust Anchor, a PID Provider and a Relying
 * Party, each at its own port. The wallet reaches them by the guarded client or by the platform's `fetch`.
 */
import type { TestContext } from 'node:test'
import type { JWK } from 'jose'
import type { Fetch } from '../../src/base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../src/certificate-trust/index.ts'
import { itWalletTypes, pid } from '../../src/credential/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createGuardedFetch, serve } from '../../src/node/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import type { Wallet } from '../../src/wallet/index.ts'
import { createWalletProvider, walletProviderConfig } from '../../src/wallet-provider/index.ts'
import { recordingSink } from './decisions.ts'
import { createDeviceBench } from './device-integrity.ts'
import { crypto, organization } from './federation.ts'
import type { FixedClock } from './fixed-clock.ts'
import { seededRandom } from './seeded-random.ts'
import { seconds, startAnchor } from './third-party/federation.ts'
import { startIssuer } from './third-party/issuer.ts'
import { startRelyingParty } from './third-party/relying-party.ts'
import type { LaterVersion, Version } from './third-party/versions.ts'
import { createTestWallet, type TestWallet, type TestWalletOptions } from './wallet-parts.ts'

/** The machine's clock, because third-party code uses no other. A test cannot advance it. */
const machineClock: FixedClock = {
  now: seconds,
  advance: () => {
    throw new Error('a test cannot advance the clock of the machine')
  },
}

/**
 * Starts the parties. They stop when the test ends. The PID Provider and the Relying Party implement `version`. Our
 * Wallet Provider is below the same anchor in the version `seed`, else below a second anchor, `ownAnchor`.
 */
export async function startThirdParties(t: Pick<TestContext, 'after'>, version: Version = 'seed') {
  const anchor = await startAnchor()
  const ownAnchor = version === 'seed' ? anchor : await startAnchor()
  const [issuer, relyingParty] = [await startIssuer(anchor, version), await startRelyingParty(anchor, version)]
  for (const { stop } of new Set([anchor, ownAnchor, issuer, relyingParty])) t.after(stop)
  const fetch = createGuardedFetch({ loopbackHttp: true, timeoutMilliseconds: 60_000 })
  t.after(() => fetch.close())
  const { clock, vendor, provider } = await createDeviceBench(machineClock)
  const pinned = new Map([anchor, ownAnchor].map(({ origin, key }) => [origin, [{ ...key.publicJwk, kty: 'EC' }]]))
  const walletProvider = await startWalletProvider(t, ownAnchor, {
    clock,
    fetch,
    anchors: pinned,
    integrity: provider(),
  })
  const roots = pinRoots([relyingParty.root, issuer.root])
  const surroundings = (through: Fetch) => ({
    clock,
    vendor,
    network: { fetch: through },
    anchorProfiles: new Map([[anchor.origin, [version]]]),
    certificates: createCertificateEvaluator({
      ...{ clock, fetch: through, urls: { loopbackHttp: true }, roots },
      ...{ skewSeconds: 30, graceSeconds: 0 },
    }),
    trust: () =>
      createFederationTrustEvaluator(
        { crypto, clock, fetch: through },
        { anchors: pinned, urls: { loopbackHttp: true }, skewSeconds: 30 },
      ),
  })
  return {
    anchor,
    ownAnchor,
    issuer,
    relyingParty,
    walletProvider,
    /** Gives the wallet the person credential of a later version. */
    deliverTo: (wallet: Wallet, later: LaterVersion) =>
      wallet.receiveCredential({
        ...{ issuer: issuer.origin, type: issuer.typeOf(later), clientId: 'wallet', cNonce: 'nonce' },
        obtain: (keyProof) => issuer.deliver(later, keyProof),
      }),
    /**
     * Creates a wallet whose browser authorizes each request at the issuer. `through` defaults to the guarded client.
     */
    createWallet: (options: TestWalletOptions = {}, through: Fetch = fetch): TestWallet =>
      Object.assign(
        createTestWallet(surroundings(through), {
          credentialTypes: [pid, ...itWalletTypes(anchor.origin)],
          ...options,
          config: { walletProvider, loopbackHttp: true, ...options.config },
        }),
        { browser: issuer.authorize },
      ),
  }
}

async function startWalletProvider(
  t: Pick<TestContext, 'after'>,
  anchor: Awaited<ReturnType<typeof startAnchor>>,
  parts: Pick<Parameters<typeof createWalletProvider>[0], 'clock' | 'fetch' | 'anchors'> & {
    readonly integrity: Parameters<typeof createWalletProvider>[0]['deviceIntegrity']
  },
): Promise<string> {
  const { integrity: deviceIntegrity, ...around } = parts
  let app: (request: Request) => Promise<Response>
  const server = await serve({ port: 0, hosts: ['127.0.0.1'], stopTimeoutSeconds: 0, app: (request) => app(request) })
  t.after(() => server.stop())
  const entityId = `http://127.0.0.1:${server.port}`
  const [federationSigner, attestationSigner] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
  ;({ app } = createWalletProvider({
    ...around,
    crypto,
    config: walletProviderConfig.parse({
      entityId,
      environment: 'test',
      organization,
      authorityHints: [anchor.origin],
      loopbackHttp: true,
    }),
    random: seededRandom('wallet-provider'),
    federationSigner,
    attestationSigner,
    challengeKeys: [{ id: 1, secret: new Uint8Array(32).fill(7) }],
    deviceIntegrity,
    stores: openSqliteStores('wallet-provider', ':memory:').stores,
    decisions: recordingSink(),
    onFault: (fault) => {
      throw fault
    },
  }))
  anchor.members.set(entityId, [federationSigner.publicJwk as JWK])
  return entityId
}
