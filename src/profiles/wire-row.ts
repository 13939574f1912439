/**
 * Table of the wire formats. A row is one property with its value in each profile. A column has the values of all rows
 * in one profile. A profile is a version of the wire format (`profile-names.ts`).
 */
import { type ProfileName, profileNames } from './profile-names.ts'

/** One property of the wire format (a member, name, shape, lifetime or check), with its value in each profile. */
export type WireRow<T> = Readonly<Record<ProfileName, T>> & {
  /** Describes the property. */
  readonly says: string
  /** Document and section of each version. */
  readonly source: string
  /** Present if a value deviates from the text of its profile because deployed software requires it. */
  readonly quirk?: Quirk
}

/** A deviation from the text of a profile. */
interface Quirk {
  readonly name: string
  /** Behaviour of deployed software that requires the deviation. */
  readonly reason: string
}

/** Rows of one role, by the name under which the role's code reads them. */
export type WireRows = Readonly<Record<string, WireRow<unknown>>>

type WireOf<R extends WireRows> = { readonly [K in keyof R]: R[K][ProfileName] }

/** Returns the row unchanged. Checks at compile time that all its values have the type `T`. */
export const wireRow = <const T>(row: WireRow<T>): WireRow<T> => row

/** Returns the values of all rows, by profile. */
export function columnsOf<R extends WireRows>(rows: R): Readonly<Record<ProfileName, WireOf<R>>> {
  const column = (profile: ProfileName) =>
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, row[profile]])) as WireOf<R>
  return Object.fromEntries(profileNames.map((profile) => [profile, column(profile)])) as Record<ProfileName, WireOf<R>>
}
