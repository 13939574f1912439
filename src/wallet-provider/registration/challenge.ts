/**
 * Challenges, which wallets get without authentication. A challenge contains a MAC of this provider. It can be spent
 * once, for a registration or an attestation (WP-01 to WP-04). Only spent challenges are stored.
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

/** Rules of a challenge in an attestation request, where one requirement covers all failures. */
export const REQUEST_CHALLENGE_RULES = rules<NonceCode>()(WP.staleChallenge, {
  'WP-19': ['nonce_foreign', 'nonce_expired'],
})

/** Returns a challenge that contains the current time and a MAC. Stores nothing. */
export const createChallenge = (
  ctx: Pick<WalletProviderServices, 'crypto' | 'random' | 'clock' | 'challengeKeys'>,
): string => createNonce(ctx, ctx.challengeKeys, purpose, ctx.clock.now()) // WP-01

/**
 * Verifies that this provider created the challenge and that it has not expired. Returns its expiry time. Does not
 * check whether it was spent.
 */
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

/** Returns the claim with which a store call spends the challenge. */
export const challengeClaim = (challenge: string, expiresAt: NumericDate): readonly ChallengeClaim[] => [
  { name: 'challenge', value: challenge, expiresAt },
]
