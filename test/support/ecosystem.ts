/**
 * The whole ecosystem in memory: the composition of the sandbox with a fixed clock, seeded chance, stores in memory and
 * the in-memory internet. Keys are fresh, since cryptography is not scripted; everything else repeats.
 */
import { type Fetch, fail } from '../../src/base/index.ts'
import { generateSigner, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import type { NationalIdentityProvider } from '../../src/pid-provider/index.ts'
import { sandboxMembers } from '../../src/sandbox/compose/compose-trust-anchor.ts'
import { type EcosystemParts, mdocIssuerRequest, type RoleName } from '../../src/sandbox/compose/parts.ts'
import { createEcosystem, type Ecosystem } from '../../src/sandbox/ecosystem.ts'
import { createDemoWallet, type DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import type { RoleOrigins } from '../../src/sandbox/origins.ts'
import {
  createPostgresPidProviderStores,
  createPostgresRelyingPartyStores,
  createPostgresWalletProviderStores,
  pidProviderSchema,
  relyingPartySchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { sharedMdocIssuer, sharedVendor } from './certified.ts'
import { type RecordingSink, recordingSink } from './decisions.ts'
import { anchorStores } from './federation-authority.ts'
import { type FixedClock, fixedClock } from './fixed-clock.ts'
import { createLoginPage, type LoginPage } from './login-page.ts'
import { createNetwork, type Network } from './network.ts'
import { inTurn, replicatedStores } from './replicated.ts'
import { seededRandom } from './seeded-random.ts'

export const origins: RoleOrigins = {
  trustAnchor: 'https://anchor.example',
  walletProvider: 'https://wallet-provider.example',
  pidProvider: 'https://pid.example',
  relyingParty: 'https://rp.example',
}

export const adminToken = 'an-administrator-token-of-the-tests'
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

export type PartyName = RoleName | 'wallet' | 'browser' | 'phone' | 'administrator'

export interface EcosystemOptions {
  readonly seed?: string
  readonly clock?: FixedClock
  /** Wraps the network as one party sees it. */
  readonly through?: (fetch: Fetch, party: PartyName) => Fetch
  readonly parts?: Partial<EcosystemParts>
}

export interface TestEcosystem extends Ecosystem {
  readonly parts: EcosystemParts
  readonly clock: FixedClock
  readonly network: Network
  readonly decisions: RecordingSink
  readonly loginPage: LoginPage
  fetchOf(party: PartyName): Fetch
  /** A person with a wallet on a new phone. */
  person(username?: string): DemoWallet
}

/** So that there is a choice, as in the sandbox; nobody logs in there. */
const unusedProvider: NationalIdentityProvider = {
  id: 'spid',
  displayName: { it: 'Identità di prova con SAML', en: 'Test identity over SAML' },
  channel: 'saml',
  begin: async () => fail('provider_unreachable', 'provider'),
  complete: async () => fail('provider_unreachable', 'provider'),
}

export async function createTestEcosystem(options: EcosystemOptions = {}): Promise<TestEcosystem> {
  const clock = options.clock ?? fixedClock()
  const random = seededRandom(options.seed ?? 'ecosystem')
  const crypto = withKeyCache(createNodeCrypto())
  const network = createNetwork()
  const decisions = recordingSink()
  const loginPage = createLoginPage({ random })
  const fetchOf = (party: PartyName): Fetch => options.through?.(network.fetch, party) ?? network.fetch
  const signer = () => generateSigner({ crypto })
  const vendor = await sharedVendor({ clock, random, crypto })
  const given: Omit<EcosystemParts, 'anchorOperation'> = {
    origins,
    clock,
    random,
    crypto,
    fetchOf,
    keys: {
      trustAnchor: { federation: await signer() },
      walletProvider: { federation: await signer(), attestation: await signer() },
      pidProvider: {
        federation: await signer(),
        credential: await signer(),
        login: { keys: [(await signer()).publicJwk], algorithm: 'ES256' },
        mdoc: await sharedMdocIssuer({ clock }, mdocIssuerRequest(origins.pidProvider)),
      },
      relyingParty: {
        federation: await signer(),
        request: await signer(),
        response: await crypto.generateAgreementKey('P-256'),
      },
    },
    secrets: {
      challenge: [{ id: 1, secret: random.bytes(32) }],
      cNonce: [{ id: 1, secret: random.bytes(32) }],
      person: random.bytes(32),
      adminToken,
    },
    stores: {
      walletProvider: openSqliteStores('wallet-provider', ':memory:').stores,
      pidProvider: openSqliteStores('pid-provider', ':memory:').stores,
      relyingParty: openSqliteStores('relying-party', ':memory:').stores,
    },
    decisions,
    vendor,
    identityProviders: [loginPage.provider, unusedProvider],
    serviceProviderMetadata: () => '<md:EntityDescriptor/>',
    walletAuthorizationEndpoint,
    onFault: (fault, surface) => {
      throw new Error(`fault at ${surface}`, { cause: fault })
    },
    ...options.parts,
  }
  const { federation } = given.keys.trustAnchor
  const stored = await anchorStores({ entityId: origins.trustAnchor, loopbackHttp: false }, sandboxMembers(given))
  const parts = { ...given, anchorOperation: { ...stored, pinned: [federation.publicJwk] }, ...options.parts }
  const ecosystems = (await replicatedParts(parts)).map(createEcosystem)
  const [ecosystem = createEcosystem(parts)] = ecosystems
  for (const [index, { origin, app }] of ecosystem.roles.entries()) {
    const others = ecosystems.slice(1).map(({ roles }) => roles[index]?.app ?? app)
    network.connect(origin, inTurn([app, ...others]))
  }
  network.connect(loginPage.origin, async (request) => loginPage.app(request))
  const person = (username = 'mario.rossi'): DemoWallet =>
    createDemoWallet({
      ...parts,
      walletFetch: fetchOf('wallet'),
      browserFetch: fetchOf('browser'),
      anchors: ecosystem.anchors,
      person: { username, password: 'sandbox' },
      orderDevice: () => vendor.createDevice(),
    })
  return { ...ecosystem, parts, clock, network, decisions, loginPage, fetchOf, person }
}

/** As they are; with replicas, once for each of them with its own stores over the same database. */
async function replicatedParts(parts: EcosystemParts): Promise<readonly EcosystemParts[]> {
  const walletProvider = await replicatedStores(walletProviderSchema, createPostgresWalletProviderStores)
  const pidProvider = await replicatedStores(pidProviderSchema, createPostgresPidProviderStores)
  const relyingParty = await replicatedStores(relyingPartySchema, createPostgresRelyingPartyStores)
  if (!walletProvider || !pidProvider || !relyingParty) return [parts]
  return walletProvider.map((first, index) => ({
    ...parts,
    stores: {
      walletProvider: first,
      pidProvider: pidProvider[index] ?? pidProvider[0],
      relyingParty: relyingParty[index] ?? relyingParty[0],
    },
  }))
}
