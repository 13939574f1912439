/**
 * Challenges: given to anybody, proving by themselves that we gave them, spent once over both endpoints together
 * (WP-01 to WP-04). What is stored is only that one was spent.
 */
import {
  type CryptoContext,
  checkNonce,
  createNonce,
  type NonceCode,
  type NumericDate,
  rules,
} from '../../base/index.ts'
import { WP } from '../answers.ts'
import type { WalletProviderServices } from '../context.ts'
import type { ChallengeClaim } from '../stores.ts'

const purpose = 'wallet-provider challenge'

export const CHALLENGE_RULES = rules<NonceCode>()(WP.staleChallenge, {
  'WP-03': ['nonce_expired'],
  'WP-04': ['nonce_foreign'],
})

/** The same at the token endpoint, where one requirement names all three. */
export const REQUEST_CHALLENGE_RULES = rules<NonceCode>()(WP.staleChallenge, {
  'WP-19': ['nonce_foreign', 'nonce_expired'],
})

/** Stores nothing: the challenge carries its own time and MAC. */
export const createChallenge = (
  ctx: Pick<WalletProviderServices, 'crypto' | 'random' | 'clock' | 'challengeKeys'>,
): string => createNonce(ctx, ctx.challengeKeys, purpose, ctx.clock.now()) // WP-01

/** Whether the challenge is ours and within its time. Does not know whether it was spent. */
export const checkChallenge = (
  ctx: CryptoContext & Pick<WalletProviderServices, 'challengeKeys' | 'config'>,
  challenge: string,
  now: NumericDate,
) =>
  checkNonce(
    ctx,
    challenge,
    { keys: ctx.challengeKeys, purpose, lifetime: ctx.config.challengeLifetimeSeconds, now },
    'challenge',
  )

/** What a store call must claim to spend it. */
export const challengeClaim = (challenge: string, expiresAt: NumericDate): readonly ChallengeClaim[] => [
  { name: 'challenge', value: challenge, expiresAt },
]
