/** Steps of a roll-over of federation keys. Two steps can be current: the waiting time, and the activation after it. */
import { isNumericDate, type JsonObject, type NumericDate } from '../../base/index.ts'
import { textOf } from './administration.ts'

/**
 * Steps in their order. `create` makes the next key. `publish` is the time in which others learn the key. `activate`
 * lets the key sign. `keep` is the time in which the former key stays published. At `done`, the former key is a
 * historical key.
 */
export type KeyStepName = 'create' | 'publish' | 'activate' | 'keep' | 'done'

export interface KeyStep {
  readonly name: KeyStepName
  readonly state: 'done' | 'current' | 'later'
  /** The key that the step concerns: the next one, or the former one for `keep`. */
  readonly kid?: string
  /** Time at which the publication began, or until which a former key stays published. */
  readonly at?: NumericDate
}

/** A former key, and the time until which it stays published. */
interface RetiringKey {
  readonly kid: string
  readonly at: NumericDate
}

/**
 * Returns the former keys that are still published. `ring` are the keys as the administration lists them. A historical
 * key also has the state `retiring`, but `retired_at` is in the past.
 */
export const retiringKeys = (ring: readonly JsonObject[], now: NumericDate): readonly RetiringKey[] =>
  ring.flatMap(({ kid, state, retired_at: at }) =>
    state === 'retiring' && isNumericDate(at) && at > now ? [{ kid: textOf(kid), at }] : [],
  )

/**
 * Returns the steps for the keys of a ring, as the administration lists them. Uses the first of several former keys.
 */
export function keySteps(ring: readonly JsonObject[], now: NumericDate): readonly KeyStep[] {
  const pending = ring.find(({ state }) => state === 'pending')
  const next = pending && { kid: textOf(pending.kid) }
  const [former] = retiringKeys(ring, now)
  if (pending !== undefined)
    return [
      { name: 'create', state: 'done', ...next },
      {
        ...{ name: 'publish', state: 'current', ...next },
        ...(isNumericDate(pending.created_at) && { at: pending.created_at }),
      },
      { name: 'activate', state: 'current', ...next },
      { name: 'keep', state: 'later', ...former },
      { name: 'done', state: 'later' },
    ]
  return [
    { name: 'create', state: former ? 'done' : 'current' },
    { name: 'publish', state: former ? 'done' : 'later' },
    { name: 'activate', state: former ? 'done' : 'later' },
    { name: 'keep', state: former ? 'current' : 'later', ...former },
    { name: 'done', state: 'later' },
  ]
}
