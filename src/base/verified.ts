declare const mark: unique symbol

/**
 * A value that a `verify…` function has vouched for. Use cases take only these, so that skipping a check does not
 * compile. What was checked stands in the docstring of the function that returned it.
 */
export type Verified<T> = T & { readonly [mark]: true }

/** Vouches for a value. Only `verify…` and `validate…` functions of L1 and L2 call this (`test/boundaries.test.ts`). */
export const verified = <T extends object>(value: T): Verified<T> => value as Verified<T>
