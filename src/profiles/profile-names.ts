/** Names of the wire profiles (ADR 16). */

/**
 * All profiles. `seed` is the wire format of the specification that the code cites as `it-wallet`. The other profiles
 * are versions of the IT-Wallet specification, in ascending order. Settings and the rows of stores contain these names.
 */
export const profileNames = ['seed', 'it-wallet-1.0', 'it-wallet-1.4'] as const

/** The version of the wire format that an entity uses. The default is `seed`. */
export type ProfileName = (typeof profileNames)[number]

/** A profile other than the default. A service runs a separate entity for each of them. */
export type FurtherProfileName = Exclude<ProfileName, 'seed'>

/** The document that each profile follows, for `fiducia profile list`. */
export const profileSummaries: Readonly<Record<ProfileName, string>> = {
  seed: "the specification's own wire (default)",
  'it-wallet-1.0': 'IT-Wallet 1.0',
  'it-wallet-1.4': 'IT-Wallet 1.3.3 and 1.4.6',
}

/** Title of each profile. `seed` has none, because it is the default. */
export const profileTitles: Readonly<Record<ProfileName, string | undefined>> = {
  seed: undefined,
  'it-wallet-1.0': 'IT-Wallet 1.0',
  'it-wallet-1.4': 'IT-Wallet 1.4',
}

/** All profiles except the default. */
export const furtherProfileNames = profileNames.filter((name): name is FurtherProfileName => name !== 'seed')
