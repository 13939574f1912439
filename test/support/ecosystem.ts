/**
 * The whole ecosystem in memory: the sandbox's composition with a fixed clock, seeded randomness, stores in memory and
 * the in-memory internet. Keys are fresh, because cryptography is not seeded; everything else repeats.
 */
import { type Clock, type Crypto, type DecisionSink, type Fetch, fail, type Random } from '../../src/base/index.ts'
import { createMemoryKeyVault } from '../../src/federation/index.ts'
import type { App } from '../../src/http/index.ts'
import { generateSigner, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import type { NationalIdentityProvider } from '../../src/pid-provider/index.ts'
import type { FurtherProfileName } from '../../src/profiles/index.ts'
import { createSoftwareVendors } from '../../src/sandbox/devices/stored-vendor.ts'
import { createEcosystem, type Ecosystem, type EcosystemParts } from '../../src/sandbox/ecosystem.ts'
import { openEcosystemStores } from '../../src/sandbox/ecosystem-stores.ts'
import { createDemoWallet, type DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { organizationNames } from '../../src/sandbox/organizations.ts'
import type { RoleOrigins } from '../../src/sandbox/origins.ts'
import { createSandboxSettings, pinAnchors } from '../../src/sandbox/settings.ts'
import { composeRole, type RoleKeys, type RoleSettings, type ServedRole } from '../../src/serve/index.ts'
import type { SoftwareVendor } from '../../src/software-device/index.ts'
import type { RoleStores } from '../../src/stores/index.ts'
import { type RecordingSink, recordingSink } from './decisions.ts'
import { createTestIssuers, profileAnchorsOf } from './ecosystem-test-issuers.ts'
import { type FixedClock, fixedClock } from './fixed-clock.ts'
import { createLoginPage, type LoginPage } from './login-page.ts'
import { createNetwork, type Network } from './network.ts'
import { inTurn, replicatedStores } from './replicated.ts'
import { seededRandom } from './seeded-random.ts'
import { sharedMdocIssuer, sharedVendor } from './shared-fixtures.ts'

export const origins: RoleOrigins = {
  trustAnchor: 'https://anchor.example',
  walletProvider: 'https://wallet-provider.example',
  pidProvider: 'https://pid.example',
  relyingParty: 'https://rp.example',
}

const roleNames: ReadonlyMap<string, ServedRole> = new Map([
  [origins.trustAnchor, 'trust-anchor'],
  [origins.walletProvider, 'wallet-provider'],
  [origins.pidProvider, 'pid-provider'],
  [origins.relyingParty, 'relying-party'],
])

/** Returns the role at an origin, or `undefined` at any other origin. */
export const roleAt = (origin: string): ServedRole | undefined => roleNames.get(origin)

export const adminToken = 'an-administrator-token-of-the-tests'
export const walletAuthorizationEndpoint = 'https://wallet.example/authorization'

export type PartyName = ServedRole | 'wallet' | 'browser' | 'phone' | 'administrator'

interface EcosystemOptions {
  /** Seed of all randomness except keys. Defaults to `ecosystem`. */
  readonly seed?: string
  readonly clock?: FixedClock
  /** Wraps the sink of all decisions. */
  readonly observe?: (sink: DecisionSink) => DecisionSink
  /** Wraps the network of one party. */
  readonly through?: (fetch: Fetch, party: PartyName) => Fetch
  /** Further members of the Relying Party's own settings. */
  readonly relyingParty?: object
  /** Wraps clock, randomness and cryptography of all parties. */
  readonly wrapParts?: <P extends { readonly clock: Clock; readonly random: Random; readonly crypto: Crypto }>(
    parts: P,
  ) => P
  /** Wraps the app of a role. */
  readonly receive?: (name: ServedRole, app: App) => App
  /** Receives the keys of the roles. */
  readonly onKeys?: (keys: RoleKeys) => void
  /** Database settings of a role. Defaults to memory. */
  readonly databaseOf?: (role: ServedRole) => object
  /** Profiles of further entities of each role. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Serves a test issuer for each of the profiles, from which wallets receive credentials (`receiveIn`). */
  readonly testIssuers?: boolean
  /** OpenID Provider of the Relying Party, and its keys. */
  readonly openid?: { readonly settings: object; readonly keys: NonNullable<RoleKeys['relying-party']['openId']> }
}

export interface TestEcosystem extends Ecosystem {
  readonly parts: EcosystemParts & {
    readonly clock: FixedClock
    readonly random: Random
    readonly crypto: Crypto
    readonly decisions: DecisionSink
    readonly origins: RoleOrigins
    readonly walletAuthorizationEndpoint: string
    readonly vendor: SoftwareVendor
  }
  readonly clock: FixedClock
  readonly network: Network
  readonly decisions: RecordingSink
  readonly loginPage: LoginPage
  fetchOf(party: PartyName): Fetch
  /** A person with a wallet on a new phone. */
  person(username?: string): DemoWallet
  /** Deletes expired records of the stores. Does nothing with replicas. */
  prune(now: number): Promise<void>
  /** Composes a replica: the role again, over the same stores. */
  replicaOf(role: ServedRole): Promise<App>
  /** Composes a role again with changed settings and keys, and serves it in place of the former one. */
  recompose<R extends ServedRole>(role: R, changes: Changes<R>): Promise<void>
}

interface Changes<R extends ServedRole> {
  readonly settings?: Partial<RoleSettings[R]['role']>
  readonly keys?: Partial<RoleKeys[R]>
}

/** A second provider, so that there is a choice as in the sandbox; no test logs in there. */
const unusedProvider: NationalIdentityProvider = {
  id: 'spid',
  displayName: { it: 'Identità di prova con SAML', en: 'Test identity over SAML' },
  channel: 'saml',
  begin: async () => fail('provider_unreachable', 'provider'),
  complete: async () => fail('provider_unreachable', 'provider'),
}

export async function createTestEcosystem(options: EcosystemOptions = {}): Promise<TestEcosystem> {
  const wrap = options.wrapParts ?? (<P>(parts: P): P => parts)
  const { clock, random, crypto } = wrap({
    clock: options.clock ?? fixedClock(),
    random: seededRandom(options.seed ?? 'ecosystem'),
    crypto: withKeyCache(createNodeCrypto()),
  })
  const network = createNetwork()
  const decisions = recordingSink()
  const loginPage = createLoginPage({ random })
  const fetchOf = (party: PartyName): Fetch => options.through?.(network.fetch, party) ?? network.fetch
  const vendor = await sharedVendor({ clock, random, crypto })
  const observed = options.observe?.(decisions) ?? decisions
  const ctx = { clock, random, crypto, decisions: observed }
  const settings = createSandboxSettings({
    ...{ origins, adminToken, walletAuthorizationEndpoint, vendor },
    nationalIdps: { oidc: loginPage.origin, saml: 'https://spid.example' },
    ...(options.relyingParty && { relyingParty: options.relyingParty }),
    // Any existing file will do, because the keys of the clients are in memory.
    ...(options.openid && {
      openid: options.openid.settings,
      toPath: (path: string) => (path.startsWith('/') ? path : import.meta.filename),
    }),
    ...(options.databaseOf && { databaseOf: options.databaseOf }),
    ...(options.profiles && { profiles: options.profiles }),
  })
  const common = {
    ...ctx,
    vendors: createSoftwareVendors(ctx, vendor),
    onFault: (fault: unknown, surface: string) => {
      throw new Error(`fault at ${surface}`, { cause: fault })
    },
  }
  const created = await createKeys(ctx, loginPage)
  const openId = options.openid && { openId: options.openid.keys }
  const own = { ...created, 'relying-party': { ...created['relying-party'], ...openId } }
  const keys = await withProfileKeys(own, options.profiles ?? [], () => createKeys(ctx, loginPage))
  options.onKeys?.(keys)
  const { prune, all } = await replicatedRoleStores(settings)
  const [stores, ...others] = all
  const testIssuers =
    options.testIssuers === true
      ? await createTestIssuers({ ...ctx, fetch: network.fetch }, options.profiles ?? [])
      : undefined
  const parts = {
    ...(testIssuers && { furtherProfileMembers: testIssuers.members }),
    ...{ ...ctx, origins, walletAuthorizationEndpoint, vendor, settings, keys, stores },
    infrastructureOf: (role: ServedRole) => ({ ...common, fetch: fetchOf(role) }),
  }
  const ecosystem = await createEcosystem(parts)
  const replicas = await Promise.all(others.map((replica) => createEcosystem({ ...parts, stores: replica })))
  for (const [index, { name, origin, app }] of ecosystem.roles.entries()) {
    const received = options.receive?.(name, app) ?? app
    network.connect(origin, inTurn([received, ...replicas.map(({ roles }) => roles[index]?.app ?? app)]))
  }
  network.connect(loginPage.origin, async (request) => loginPage.app(request))
  const { anchors, profileAnchors } = ecosystem
  testIssuers?.serve(network, profileAnchors, ecosystem.services['trust-anchor'].app)
  const person = (username = 'mario.rossi'): DemoWallet =>
    createDemoWallet({
      ...parts,
      walletFetch: fetchOf('wallet'),
      browserFetch: fetchOf('browser'),
      anchors,
      ...(testIssuers && { profileAnchors: profileAnchorsOf(profileAnchors) }),
      person: { username, password: 'sandbox' },
      orderDevice: () => vendor.createDevice(),
    })
  const pinnedOf = <R extends ServedRole>(role: R): RoleSettings[R] =>
    pinAnchors(settings[role], ecosystem.profileAnchors)
  const replicaOf = async <R extends ServedRole>(role: R): Promise<App> => {
    const infrastructure = { ...parts.infrastructureOf(role), stores: stores[role] }
    return (await composeRole(role, pinnedOf(role), keys[role], infrastructure)).app
  }
  const recompose = async <R extends ServedRole>(role: R, changes: Changes<R>): Promise<void> => {
    const pinned = pinnedOf(role)
    const changed = { ...pinned, role: { ...pinned.role, ...changes.settings } }
    const infrastructure = { ...parts.infrastructureOf(role), stores: stores[role] }
    const { app } = await composeRole(role, changed, { ...keys[role], ...changes.keys }, infrastructure)
    network.connect(settings[role].publicUrl, app)
  }
  return { ...ecosystem, parts, clock, network, decisions, loginPage, fetchOf, person, prune, replicaOf, recompose }
}

async function createKeys(
  { clock, random, crypto }: { readonly clock: FixedClock; readonly random: Random; readonly crypto: Crypto },
  loginPage: LoginPage,
): Promise<RoleKeys> {
  const signer = () => generateSigner({ crypto })
  const [anchor, attestation] = [await signer(), await signer()]
  return {
    'trust-anchor': { federation: [anchor], vault: createMemoryKeyVault([anchor], signer) },
    'wallet-provider': {
      federation: [await signer()],
      attestation: [attestation],
      vault: createMemoryKeyVault([attestation], signer),
      challenge: [{ id: 1, secret: random.bytes(32) }],
    },
    'pid-provider': {
      federation: [await signer()],
      credential: [await signer()],
      mdoc: await sharedMdocIssuer(
        { clock },
        {
          ...{ entityId: origins.pidProvider, organizationName: organizationNames['pid-provider'], country: 'IT' },
          credentialLifetimeSeconds: 365 * 86_400,
        },
      ),
      personSource: await signer(),
      cNonce: [{ id: 1, secret: random.bytes(32) }],
      person: random.bytes(32),
      logins: {
        nationalLoginKeys: { keys: [(await signer()).publicJwk], algorithm: 'ES256' },
        identityProviders: [loginPage.provider, unusedProvider],
        serviceProviderMetadata: () => '<md:EntityDescriptor/>',
      },
    },
    'relying-party': {
      federation: [await signer()],
      request: [await signer()],
      response: [await crypto.generateAgreementKey('P-256')],
    },
  }
}

type Keys = EcosystemParts['keys']

/** Adds keys for the entities of these profiles. */
async function withProfileKeys(
  own: RoleKeys,
  profiles: readonly FurtherProfileName[],
  create: () => Promise<RoleKeys>,
): Promise<Keys> {
  const created = new Map<FurtherProfileName, RoleKeys>()
  for (const profile of profiles) created.set(profile, await create())
  const keysOf = <R extends ServedRole>(role: R): Keys[R] => {
    const further = [...created].map(([profile, keys]) => [profile, keys[role]])
    return { ...own[role], ...(further.length > 0 && { profiles: Object.fromEntries(further) }) }
  }
  return {
    'trust-anchor': keysOf('trust-anchor'),
    'wallet-provider': keysOf('wallet-provider'),
    'pid-provider': keysOf('pid-provider'),
    'relying-party': keysOf('relying-party'),
  }
}

/**
 * Returns stores in memory. With replicas, returns the stores of each replica over one database (`replicatedStores`).
 */
async function replicatedRoleStores(
  settings: RoleSettings,
): Promise<{ readonly all: readonly [RoleStores, ...RoleStores[]]; readonly prune: (now: number) => Promise<void> }> {
  const [trustAnchor, walletProvider, pidProvider, relyingParty] = [
    await replicatedStores('trust-anchor'),
    await replicatedStores('wallet-provider'),
    await replicatedStores('pid-provider'),
    await replicatedStores('relying-party'),
  ]
  if (!trustAnchor || !walletProvider || !pidProvider || !relyingParty)
    return openEcosystemStores(settings).then(({ stores, prune }) => ({ all: [stores], prune }))
  const replica = (index: number): RoleStores => ({
    'trust-anchor': trustAnchor[index] ?? trustAnchor[0],
    'wallet-provider': walletProvider[index] ?? walletProvider[0],
    'pid-provider': pidProvider[index] ?? pidProvider[0],
    'relying-party': relyingParty[index] ?? relyingParty[0],
  })
  const all = [replica(0), ...trustAnchor.slice(1).map((_, index) => replica(index + 1))] as const
  return { all, prune: async () => undefined }
}
