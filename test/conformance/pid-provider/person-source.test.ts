/**
 * Answers of an authentic source at the callback of the login: a PID, or a page for the person and an error for the
 * wallet.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Failure, fail } from '../../../src/base/index.ts'
import type { NationalAttributes, NationalLogin, PersonSourceCode } from '../../../src/pid-provider/index.ts'
import {
  beginIssuance,
  callback,
  consentPage,
  endingOf,
  obtainPid,
  obtainTokens,
  openBrowser,
  pushed,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture } from '../../support/pid-provider-fixture.ts'
import { person } from '../../support/scripted-identity-provider.ts'

let respond: (login: NationalLogin) => NationalAttributes | Failure<PersonSourceCode>
let asked = 0
const fixture = await pidProviderFixture({
  personSource: {
    attributesOf: async (login) => {
      asked += 1
      return respond(login)
    },
  },
})

test('PP-68 the PID has the claims of the source and the tax number of the login', async () => {
  respond = ({ attributes }) => ({ ...person, ...attributes, given_name: 'Ada Maria', family_name: 'D’Àlì' })
  const issuance = await beginIssuance(fixture)
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
  const disclosed = new Map(
    credential
      .split('~')
      .slice(1, -1)
      .map(
        (text) => (JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]).slice(1) as [string, unknown],
      ),
  )
  assert.deepEqual(
    ['given_name', 'family_name', 'birthdate', 'tax_id_number'].map((name) => disclosed.get(name)),
    ['Ada Maria', 'D’Àlì', person.birthdate, person.fiscal_number],
  )
})

test('PP-67 PP-68 a login with missing attributes is accepted only if a source has them (D-382)', async () => {
  const { fiscal_number } = person
  respond = () => person
  fixture.identityProvider.script.attributes = { fiscal_number }
  const issuance = await beginIssuance(fixture)
  await obtainPid(issuance, await obtainTokens(issuance))
  fixture.identityProvider.script.attributes = person

  const sourceless = await pidProviderFixture()
  const { place_of_birth: _, ...placeless } = person
  sourceless.identityProvider.script.attributes = placeless
  const refused = await beginIssuance(sourceless)
  const response = await callback(refused, await openBrowser(refused, await pushed(refused)))
  assert.equal(response.status, 403)
  const check = sourceless.sink.lastRefusal()?.checks.at(-1)
  assert.deepEqual([check?.requirement, check?.code, check?.at], ['PP-67', 'attribute_missing', 'place_of_birth'])
})

for (const [id, code, status, error, words] of [
  ['PP-67', 'person_unknown', 403, 'access_denied', 'Rivolgiti al tuo Comune'],
  ['PP-67', 'person_malformed', 502, 'server_error', 'errore da parte nostra'],
  ['PP-67', 'person_mismatch', 502, 'server_error', 'errore da parte nostra'],
  ['PP-58', 'person_source_refused', 502, 'server_error', 'errore da parte nostra'],
  ['PP-58', 'person_source_unreachable', 503, 'temporarily_unavailable', 'non risponde al momento'],
] as const)
  test(`${id} ${code} is explained to the person, and the wallet gets ${error}`, async () => {
    respond = () => fail(code, 'person_source')
    const issuance = await beginIssuance(fixture)
    const browser = await openBrowser(issuance, await pushed(issuance))
    const response = await callback(issuance, browser)
    assert.equal(response.status, status)
    assert.equal(response.headers.get('retry-after'), status === 503 ? '30' : null)
    const check = fixture.sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], [id, code])
    const html = await response.clone().text()
    assert.ok(html.includes(words), html)
    const { searchParams } = await endingOf(response)
    assert.deepEqual([searchParams.get('error'), searchParams.get('code')], [error, null])
    assert.equal((await consentPage(issuance, browser)).status, 400, 'the session has ended')
  })

for (const [changes, code, at] of [
  [{ birthdate: '1984-02-31' }, 'birthdate_impossible', 'birthdate'],
  [{ given_name: 'A\ud800da' }, 'attribute_text_unusable', 'given_name'],
] as const)
  test(`PP-150 a person with ${JSON.stringify(changes)} gets no code`, async () => {
    respond = () => ({ ...person, ...changes })
    const issuance = await beginIssuance(fixture)
    const response = await callback(issuance, await openBrowser(issuance, await pushed(issuance)))
    assert.equal(response.status, 403)
    assert.match(await response.clone().text(), /non possono stare in un documento/)
    const check = fixture.sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code, check?.at], ['PP-150', code, at])
    const { searchParams } = await endingOf(response)
    assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['access_denied', null])
  })

test('PP-13 the source is not asked if the level of the login is too low', async () => {
  asked = 0
  respond = () => person
  fixture.identityProvider.script.level = 'substantial'
  const issuance = await beginIssuance(fixture)
  await callback(issuance, await openBrowser(issuance, await pushed(issuance)))
  fixture.identityProvider.script.level = 'high'
  assert.equal(asked, 0)
})
