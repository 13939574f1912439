/** The members in an anchor's settings, over several starts of the service, with the operator's changes in between. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { composeService } from '../../src/serve/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('FED-38 a member of the settings is added at its first start only, so that removals and changes persist', async () => {
  const crypto = createNodeCrypto()
  const decisions = recordingSink()
  const { settings, stores, close } = await composeInMemory('trust-anchor', { crypto, decisions })
  const { publicJwk, kid } = await generateSigner({ crypto })
  const member = (name: string) => ({
    entityId: `https://${name}.example`,
    jwks: { keys: [publicJwk] },
    entityTypes: ['wallet_provider'],
  })
  const start = async (...names: string[]) => {
    const parts = { clock: fixedClock(), random: seededRandom('anchor'), crypto, decisions, stores }
    const fetch = () => Promise.reject(new TypeError('nobody answers'))
    const own = { ...settings, subordinates: names.map(member) }
    const { close: end } = await composeService('trust-anchor', own, {
      ...parts,
      fetch,
      onFault: (fault) => assert.fail(String(fault)),
    })
    end()
  }
  await start('wallet', 'relying')
  await stores.subordinates.remove('https://wallet.example', { at: 1, actor: 'operator' })
  const next = { ...publicJwk, kid: 'next' }
  await stores.subordinates.change('https://relying.example', { keys: [next] }, { at: 1, actor: 'operator' })
  await start('wallet', 'relying', 'later')
  assert.notEqual(kid, 'next')
  assert.deepEqual(
    (await stores.subordinates.list({ limit: 99 })).map(({ entityId, keys }) => [entityId, keys[0]?.kid === 'next']),
    [
      ['https://later.example', false],
      ['https://relying.example', true],
    ],
  )
  await close()
})
