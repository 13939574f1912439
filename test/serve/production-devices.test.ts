/** Messages of a Wallet Provider in service about settings that accept test devices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, createNodeCrypto } from '../../src/node/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { composeInMemory } from '../support/served-roles.ts'

const composed = (environment: Readonly<Record<string, string>>) => {
  const devices = {
    FIDUCIA_DEVICES_APPLE_APP_IDS: '["ABCDE12345.it.example.wallet"]',
    FIDUCIA_DEVICES_APPLE_ENVIRONMENT: 'development',
  }
  const parts = { crypto: createNodeCrypto(), decisions: recordingSink(), environment: { ...devices, ...environment } }
  return composeInMemory('wallet-provider', parts)
}

test('DIS-02 settings that accept test devices in production are refused, with the setting that forbids them', async () => {
  await assert.rejects(composed({}), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    assert.deepEqual(thrown.faults, [
      'role.environment: "production" accepts no test devices: App Attest keys of the development environment are accepted',
    ])
    return true
  })
  const { close } = await composed({ FIDUCIA_ROLE_ENVIRONMENT: 'test' })
  await close()
})
