/**
 * What an ecosystem is made of, whoever makes it: a sandbox over sockets and files, or a test in memory.
 */
import type {
  AgreementKey,
  Clock,
  Crypto,
  DecisionSink,
  Fetch,
  NonceKeys,
  PublicJwk,
  Random,
} from '../../base/index.ts'
import type { TrustAnchors } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import type {
  MdocIssuer,
  NationalIdentityProvider,
  NationalLoginKeys,
  PidProviderStores,
} from '../../pid-provider/index.ts'
import type { RelyingPartyStores } from '../../relying-party/index.ts'
import type { SoftwareVendor } from '../../software-device/index.ts'
import type { Subordinates, TrustAnchorContext, TrustMarkGrants } from '../../trust-anchor/index.ts'
import type { WalletProviderContext, WalletProviderStores } from '../../wallet-provider/index.ts'
import type { RoleOrigins } from '../origins.ts'

/** Names of the parties, as they stand in decisions and transcripts. */
export type RoleName = 'trust-anchor' | 'wallet-provider' | 'pid-provider' | 'relying-party'

export interface EcosystemKeys {
  readonly trustAnchor: { readonly federation: Signer }
  readonly walletProvider: { readonly federation: Signer; readonly attestation: Signer }
  readonly pidProvider: {
    readonly federation: Signer
    readonly credential: Signer
    readonly login: NationalLoginKeys
    readonly mdoc: MdocIssuer
  }
  readonly relyingParty: { readonly federation: Signer; readonly request: Signer; readonly response: AgreementKey }
}

export interface EcosystemSecrets {
  readonly challenge: NonceKeys
  readonly cNonce: NonceKeys
  /** Makes the pairwise subjects. */
  readonly person: Uint8Array
  /** Of every role's administration. */
  readonly adminToken: string
  /** With which an application on this machine uses the relying party's API; not said, there is no such API. */
  readonly applicationKey?: string
}

export interface EcosystemStores {
  readonly walletProvider: WalletProviderStores
  readonly pidProvider: PidProviderStores
  readonly relyingParty: RelyingPartyStores
}

/** What the anchor's operator changes while it runs. */
export interface AnchorOperation {
  /** Absent where the anchor has only the key of its file. */
  readonly keyRing?: NonNullable<TrustAnchorContext['keyRing']>
  /** The keys of the ring that everybody pins, the one that signs first: those known when the ecosystem starts. */
  readonly pinned: readonly PublicJwk[]
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
}

export interface EcosystemParts {
  readonly origins: RoleOrigins
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  /** The network as this role sees it. */
  readonly fetchOf: (role: RoleName) => Fetch
  readonly keys: EcosystemKeys
  readonly secrets: EcosystemSecrets
  readonly stores: EcosystemStores
  readonly anchorOperation: AnchorOperation
  /** Not said: the Wallet Provider has its one attestation key. */
  readonly attestationKeyRing?: NonNullable<WalletProviderContext['attestationKeyRing']>
  /** Whose tokens let users see and revoke their instances; not said, nobody can. */
  readonly walletApp?: { readonly issuer: string; readonly signer: Signer }
  readonly decisions: DecisionSink
  readonly vendor: SoftwareVendor
  readonly identityProviders: readonly NationalIdentityProvider[]
  /** Needed when one of them speaks SAML. */
  readonly serviceProviderMetadata?: (callbackUrls: readonly string[]) => string
  /** Where a relying party's same-device link opens the wallet. */
  readonly walletAuthorizationEndpoint: string
  /** What the relying party asks for in variant 2; its own default when not said. */
  readonly dcqlQuery?: object
  /** The same for variant 1. */
  readonly definitions?: { readonly presentationDefinitions: readonly object[]; readonly scope: string }
  readonly onFault: (fault: unknown, surface: string) => void
}

/** What every role is given alike. */
export const commonParts = (
  { clock, random, crypto, decisions, onFault, fetchOf }: EcosystemParts,
  role: RoleName,
) => ({
  clock,
  random,
  crypto,
  decisions,
  onFault,
  fetch: fetchOf(role),
})

/** Identifiers are plain http on loopback hosts, or https. */
export const loopbackHttp = ({ origins }: Pick<EcosystemParts, 'origins'>): boolean =>
  origins.trustAnchor.startsWith('http:')

/** Whom everybody pins: the sandbox's one anchor. */
export const anchorsOf = ({
  origins,
  anchorOperation,
}: Pick<EcosystemParts, 'origins' | 'anchorOperation'>): TrustAnchors =>
  new Map([[origins.trustAnchor, anchorOperation.pinned]])

export const skewSeconds = 30

/** The national OpenID Provider is an organisation too, and no role. */
type OrganizationName = RoleName | 'national-idp'

/** How the invented organisations behind them are called. */
export const organizationNames: Readonly<Record<OrganizationName, string>> = {
  'trust-anchor': 'Autorità della federazione (sandbox)',
  'wallet-provider': 'Fornitore di wallet (sandbox)',
  'pid-provider': 'Fornitore di PID (sandbox)',
  'relying-party': 'Servizio di prova (sandbox)',
  'national-idp': 'Identità nazionale (sandbox)',
}

/** One of them. Its pages: `organization-pages.ts`. */
export const organizationOf = (name: OrganizationName, origin: string) => ({
  organization_name: organizationNames[name],
  homepage_uri: `${origin}/`,
  policy_uri: `${origin}/privacy`,
  tos_uri: `${origin}/terms`,
  logo_uri: `${origin}/logo.svg`,
  contacts: ['sandbox@example.org'],
})

export const pidProviderName = organizationNames['pid-provider']

/** So short that a revocation can be watched taking effect. */
export const statusTtlSeconds = 2

/** For how long after its end an attestation's place says what became of it: both providers must mean the same (D-110). */
export const attestationKeptSeconds = 30 * 86_400

/** Whose certificate signs the sandbox's mdocs; credentials live as long as the provider's default. */
export const mdocIssuerRequest = (entityId: string) => ({
  entityId,
  organizationName: pidProviderName,
  country: 'IT',
  credentialLifetimeSeconds: 365 * 86_400,
})
