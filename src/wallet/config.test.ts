import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../base/index.ts'
import { walletConfig } from './config.ts'

const valid = {
  walletProvider: 'https://wallet-provider.example',
  authorizationEndpoint: 'https://wallet.example/authorization',
  redirectUri: 'https://wallet.example/issued',
}

function faultsOf(settings: unknown): readonly string[] {
  try {
    walletConfig.parse(settings)
  } catch (thrown) {
    assert.ok(thrown instanceof ConfigError, String(thrown))
    return thrown.faults
  }
  return []
}

test('reports all faults of a wallet’s configuration at once, each with its place and without its value', () => {
  assert.deepEqual(faultsOf(valid), [])
  const places = [
    'walletProvider',
    'registrationEndpoint',
    'authorizationEndpoint',
    'redirectUri',
    'algorithms.0',
    'attempts',
    'surprise',
  ]
  const faults = faultsOf({
    walletProvider: 'http://secret.example',
    registrationEndpoint: 'http://secret.example/wallet-instance',
    authorizationEndpoint: 'javascript:secret',
    redirectUri: 'http://secret.example/issued',
    algorithms: ['none'],
    attempts: 'secret',
    surprise: 1,
  })
  assert.deepEqual(faults.map((fault) => fault.split(':', 1)[0]).sort(), [...places].sort(), faults.join('\n'))
  assert.ok(!faults.join().includes('secret'), faults.join('\n'))
})

test('a missing setting, or a setting of another type, does not hide other faults', () => {
  for (const settings of [undefined, null, 'x', [], {}]) assert.ok(faultsOf(settings).length > 0)
  const { redirectUri: _, ...rest } = valid
  const faults = faultsOf({ ...rest, walletProvider: 'x', customSchemes: 1 })
  assert.deepEqual(faults.map((fault) => fault.split(':', 1)[0]).sort(), [
    'customSchemes',
    'redirectUri',
    'walletProvider',
  ])
})

test('a stock without limit and an age beyond a day are refused', () => {
  for (const attestations of [{ readyCount: 21 }, { maximumAgeSeconds: 86_401 }, { perParty: 'all' }, { colour: 1 }])
    assert.equal(faultsOf({ ...valid, attestations }).length, 1)
  assert.equal(walletConfig.parse(valid).attestations.readyCount, 1)
})
