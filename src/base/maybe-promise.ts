/**
 * What is there at once, or must be waited for. Awaiting what is there costs three turns of the microtask queue; a request
 * that waits for nothing is answered without a promise (ADR 12).
 */
export type MaybePromise<T> = T | Promise<T>

/** Goes on with a value: at once where it is there. What `use` throws is then thrown, and otherwise rejects. */
export const whenKnown = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
