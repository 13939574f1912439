/**
 * A value or a promise of it. Awaiting a present value costs three turns of the microtask queue, so a request that
 * needs no promise is answered without one (ADR 12).
 */
export type MaybePromise<T> = T | Promise<T>

/**
 * Applies `use` to a value, synchronously if the value is present. An error of `use` is then thrown, and otherwise
 * rejects.
 */
export const whenKnown = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
