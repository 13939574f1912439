/**
 * Test switches of a sandbox: additional trust and relaxed checks, for tests with other parties' services. Only a
 * sandbox has test switches. The sandbox prints each switch at its start.
 */
import { describeTestSwitches, type TestSwitches } from '../member/index.ts'
import type { PinnedAnchor } from '../serve/index.ts'

/** Test switches. Each defaults to none. */
export interface TestOptions extends TestSwitches {
  /** Anchors of other federations that every role except the Trust Anchor trusts. */
  readonly anchors?: readonly PinnedAnchor[]
  /** Hosts on this machine or in a private network to which the roles may send requests. */
  readonly hosts?: readonly string[]
  /** PEM certificates of certificate authorities whose TLS servers the roles trust. */
  readonly tlsAuthorities?: readonly string[]
}

/** Returns the switches that the roles read. */
export const testSwitchesOf = ({
  anchors = [],
  toleratesEmptyHints,
  validWithoutStatusList,
}: TestOptions): TestSwitches => ({
  ...(anchors.length > 0 && { uncertifiedAnchors: anchors.map(({ entityId }) => entityId) }),
  ...(toleratesEmptyHints && { toleratesEmptyHints }),
  ...(validWithoutStatusList && { validWithoutStatusList }),
})

/** Returns one sentence for each switch. */
export const describeTestOptions = (options: TestOptions): readonly string[] => {
  const { anchors = [], hosts = [], tlsAuthorities = [] } = options
  return [
    ...anchors.map(({ entityId }) => `every role except the Trust Anchor trusts the federation of ${entityId}`),
    ...hosts.map((host) => `the roles may send requests to ${host}, even in a private network or on this machine`),
    ...(tlsAuthorities.length > 0
      ? [`the roles trust additional certificate authorities of servers: ${tlsAuthorities.length}`]
      : []),
    ...describeTestSwitches(testSwitchesOf(options)),
  ]
}
