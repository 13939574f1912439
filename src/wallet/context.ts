/** Dependencies of the wallet, which the app provides, and the services that the wallet creates from them. */
import {
  type CertificateEvaluator,
  type Clock,
  type Crypto,
  createDecide,
  createTimedRequest,
  type Decide,
  type DecisionSink,
  type Fetch,
  type Random,
} from '../base/index.ts'
import { type CredentialType, credentialTypes, findTypeOrFirst } from '../credential/index.ts'
import type { TrustEvaluator } from '../federation/index.ts'
import { bareJwk, jwkThumbprint, type Signer } from '../jose/index.ts'
import { formatDcSdJwt, formatMdoc, formatSdJwt } from '../oauth/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { createStatusResolver, type StatusResolver } from '../status-list/index.ts'
import type { WalletCapabilities } from '../wallet-attestation/index.ts'
import type { WalletAnswer } from './answers.ts'
import type { WalletConfig } from './config.ts'
import type { BlobStore, StorageSecret } from './ports/blob-store.ts'
import type { Consent } from './ports/consent.ts'
import type { DeviceIntegrityService } from './ports/device-integrity-service.ts'
import type { SecureKey, SecureKeys } from './ports/secure-keys.ts'
import type { UserAgent } from './ports/user-agent.ts'
import { createQueue, type RunExclusive } from './queue.ts'
import { createSealedRecords } from './storage/sealed-records.ts'
import { createWalletStores, type WalletStores } from './storage/wallet-stores.ts'

/** Dependencies of a wallet: settings, clock, randomness, cryptography, HTTP client, trust, device, storage, user. */
export interface WalletParts {
  readonly config: WalletConfig
  /** The credential types that this wallet supports. Defaults to the PID alone. */
  readonly credentialTypes?: readonly [CredentialType, ...CredentialType[]]
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  /**
   * The platform's `fetch` suffices. In every request, `redirect` forbids following redirects, `credentials` forbids
   * cookies and `signal` limits the time for the response. The implementation must respect all three.
   */
  readonly fetch: Fetch
  readonly trust: TrustEvaluator
  /**
   * Profiles for which each Trust Anchor of `trust` is pinned, by entity identifier. A party of another profile is
   * refused. An anchor without an entry is pinned for `seed`. Defaults to no entries.
   */
  readonly anchorProfiles?: ReadonlyMap<string, readonly ProfileName[]>
  /**
   * Validates the certificates of Relying Parties and issuers of IT-Wallet 1.4, and the revocation of the certificates
   * of mdocs. Without it, requests and credentials of that version are refused, and no revocation list is read.
   */
  readonly certificates?: CertificateEvaluator
  readonly secureKeys: SecureKeys
  readonly deviceIntegrity: DeviceIntegrityService
  readonly blobs: BlobStore
  readonly secret: StorageSecret
  readonly consent: Consent
  readonly userAgent: UserAgent
  readonly decisions: DecisionSink
  /** Waits between attempts at an unavailable provider. */
  readonly pause: (seconds: number) => Promise<void>
}

/** Dependencies of the use cases: the parts from the app and the services created from them. */
export interface WalletContext extends WalletParts {
  /**
   * First the type that the wallet requests, with `pidType` and `pidDoctype` of the configuration, then all supported
   * types.
   */
  readonly types: readonly [CredentialType, ...CredentialType[]]
  readonly decide: Decide<WalletAnswer>
  readonly stores: WalletStores
  readonly statuses: StatusResolver
  /**
   * Runs a request with device evidence. On iOS, runs it after all earlier ones have settled: the counters of its
   * assertions must reach the Wallet Provider in rising order (D-1057).
   */
  readonly inEvidenceOrder: RunExclusive
}

/** Creates the context of a wallet from its parts, with the defaults. */
export function createContext(parts: WalletParts): WalletContext {
  const urls = { loopbackHttp: parts.config.loopbackHttp }
  const fetch = boundedFetch(parts)
  const supported = parts.credentialTypes ?? credentialTypes
  const runExclusive = createQueue()
  const { pidType: credentialType, pidDoctype: doctype } = parts.config
  return {
    ...parts,
    types: [{ ...findTypeOrFirst(supported, formatSdJwt, credentialType), credentialType, doctype }, ...supported],
    fetch,
    decide: createDecide(parts),
    stores: createWalletStores(createSealedRecords(parts, parts.blobs, parts.secret), parts.config.walletProvider),
    statuses: createStatusResolver({ ...parts, fetch, urls }),
    inEvidenceOrder: (run) => (parts.secureKeys.platform === 'ios' ? runExclusive(run) : run()), // WI-196
  }
}

/**
 * Wraps `fetch`. Does not follow redirects, so that a request reaches only its own address (WI-76). Aborts slow
 * responses (D-246). Omits cookies, which would make the wallet recognizable (D-249).
 */
const boundedFetch =
  (parts: Pick<WalletParts, 'fetch' | 'config'>): Fetch =>
  (request) =>
    parts.fetch(
      createTimedRequest(parts.config.answerSeconds * 1000, request, { redirect: 'manual', credentials: 'omit' }),
    )

/** Signature algorithm of all keys in the secure hardware, which are on P-256. */
export const holderAlgorithm = 'ES256'

/** Returns a signer for a key of the secure hardware. The signer uses ES256. */
export const signerOf = (ctx: Pick<WalletContext, 'crypto'>, key: SecureKey): Signer => {
  const kid = jwkThumbprint(ctx, key.publicJwk)
  return {
    kid,
    alg: holderAlgorithm,
    publicJwk: { ...bareJwk(key.publicJwk), kid, use: 'sig', alg: holderAlgorithm },
    sign: (data) => key.sign(data),
  }
}

/**
 * Deletes a key that nothing needs any more. Never rejects: if the hardware fails, the unused key stays there. So the
 * caller can pass on the error that made the key useless.
 */
export async function discardKey({ secureKeys }: Pick<WalletContext, 'secureKeys'>, tag: string): Promise<void> {
  try {
    await secureKeys.deleteKey(tag)
  } catch {
    return
  }
}

/** Returns the capabilities that the wallet requests its provider to attest. */
export const capabilitiesOf = ({
  authorizationEndpoint,
  algorithms,
}: Pick<WalletConfig, 'authorizationEndpoint' | 'algorithms'>): WalletCapabilities => ({
  authorization_endpoint: authorizationEndpoint, // WI-28
  response_types_supported: ['vp_token'], // WI-28
  response_modes_supported: ['direct_post', 'direct_post.jwt'], // WI-28
  vp_formats_supported: {
    [formatDcSdJwt]: { 'sd-jwt_alg_values': algorithms }, // WI-28
    [formatSdJwt]: { 'sd-jwt_alg_values': algorithms }, // WI-28
    [formatMdoc]: { alg: algorithms }, // WI-28
  },
  request_object_signing_alg_values_supported: algorithms, // WI-28
})
