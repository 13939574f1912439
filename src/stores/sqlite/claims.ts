/** Claims on the embedded database. Each is a row of `used`, written in the transaction of the verb that claims. */
import type { Claim, Lost } from '../../base/index.ts'
import { claimDigest, wholeSeconds } from '../stored-values.ts'
import type { Session } from './commit.ts'
import type { Write } from './write-queue.ts'

/** Result of an effect that must be undone, with the outcome for the caller. */
export class Undone<U> {
  readonly outcome: U
  constructor(outcome: U) {
    this.outcome = outcome
  }
}

/**
 * Claims all values, then runs the effect. Resolves to the first lost claim or to the outcome of `Undone`, if any. Both
 * are thrown inside the savepoint of the verb, which undoes all claims and writes.
 */
export function claimAll<T, N extends string, U>(
  write: Write,
  claims: readonly Claim<N>[],
  effect: (session: Session) => T | Undone<U>,
): Promise<T | U | Lost<N>> {
  return write((session): T => {
    for (const claim of claims) {
      const { changes } = session
        .prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(claimDigest(claim), wholeSeconds(claim.expiresAt))
      if (changes === 0) throw new Undone<Lost<N>>({ lost: claim.name })
    }
    const value = effect(session)
    if (value instanceof Undone) throw value
    return value
  }).catch((thrown: unknown) => {
    if (thrown instanceof Undone) return thrown.outcome as U | Lost<N>
    throw thrown
  })
}
