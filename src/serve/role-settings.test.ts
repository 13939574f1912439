import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFaults, describeIssue } from '../base/index.ts'
import { roleNames } from './role-names.ts'
import { roleConfigs } from './role-settings.ts'
import { writeTemplate } from './template.ts'

for (const role of roleNames)
  test(`a URL without a scheme in the settings of a ${role} is a fault that says what to write`, () => {
    const { role: settings } = JSON.parse(writeTemplate(role, {}).replace(/^\s*\/\/.*$/gm, ''))
    const faultsOf = (change: object): readonly string[] => {
      const values = { entityId: 'https://ente.example', loopbackHttp: true, ...settings, ...change }
      const { error = assert.fail('the settings are valid') } = roleConfigs[role].safeParse(values, {
        error: describeIssue,
      })
      return describeFaults(error, 'role.', roleConfigs[role])
    }
    assert.deepEqual(faultsOf({ organization: { ...settings.organization, homepage_uri: 'ente.example' } }), [
      'role.organization.homepage_uri: is not a URL such as https://service.example',
    ])
    assert.deepEqual(faultsOf({ entityId: 'ente.example' }), [
      'role.entityId: is not an entity identifier. An entity identifier is an https URL without query, fragment and user name',
    ])
  })
