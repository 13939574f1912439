/**
 * Makes what an ecosystem is composed of out of a data directory, stores and a network: in the process of a sandbox, and
 * again in each of its replicas, which differ in nothing but their connections.
 */
import type { Clock, CryptoContext, DecisionSink, Random } from '../base/index.ts'
import { withKeyCache } from '../jose/index.ts'
import {
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  type GuardedFetch,
  sparingOutages,
  withTurns,
} from '../node/index.ts'
import { openAnchorOperation } from './anchor-operation.ts'
import { member, sandboxMembers } from './compose/compose-trust-anchor.ts'
import { type EcosystemParts, type EcosystemSecrets, loopbackHttp } from './compose/parts.ts'
import { type DataPaths, nationalIdpKeyFile } from './data-directory.ts'
import { loadWalletAppKey, type WalletApp, walletAppKeyFile } from './devices/user-tokens.ts'
import type { OpenedStores } from './ecosystem-stores.ts'
import { loadNationalIdpKey } from './national-idp/federation-membership.ts'
import { connectNationalIdps, type PidProviderLoginKeys } from './national-idp/national-idps.ts'
import { loadServiceProviderKey } from './national-idp/saml/service-provider.ts'
import { type SandboxOrigins, walletAuthorizationEndpoint } from './origins.ts'
import { type Exchange, recordingFetch } from './recording-fetch.ts'
import { loadEcosystemKeys, loadEcosystemSecrets, loadSoftwareVendor, openAttestationKeyRing } from './stored-parts.ts'

export type ProcessParts = CryptoContext & { readonly clock: Clock; readonly random: Random }

/** Time, chance and cryptography of a process. */
export function createProcessParts(): ProcessParts {
  const clock = createSystemClock()
  return { clock, random: createNodeRandom(), crypto: withKeyCache(withTurns(createNodeCrypto()), { clock }) }
}

/** Those that each start makes anew, so that replicas are told them. */
export type StartSecrets = Required<Pick<EcosystemSecrets, 'adminToken' | 'applicationKey'>>

export interface Surroundings {
  readonly data: DataPaths
  readonly opened: OpenedStores
  readonly origins: SandboxOrigins
  readonly fetch: GuardedFetch
  readonly decisions: DecisionSink
  /** Told of each exchange between the roles. */
  readonly tell: (exchange: Exchange) => void
  readonly onFault: EcosystemParts['onFault']
  /** Made here when not said. */
  readonly startSecrets?: StartSecrets
}

export interface AssembledParts extends EcosystemParts {
  readonly secrets: Required<EcosystemSecrets>
  readonly loginKeys: PidProviderLoginKeys
  readonly walletApp: WalletApp
}

/** Loads what the directory holds, and makes what it lacks: so the first process of a sandbox does it before the others. */
export async function assembleParts(ctx: ProcessParts, surroundings: Surroundings): Promise<AssembledParts> {
  const { data, opened, origins, fetch, decisions, tell, onFault, startSecrets } = surroundings
  const [{ keys, loginKey, decrypter, anchorKeys }, nationalIdpKey, serviceProviderKey, walletAppKey, vendor] =
    await Promise.all([
      loadEcosystemKeys(ctx, data, origins.pidProvider),
      loadNationalIdpKey(ctx, data.path(nationalIdpKeyFile)),
      loadServiceProviderKey(ctx, data.path('keys', 'pid-provider-saml.json')),
      loadWalletAppKey(ctx, data.path(walletAppKeyFile)),
      loadSoftwareVendor(ctx, data),
    ])
  const loginKeys = { loginKey, decrypter, login: keys.pidProvider.login, serviceProviderKey }
  const { attestationKeys } = opened
  const attestation = attestationKeys && { store: attestationKeys, held: keys.walletProvider.attestation }
  return {
    ...ctx,
    origins,
    fetchOf: (role) => recordingFetch(fetch, role, tell),
    keys,
    secrets: { ...loadEcosystemSecrets(ctx, data), ...startSecrets },
    stores: opened.stores,
    anchorOperation: await openAnchorOperation(ctx, data, {
      stores: opened.trustAnchor,
      entityId: origins.trustAnchor,
      loopbackHttp: loopbackHttp({ origins }),
      keys: anchorKeys,
      members: [...sandboxMembers({ origins, keys }), member(origins.nationalIdp, nationalIdpKey, 'openid_provider')],
    }),
    ...(attestation && { attestationKeyRing: await openAttestationKeyRing(ctx, data, attestation) }),
    walletApp: { issuer: origins.console, signer: walletAppKey },
    decisions,
    vendor,
    ...connectNationalIdps(ctx, { fetch, origins, keys: loginKeys }),
    walletAuthorizationEndpoint,
    onFault: sparingOutages(ctx, onFault),
    loginKeys,
  }
}
