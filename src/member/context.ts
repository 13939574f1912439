/** The context of a member of the federation, and the services that its use cases share. Each role extends both. */
import {
  type Answer,
  type CertificateEvaluator,
  type Clock,
  type Crypto,
  createDecide,
  type Decide,
  type DecisionSink,
  type Fetch,
  type PublicJwk,
  type Random,
} from '../base/index.ts'
import {
  createEntityConfigurationPublisher,
  type EntityConfigurationPublisher,
  fixedRingKeys,
  type PublisherConfig,
  type RingKeys,
  type ShownTrustMarks,
  type TrustAnchors,
} from '../federation/index.ts'
import type { Admission, RenderPage } from '../http/index.ts'
import { defaultAlgorithms, type JwsAlgorithm, type Signer } from '../jose/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { MemberCertificateSettings } from './certificates/certificate-settings.ts'
import { certifyOwnKeys } from './certificates/certify-own-keys.ts'
import { createMemberCertificates, type MemberCertificates } from './certificates/member-certificates.ts'
import type { RecentDecisions } from './recent-decisions.ts'
import type { TestSwitches } from './test-switches.ts'

/** The settings that every member has. */
export interface MemberConfig {
  /** Identifier and public URL of the member. */
  readonly entityId: string
  /** Identifiers of the superiors. Empty for a Trust Anchor. */
  readonly authorityHints: readonly string[]
  readonly entityConfigurationLifetimeSeconds: number
  readonly clockSkewSeconds: number
  readonly loopbackHttp: boolean
  /** Version of the wire format. Defaults to `seed`. */
  readonly profile?: ProfileName
}

/** Dependencies that every member gets from outside, such as clock, randomness, cryptography and network access. */
export interface MemberContext {
  readonly clock: Clock
  readonly random: Random
  readonly crypto: Crypto
  readonly fetch: Fetch
  readonly decisions: DecisionSink
  /** Trust marks in the Entity Configuration: `current` of `createTrustMarkSource`. Defaults to none. */
  readonly trustMarks?: ShownTrustMarks
  /** Rate and load limits, checked before a request is read. Defaults to none. */
  readonly admission?: Admission
  /**
   * Page for a browser that opens an unknown path of a role without pages of its own: Trust Anchor, Wallet Provider.
   * Without it, the answer is JSON.
   */
  readonly renderPage?: RenderPage
  /** Relaxed checks, in a sandbox only. Defaults to none. */
  readonly testSwitches?: TestSwitches
  /** Decisions for `GET /admin/decisions`. If absent, there is no such endpoint. */
  readonly recentDecisions?: RecentDecisions | undefined
  /**
   * Called for each error except `Refusal`: a bug, or an outage (`Unavailable`). `surface` is the name of the place,
   * such as `pid-provider/token`.
   */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** The context of a Leaf Entity: Wallet Provider, PID Provider, Relying Party. */
export interface LeafContext extends MemberContext {
  readonly anchors: TrustAnchors
  readonly federationSigner: Signer
  /**
   * Keys published in addition to the signer's: the next key, and former keys whose statements are still valid
   * (FED-10).
   */
  readonly furtherFederationKeys?: readonly PublicJwk[]
  /** Accepted algorithms of the statements in this entity's trust chain. Defaults to ES256, ES384 and ES512. */
  readonly federationAlgorithms?: readonly JwsAlgorithm[]
  /**
   * Settings for certificates of this entity's keys, in the profiles that have certificates. Defaults to no
   * certificates.
   */
  readonly certification?: MemberCertification | undefined
  /**
   * Verifies certificates of other entities. Required in profiles in which other entities need certificates. In every
   * profile, a Relying Party checks the revocation of an mdoc's certificates with it, and without it checks none
   * (D-1156).
   */
  readonly certificates?: CertificateEvaluator | undefined
  /**
   * Signers of `furtherFederationKeys`. Each signs its own revocation list while a key rolls over. Defaults to none.
   */
  readonly furtherFederationSigners?: readonly Signer[]
}

/** Settings of a member's certificates, and the organization that they name. */
export interface MemberCertification {
  readonly settings: MemberCertificateSettings
  readonly organizationName: string
}

/** Content and keys of a member's Entity Configuration, and the policy for its own trust chain. */
interface MemberStatement
  extends Pick<PublisherConfig, 'metadata' | 'trustMarkPermissions' | 'anchors' | 'algorithms'> {
  readonly config: MemberConfig
  readonly keys: RingKeys
}

/** The services that every member's use cases share. */
export interface MemberServices<A extends Answer> {
  readonly decide: Decide<A>
  readonly publisher: EntityConfigurationPublisher
  /** Absent for an entity without certificates. */
  readonly memberCertificates?: MemberCertificates
}

/** Creates the services of a member: its decisions and the publisher of its Entity Configuration. */
export function createMemberServices<A extends Answer>(
  ctx: MemberContext,
  { config, keys, ...statement }: MemberStatement,
): MemberServices<A> {
  const publisher = createEntityConfigurationPublisher(
    { ...ctx, keys },
    {
      ...statement,
      entityId: config.entityId,
      authorityHints: config.authorityHints, // FED-12
      ...(ctx.trustMarks && { trustMarks: ctx.trustMarks }),
      lifetimeSeconds: config.entityConfigurationLifetimeSeconds,
      urls: { loopbackHttp: config.loopbackHttp },
      skewSeconds: config.clockSkewSeconds,
    },
  )
  return { decide: createDecide(ctx), publisher }
}

/**
 * Creates the services of a Leaf Entity. With `certification`, also creates `memberCertificates`, and publishes a
 * self-signed certificate for each federation key that has a signer.
 */
export function createLeafServices<A extends Answer>(
  ctx: LeafContext & { readonly config: MemberConfig },
  metadata: PublisherConfig['metadata'],
): MemberServices<A> {
  const { config, certification, federationAlgorithms: algorithms = defaultAlgorithms } = ctx
  const ring = fixedRingKeys(ctx.federationSigner, ctx.furtherFederationKeys)
  const certificateConfig = certification && { ...certification, entityId: config.entityId }
  const signers = [ctx.federationSigner, ...(ctx.furtherFederationSigners ?? [])]
  const keys = certificateConfig ? certifyOwnKeys({ keys: ring, signers, random: ctx.random }, certificateConfig) : ring
  const services = createMemberServices<A>(ctx, { config, metadata, keys, anchors: ctx.anchors, algorithms })
  if (certificateConfig === undefined) return services
  const policy = { urls: { loopbackHttp: config.loopbackHttp }, algorithms }
  const memberCertificates = createMemberCertificates(
    { ...ctx, ...services, signers },
    { ...certificateConfig, ...policy },
  )
  return { ...services, memberCertificates }
}
