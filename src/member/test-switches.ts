/**
 * Switches for tests with other implementations that deviate from the specifications. Each switch relaxes checks. A
 * sandbox sets the switches by its command-line options and shows them at its start. A service has no setting for a
 * switch.
 */

/** Relaxed checks. Defaults to none. */
export interface TestSwitches {
  /** Treats an empty `authority_hints` in a statement as absent (FED-12, FED-17). */
  readonly toleratesEmptyHints?: boolean
  /**
   * Origins of status lists and issuers. A credential or Wallet Attestation counts as valid if its status list is at
   * one of these origins and is unreachable. A Relying Party accepts a credential of an issuer at one of them, with the
   * status `unknown`, if the credential names no list. Older specifications use status assertions instead of status
   * lists.
   */
  readonly validWithoutStatusList?: readonly string[]
  /** Trust Anchors of other federations. Certificates of entities below them are not verified (FED-115, RP-141). */
  readonly uncertifiedAnchors?: readonly string[]
}

/** Returns one sentence for each relaxed check. */
export const describeTestSwitches = ({
  toleratesEmptyHints,
  validWithoutStatusList = [],
  uncertifiedAnchors = [],
}: TestSwitches): readonly string[] => [
  ...(toleratesEmptyHints ? ['an empty authority_hints in an entity statement counts as absent'] : []),
  ...uncertifiedAnchors.map((anchor) => `entities of the federation of ${anchor} need no certificates`),
  ...validWithoutStatusList.map(
    (origin) =>
      `a credential or Wallet Attestation is accepted if its status list at ${origin} is unreachable, and a credential of an issuer there if it names no list`,
  ),
]

/**
 * Returns `statusWithoutList` of a `StatusResolverContext`: a function that takes the URI of an unreachable list. It
 * returns 0 (valid) for the origins in `validWithoutStatusList`, and `undefined` for others.
 */
export const statusWithoutList =
  ({ validWithoutStatusList = [] }: TestSwitches = {}) =>
  (uri: string): number | undefined =>
    validWithoutStatusList.includes(URL.parse(uri)?.origin ?? '') ? 0 : undefined
