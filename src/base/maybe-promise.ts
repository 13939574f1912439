/**
 * A value or a promise of it. `await` defers the rest of a function even for a value that is not a promise. A request
 * that needs no promise is therefore answered without `await` (ADR 12).
 */
export type MaybePromise<T> = T | Promise<T>

/**
 * Applies `use` to a value, or to the result of a promise. If the value is not a promise, calls `use` at once, and
 * throws what `use` throws. Otherwise returns a promise. It rejects if the given promise rejects, or if `use` throws or
 * rejects.
 */
export const whenResolved = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
