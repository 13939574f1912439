/** Creates the session of a presentation: its values that can be used once, bound to the entity that creates it. */
import { type CryptoContext, type NumericDate, type Random, randomToken } from '../../base/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { createPresentationNonce, type PresentationSession } from './presentation-session.ts'

type SessionContext = CryptoContext & {
  readonly random: Random
  readonly config: Pick<RelyingPartyConfig, 'profile' | 'startLifetimeSeconds'>
}

/** Members of a session that its beginning decides. */
type Beginning = Pick<
  PresentationSession,
  'variant' | 'flow' | 'requestUriMethod' | 'responseMode' | 'query' | 'cookie' | 'status' | 'order'
>

/** Creates a session with a new id, state and nonce; in a profile with keys for single requests, with such a key. */
export async function createSession(
  ctx: SessionContext,
  id: string,
  beginning: Beginning,
  now: NumericDate,
): Promise<PresentationSession> {
  const { profile, startLifetimeSeconds } = ctx.config
  const { requestKey } = relyingPartyWire[profile]
  return {
    id,
    ...beginning,
    state: randomToken(ctx.random), // RP-09
    presentationNonce: createPresentationNonce(ctx.random), // RP-09, RP-36
    createdAt: now,
    expiresAt: now + startLifetimeSeconds,
    ...(profile !== 'seed' && { profile }), // RP-130
    ...(requestKey && { responseKey: await ctx.crypto.generateStoredAgreementKey('P-256') }), // RP-133
  }
}
