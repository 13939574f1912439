/**
 * Wallet Instance for an app. Every refusal is thrown as a `Refusal`: `answer.text` is for the user, `requirement` is
 * the id of the broken rule.
 */
import type { NumericDate } from '../base/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { becomeOperational, renewAttestations } from './attestation/choose-attestation.ts'
import { obtainAttestation } from './attestation/obtain-attestation.ts'
import { createContext, type WalletParts } from './context.ts'
import { type BegunIssuance, beginIssuance, type IssuanceWish } from './issuance/begin-issuance.ts'
import { type FoundIssuer, findIssuers } from './issuance/find-issuers.ts'
import { completeIssuance, obtainPid, renewPid } from './issuance/obtain-pid.ts'
import { type CredentialDelivery, receiveCredential } from './issuance/receive-credential.ts'
import type { PresentationFlow } from './presentation/follow-redirect.ts'
import { type PresentationOutcome, present } from './presentation/present.ts'
import {
  type CredentialDetails,
  type CredentialSummary,
  listCredentials,
  removeCredential,
  showCredential,
} from './presentation/presentable-credentials.ts'
import { type WalletState, walletState } from './set-up/lifecycle.ts'
import { registerWalletInstance } from './set-up/register.ts'
import type { HeldCredential } from './storage/wallet-record.ts'

/** State of the whole wallet, for the app. */
export interface WalletStatus {
  readonly state: WalletState
  readonly registered: boolean
  /** Expiry of each stored attestation. */
  readonly attestations: readonly NumericDate[]
  /** Number of stored credentials of any state. */
  readonly credentials: number
}

/** The wallet. Its methods reject with a `Refusal` if a rule or another party refuses. */
export interface Wallet {
  status(): Promise<WalletStatus>
  /** Registers the instance once, and obtains an attestation if none is usable. Concurrent calls share one result. */
  setUp(): Promise<WalletStatus>
  /** Obtains one more attestation, for a new key. */
  attest(): Promise<{ readonly thumbprint: string; readonly expiresAt: NumericDate }>
  /**
   * Discards unusable attestations and obtains new ones in advance, as configured. The app should call this regularly
   * and when it comes to the foreground.
   */
  renewAttestations(): Promise<WalletStatus>
  /**
   * Returns the PID Providers of the federation, at most 64. Rejects instead of returning an empty list if a party was
   * unavailable (GEN-27).
   */
  findIssuers(): Promise<readonly FoundIssuer[]>
  /**
   * Runs a complete issuance. Runs the part after the login at most `config.attempts` times, while a party is
   * unreachable. After the last attempt, or any other failure, a new login is needed.
   */
  obtainPid(issuer: string, wish?: IssuanceWish): Promise<HeldCredential>
  /**
   * First half of `obtainPid`, for apps that may be closed before the login ends. `completeIssuance` is the second
   * half.
   */
  beginIssuance(issuer: string, wish?: IssuanceWish): Promise<BegunIssuance>
  /**
   * Completes an issuance. After the refusal `unreachable`, or an error of a port, a call with the same URL continues
   * where the failed call stopped, also in another process. This is possible for `issuanceLifetimeSeconds` after
   * `beginIssuance`. This time begins again when the code is redeemed, but ends with the access token at the latest.
   * The issuance has ended after any other refusal, and after an error between sending the code and storing the access
   * token.
   */
  completeIssuance(redirectUrl: string): Promise<HeldCredential>
  /**
   * Obtains another PID from the same issuer without a login, until the access token or the c_nonce expires (WI-55).
   */
  renewPid(id: string): Promise<HeldCredential>
  /**
   * Receives a credential over a channel that the app provides, from an issuer with another protocol. Rejects with a
   * `Refusal` and stores nothing if the credential is not valid.
   */
  receiveCredential(delivery: CredentialDelivery): Promise<HeldCredential>
  /** Returns all credentials with their states. May fetch status lists. An unknown status counts as `valid`. */
  list(): Promise<readonly CredentialSummary[]>
  /** Returns a credential with the user's data. */
  show(id: string): Promise<CredentialDetails>
  /**
   * Deletes the credential and its keys. Keeps a DPoP key that another credential can be renewed with. Rejects if a key
   * cannot be deleted, but deletes the rest. Also deletes a credential that cannot be decrypted, but not its key. Does
   * not notify the issuer.
   */
  remove(id: string): Promise<void>
  /**
   * Answers the link or QR code of a Relying Party. `flow` defaults to `same-device`. `profile` is the only accepted
   * profile. By default every profile is accepted.
   */
  present(engagement: string, flow?: PresentationFlow, profile?: ProfileName): Promise<PresentationOutcome>
}

/**
 * Creates a wallet over the app's HTTP client, secure keys, storage and user interface. Use one wallet for each
 * storage: two would overwrite each other's records. Methods reject with a `Refusal` for a decision and with
 * `SealBroken` for a file that cannot be decrypted, and pass on errors of the ports.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createFederationTrustEvaluator } from 'fiducia/federation'
 * import * as node from 'fiducia/node'
 * import { createWalletDevice } from 'fiducia/sandbox'
 * import { createSoftwareVendor } from 'fiducia/software-device'
 * import { consentToAll, createMemoryBlobStore, createWallet, walletConfig } from 'fiducia/wallet'
 *
 * const [crypto, random, fetch] = [node.createNodeCrypto(), node.createNodeRandom(), node.createGuardedFetch()]
 * const ctx = { crypto, random, fetch, clock: node.createSystemClock(), decisions: node.createDecisionLog() }
 * const [vendor, storageKey] = [await createSoftwareVendor(ctx), random.bytes(32)]
 * const site = 'https://wallet.example'
 * const policy = { anchors: new Map(), urls: { loopbackHttp: false }, skewSeconds: 30 }
 * const wallet = createWallet({
 *   ...{ ...ctx, ...createWalletDevice(ctx, () => vendor.createDevice()), pause: async () => undefined },
 *   config: walletConfig.parse({ walletProvider: site, authorizationEndpoint: site, redirectUri: site }),
 *   trust: createFederationTrustEvaluator(ctx, policy),
 *   ...{ blobs: createMemoryBlobStore(), secret: { storageKey: async () => storageKey } },
 *   consent: { ask: async (request) => consentToAll(request), acknowledge: async () => undefined },
 *   userAgent: { authorize: async () => site, open: async () => undefined },
 * })
 * assert.equal((await wallet.status()).state, 'installed')
 * ```
 */
export function createWallet(parts: WalletParts): Wallet {
  const ctx = createContext(parts)
  const status = async (): Promise<WalletStatus> => {
    const record = await ctx.stores.wallet.read()
    const credentials = await ctx.stores.credentials.list()
    const times = { now: ctx.clock.now(), margin: ctx.config.attestationMarginSeconds }
    return {
      state: walletState(record, credentials, times),
      registered: record?.registration === 'registered',
      attestations: record?.attestations.map(({ expiresAt }) => expiresAt) ?? [],
      credentials: credentials.length,
    }
  }
  const setUp = async (): Promise<WalletStatus> => {
    await registerWalletInstance(ctx)
    await becomeOperational(ctx)
    return status()
  }
  let settingUp: Promise<WalletStatus> | undefined
  return {
    status,
    setUp: () => {
      settingUp ??= setUp().finally(() => {
        settingUp = undefined
      })
      return settingUp
    },
    attest: async () => {
      const { thumbprint, expiresAt } = await obtainAttestation(ctx)
      return { thumbprint, expiresAt }
    },
    renewAttestations: async () => {
      await renewAttestations(ctx)
      return status()
    },
    findIssuers: () => findIssuers(ctx),
    obtainPid: (issuer, wish) => obtainPid(ctx, issuer, wish),
    beginIssuance: (issuer, wish) => beginIssuance(ctx, issuer, wish),
    completeIssuance: (redirectUrl) => completeIssuance(ctx, redirectUrl),
    renewPid: (id) => renewPid(ctx, id),
    receiveCredential: (delivery) => receiveCredential(ctx, delivery),
    list: () => listCredentials(ctx),
    show: (id) => showCredential(ctx, id),
    remove: (id) => removeCredential(ctx, id),
    present: (engagement, flow, profile) => present(ctx, engagement, flow, profile),
  }
}
