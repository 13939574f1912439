/**
 * The Wallet Instance as an app uses it. Whatever is refused is thrown as a `Refusal`, whose answer says what to tell the
 * user and whose requirement says why.
 */
import type { NumericDate } from '../base/index.ts'
import { becomeOperational, renewAttestations } from './attestation/choose-attestation.ts'
import { obtainAttestation } from './attestation/obtain-attestation.ts'
import { createContext, type WalletParts } from './context.ts'
import { type BegunIssuance, beginIssuance, type IssuanceWish } from './issuance/begin-issuance.ts'
import { type FoundIssuer, findIssuers } from './issuance/find-issuers.ts'
import { completeIssuance, obtainPid, renewPid } from './issuance/obtain-pid.ts'
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

/** What the app may show of the wallet as a whole. */
export interface WalletStatus {
  readonly state: WalletState
  readonly registered: boolean
  /** When each attestation at hand ends. */
  readonly attestations: readonly NumericDate[]
  /** How many there are, in whatever state. */
  readonly credentials: number
}

/** The wallet. Its methods reject with a `Refusal` where a rule, or a peer, says no. */
export interface Wallet {
  status(): Promise<WalletStatus>
  /** First start: registers, once, and gets the first attestation. Who calls it meanwhile gets the same outcome. */
  setUp(): Promise<WalletStatus>
  /** One more attestation, for a key of its own. */
  attest(): Promise<{ readonly thumbprint: string; readonly expiresAt: NumericDate }>
  /**
   * For the app to call now and then, and when it comes to the front: discards attestations that end, and fetches new
   * ones ahead of need, as the configuration says.
   */
  renewAttestations(): Promise<WalletStatus>
  /** PID Providers of the federation; none only when nothing was out of reach (GEN-27). */
  findIssuers(): Promise<readonly FoundIssuer[]>
  /** Goes on by itself after outages; what it gives up needs a new login. */
  obtainPid(issuer: string, wish?: IssuanceWish): Promise<HeldCredential>
  /** The two halves of `obtainPid`, for apps that may be closed in between. */
  beginIssuance(issuer: string, wish?: IssuanceWish): Promise<BegunIssuance>
  /**
   * After a refusal with status 503 `unreachable`, or a fault, the same URL goes on where it stopped, also in the next
   * process, until the access token or `issuanceLifetimeSeconds` ends. After any other refusal the issuance is over.
   */
  completeIssuance(redirectUrl: string): Promise<HeldCredential>
  /** A further PID from the same issuer while the access token lives; no login (WI-55). */
  renewPid(id: string): Promise<HeldCredential>
  /** All credentials, each with its state now. */
  list(): Promise<readonly CredentialSummary[]>
  /** With the user's data. */
  show(id: string): Promise<CredentialDetails>
  /** Deletes the credential and its key. Its issuer is not told. */
  remove(id: string): Promise<void>
  present(engagement: string, flow?: PresentationFlow): Promise<PresentationOutcome>
}

/**
 * Over the ports that the app gives: network, secure keys, storage, user. One wallet for one storage: two over the same
 * would lose each other's records. Methods throw a `Refusal` for what was decided, and pass on what a port throws.
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
    list: () => listCredentials(ctx),
    show: (id) => showCredential(ctx, id),
    remove: (id) => removeCredential(ctx, id),
    present: (engagement, flow) => present(ctx, engagement, flow),
  }
}
