/** Further types of credentials of a served PID Provider: files of data that its settings name. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JsonObject } from '../../src/base/index.ts'
import { ConfigError, createNodeCrypto } from '../../src/node/index.ts'
import { readCredentialTypes } from '../../src/serve/credential-types.ts'
import { recordingSink } from '../support/decisions.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { healthCard } from '../support/health-card.ts'
import { composeInMemory } from '../support/served-roles.ts'

const directory = freshDirectory()
let files = 0
const fileOf = (content: unknown): string => {
  files += 1
  const file = join(directory, `${files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

test('PP-37 a served PID Provider issues a type from a file', async () => {
  const { credentialType, doctype, claims } = healthCard
  const served = await composeInMemory('pid-provider', {
    crypto: createNodeCrypto(),
    decisions: recordingSink(),
    environment: {
      FIDUCIA_CREDENTIAL_TYPE_FILES: JSON.stringify([fileOf(healthCard)]),
      FIDUCIA_ROLE_CREDENTIAL_TYPE: credentialType,
      FIDUCIA_ROLE_DOCTYPE: doctype,
    },
  })
  const url = `${served.settings.publicUrl}/.well-known/openid-credential-issuer`
  const metadata = (await (await served.service.app(new Request(url))).json()) as JsonObject
  const configured = metadata.credential_configurations_supported as Record<string, JsonObject>
  assert.deepEqual(Object.keys(configured[credentialType]?.claims as object), Object.keys(claims))
  await served.close()
})

test('PP-201 a service whose settings do not fit its credential type names the setting at its start', async () => {
  const { credentialType, doctype } = healthCard
  const compose = (changes: object, environment: object = {}) =>
    composeInMemory('pid-provider', {
      crypto: createNodeCrypto(),
      decisions: recordingSink(),
      environment: {
        FIDUCIA_CREDENTIAL_TYPE_FILES: JSON.stringify([fileOf({ ...healthCard, ...changes })]),
        FIDUCIA_ROLE_CREDENTIAL_TYPE: credentialType,
        FIDUCIA_ROLE_DOCTYPE: doctype,
        ...environment,
      },
    })
  const isFault = (fault: RegExp) => (thrown: Error) => thrown instanceof ConfigError && fault.test(thrown.message)
  await assert.rejects(compose({ formats: ['vc+sd-jwt'] }), isFault(/role\.formats: .* set formats to vc\+sd-jwt$/))
  const claims = { ...healthCard.claims, cnf: { display: { 'it-IT': 'Chiave', 'en-US': 'Key' } } }
  await assert.rejects(compose({ claims }), isFault(/role\.credentialType: .*: cnf$/))
  const mdoc = { ...healthCard.mdoc, domestic: { holder: { claim: 'holder_name' } } }
  const sameNamespace = { FIDUCIA_ROLE_MDOC_DOMESTIC_NAMESPACE: doctype }
  await assert.rejects(compose({ mdoc }, sameNamespace), isFault(/role\.mdoc\.domesticNamespace: .*mdoc\.namespace/))
})

test('PP-40 names that no single type has are refused if there are files of types', async () => {
  const { credentialType, doctype } = healthCard
  const compose = (named: object, files: readonly string[]) =>
    composeInMemory('pid-provider', {
      crypto: createNodeCrypto(),
      decisions: recordingSink(),
      environment: { FIDUCIA_CREDENTIAL_TYPE_FILES: JSON.stringify(files), ...named },
    })
  for (const named of [
    { FIDUCIA_ROLE_CREDENTIAL_TYPE: `${credentialType}s`, FIDUCIA_ROLE_DOCTYPE: doctype },
    { FIDUCIA_ROLE_CREDENTIAL_TYPE: credentialType },
    { FIDUCIA_ROLE_DOCTYPE: doctype },
  ]) {
    await assert.rejects(compose(named, [fileOf(healthCard)]), (thrown: Error) => {
      assert.ok(thrown instanceof ConfigError)
      assert.match(thrown.message, /no type has these two names\. There are eu\.eudiw\.pid\.it with .*health/)
      return true
    })
    await (await compose(named, [])).close()
  }
})

test('a file that is not a valid credential type is refused with the place of the fault', () => {
  const faults: readonly [content: unknown, fault: RegExp][] = [
    ['no JSON', /credentialTypeFiles\.0: is not a JSON object \(line 1 column 1\)/],
    [{ ...healthCard, doctype: '' }, /credentialTypeFiles\.0\.doctype/],
    [{ ...healthCard, claim: {} }, /credentialTypeFiles\.0\.claim: there is no such setting\. Did you mean claims\?/],
    [{ ...healthCard, claims: {} }, /claims: has no claim/],
    [
      { ...healthCard, mdoc: { ...healthCard.mdoc, main: { holder: { claim: 'name' } } } },
      /mdoc\.main\.holder\.claim: is not a claim of the type/,
    ],
    [{ ...healthCard, credentialType: 'eu.eudiw.pid.it' }, /has the credentialType or doctype of another type/],
  ]
  const read = (files: readonly string[]) => readCredentialTypes(files, (path) => path)
  for (const [content, fault] of faults)
    assert.throws(
      () => read([fileOf(content)]),
      (thrown: Error) => thrown instanceof ConfigError && fault.test(thrown.message),
    )
  assert.throws(() => read([join(directory, 'none.json')]), /cannot be read/)
  assert.equal(read([fileOf(healthCard)]).length, 2)
  assert.equal(read([fileOf(`\ufeff${JSON.stringify(healthCard)}`)]).length, 2, 'a byte order mark is ignored')
})
