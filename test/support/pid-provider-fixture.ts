/**
 * A federation in memory with an anchor, a Wallet Provider and a PID Provider, and a wallet that performs an issuance
 * step by step. Each step is one request, which a test can change before it is sent.
 */
import assert from 'node:assert/strict'
import type { Clock, CryptoContext, JsonObject, Random } from '../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import { generateSigner, jwkThumbprint, type Signer, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import {
  createPidProvider,
  type NationalIdentityProvider,
  type PersonSource,
  type PidProviderContext,
  type PidProviderStores,
  pidProviderConfig,
} from '../../src/pid-provider/index.ts'
import { createMdocIssuer } from '../../src/pid-provider-adapters/mdoc-issuer-file.ts'
import { createStatusListToken, type StatusList, statusListMediaType } from '../../src/status-list/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { createWalletAttestation, type WalletAttestationProfile } from '../../src/wallet-attestation/index.ts'
import { attestationClaims } from './attestation-claims.ts'
import { createCertifiedFederation, statedWith } from './certificates/certified-federation.ts'
import { countingCrypto } from './crypto-counter.ts'
import { recordingSink } from './decisions.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  organization,
  sign,
  statementAbout,
  testEntity,
  urls,
} from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { createNetwork } from './network.ts'
import { inTurn, replicatedStores } from './replicated.ts'
import { scriptedIdentityProvider } from './scripted-identity-provider.ts'
import { seededRandom } from './seeded-random.ts'

export const pidProviderId = 'https://pid.example'
export const walletProviderId = 'https://wallet-provider.example'
export const adminToken = 'an-administrators-token-of-the-tests'

export interface FixtureOptions {
  /** Members of the configuration, in the form that its schema reads. */
  readonly config?: Record<string, unknown>
  readonly stores?: PidProviderStores
  /** Ids of the scripted national identity providers. */
  readonly identityProviders?: readonly string[]
  /** Real national identity providers, listed after the scripted ones. */
  readonly channels?: readonly NationalIdentityProvider[]
  readonly serviceProviderMetadata?: PidProviderContext['serviceProviderMetadata']
  readonly personSource?: PersonSource
  readonly retiredKeys?: PidProviderContext['retiredKeys'] & object
  readonly credentialTypes?: PidProviderContext['credentialTypes'] & object
  readonly testSwitches?: PidProviderContext['testSwitches'] & object
}

export type PidProviderFixture = Awaited<ReturnType<typeof pidProviderFixture>>

/** The parts of a PID Provider that an issuance needs. The provider runs in memory or in another process. */
export interface IssuanceFixture extends CryptoContext {
  readonly random: Random
  readonly clock: Clock
  readonly identityProvider: { readonly id: string }
  attest(key: Signer, change?: AttestationChange): Promise<string>
  send(path: string, init?: RequestInit): Promise<Response>
}

export async function pidProviderFixture(options: FixtureOptions = {}) {
  const counting = countingCrypto(createNodeCrypto())
  const crypto = withKeyCache(counting.crypto)
  const random = seededRandom('pid-provider')
  const clock = fixedClock()
  const network = createNetwork()
  const sink = recordingSink()
  const faults: unknown[] = []
  const federation = await createFederation()
  const { anchor, walletProvider, federationSigner } = federation
  const certificates = await createCertifiedFederation({ clock, network })
  const walletProviderCertificate = await certificates.certifyMember(walletProvider)
  const certified: [typeof walletProvider, JsonObject] = [walletProvider, statedWith(walletProviderCertificate)]
  connectEntity(network, clock, anchor, [certified, federation.pidProvider])
  connectEntity(network, clock, walletProvider)
  const anchors = anchorsOf(anchor)
  const identityProviders = (options.identityProviders ?? ['cie']).map((id) => scriptedIdentityProvider(random, id))
  const replicated = await replicatedStores('pid-provider')
  const stores = replicated?.[0] ?? options.stores ?? openSqliteStores('pid-provider', ':memory:').stores
  const credentialSigner = await generateSigner({ crypto })
  const loginSigner = await generateSigner({ crypto })
  const mdocIssuer = await createMdocIssuer(
    { crypto, clock },
    {
      entityId: pidProviderId,
      organizationName: 'A PID Provider',
      country: 'IT',
      credentialLifetimeSeconds: 86_400 * 365,
    },
  )
  const config = pidProviderConfig.parse({
    entityId: pidProviderId,
    organization,
    authorityHints: [anchor.entityId],
    ...options.config,
  })
  const parts: PidProviderContext = {
    config,
    clock,
    random,
    crypto,
    fetch: network.fetch,
    anchors,
    trust: createFederationTrustEvaluator({ crypto, clock, fetch: network.fetch }, { anchors, urls, skewSeconds: 30 }),
    certificates: certificates.evaluator(),
    federationSigner,
    credentialSigner,
    mdocIssuer,
    nationalLoginKeys: { keys: [loginSigner.publicJwk], algorithm: 'ES256' },
    nonceKeys: [{ id: 1, secret: random.bytes(32) }],
    personSecret: random.bytes(32),
    identityProviders: [...identityProviders, ...(options.channels ?? [])],
    ...(options.serviceProviderMetadata && { serviceProviderMetadata: options.serviceProviderMetadata }),
    ...(options.personSource && { personSource: options.personSource }),
    ...(options.retiredKeys && { retiredKeys: options.retiredKeys }),
    ...(options.credentialTypes && { credentialTypes: options.credentialTypes }),
    ...(options.testSwitches && { testSwitches: options.testSwitches }),
    administrators: [{ name: 'ada', token: adminToken }],
    stores,
    decisions: sink,
    onFault: (fault) => faults.push(fault),
  }
  const provider = createPidProvider(parts)
  const others = (replicated ?? []).slice(1).map((each) => createPidProvider({ ...parts, stores: each }).app)
  const app = inTurn([provider.app, ...others])
  network.connect(pidProviderId, app)
  const [identityProvider] = identityProviders
  assert.ok(identityProvider)

  const attest = attester(federation, clock)

  /** Sends one request to the provider. */
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    app(new Request(`${pidProviderId}${path}`, init))

  return {
    ...federation,
    ...{ certificates, walletProviderCertificate },
    anchors,
    attest,
    clock,
    config,
    counting,
    credentialSigner,
    crypto,
    faults,
    identityProvider,
    identityProviders,
    mdocIssuer,
    network,
    parts,
    provider,
    random,
    send,
    sink,
    stores,
    /** Publishes a status list of the Wallet Provider at its own origin. */
    publishWalletStatus: (token: () => Promise<string>): void =>
      network.connect(
        'https://status.wallet-provider.example',
        async () => new Response(await token(), { headers: { 'content-type': statusListMediaType } }),
      ),
  }
}

/** Publishes this list as the Wallet Provider does. The list can change afterwards. */
export const publishWalletList = (
  { clock, attestationSigner, publishWalletStatus }: PidProviderFixture,
  uri: string,
  list: StatusList,
  ttlSeconds = 5,
): void =>
  publishWalletStatus(() =>
    createStatusListToken(attestationSigner, { uri, list, now: clock.now(), lifetimeSeconds: 3600, ttlSeconds }),
  )

/** Returns a function that issues a Wallet Attestation for a key. Its header contains a trust chain. */
export const attester =
  ({ anchor, walletProvider, attestationSigner }: TestFederation, clock: Clock) =>
  async (key: Signer, { status, lifetimeSeconds = 3600, profile }: AttestationChange = {}): Promise<string> =>
    createWalletAttestation({ crypto: createNodeCrypto() }, attestationSigner, {
      iss: walletProviderId,
      ephemeralKey: key.publicJwk,
      ...attestationClaims,
      trustChain: await Promise.all(
        [configurationOf(walletProvider, clock.now()), statementAbout(walletProvider, anchor, clock.now())].map(sign),
      ),
      iat: clock.now(),
      lifetimeSeconds,
      ...(status && { status }),
      ...(profile && { profile }),
    })

interface AttestationChange {
  readonly status?: JsonObject
  readonly lifetimeSeconds?: number
  readonly profile?: WalletAttestationProfile
}

type TestFederation = Awaited<ReturnType<typeof createFederation>>

/** Creates an anchor, a Wallet Provider and a PID Provider. Does not serve them. */
export async function createFederation() {
  const crypto = createNodeCrypto()
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const attestationSigner = await generateSigner({ crypto })
  const walletProvider = await testEntity(walletProviderId, {
    hints: [anchor.entityId],
    metadata: {
      wallet_provider: {
        jwks: { keys: [{ ...attestationSigner.publicJwk } as JsonObject] },
        aal_values_supported: ['https://trust-list.eu/aal/high'],
      },
    },
  })
  const pidProvider = await testEntity(pidProviderId, { hints: [anchor.entityId] })
  return { anchor, walletProvider, attestationSigner, pidProvider, federationSigner: pidProvider.signer }
}

export interface TestWallet {
  /** The attested key. */
  readonly attested: Signer
  readonly dpop: Signer
  /** The key to which the PID is bound. */
  readonly holder: Signer
  /** Thumbprint of the attested key. */
  readonly clientId: string
  readonly attestation: string
}

/** Creates a wallet with three keys and a Wallet Attestation. */
export async function testWallet(fixture: IssuanceFixture, change: AttestationChange = {}): Promise<TestWallet> {
  const own = { crypto: createNodeCrypto() }
  const [attested, dpop, holder] = [await generateSigner(own), await generateSigner(own), await generateSigner(own)]
  const clientId = jwkThumbprint(own, attested.publicJwk)
  return { attested, dpop, holder, clientId, attestation: await fixture.attest(attested, change) }
}
