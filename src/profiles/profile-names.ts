/** Names of the wire profiles (ADR 16). */

/** Every profile: the specification's own wire first, then later versions of IT-Wallet in order. */
export const profileNames = ['seed', 'it-wallet-1.0', 'it-wallet-1.4'] as const

/** A version of the wire that an entity speaks. `seed` is the specification's own wire and the default. */
export type ProfileName = (typeof profileNames)[number]

/** A profile besides the default. Each is a further entity of the same service. */
export type FurtherProfileName = Exclude<ProfileName, 'seed'>

/** Texts that each profile follows, for `fiducia profile list`. */
export const profileSummaries: Readonly<Record<ProfileName, string>> = {
  seed: "the specification's own wire (default)",
  'it-wallet-1.0': 'IT-Wallet 1.0',
  'it-wallet-1.4': 'IT-Wallet 1.3.3 and 1.4.6',
}
/** Profiles besides the default. */
export const furtherProfileNames = profileNames.filter((name): name is FurtherProfileName => name !== 'seed')
