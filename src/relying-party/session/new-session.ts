/** Creates sessions of presentations: their single-use values, and the values that depend on the entity's profile. */
import { type CryptoContext, type NumericDate, type Random, randomToken } from '../../base/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { createPresentationNonce, type PresentationOrder, type PresentationSession } from './presentation-session.ts'

type SessionContext = CryptoContext & {
  readonly random: Random
  readonly config: Pick<RelyingPartyConfig, 'profile' | 'startLifetimeSeconds'>
}

/** Members of a session that the caller sets. */
type SessionInput = Pick<
  PresentationSession,
  'variant' | 'flow' | 'requestUriMethod' | 'responseMode' | 'query' | 'cookie' | 'status' | 'order' | 'erasure'
>

/**
 * Creates a session with this id, a new state and a new nonce. In a profile with a response key for each request,
 * creates that key. Does not store the session.
 */
export async function createSession(
  ctx: SessionContext,
  id: string,
  input: SessionInput,
  now: NumericDate,
): Promise<PresentationSession> {
  return {
    id,
    ...input,
    state: randomToken(ctx.random), // RP-09
    presentationNonce: createPresentationNonce(ctx.random), // RP-09, RP-36
    createdAt: now,
    expiresAt: now + ctx.config.startLifetimeSeconds,
    ...(await profileValues(ctx)),
  }
}

/** Returns the entity's profile and, if the profile has a response key for each request, a new one. */
async function profileValues({ crypto, config }: SessionContext): Promise<Partial<PresentationSession>> {
  const { requestKey } = relyingPartyWire[config.profile]
  return {
    ...(config.profile !== 'seed' && { profile: config.profile }), // RP-130
    ...(requestKey && { responseKey: await crypto.generateStoredAgreementKey('P-256') }), // RP-133
  }
}

/**
 * Converts the session of an order to a session of this entity, after the person has chosen a wallet of this entity's
 * profile (RP-138). Replaces the profile, the response key and, if the order has a query for the profile, the query.
 * Marks the wallet as chosen, and removes the order's queries. Does not store the session.
 */
export async function adoptSession(
  ctx: SessionContext,
  { profile: _, responseKey: __, ...session }: PresentationSession,
  order: PresentationOrder,
): Promise<PresentationSession> {
  const { queries, ...rest } = order
  const query = queries?.[ctx.config.profile] ?? session.query
  return { ...session, query, order: { ...rest, isChosen: true }, ...(await profileValues(ctx)) }
}
