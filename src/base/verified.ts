declare const mark: unique symbol

/**
 * A value that a `verify…` function has verified. Use cases accept only such values, so code that skips a check does
 * not compile. The docstring of that function lists what it checks.
 */
export type Verified<T> = T & { readonly [mark]: true }

/**
 * Marks a value as verified. Only `verify…` and `validate…` functions of L1 and L2 (docs/architecture.md) may call this
 * (`test/boundaries.test.ts`).
 */
export const verified = <T extends object>(value: T): Verified<T> => value as Verified<T>
