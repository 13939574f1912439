/**
 * Administration of a member's key ring (FED-10, WP-67). Keys change in an order in which no verifier meets an unknown
 * key: the next key is published when it is created. It signs only after verifiers had time to fetch it, and after the
 * superiors' statements contain it. The former key stays published while anything that it signed is valid.
 */
import { z } from 'zod'
import type { Answer, Decision, Json, JsonObject, NumericDate, PublicJwk, Rules } from '../base/index.ts'
import {
  addRingKey,
  describeRingKey,
  type EntityConfigurationPublisher,
  findKey,
  type KeyRing,
  keyRevocationReasons,
  type ResolveContext,
  type RingKeys,
  resolveTrustChains,
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

/** Answers that are the same for every ring. */
export const keyRingAnswers = {
  keyState: { status: 409, error: 'key_state', text: 'The key ring does not permit this operation.' },
  vaultDown: {
    status: 503,
    error: 'temporarily_unavailable',
    text: 'No key can be created: the key store cannot be written now.',
    headers: { 'retry-after': '30' },
  },
} as const satisfies Record<string, AnswerWithHeaders>

/**
 * Returns the rules of a ring. `requirement` is the member's requirement for the keys. `unknownKey` is the member's
 * answer to an unknown `kid`.
 */
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
  /** `undefined` if the keys come from the configuration. */
  readonly ring: KeyRing | undefined
  /** This process's cached view of the ring. */
  readonly keys: RingKeys
  readonly rules: Rules<KeyRingCode, A>
  /** Rules and code for a malformed request body. */
  readonly request: { readonly rules: Rules<C, A>; readonly code: C }
  /** Schema of `kid`. */
  readonly kid: z.ZodType<string>
  /** Minimum seconds for which a key is published before it signs, unless the administrator sets `force`. */
  readonly publicationSeconds: number
  /** Seconds for which the former key stays published after the next key is activated. */
  readonly retirementSeconds: number
  /** Returns the keys of this ring that a trust chain of the member contains. */
  keysOf(chain: TrustChain): readonly PublicJwk[]
  /** Called after each accepted revocation, even of a key that was revoked before. */
  onRevoked?(): void
}

/** Context for resolving the member's own trust chains. */
interface KeyRingContext extends ResolveContext {
  readonly config: MemberConfig
  readonly anchors: TrustAnchors
  readonly publisher: EntityConfigurationPublisher
  readonly chainAlgorithms: readonly JwsAlgorithm[]
}

/**
 * Operations on a key ring. Each runs in an administrator's decision and refuses if the keys come from the
 * configuration. `add`, `activate` and `revoke` return `kid` and the new state, and refuse a malformed body.
 */
export interface KeyRingAdministration<A> {
  /** Returns `kid`, state and history of all keys, without key material. */
  list(by: Administered<A>): Promise<readonly JsonObject[]>
  /**
   * Creates a key. It is published at once and does not sign until it is activated. Refuses if the vault cannot store
   * it.
   */
  add(by: Administered<A>, body: Json): Promise<JsonObject>
  /**
   * Makes a pending key the signing key. The former signing key retires. Refuses a key that is unknown, not pending,
   * published for less than `publicationSeconds` (unless `force`), missing in one of the member's trust chains, or not
   * in the vault. `force` does not skip the other checks. Also refuses if the member has superiors and no valid chain.
   */
  activate(by: Administered<A>, body: Json): Promise<JsonObject>
  /**
   * Revokes a key permanently. Refuses an unknown key and the signing key. A repeated call keeps the first reason,
   * unless it reports a compromise (FED-121). A verifier that has cached an earlier chain accepts the key until that
   * chain expires (FED-38).
   */
  revoke(by: Administered<A>, body: Json): Promise<JsonObject>
}

/** Returns the schemas of the request bodies. */
export const keyRequestSchemas = (kid: z.ZodType<string>) => ({
  add: z.strictObject({ reason: z.string().max(500).optional() }),
  activate: z.strictObject({
    kid,
    /** Permits the activation before `publicationSeconds` have passed. */
    force: z.boolean().default(false),
  }),
  revoke: z.strictObject({
    kid,
    reason: z.enum(keyRevocationReasons).default('unspecified'),
  }),
})

/** Creates the administration of a key ring. */
export function createKeyRingAdministration<A extends Answer, C extends string>(
  ctx: KeyRingContext,
  options: KeyRingAdministrationOptions<A, C>,
): KeyRingAdministration<A> {
  const { keys, rules } = options
  const schemas = keyRequestSchemas(options.kid)
  const parse = <T extends object>({ decision }: Administered<A>, schema: z.ZodType<T>, body: Json): T =>
    decision.checkNow<T, C>(options.request.rules, () => parseRequest(schema, options.request.code, body))
  const requireValue = <T>(decision: Decision<A>, code: KeyRingCode, value: T | undefined, at?: string): T =>
    decision.found(...rules[code], value, code, at)
  const requireThat = (decision: Decision<A>, code: KeyRingCode, holds: boolean): void =>
    decision.that(...rules[code], holds, code, 'kid')
  const ringOf = ({ decision }: Administered<A>): KeyRing => requireValue(decision, 'keys_are_configured', options.ring)
  return {
    list: async (by) => (await ringOf(by).store.list()).map(describeRingKey),
    add: async (by, body) => {
      const ring = ringOf(by)
      const { reason } = parse(by, schemas.add, body)
      const { at: createdAt, actor: createdBy } = by.act()
      const creationReason = reason !== undefined && { createdReason: reason }
      const signer = await addRingKey(ring, { createdAt, createdBy, ...creationReason })
      const { kid } = requireValue(by.decision, 'vault_unavailable', signer)
      by.decision.note('thumbprint', kid)
      keys.changed()
      by.decision.note('change', 'added')
      return { kid, state: 'pending' }
    },
    activate: async (by, body) => {
      const { decision } = by
      const { store, vault } = ringOf(by)
      const { kid, force } = parse(by, schemas.activate, body)
      const { at: now, actor } = by.act()
      const found = (await store.list()).find((key) => key.kid === kid)
      const record = requireValue(decision, 'key_unknown', found, 'kid')
      decision.note('thumbprint', record.kid)
      requireThat(decision, 'key_not_pending', record.state === 'pending')
      requireThat(decision, 'key_too_young', force || now - record.createdAt >= options.publicationSeconds)
      requireThat(decision, 'key_unattested', await isInAllChains(ctx, options, kid, now))
      requireThat(decision, 'key_not_held', (await vault.open(kid)) !== undefined)
      const outcome = await store.activate({ kid, retiredAt: now + options.retirementSeconds, now, actor })
      keys.changed()
      requireThat(decision, 'key_not_pending', outcome === 'active')
      decision.note('change', 'activated')
      return { kid, state: 'active' }
    },
    revoke: async (by, body) => {
      const { decision } = by
      const { store } = ringOf(by)
      const { kid, reason } = parse(by, schemas.revoke, body)
      const { at: now, actor } = by.act()
      const before = (await store.list()).find((key) => key.kid === kid)
      const outcome = await store.revoke({ kid, reason, now, actor })
      keys.changed()
      requireThat(decision, 'key_unknown', outcome !== 'unknown')
      requireThat(decision, 'key_signs', outcome === 'revoked')
      decision.note('thumbprint', kid)
      const isReported = reason === 'compromised' && before?.reason !== 'compromised'
      if (before?.state !== 'revoked' || isReported) decision.note('change', 'revoked')
      options.onRevoked?.()
      return { kid, state: 'revoked' }
    },
  }
}

/**
 * Returns true if the member has a trust chain and all its trust chains contain the key. A chain lacks the key if a
 * superior pins other keys of the member. Fetches the chains anew. Always true for a Trust Anchor, which has no
 * superior.
 */
async function isInAllChains(
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
