/**
 * Each failure code of every rule table has a reason and a remedy of its own, which every output shows (GEN-44). The
 * source defines the codes; this file selects none.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectBuilt } from '../../scripts/requirements/built.ts'
import { unreachable } from '../../scripts/requirements/unreachable.ts'
import { Refusal } from '../../src/base/index.ts'
import { trustStepOf } from '../../src/federation/index.ts'
import { describeRefusal, unreadAnswers } from '../../src/http/index.ts'
import { federationAdvice } from '../../src/rules/advice/federation.ts'
import { adviceOf, adviceTables, describeCheck } from '../../src/rules/index.ts'
import { assertBlock } from '../support/wire-refusal.ts'

const answer = { status: 400, error: 'invalid_request', text: 'The answer has a sentence of its own.' }
const built = await collectBuilt()
const federationCodes = new Set(Object.keys(federationAdvice))

/** Codes without a reason of their own: the text of the answer gives the reason. */
const unnamed = ['not_found', 'not_satisfied']

const pairs = [...built.codes].flatMap(([requirement, codes]) =>
  [...codes].filter((code) => !unnamed.includes(code)).map((code) => ({ requirement, code })),
)

test('GEN-44 the block of each failure code of every rule table has a reason, its place and a remedy', (t) => {
  for (const { requirement, code } of pairs)
    for (const at of ['payload.member', '']) {
      const refusal = new Refusal('t', answer, requirement, code, at, { expected: 'one', found: 'another' })
      const told = describeRefusal(refusal)
      assertBlock(told, { requirement, code, at, expected: 'one', found: 'another' })
      assert.ok(!told.startsWith(answer.text), `${code} has no reason of its own`)
    }
  const codes = new Set(pairs.map(({ code }) => code))
  const missing = [...codes].filter((code) => adviceOf(code) === undefined)
  t.diagnostic(`${codes.size - missing.length} of ${codes.size} failure codes have advice, on ${pairs.length} rules`)
  assert.deepEqual(missing, [])
})

test('GEN-44 every row of the advice tables belongs to a code, and no code has two rows', () => {
  const codes = new Set([
    ...pairs.map(({ code }) => code),
    ...[...unreachable].map((pair) => pair.split(' ')[1] ?? ''),
    ...Object.keys(trustStepOf),
    ...Object.keys(unreadAnswers),
    // Codes of the envelope, whose names are composed at run time, of internal errors, and of endpoints without rules.
    ...[
      'path_unknown',
      'method_not_allowed',
      'body_incomplete',
      'not_utf8',
      'temporarily_unavailable',
      'server_error',
      'profile_endpoint_unbuilt',
    ],
  ])
  const rows = adviceTables.flatMap((table) => Object.keys(table))
  assert.deepEqual(
    rows.filter((code) => !codes.has(code)),
    [],
  )
  assert.deepEqual(
    rows.filter((code, index) => rows.indexOf(code) !== index),
    [],
  )
})

test('GEN-44 each advice has a reason and a remedy that are valid in an error_description', () => {
  for (const table of adviceTables)
    for (const [code, [reason, remedy]] of Object.entries(table)) {
      assert.match(reason, /^[A-Za-z][ !#-[\]-~]*\.$/, code)
      assert.match(remedy, /^[A-Z][ !#-[\]-~]*\.$/, code)
      assert.ok(reason.length <= 160 && remedy.length <= 160, `${code} is too long`)
      assert.doesNotMatch(`${reason} ${remedy}`, /\b(?:whoever|stands?|told|he|his)\b/i, code)
    }
})

test('GEN-44 each remedy tells the reader what to change, and states no fact', () => {
  const declarative = /^(?:The|An?|This|Its?|Each|Only|There) /
  for (const table of adviceTables)
    for (const [code, [, remedy]] of Object.entries(table)) {
      assert.doesNotMatch(remedy, declarative, code)
      assert.doesNotMatch(remedy, /^\w+s /, code)
    }
})

test('GEN-44 an article within a sentence of an advice has a small letter', () => {
  const capital = /[^.] (?:The|An?|This|Each) |\b(?:an?|the|each) (?:an?|the|this) /
  for (const table of adviceTables)
    for (const [code, sentences] of Object.entries(table))
      for (const sentence of sentences) assert.doesNotMatch(sentence, capital, code)
  assert.deepEqual(adviceOf('jwk_missing'), ['The header member jwk is missing.', 'Send the header member jwk.'])
  assert.equal(adviceOf('x5c_unexpected')?.[1], 'Leave the header member x5c out.')
  assert.equal(adviceOf('disclosure_repeated')?.[1], 'Send each disclosure once.')
})

test('GEN-44 a missing trust chain is explained by the failure code in its place', () => {
  const reasonAt = (at: string): string => describeCheck({ requirement: 'FED-02', code: 'no_trust_chain', at }).reason
  for (const code of Object.keys(trustStepOf)) {
    assert.ok(adviceOf(code), `${code} has no advice`)
    assert.equal(reasonAt(`trust_chain.${code}.trust_chain`), adviceOf(code)?.[0])
  }
  assert.match(
    reasonAt('trust_chain.status_unexpected.statement.status.404'),
    /superior .* makes no statement about the entity/,
  )
  assert.match(reasonAt('trust_chain.status_unexpected.statement.status.302'), /answers with a redirect or an error/)
  assert.match(reasonAt('trust_chain.status_unexpected.configuration.status.404'), /does not serve its entity config/)
  assert.match(reasonAt('trust_chain.unreachable.configuration.status.503'), /in front of it, fails/)
  assert.match(reasonAt('trust_chain.link_broken.statement.payload.iss'), /answers with a statement of another issuer/)
  assert.equal(reasonAt('entity_id'), adviceOf('entity_id_invalid')?.[0])
  const list = 'statement.payload.jwks.x5c[0].crl.status.404'
  assert.equal(
    describeCheck({ requirement: 'FED-82', code: 'crl_unavailable', at: list }).reason,
    adviceOf('crl_unavailable')?.[0],
  )
})

test('GEN-44 the advice about a document of a path does not address the party that sent the chain', () => {
  const sender = /\b(?:Send|Set|Sign|Obtain|Leave|Write|Use)\b|other party/
  for (const code of Object.keys(trustStepOf))
    for (const document of ['statement', 'configuration']) {
      const at = `trust_chain.${code}.${document}.${code === 'status_unexpected' ? 'status.404' : 'payload.x'}`
      const { reason, remedy } = describeCheck({ requirement: 'FED-02', code: 'no_trust_chain', at })
      assert.ok(reason.length <= 160 && remedy.length <= 160, `${code} is too long`)
      if (!federationCodes.has(code)) assert.doesNotMatch(`${reason} ${remedy}`, sender, code)
    }
})

test('GEN-44 the advice about devices names no threshold and no expected value', () => {
  const rules = [...built.codes].filter(([requirement]) => /^(?:DIS|WP)-/.test(requirement))
  for (const [, codes] of rules)
    for (const code of codes) {
      const [reason = '', remedy = ''] = adviceOf(code) ?? []
      assert.doesNotMatch(
        `${reason} ${remedy}`,
        /\b\d{4}-\d\d|MEETS_|STRONGBOX|TEE\b|patch level \d|at least \d/i,
        code,
      )
    }
})

test('GEN-44 FED-74 FED-78 the advice about an issuer in a path names the certificate by its place', () => {
  for (const code of ['x509_issuer_not_authority', 'x509_issuer_entity_mismatch'])
    assert.match(adviceOf(code)?.[0] ?? '', /^The certificate at this place /, code)
})
