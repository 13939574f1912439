import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { createNetwork } from '../../../test/support/network.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { createDecisionFeed } from '../decision-feed.ts'
import { servedScreens } from './serve-screens.ts'

const roles = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'].map((name) => ({
  name,
  url: `https://${name}.example`,
}))

test('the screen of a role needs the administration of the role', () => {
  const idsWith = (administeredRoles: readonly string[]) =>
    servedScreens({
      ...{ clock: fixedClock(), random: seededRandom('screens'), crypto: createNodeCrypto() },
      ...{ anchors: new Map(), urls: { loopbackHttp: false }, fetch: createNetwork().fetch },
      ...{ roles, decisions: createDecisionFeed(), administer: () => assert.fail('no page was requested') },
      administeredRoles,
    }).map(({ id }) => id)
  const always = ['map', 'flows', 'decoder']
  assert.deepEqual(idsWith(roles.map(({ name }) => name)), [...always, 'register', 'devices', 'federation'])
  assert.deepEqual(idsWith(['wallet-provider']), [...always, 'devices'])
  assert.deepEqual(idsWith([]), always)
})
