/**
 * Administration of a member's key ring (FED-10, WP-67), so that no verifier meets an unknown key: the next key is
 * created and published; it signs only after verifiers have had time to fetch it and the superiors state it; the former
 * key stays published while anything that it signed is valid.
 */

import { z } from 'zod'
import type { Answer, Decision, Json, JsonObject, NumericDate, PublicJwk, Rules } from '../base/index.ts'
import {
  addRingKey,
  type EntityConfigurationPublisher,
  findKey,
  type KeyRing,
  type ResolveContext,
  type RingKeys,
  resolveTrustChains,
  showRingKey,
  type TrustAnchors,
  type TrustChain,
} from '../federation/index.ts'
import type { AnswerWithHeaders } from '../http/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import type { Administered } from './administration.ts'
import { parseRequest } from './administration-route.ts'
import type { MemberConfig } from './context.ts'

/** The reasons why a change of the ring is refused. */
type KeyRingCode =
  | 'keys_are_configured'
  | 'vault_unavailable'
  | 'key_unknown'
  | 'key_too_young'
  | 'key_unattested'
  | 'key_not_held'
  | 'key_not_pending'
  | 'key_signs'

/** The answers to reasons that are the same for every ring. */
export const keyRingAnswers = {
  keyState: { status: 409, error: 'key_state', text: 'The key is in the wrong state for this.' },
  vaultDown: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'No key can be created: the store of the keys cannot be written at present.',
    headers: { 'retry-after': '30' },
  },
} as const satisfies Record<string, AnswerWithHeaders>

/** Returns the rules of a ring. `requirement` and `unknownKey` are the member's own. */
export function keyRingRules<A extends Answer>(requirement: string, unknownKey: A) {
  const keyState = [requirement, keyRingAnswers.keyState] as const
  return {
    keys_are_configured: keyState,
    vault_unavailable: [requirement, keyRingAnswers.vaultDown],
    key_unknown: [requirement, unknownKey],
    key_too_young: keyState,
    key_unattested: keyState,
    key_not_held: keyState,
    key_not_pending: keyState,
    key_signs: keyState,
  } as const satisfies Rules<KeyRingCode, Answer>
}

/** The ring, and the rules, names and limits of the member's administration of it. */
interface KeyRingAdministrationOptions<A, C extends string> {
  /** `undefined` if the keys are configured. */
  readonly ring: KeyRing | undefined
  /** The ring as this process reads it. */
  readonly keys: RingKeys
  readonly rules: Rules<KeyRingCode, A>
  /** Rule and code of a request that has another form. */
  readonly request: { readonly rules: Rules<C, A>; readonly code: C }
  /** The form of a key's name. */
  readonly kid: z.ZodType<string>
  /** Seconds for which a key is published before it signs, unless the administrator forces it. */
  readonly publicationSeconds: number
  /** Seconds for which the former key is published after the next one signs. */
  readonly retirementSeconds: number
  /** Returns the keys of this ring that a trust chain of the member states. */
  keysOf(chain: TrustChain): readonly PublicJwk[]
  /** Called when a key is revoked. */
  onRevoked?(): void
}

/** The member's own chains are resolved with these. */
interface KeyRingContext extends ResolveContext {
  readonly config: MemberConfig
  readonly anchors: TrustAnchors
  readonly publisher: EntityConfigurationPublisher
  readonly chainAlgorithms: readonly JwsAlgorithm[]
}

/**
 * Operations on a key ring. Each runs in an administrator's decision and refuses if the keys are configured.
 */
export interface KeyRingAdministration<A> {
  /** Returns all keys with their states, without the keys themselves. */
  list(by: Administered<A>): Promise<readonly JsonObject[]>
  /** Creates the next key. It is published at once and does not sign yet. */
  add(by: Administered<A>, body: Json): Promise<JsonObject>
  /**
   * Lets a pending key sign; the key that signed retires. Refuses a key that is unknown, not pending, published for
   * less than `publicationSeconds` (unless `force`), absent from a trust chain of the member, or not in the vault.
   * `force` does not skip the other checks.
   */
  activate(by: Administered<A>, body: Json): Promise<JsonObject>
  /**
   * Revokes a key for good. The key that signs cannot be revoked. A verifier that holds an earlier chain accepts the
   * key until that chain ends (FED-38).
   */
  revoke(by: Administered<A>, body: Json): Promise<JsonObject>
}

/** Returns the schemas of the request bodies. */
export const keyRequestSchemas = (kid: z.ZodType<string>) => ({
  add: z.strictObject({ reason: z.string().max(500).optional() }),
  activate: z.strictObject({
    kid,
    /** Activates a key before `publicationSeconds` are over. */
    force: z.boolean().default(false),
  }),
  revoke: z.strictObject({
    kid,
    reason: z.enum(['unspecified', 'compromised', 'superseded']).default('unspecified'),
  }),
})

/** Creates the administration of a key ring. */
export function createKeyRingAdministration<A extends Answer, C extends string>(
  ctx: KeyRingContext,
  options: KeyRingAdministrationOptions<A, C>,
): KeyRingAdministration<A> {
  const { keys, rules } = options
  const schemas = keyRequestSchemas(options.kid)
  const read = <T extends object>({ decision }: Administered<A>, schema: z.ZodType<T>, body: Json): T =>
    decision.checkNow<T, C>(options.request.rules, () => parseRequest(schema, options.request.code, body))
  const need = <T>(decision: Decision<A>, code: KeyRingCode, value: T | undefined): T =>
    decision.found(...rules[code], value, code)
  const must = (decision: Decision<A>, code: KeyRingCode, holds: boolean): void =>
    decision.that(...rules[code], holds, code, 'kid')
  const ringOf = ({ decision }: Administered<A>): KeyRing => need(decision, 'keys_are_configured', options.ring)
  return {
    list: async (by) => (await ringOf(by).store.list()).map(showRingKey),
    add: async (by, body) => {
      const ring = ringOf(by)
      const { reason } = read(by, schemas.add, body)
      const { at: createdAt, actor: createdBy } = by.act()
      const why = reason !== undefined && { createdReason: reason }
      const made = await addRingKey(ring, { createdAt, createdBy, ...why })
      const { kid } = need(by.decision, 'vault_unavailable', made)
      by.decision.note('thumbprint', kid)
      keys.changed()
      by.decision.note('change', 'added')
      return { kid, state: 'pending' }
    },
    activate: async (by, body) => {
      const { decision } = by
      const { store, vault } = ringOf(by)
      const { kid, force } = read(by, schemas.activate, body)
      const { at: now, actor } = by.act()
      const record = need(
        decision,
        'key_unknown',
        (await store.list()).find((key) => key.kid === kid),
      )
      decision.note('thumbprint', record.kid)
      must(decision, 'key_too_young', force || now - record.createdAt >= options.publicationSeconds)
      must(decision, 'key_unattested', await isStated(ctx, options, kid, now))
      must(decision, 'key_not_held', (await vault.open(kid)) !== undefined)
      const outcome = await store.activate({ kid, retiredAt: now + options.retirementSeconds, now, actor })
      keys.changed()
      must(decision, 'key_not_pending', outcome === 'active')
      decision.note('change', 'activated')
      return { kid, state: 'active' }
    },
    revoke: async (by, body) => {
      const { decision } = by
      const { store } = ringOf(by)
      const { kid, reason } = read(by, schemas.revoke, body)
      const { at: now, actor } = by.act()
      const outcome = await store.revoke({ kid, reason, now, actor })
      keys.changed()
      must(decision, 'key_unknown', outcome !== 'unknown')
      must(decision, 'key_signs', outcome === 'revoked')
      decision.note('thumbprint', kid)
      decision.note('change', 'revoked')
      options.onRevoked?.()
      return { kid, state: 'revoked' }
    },
  }
}

/**
 * Returns whether every trust chain of the member states the key: superiors may pin the keys of their members. A Trust
 * Anchor has no superior.
 */
async function isStated(
  ctx: KeyRingContext,
  { keysOf }: Pick<KeyRingAdministrationOptions<unknown, string>, 'keysOf'>,
  kid: string,
  now: NumericDate,
): Promise<boolean> {
  const { entityId, authorityHints, loopbackHttp, clockSkewSeconds: skew } = ctx.config
  if (authorityHints.length === 0) return true
  const { jwt: configuration } = await ctx.publisher.entityConfiguration(now)
  const policy = { anchors: ctx.anchors, algorithms: ctx.chainAlgorithms, urls: { loopbackHttp }, skew, now }
  const { chains } = await resolveTrustChains(ctx, entityId, { ...policy, configuration })
  return chains.length > 0 && chains.every((chain) => findKey(keysOf(chain), kid) !== undefined)
}
