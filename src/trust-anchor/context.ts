/** The context of a Trust Anchor or intermediate, and the services that its use cases share. */
import {
  type CurrentClientNetwork,
  createRingKeys,
  fixedRingKeys,
  type KeyRing,
  type RingKeys,
  type TrustAnchors,
} from '../federation/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import type { Signer } from '../jose/index.ts'
import {
  type Administer,
  type Administrator,
  createAdminister,
  createMemberServices,
  type MemberContext,
  type MemberServices,
} from '../member/index.ts'
import { TA } from './answers.ts'
import { certifyRingKeys } from './certificates/certified-keys.ts'
import type { IssuedCertificates } from './certificates/issued-certificates.ts'
import { type Certification, openCertification } from './certificates/open-certification.ts'
import type { TrustAnchorConfig } from './config.ts'
import { createTrustMarkSigner, type TrustMarkSigner, trustMarkPermissionsOf } from './marks/trust-marks.ts'
import { anchorMetadata } from './metadata.ts'
import { ADMINISTRATOR_RULES, administratorCodes } from './onboarding/administrator-rules.ts'
import type { KeyAnnouncements } from './onboarding/key-announcements.ts'
import { createStatementCache, type StatementCache } from './statements/statement-cache.ts'
import type { Subordinates, TrustMarkGrants } from './stores.ts'

/** The context of a Trust Anchor or intermediate: that of a member, with keys, stores and administrators. */
export interface TrustAnchorContext extends MemberContext {
  readonly config: TrustAnchorConfig
  /** Signer with the federation key, which others pin. Not used if `keyRing` is present. */
  readonly signer: Signer
  /** Federation keys that the operator rotates at run time. Replaces `signer`. */
  readonly keyRing?: KeyRing
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  /** Required in a profile with certificates. */
  readonly certificates?: IssuedCertificates
  /** Required in a profile with certificates. */
  readonly keyAnnouncements?: KeyAnnouncements
  /**
   * Other Trust Anchors with their keys: those above an intermediate, and those of other federations. Required for an
   * intermediate. Defaults to none.
   */
  readonly anchors?: TrustAnchors
  /** Defaults to no administration. */
  readonly administrators?: readonly Administrator[]
  /**
   * Identifies the client of a resolve request. Resolutions of unknown entities are limited, and clients take turns
   * (FED-49). Defaults to no limit.
   */
  readonly clientNetwork?: CurrentClientNetwork
}

/** Services of the use cases. */
export interface TrustAnchorServices extends TrustAnchorContext, MemberServices<AnswerWithHeaders> {
  readonly administrators: readonly Administrator[]
  readonly administer: Administer<AnswerWithHeaders>
  readonly keys: RingKeys
  readonly statements: StatementCache
  readonly signTrustMark: TrustMarkSigner
  readonly anchors: TrustAnchors
  /** Absent in a profile without certificates. */
  readonly certification?: Certification | undefined
  /** Returns all Trust Anchors that this entity accepts: `anchors`, and the entity itself if it is a Trust Anchor. */
  readonly acceptedAnchors: () => Promise<TrustAnchors>
}

/**
 * Creates the services. Throws a TypeError for an intermediate without anchors, for an administrator's token that is
 * too short, too long or malformed, and in a profile with certificates for missing `certificates` or
 * `keyAnnouncements`.
 */
export function createServices(ctx: TrustAnchorContext): TrustAnchorServices {
  const { config, anchors = new Map(), administrators = [] } = ctx
  const isAnchor = config.authorityHints.length === 0
  if (!isAnchor && anchors.size === 0) throw new TypeError('an intermediate needs the anchors above it')
  const { keyRing: ring, signer } = ctx
  const keys = ring
    ? createRingKeys(ring.store, ring.vault, { keptSeconds: config.keyCacheSeconds })
    : fixedRingKeys(signer)
  const trustChain = (): Promise<readonly string[]> => member.publisher.trustChain()
  const certification = openCertification(ctx, keys, isAnchor ? undefined : trustChain)
  const member = createMemberServices<AnswerWithHeaders>(ctx, {
    config,
    metadata: anchorMetadata(config),
    keys: certification ? certifyRingKeys(keys, certification.authority) : keys,
    ...(isAnchor && { trustMarkPermissions: trustMarkPermissionsOf(config) }),
    anchors,
    algorithms: config.algorithms,
  })
  const acceptedAnchors = async (): Promise<TrustAnchors> =>
    isAnchor ? new Map([...anchors, [config.entityId, (await keys.current(ctx.clock.now())).published]]) : anchors
  return {
    ...ctx,
    ...member,
    administrators,
    administer: createAdminister(
      { ...ctx, ...member },
      { administrators, codes: administratorCodes, rules: ADMINISTRATOR_RULES, forbidden: TA.forbidden },
    ),
    keys,
    statements: createStatementCache({ config, keys, authority: certification?.authority }),
    signTrustMark: createTrustMarkSigner({ config, keys }),
    anchors,
    acceptedAnchors,
    certification,
  }
}
