/**
 * Rule tables: the requirement and the answer for each failure code of a verifier. The source code groups the codes by
 * requirement. The table itself is indexed by code.
 */

/** A requirement, and the answer to a request that breaks it. */
export type Rule<A> = readonly [requirement: string, answer: A]

/** A rule for each failure code of a verifier. */
export type Rules<C extends string, A> = { readonly [code in C]: Rule<A> }

declare const ownCodes: unique symbol

/**
 * The rows that one call of `rows` returns. In `joinRules` they override the rows of tables that several verifiers
 * share, such as `jwsRules`. They must not override the rows of another call of `rows`.
 */
type Rows<C extends string, A> = Rules<C, A> & { readonly [ownCodes]: C }

/** Failure codes by requirement. `R` maps each requirement to the union of its codes. */
type CodesByRequirement<R> = { readonly [requirement in keyof R]: readonly R[requirement][] }

/**
 * Accepts any value if `C` is empty. Otherwise demands a member named after the fault, so that the compiler's error
 * names the fault.
 */
type Without<Fault extends string, C> = [C] extends [never] ? unknown : { readonly [fault in Fault]: C }

/** The codes that occur in two rows of one call. Ignores computed keys, which have no name to compare. */
type TwiceInRows<R> = { [K in keyof R]: string extends K ? never : R[K] & R[Exclude<keyof R, K>] }[keyof R]

type OwnCodes<T> = T extends { readonly [ownCodes]: infer C } ? C : never

/** The codes that occur in the `rows` of two tables. Ignores shared tables. */
type TwiceInTables<T extends readonly unknown[]> = T extends readonly [infer First, ...infer Rest]
  ? (OwnCodes<First> & OwnCodes<Rest[number]>) | TwiceInTables<Rest>
  : never

type CodesOf<T> = T extends unknown ? Extract<keyof T, string> : never
type AnswersOf<T> = T extends Readonly<Record<string, Rule<infer A>>> ? A : never

type WriteRules<C extends string> = <A, R extends Readonly<Record<string, C>>>(
  answer: A,
  codes: CodesByRequirement<R> & Without<'in two rows', TwiceInRows<R>> & Without<'in no row', Exclude<C, R[keyof R]>>,
) => Rules<C, A>

/**
 * Returns a table with the same answer for all codes. Does not compile if a code of `C` is in no row, a code is in two
 * rows, or a code is not in `C`.
 *
 *     rules<KeyProofCode>()(PP.invalidProof, { 'PP-26': ['signature_invalid'], 'PP-95': ['key_missing'] })
 */
export const rules = <C extends string>(): WriteRules<C> => rows as unknown as WriteRules<C>

/** Returns rows with the same answer, for `joinRules`. A code in two rows does not compile. */
export const rows = <A, R extends Readonly<Record<string, string>>>(
  answer: A,
  codes: CodesByRequirement<R> & Without<'in two rows', TwiceInRows<R>>,
): Rows<R[keyof R], A> =>
  Object.fromEntries(
    Object.entries<readonly string[]>(codes).flatMap(([requirement, codesOfRow]) =>
      codesOfRow.map((code) => [code, [requirement, answer] as const]),
    ),
  ) as Rows<R[keyof R], A>

/**
 * Returns one table with the rows of several. `rows` override the shared tables before them. Does not compile if a code
 * of `C` is in no table, a code is in the `rows` of two calls, or a code in `rows` is not in `C`.
 *
 *     joinRules<KeyBindingCode>()(jwsRules(RP.bindingBroken), rows(RP.bindingBroken, { 'RP-64': ['typ_mismatch'] }))
 */
export const joinRules =
  <C extends string>() =>
  <T extends readonly Readonly<Record<string, Rule<unknown>>>[]>(
    ...tables: T &
      Without<'in two rows', TwiceInTables<T>> &
      Without<'in no row', Exclude<C, CodesOf<T[number]>>> &
      Without<'not a code', Exclude<OwnCodes<T[number]>, C>>
  ): Rules<C, AnswersOf<T[number]>> =>
    Object.fromEntries(tables.flatMap(Object.entries)) as Rules<C, AnswersOf<T[number]>>
