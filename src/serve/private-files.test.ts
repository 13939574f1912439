import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError } from '../node/index.ts'
import { privateFilesOf, requireKeyFile } from './private-files.ts'
import { createSettings } from './read-settings.ts'

test('the library of a token is found relative to the settings file, or by its name in the system', () => {
  const moduleOf = (module: string) => {
    const pkcs11 = { module, token: 'fiducia', labels: {} }
    const values = { publicUrl: 'https://anchor.example', keys: { pkcs11 } }
    const settings = createSettings('trust-anchor', { ...values, role: { organization } }, (path) => `/etc/x/${path}`)
    return privateFilesOf(settings, {}).keys.pkcs11?.module
  }
  assert.equal(moduleOf('hsm/lib.so'), '/etc/x/hsm/lib.so')
  assert.equal(moduleOf('libsofthsm2.so'), 'libsofthsm2.so')
})

test('a key file may be missing only if the token has all keys of the role', () => {
  const require = (labels: object) => {
    const keys = { file: 'missing/keys.json', pkcs11: { module: 'libsofthsm2.so', token: 'fiducia', labels } }
    const values = { publicUrl: 'https://anchor.example', keys, role: { organization } }
    const settings = createSettings('trust-anchor', values, (path) => join('/etc/x', path))
    requireKeyFile('trust-anchor', privateFilesOf(settings, {}), settings)
  }
  assert.doesNotThrow(() => require({ federation: ['anchor-1'] }))
  const refused =
    /^keys\.file: there is no \/etc\/x\/missing\/keys\.json: .*, run fiducia init trust-anchor --dir \/etc\/x\/?$/
  assert.throws(
    () => require({}),
    (thrown) => thrown instanceof ConfigError && refused.test(thrown.faults.join()),
  )
})

const organization = {
  organization_name: 'Anchor',
  homepage_uri: 'https://anchor.example/',
  policy_uri: 'https://anchor.example/privacy',
  tos_uri: 'https://anchor.example/terms',
  logo_uri: 'https://anchor.example/logo.svg',
  contacts: ['operator@anchor.example'],
}
