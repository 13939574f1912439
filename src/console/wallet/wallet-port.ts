/**
 * Port of the wallet screen: one wallet for each browser session. The sandbox implements it with the wallet library.
 * The console depends on neither the library nor the devices.
 */
import type { Json, NumericDate } from '../../base/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { RefusalBlock } from '../../rules/index.ts'

/**
 * A simulated device. The Wallet Provider must accept `genuine` and `odd` devices, accept `aged` ones only without
 * configured minimums, and refuse `fault` ones.
 */
export interface PhoneChoice {
  readonly platform: 'android' | 'ios'
  readonly profile: string
  readonly kind: 'genuine' | 'odd' | 'aged' | 'fault'
}

/** All wallets of a console. */
export interface WalletDesk {
  readonly devices: readonly PhoneChoice[]
  /** Returns the wallet of a browser session, or `undefined` if it has none. */
  find(session: string | undefined): ConsoleWallet | undefined
  /** Creates a wallet without a device. `session` is the secret for the cookie. Can delete another wallet. */
  create(): { readonly session: string; readonly wallet: ConsoleWallet }
  /** Deletes the wallet of a session. */
  forget(session: string | undefined): void
  /** Returns the path of the page with the messages of an event, or `undefined` if none is recorded. */
  flowPathOf(event: WalletEvent): string | undefined
  /** Returns the unused codes of the last five minutes, newest first. */
  shownCodes(): readonly ShownCode[]
}

/** A QR code on a page that a browser has open. */
export interface ShownCode {
  readonly at: NumericDate
  /** Name of the Relying Party. */
  readonly party: string
  readonly link: string
}

/** A wallet. Each action results in an event, even if it is refused. */
export interface ConsoleWallet {
  overview(): Promise<WalletOverview>
  /**
   * Registers the wallet on a new device, without the credentials of a former one. Calls while a set-up runs resolve to
   * the event of this set-up.
   */
  setUp(device: PhoneChoice): Promise<WalletEvent>
  /** Returns the PID Providers that can be found now, and the credentials of test issuers. Rejects without a device. */
  issuers(): Promise<readonly PidIssuer[]>
  /** Begins an issuance. Returns the login that the user must complete, or the event of an issuance that has ended. */
  beginIssuance(choice: PidChoice): Promise<BegunLogin | WalletEvent>
  /** Returns a begun login by its ID, or `undefined` for an unknown ID. */
  login(id: string): BegunLogin | undefined
  /**
   * Completes an issuance with the URL at which the browser returns from a PID Provider. A repeated call with the URL
   * of a begun login returns the same event. It tries again if the outcome was `failed` or the provider was
   * unreachable.
   */
  completeIssuance(redirectUrl: string): Promise<WalletEvent>
  /** Returns a credential with its claims, or `undefined` if the wallet does not contain it. */
  credential(id: string): Promise<WalletCredentialData | undefined>
  /** Deletes a credential. Returns `undefined` if the wallet does not contain it. */
  remove(id: string): Promise<WalletEvent | undefined>
  /** Revokes this Wallet Instance at its Wallet Provider. */
  revoke(): Promise<WalletEvent>
  /**
   * Begins the presentation that a link requests. Resolves with the ID of the request when the user must decide, when
   * the presentation ends, or after some seconds. For a link that is already open, returns the ID of its request.
   */
  present(link: string, flow: WalletFlow): Promise<string>
  /** Returns the state of a presentation by its ID, or `undefined` for an unknown ID. */
  request(id: string): WalletRequest | undefined
  /**
   * Passes on the user's first answer to a request. Resolves with its state when the request ends, or after some
   * seconds. Returns `undefined` for an unknown ID.
   */
  answer(id: string, answer: ConsentAnswer): Promise<WalletRequest | undefined>
  openRequests(): readonly { readonly id: string; readonly party: string }[]
  /** Returns the events, newest first. */
  history(): readonly WalletEvent[]
}

/** Place of the browser that began a presentation: on the device of the wallet, or on another one. */
export type WalletFlow = 'same-device' | 'cross-device'

/**
 * State of a wallet, for its user. `empty`: without a device. `installed`: without a registration or without a usable
 * Wallet Attestation. `operational`: without an unexpired credential. `valid`: with one.
 */
export interface WalletOverview {
  readonly state: 'empty' | 'installed' | 'operational' | 'valid' | 'revoked'
  readonly device?: PhoneChoice
  /** Tag of the newest hardware key of this device. */
  readonly hardwareKeyTag?: string
  /** Display name of the Wallet Provider. */
  readonly walletProvider: string
  /** Expiry time of each Wallet Attestation. */
  readonly attestations: readonly NumericDate[]
  readonly credentials: readonly WalletCredential[]
}

/** A credential in a list. */
export interface WalletCredential {
  readonly id: string
  readonly format: string
  readonly type: string
  /** Entity identifier of its issuer. */
  readonly issuer: string
  /** Display name of its issuer. */
  readonly issuerName: string
  readonly receivedAt: NumericDate
  readonly expiresAt: NumericDate | undefined
  readonly state: 'valid' | 'expired' | 'revoked' | 'suspended' | 'outdated'
  /** Name of the holder, if the credential contains one. */
  readonly holder?: string
}

/** A credential with its claims by name. */
export interface WalletCredentialData extends WalletCredential {
  readonly claims: Readonly<Record<string, Json>>
}

/** A PID Provider, or a credential of a test issuer. */
export interface PidIssuer {
  /** Entity identifier, or the ID of the test credential. */
  readonly issuer: string
  readonly name: string
}

/** PID or test credential to request. */
export interface PidChoice {
  readonly issuer: string
  readonly format: 'sd-jwt' | 'mdoc'
}

/** A login that the user must complete in the browser. */
export interface BegunLogin {
  readonly id: string
  readonly authorizationUrl: string
  readonly issuerName: string
}

/** The result of an action. */
export interface WalletEvent {
  readonly id: string
  readonly at: NumericDate
  readonly kind: 'set-up' | 'issuance' | 'presentation' | 'removal' | 'revocation'
  /** `failed`: neither decided nor refused, for example because of a fault of the sandbox. */
  readonly outcome: 'done' | 'declined' | 'refused' | 'failed'
  /** Sentence with the cause of `failed`, if it is known. */
  readonly reason?: string
  readonly party?: string
  /** Names of the claims that the user agreed to send. They were sent if the outcome is `done`. */
  readonly claims?: readonly string[]
  /** Profile of the presentation. Absent if the request was not verified. */
  readonly profile?: ProfileName
  readonly refusal?: WalletRefusal
  /** Trace ID of the last decision of this action. */
  readonly trace?: string
  /** Parent ID of the action's messages. */
  readonly action?: string
  /** URL of the Relying Party at which the user continues in this browser. */
  readonly continueAt?: string
  /** True if the user did not decide in time. */
  readonly timedOut?: boolean
  /** True if the Relying Party did not confirm the error response. */
  readonly unconfirmed?: boolean
  readonly credential?: string
}

/** A refusal of the wallet or of another party. */
export interface WalletRefusal {
  /** Name of the wallet's outcome: `credential_revoked`. */
  readonly error: string
  /** Explanation of the wallet for its user, in English. Ends with the other party's description, if there is one. */
  readonly text: string
  readonly block: RefusalBlock & { readonly rule?: string }
}

/** State of a presentation, including `ended`. */
export type WalletRequest =
  | { readonly state: 'working' }
  | { readonly state: 'question'; readonly question: ConsentQuestion; readonly endsAt: NumericDate }
  | { readonly state: 'unanswerable'; readonly question: UnanswerableQuestion; readonly endsAt: NumericDate }
  | { readonly state: 'ended'; readonly event: WalletEvent }

/** The Relying Party that requests data. Its identifier is verified by a trust chain. */
export interface AskingParty {
  readonly entityId: string
  readonly name: string
  readonly organization: string | undefined
  readonly policyUri: string | undefined
  readonly profile: ProfileName
  /** URL at which the user can request the deletion of the sent data. */
  readonly erasureEndpoint: string | undefined
}

/** Question to the user: which Relying Party requests which credentials. */
export interface ConsentQuestion {
  readonly relyingParty: AskingParty
  readonly walletAttestationAsked: boolean
  readonly items: readonly {
    readonly id: string
    readonly purpose: string | undefined
    readonly optional?: true
    /** Credentials that can answer the item. */
    readonly candidates: readonly ConsentCredential[]
  }[]
}

/** A credential that the user may choose, and its requested claims. */
export interface ConsentCredential {
  readonly id: string
  readonly type: string
  readonly issuer: string
  readonly claims: readonly {
    readonly path: ConsentPath
    readonly value: Json
    /** The Relying Party will keep the claim. */
    readonly intentToRetain?: true
  }[]
}

/** Place of a claim in its credential. */
export type ConsentPath = readonly (string | number)[]

/** A request that the credentials of the wallet cannot answer. */
export interface UnanswerableQuestion {
  readonly relyingParty: AskingParty
  readonly items: readonly {
    readonly purpose: string | undefined
    readonly type: string
    /** Dotted paths of the requested claims: `place_of_birth.country`. */
    readonly claims: readonly string[]
  }[]
}

/** Decision of the user. `{ given: false }` also acknowledges an `UnanswerableQuestion`. */
export type ConsentAnswer =
  | { readonly given: false }
  | {
      readonly given: true
      readonly items: readonly {
        readonly id: string
        readonly credential: string
        readonly claims: readonly ConsentPath[]
      }[]
    }
