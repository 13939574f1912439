declare const mark: unique symbol

/**
 * A value that a `verify…` function has verified. Use cases accept only such values, so code that skips a check does
 * not compile. The docstring of that function lists what it checks.
 */
export type Verified<T> = T & { readonly [mark]: true }

/**
 * Marks a value as verified. Only files of L1 and L2 (docs/architecture.md) with a `verify…` or `validate…` function,
 * and a few listed files, may call this (`verifiedCreators` in `test/boundaries/rules.ts`).
 */
export const verified = <T extends object>(value: T): Verified<T> => value as Verified<T>
