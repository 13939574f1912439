/**
 * The context of a Trust Anchor or intermediate, and the services that are made of it for the use cases.
 */
import {
  type Asker,
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
  createAdminister,
  createMemberServices,
  type MemberContext,
  type MemberServices,
} from '../member/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { createTrustMarkSigner, type TrustMarkSigner, trustMarkAuthorityOf } from './marks/trust-marks.ts'
import { anchorMetadata } from './metadata.ts'
import { OPERATOR_RULES, operatorCodes } from './onboarding/operator-rules.ts'
import { createStatementCache, type StatementCache } from './statements/statement-cache.ts'
import type { Subordinates, TrustMarkGrants } from './stores.ts'

/** The context of a Trust Anchor or intermediate: that of a member, with keys, stores and its operator. */
export interface TrustAnchorContext extends MemberContext {
  readonly config: TrustAnchorConfig
  /** The federation key: the one that others pin. */
  readonly signer: Signer
  /** In the place of `signer`: keys that the operator rotates at run time. */
  readonly keyRing?: KeyRing
  readonly subordinates: Subordinates
  readonly trustMarkGrants: TrustMarkGrants
  /** Anchors that are known beside this entity itself: an intermediate's superiors, other federations. */
  readonly anchors?: TrustAnchors
  /** At least 32 characters of a bearer token (RFC 6750 §2.1). Without one there is no administration. */
  readonly adminToken?: string
  /** Who has it, for the log; `operator` when not said. */
  readonly adminName?: string
  /** Who asks to resolve an entity: unknown entities are resolved in turns of those who ask (FED-49). */
  readonly asker?: Asker
}

/** The services of the use cases; each takes the part that it needs. */
export interface TrustAnchorServices extends TrustAnchorContext, MemberServices<AnswerWithHeaders> {
  readonly administer: Administer<AnswerWithHeaders>
  readonly keys: RingKeys
  readonly statements: StatementCache
  readonly trustMarkSigner: TrustMarkSigner
  readonly anchors: TrustAnchors
  /** All anchors by which this entity judges: those it is given, and itself when it is one. */
  readonly knownAnchors: () => Promise<TrustAnchors>
}

/**
 * Throws a TypeError for an intermediate without anchors, and for an administration's token that can be guessed or that
 * no header can show.
 */
export function createServices(ctx: TrustAnchorContext): TrustAnchorServices {
  const { config, anchors = new Map() } = ctx
  const isAnchor = config.authorityHints.length === 0
  if (!isAnchor && anchors.size === 0) throw new TypeError('an intermediate needs the anchors above it')
  const keys = ctx.keyRing ? createRingKeys(ctx.keyRing.store, ctx.keyRing.vault) : fixedRingKeys(ctx.signer)
  const member = createMemberServices<AnswerWithHeaders>(ctx, {
    config,
    metadata: anchorMetadata(config),
    keys,
    ...(isAnchor && { trustMarkAuthority: trustMarkAuthorityOf(config) }),
    anchors,
    algorithms: config.algorithms,
  })
  const { adminToken: token, adminName: name = 'operator' } = ctx
  const administrators = token === undefined ? [] : [{ name, token }]
  const knownAnchors = async (): Promise<TrustAnchors> =>
    isAnchor ? new Map([...anchors, [config.entityId, (await keys.current(ctx.clock.now())).published]]) : anchors
  return {
    ...ctx,
    ...member,
    administer: createAdminister(
      { ...ctx, ...member },
      { administrators, codes: operatorCodes, rules: OPERATOR_RULES },
    ),
    keys,
    statements: createStatementCache({ config, keys }),
    trustMarkSigner: createTrustMarkSigner({ config, keys }),
    anchors,
    knownAnchors,
  }
}
