/** Creates the session of a presentation: its values that can be used once, bound to the entity that creates it. */
import { type CryptoContext, type NumericDate, type Random, randomToken } from '../../base/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { createPresentationNonce, type PresentationOrder, type PresentationSession } from './presentation-session.ts'

type SessionContext = CryptoContext & {
  readonly random: Random
  readonly config: Pick<RelyingPartyConfig, 'profile' | 'startLifetimeSeconds'>
}

/** Members of a session that its beginning decides. */
type Beginning = Pick<
  PresentationSession,
  'variant' | 'flow' | 'requestUriMethod' | 'responseMode' | 'query' | 'cookie' | 'status' | 'order' | 'erasure'
>

/** Creates a session with a new id, state and nonce; in a profile with keys for single requests, with such a key. */
export async function createSession(
  ctx: SessionContext,
  id: string,
  beginning: Beginning,
  now: NumericDate,
): Promise<PresentationSession> {
  return {
    id,
    ...beginning,
    state: randomToken(ctx.random), // RP-09
    presentationNonce: createPresentationNonce(ctx.random), // RP-09, RP-36
    createdAt: now,
    expiresAt: now + ctx.config.startLifetimeSeconds,
    ...(await ownValues(ctx)),
  }
}

/** Values of a session that belong to its entity. */
async function ownValues({ crypto, config }: SessionContext): Promise<Partial<PresentationSession>> {
  const { requestKey } = relyingPartyWire[config.profile]
  return {
    ...(config.profile !== 'seed' && { profile: config.profile }), // RP-130
    ...(requestKey && { responseKey: await crypto.generateStoredAgreementKey('P-256') }), // RP-133
  }
}

/** Returns the session of an order whose wallet the person has chosen, at the entity of that wallet (RP-138). */
export async function adoptSession(
  ctx: SessionContext,
  { profile: _, responseKey: __, ...session }: PresentationSession,
  order: PresentationOrder,
): Promise<PresentationSession> {
  const { queries, ...rest } = order
  const query = queries?.[ctx.config.profile] ?? session.query
  return { ...session, query, order: { ...rest, isChosen: true }, ...(await ownValues(ctx)) }
}
