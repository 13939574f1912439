/**
 * Composes the ecosystem from a data directory and network access. The main process of a sandbox and each replica do
 * this, with different network access, observers and database connections.
 */
import {
  type Clock,
  type CryptoContext,
  type DecisionSink,
  encodeBase64url,
  type Fetch,
  type Random,
} from '../base/index.ts'
import { withKeyCache } from '../jose/index.ts'
import {
  ConfigError,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  limitOutageReports,
  withTurns,
} from '../node/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import { secretDigest } from '../relying-party/index.ts'
import { type DatabaseSettings, openKeys, type RoleKeys, type RoleSettings, type ServedRole } from '../serve/index.ts'
import type { SoftwareVendor } from '../software-device/index.ts'
import { type DataPaths, nationalIdpKeyFile } from './data-directory.ts'
import { createSoftwareVendors, loadSoftwareVendor } from './devices/stored-vendor.ts'
import { loadUserTokenKey, type UserTokenServer, userTokenKeyFile } from './devices/user-tokens.ts'
import { createEcosystem, type Ecosystem, type EcosystemParts } from './ecosystem.ts'
import { type OpenedEcosystemStores, openEcosystemStores } from './ecosystem-stores.ts'
import { withFlowLinks } from './flow-links.ts'
import { loadNationalIdpKey } from './national-idp/federation-membership.ts'
import { isSamlifyInstalled } from './national-idp/saml/samlify-installed.ts'
import { openIdProviderSettings } from './openid-client.ts'
import { consoleWalletEndpoint, type SandboxOrigins } from './origins.ts'
import { presentationReturnUrl } from './presentation-service.ts'
import { type Exchange, recordingFetch } from './recording-fetch.ts'
import { SandboxFault } from './sandbox-fault.ts'
import type { OfferedWallet } from './sandbox-parts.ts'
import { createSandboxSettings, toSubordinate } from './settings.ts'
import { loadTestIssuerKeys, type TestIssuerKeys, testIssuerMember } from './test-issuer/open-test-issuers.ts'
import { type TestOptions, testSwitchesOf } from './test-options.ts'

type ProcessParts = CryptoContext & { readonly clock: Clock; readonly random: Random }

/** Creates clock, randomness and cryptography of a process. */
export function createProcessParts(): ProcessParts {
  const clock = createSystemClock()
  return { clock, random: createNodeRandom(), crypto: withKeyCache(withTurns(createNodeCrypto()), { clock }) }
}

/** Secrets that each start of the sandbox creates. All replicas receive the same secrets. */
export interface StartSecrets {
  /** Token of every role's administration. */
  readonly adminToken: string
  /** API key with which an application on this machine uses the Relying Party. */
  readonly applicationKey: string
}

/** Creates the secrets: 256 random bits each. */
export const createStartSecrets = ({ random }: Pick<ProcessParts, 'random'>): StartSecrets => ({
  adminToken: encodeBase64url(random.bytes(32)),
  applicationKey: encodeBase64url(random.bytes(32)),
})

/**
 * Relying Party settings that give the console's request builder a choice: mdoc besides SD-JWT, and an unencrypted
 * response.
 */
export const requestBuilderChoices = {
  mdocAlgorithms: ['ES256'],
  responseModes: ['direct_post.jwt', 'direct_post'],
} as const

export interface AssemblyInput {
  readonly data: DataPaths
  /** Database that all roles share. Defaults to embedded stores in the data directory. */
  readonly database: DatabaseSettings | undefined
  readonly origins: SandboxOrigins
  /** Returns the network access of a role. */
  readonly fetchAs: (role: ServedRole) => Fetch
  /** Returns the id of the recorded request that is being served, if any. */
  readonly currentId: () => string | undefined
  readonly decisions: DecisionSink
  /** Called with each HTTP exchange whose request a role sent. */
  readonly onExchange: (exchange: Exchange) => void
  readonly onFault: (fault: unknown, surface: string) => void
  readonly startSecrets: StartSecrets
  /** Receives the keys of the roles. */
  readonly onKeys?: (keys: RoleKeys) => void
  /** Redirect URI of an application that logs users in with OpenID Connect. Defaults to none. */
  readonly openid?: string | undefined
  /** Additional wallets that the Relying Party offers. Defaults to none. */
  readonly walletLinks?: readonly OfferedWallet[] | undefined
  /** Profiles for which each role has an additional entity. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[] | undefined
  /** Relaxed checks and additional trust, for tests. Defaults to none. */
  readonly tests?: TestOptions | undefined
  /** Receives the function that closes the stores. */
  readonly addStop: (close: () => Promise<void>) => void
}

interface AssembledEcosystem {
  readonly ecosystem: Ecosystem
  readonly opened: OpenedEcosystemStores
  readonly vendor: SoftwareVendor
  readonly userTokenServer: UserTokenServer
  /** Keys to which wallets encrypt their responses. */
  readonly responseKeys: RoleKeys['relying-party']['response']
  readonly testIssuerKeys: readonly TestIssuerKeys[]
}

/**
 * Loads keys, secrets and stores from the data directory, creates missing ones, and composes the roles. The main
 * process of a sandbox must call it before its replicas do. Rejects with:
 *
 * - `SandboxFault` if the stores cannot be used or belong to other keys
 * - `PrivateFileError` for a damaged file
 * - `ConfigError` for settings that a role refuses
 * - `Unavailable` if PostgreSQL does not answer, `DatabaseFault` if it cannot be used
 */
export async function assembleEcosystem(ctx: ProcessParts, input: AssemblyInput): Promise<AssembledEcosystem> {
  const {
    data,
    database,
    origins,
    fetchAs,
    decisions,
    onExchange,
    startSecrets,
    openid,
    walletLinks = [],
    profiles,
    tests = {},
  } = input
  const [nationalIdpKey, userTokenKey, vendor, testIssuerKeys] = await Promise.all([
    loadNationalIdpKey(ctx, data.path(nationalIdpKeyFile)),
    loadUserTokenKey(ctx, data.path(userTokenKeyFile)),
    loadSoftwareVendor(ctx, data),
    loadTestIssuerKeys(ctx, data, profiles ?? []),
  ])
  const userTokenServer = { issuer: origins.console, signer: userTokenKey }
  const application = {
    id: 'sandbox',
    apiKeyDigests: [secretDigest(ctx, startSecrets.applicationKey)],
    returnUrls: [presentationReturnUrl(origins.console)],
    loopbackReturnUrls: true,
  }
  const settings = createSandboxSettings({
    origins,
    adminToken: startSecrets.adminToken,
    walletAuthorizationEndpoint: consoleWalletEndpoint(origins),
    vendor,
    nationalIdps: { oidc: origins.nationalIdp, ...(isSamlifyInstalled && { saml: origins.nationalSamlIdp }) },
    userTokenServer: { issuer: userTokenServer.issuer, publicJwk: userTokenKey.publicJwk },
    relyingParty: { applications: [application], ...requestBuilderChoices, walletLinks },
    ...(openid !== undefined && { openid: openIdProviderSettings(ctx, data, openid) }),
    databaseOf: (role) => database ?? { url: `sqlite:stores/${role}.sqlite` },
    ...(profiles && { profiles }),
    toPath: data.path,
  })
  const keys = await openAllKeys(ctx, settings)
  input.onKeys?.(keys)
  const opened = await openEcosystemStores(settings)
  input.addStop(opened.close)
  const common = {
    ...ctx,
    decisions,
    onFault: limitOutageReports(ctx, input.onFault),
    vendors: createSoftwareVendors(ctx, vendor),
    testSwitches: testSwitchesOf(tests),
  }
  const ecosystem = await createEcosystem({
    settings,
    keys,
    stores: opened.stores,
    infrastructureOf: (role) => ({ ...common, fetch: recordingFetch(fetchAs(role), role, onExchange) }),
    furtherAnchors: tests.anchors ?? [],
    furtherMembers: [toSubordinate(origins.nationalIdp, nationalIdpKey, 'openid_provider')],
    furtherProfileMembers: (profile, trustAnchor) =>
      testIssuerKeys.flatMap((one) => (one.profile === profile ? testIssuerMember(one, origins, trustAnchor) : [])),
  }).catch(toSandboxFault)
  const roles = ecosystem.roles.map((role) => ({
    ...role,
    app: withFlowLinks(role.app, origins.console, input.currentId),
  }))
  const responseKeys = keys['relying-party'].response
  return { ecosystem: { ...ecosystem, roles }, opened, vendor, userTokenServer, responseKeys, testIssuerKeys }
}

async function openAllKeys(ctx: ProcessParts, settings: RoleSettings): Promise<EcosystemParts['keys']> {
  const parts = { ...ctx, makeKeys: true }
  const [trustAnchor, walletProvider, pidProvider, relyingParty] = await Promise.all([
    openKeys('trust-anchor', settings['trust-anchor'], parts),
    openKeys('wallet-provider', settings['wallet-provider'], parts),
    openKeys('pid-provider', settings['pid-provider'], parts),
    openKeys('relying-party', settings['relying-party'], parts),
  ])
  return {
    'trust-anchor': trustAnchor,
    'wallet-provider': walletProvider,
    'pid-provider': pidProvider,
    'relying-party': relyingParty,
  }
}

function toSandboxFault(thrown: unknown): never {
  if (!(thrown instanceof ConfigError)) throw thrown
  throw new SandboxFault('The stores belong to a sandbox with other keys: name its --data directory.', {
    cause: thrown,
  })
}
