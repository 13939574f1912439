/**
 * Switches for tests with the parties of others, which deviate from the texts. Each relaxes one check. A sandbox sets
 * them by its own options and shows them at its start. A service has no setting for them.
 */

/** Relaxed checks. Defaults to none. */
export interface TestSwitches {
  /** Takes an empty `authority_hints` in a statement as absent (FED-12, FED-17). */
  readonly toleratesEmptyHints?: boolean
  /**
   * Origins whose status lists count as valid while they do not answer, and whose issuers may refer to no list, as with
   * the status assertions of an older text.
   */
  readonly validWithoutStatusList?: readonly string[]
  /** Anchors of federations of others, below which no certificates are judged (FED-115, RP-141). */
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
    (origin) => `a credential is valid while no status list of ${origin} answers, or if its issuer there names none`,
  ),
]

/**
 * Returns the function for `createStatusResolver`: the status of a credential whose list does not answer, valid (0) for
 * the origins of the switch.
 */
export const statusWithoutList =
  ({ validWithoutStatusList = [] }: TestSwitches = {}) =>
  (uri: string): number | undefined =>
    validWithoutStatusList.includes(URL.parse(uri)?.origin ?? '') ? 0 : undefined
