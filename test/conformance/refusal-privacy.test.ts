/**
 * Marked values in every member of requests: no answer, decision, log line, file or explanation contains one, except
 * those of the closed list (GEN-24, GEN-42).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShownPlace } from '../../src/base/index.ts'
import { renderDecisionLine } from '../../src/sandbox/render-decision.ts'
import { decodeJwt, forgeJwt } from '../support/forge-jwt.ts'
import { writtenOf } from '../support/marked-values.ts'
import {
  beginIssuance,
  credentialMessage,
  obtainCode,
  obtainTokens,
  push,
  redeem,
  requestCredential,
  requestObject,
} from '../support/pid-issuance.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'

const fixture = await pidProviderFixture()
const issuance = await beginIssuance(fixture)

const mark = (member: string): string => `MARKED-${member}-4711`

/** Returns marked values of several forms. Some of them are well formed, so that a later check refuses them. */
const marksOf = (member: string): readonly unknown[] => [
  mark(member),
  [mark(member)],
  { nested: mark(member) },
  `https://${mark(member)}.example/?secret=${mark('query')}`,
]

/** Sends a request with marks, and searches every output for them. Returns true if it was refused. */
async function look(place: string, member: string, send: () => Promise<Response>): Promise<boolean> {
  const before = fixture.sink.decisions.length
  const response = await send()
  const told = [await response.text(), JSON.stringify([...response.headers])]
  const decisions = fixture.sink.decisions.slice(before)
  const written = Object.values(await writtenOf('pid-provider', decisions))
  const all = [...told, ...written, ...decisions.map(renderDecisionLine), JSON.stringify(decisions)].join('\n')
  assert.doesNotMatch(all, /MARKED-query/, `${place}.${member}: a query is never shown`)
  if (!isShownPlace(`${place}.${member}`)) assert.ok(!all.includes(mark(member)), `${place}.${member}: ${all}`)
  return response.status >= 400
}

const common = ['sub', 'cnf', 'given_name', 'tax_id_code', 'nonce', 'state', 'code', 'jwk', 'x5c', 'trust_chain']

test('GEN-24 GEN-42 no marked value of a pushed request is in an answer, a log, a file or an explanation', async () => {
  const { header, payload } = decodeJwt(await requestObject(issuance))
  let refused = 0
  for (const part of ['header', 'payload'] as const)
    for (const member of new Set([...Object.keys(part === 'header' ? header : payload), ...common]))
      for (const value of marksOf(member)) {
        const object = { [part]: { [member]: value } }
        if (await look(`request.${part}`, member, () => push(issuance, { object }))) refused += 1
      }
  const fields = [
    ...Object.keys(payload),
    ...common,
    'request',
    'request_uri',
    'client_assertion',
    'client_assertion_type',
  ]
  for (const member of new Set(fields))
    if (await look('form', member, () => push(issuance, { form: { [member]: mark(member) } }))) refused += 1
  for (const member of Object.keys({ ...decodeJwt(issuance.wallet.attestation.split('~')[0] ?? '').payload }))
    for (const value of marksOf(member)) {
      const attestation = await forgeJwt(issuance.wallet.attestation, issuance.wallet.attested, {
        payload: { [member]: value },
      })
      if (await look('wallet_attestation.payload', member, () => push(issuance, { attestation }))) refused += 1
    }
  assert.ok(refused > 40, `${refused} refused`)
})

test('GEN-24 GEN-42 no marked value of a token or credential request is in an answer, a log, a file or an explanation', async () => {
  const code = await obtainCode(issuance)
  const dpopMembers = ['jti', 'htm', 'htu', 'iat', 'ath', 'nonce', 'exp', ...common]
  let refused = 0
  for (const member of dpopMembers)
    for (const value of marksOf(member))
      if (await look('dpop.payload', member, () => redeem(issuance, code, { dpop: { payload: { [member]: value } } })))
        refused += 1
  for (const member of ['code', 'code_verifier', 'grant_type', 'redirect_uri', 'client_assertion', 'client_id'])
    if (await look('form', member, () => redeem(issuance, code, { form: { [member]: mark(member) } }))) refused += 1
  const other = await beginIssuance(fixture)
  const tokens = await obtainTokens(other)
  for (const member of ['iss', 'aud', 'iat', 'nonce', 'exp', ...common])
    for (const value of marksOf(member))
      if (
        await look('proof.payload', member, () =>
          requestCredential(other, tokens, { proof: { payload: { [member]: value } } }),
        )
      )
        refused += 1
  for (const member of ['format', 'vct', 'doctype', 'proof', 'credential_definition', 'credential_identifier'])
    if (await look('body', member, () => requestCredential(other, tokens, { body: { [member]: mark(member) } })))
      refused += 1
  const { headers, ...init } = await credentialMessage(other, tokens)
  const authorization = `DPoP ${mark('access_token')}`
  if (
    await look('authorization', 'access_token', () =>
      fixture.send('/credential', { ...init, headers: { ...headers, authorization } }),
    )
  )
    refused += 1
  assert.ok(refused > 60, `${refused} refused`)
})
