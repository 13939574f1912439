/**
 * Faults of a SAML answer at the callback endpoint, one for each failure code: each one ends the login with its rule
 * and code, the wallet gets an error, and no code is issued. The tests of the verifier have every fault.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { oncePerCode } from '../../support/cases.ts'
import { consentPage, endingOf, locationOf } from '../../support/pid-issuance.ts'
import { responsePath, signAt } from '../../support/saml.ts'
import { assertionRows, type Broken, responseRows, writeAnswer } from '../../support/saml-faults.ts'
import { forgedAnswers } from '../../support/saml-forged.ts'
import { asSession, createSamlBench, factsOf, openSamlBrowser, postAnswer, reopen } from '../../support/saml-login.ts'

const bench = await createSamlBench()
const { fixture, idpKey, stranger } = bench
const opened = await openSamlBrowser(bench)
fixture.clock.advance(1)
const facts = factsOf(fixture, opened)
const answer = (broken?: Broken): string => writeAnswer(facts, idpKey, broken)

const lastCheck = () => {
  const check = fixture.sink.lastRefusal()?.checks.at(-1)
  return [check?.requirement, check?.code]
}

/** The requirement depends on the kind of fault and comes from the catalogue, not from the table. */
async function refuses(xml: string, id: string, code: string, error = 'access_denied'): Promise<void> {
  const browser = await reopen(bench, opened)
  const response = await postAnswer(bench, browser, xml)
  assert.deepEqual(lastCheck(), [id, code])
  assert.equal(response.status, code === 'provider_error' ? 502 : id === 'PP-67' ? 403 : 303)
  const { searchParams, host } = await endingOf(response)
  assert.deepEqual([host, searchParams.get('error'), searchParams.get('code')], ['wallet.example', error, null])
  const after = await consentPage(browser.issuance, asSession(browser))
  assert.equal(after.status, 400)
  assert.deepEqual(lastCheck(), ['PP-60', 'session_unknown'], 'the session has ended')
}

const accepts = async (xml: string): Promise<void> => {
  const response = await postAnswer(bench, await reopen(bench, opened), xml)
  assert.equal(response.status, 303, await response.clone().text())
  assert.equal(locationOf(response).pathname, '/consent', JSON.stringify(lastCheck()))
}

/** The requirement of each fault that does not belong to PP-64, by code. */
const owners: Readonly<Record<string, string>> = {
  response_in_response_to_mismatch: 'PP-65',
  confirmation_in_response_to_mismatch: 'PP-65',
  authn_instant_early: 'PP-61',
  authn_instant_late: 'PP-61',
  attribute_missing: 'PP-67',
  attribute_malformed: 'PP-67',
  provider_error: 'PP-58',
}

describe('the content of an answer', () => {
  for (const [part, rows] of [
    ['Response', responseRows],
    ['Assertion', assertionRows],
  ] as const)
    for (const [what, broken, code] of oncePerCode(rows)) {
      const id = owners[code] ?? 'PP-64'
      test(`${id} refuses, in the ${part}, ${what}: ${code}`, async () => {
        await refuses(answer(broken), id, code, id === 'PP-58' ? 'temporarily_unavailable' : 'access_denied')
      })
    }
})

describe('signers and signed content', () => {
  const { wrapped, unsigned, xml } = forgedAnswers(facts, idpKey, stranger)
  const content = /^(element_repeated|saml_|xml_dtd|xml_instruction|assertion_id)/
  for (const [what, text, code] of oncePerCode([...wrapped, ...unsigned, ...xml])) {
    const id = content.test(code) ? 'PP-64' : 'PP-63'
    test(`${id} refuses ${what}: ${code}`, () => refuses(text, id, code))
  }
  test('PP-63 accepts a Response that is signed too', () => accepts(signAt(answer(), responsePath, idpKey)))
})

test('PP-65 refuses an answer that comes too late', async () => {
  const browser = await openSamlBrowser(bench)
  fixture.clock.advance(600)
  const response = await postAnswer(bench, browser, answer())
  assert.match(await response.clone().text(), /Il tempo per l’accesso è scaduto/)
  assert.equal((await endingOf(response)).searchParams.get('error'), 'access_denied')
  assert.deepEqual(lastCheck(), ['PP-65', 'pending_expired'])
})
