/**
 * Test switches of a sandbox: further trust, and checks that are relaxed, for tests with the parties of others. They
 * belong to a sandbox only, and it shows each at its start.
 */
import { describeTestSwitches, type TestSwitches } from '../member/index.ts'
import type { PinnedAnchor } from '../serve/index.ts'

/** Test switches. Each defaults to none. */
export interface TestOptions extends TestSwitches {
  /** Anchors of other federations that every role trusts. */
  readonly anchors?: readonly PinnedAnchor[]
  /** Host names that the roles may request although they lead to this machine or to a private network. */
  readonly hosts?: readonly string[]
  /** Certificates in PEM of authorities whose servers the roles trust. */
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
    ...anchors.map(({ entityId }) => `every role trusts the federation of ${entityId}`),
    ...hosts.map((host) => `the roles may request ${host} in a private network and on this machine`),
    ...(tlsAuthorities.length > 0 ? [`the roles trust ${tlsAuthorities.length} further authorities of servers`] : []),
    ...describeTestSwitches(testSwitchesOf(options)),
  ]
}
