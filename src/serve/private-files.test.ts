import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateFilesOf } from './private-files.ts'
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

const organization = {
  organization_name: 'Anchor',
  homepage_uri: 'https://anchor.example/',
  policy_uri: 'https://anchor.example/privacy',
  tos_uri: 'https://anchor.example/terms',
  logo_uri: 'https://anchor.example/logo.svg',
  contacts: ['operator@anchor.example'],
}
