/** Claims of single-use values on the embedded database: rows of `used`, which a verb writes in its transaction. */
import type { Claim, Lost } from '../../base/index.ts'
import { claimDigest, wholeSeconds } from '../stored-values.ts'
import type { Session } from './commit.ts'
import type { Write } from './write-queue.ts'

/** An effect returns it to undo the claims and its writes. Contains the outcome for the caller. */
export class Undone<U> {
  readonly outcome: U
  constructor(outcome: U) {
    this.outcome = outcome
  }
}

/**
 * Claims all values, then runs the effect. Resolves to the first lost claim, to the outcome of the effect's `Undone`,
 * or to the result of the effect. A lost claim and an `Undone` are thrown inside the verb's savepoint, which undoes all
 * claims and writes.
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
