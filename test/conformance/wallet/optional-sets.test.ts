/**
 * Optional parts of a request: optional credential sets of DCQL, the Wallet Attestation, and queries of format `jwt`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DcqlQuery } from '../../../src/oid4vp/index.ts'
import { type ConsentAnswer, type ConsentRequest, consentToAll } from '../../../src/wallet/index.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { responseUri } from '../../support/scripted-relying-party.ts'

const bench = await createPresentationBench()
const pid = (id: string, claim: string) => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: ['eu.eudiw.pid.it'] },
  claims: [{ path: [claim] }],
})
const wallet = { id: 'wallet', format: 'jwt' }
const credentials = [pid('name', 'given_name'), pid('birth', 'birthdate'), pid('place', 'place_of_birth'), wallet]
const required = [{ options: [['name']] }, { options: [['wallet']] }]

const without =
  (...ids: readonly string[]) =>
  (request: ConsentRequest): ConsentAnswer => {
    const all = consentToAll(request)
    return all.given ? { given: true, items: all.items.filter(({ id }) => !ids.includes(id)) } : all
  }

/**
 * Presents for this query with this consent. Returns the presentations by id, or `undefined` if the wallet declined.
 */
async function sent(query: object, consent: (request: ConsentRequest) => ConsentAnswer = consentToAll) {
  bench.relyingParty.removeBends()
  bench.relyingParty.bends.query = query as DcqlQuery
  bench.holder.consent = consent
  const { kind } = await bench.present()
  const form = await bench.lastForm(responseUri)
  if (kind === 'declined') {
    assert.deepEqual([form.get('error'), form.get('response')], ['access_denied', null])
    return undefined
  }
  const { vp_token } = await bench.decryptResponse(form)
  return Object.keys(vp_token as object)
}

const offered = (): unknown => bench.asked.at(-1)?.items.map(({ id, optional }) => (optional ? `${id}?` : id))

test('WI-105 optional sets are offered, and the user can leave them out', async () => {
  const query = { credentials, credential_sets: [...required, { options: [['birth']], required: false }] }
  assert.deepEqual(await sent(query), ['name', 'birth', 'wallet'])
  assert.deepEqual(offered(), ['name', 'birth?'])
  assert.deepEqual(await sent(query, without('birth')), ['name', 'wallet'])
  await refusedBy('WI-14', 'item_not_chosen', sent(query, without('name')))
})

test('WI-105 an optional set is answered completely or not at all', async () => {
  const query = { credentials, credential_sets: [...required, { options: [['birth', 'place']], required: false }] }
  assert.deepEqual(await sent(query), ['name', 'birth', 'place', 'wallet'])
  assert.deepEqual(await sent(query, without('place')), ['name', 'wallet'])
  const apart = [{ options: [['birth']] }, ...query.credential_sets]
  assert.deepEqual(await sent({ credentials, credential_sets: apart }, without('place')), ['name', 'birth', 'wallet'])
})

test('WI-105 an optional set without a matching credential is not offered', async () => {
  const unheld = { ...pid('unheld', 'email'), meta: { vct_values: ['other'] } }
  const sets = [...required, { options: [['unheld']], required: false }]
  assert.deepEqual(await sent({ credentials: [...credentials, unheld], credential_sets: sets }), ['name', 'wallet'])
  assert.deepEqual(offered(), ['name'])
})

test('WI-105 the wallet sends no empty vp_token: a user who selects nothing has declined', async () => {
  const sets = [{ options: [['name'], ['birth']], required: false }]
  assert.deepEqual(await sent({ credentials, credential_sets: sets }), ['name'])
  assert.equal(await sent({ credentials, credential_sets: sets }, without('name')), undefined)
  const unheld = { ...pid('unheld', 'email'), meta: { vct_values: ['other'] } }
  const none = { credentials: [unheld], credential_sets: [{ options: [['unheld']], required: false }] }
  await refusedBy('WI-82', 'no_matching_credential', sent(none))
})

test('WI-105 the wallet sends the Wallet Attestation only with the optional set that contains it', async () => {
  const sets = [{ options: [['name']] }, { options: [['birth', 'wallet']], required: false }]
  assert.deepEqual(await sent({ credentials, credential_sets: sets }), ['name', 'birth', 'wallet'])
  assert.deepEqual(await sent({ credentials, credential_sets: sets }, without('birth')), ['name'])
})

test('WI-105 an optional set may have several queries for the Wallet Attestation', async () => {
  const several = [...credentials, { id: 'again', format: 'jwt' }]
  const attested = { options: [['wallet', 'again']], required: false }
  const named = { credentials: several, credential_sets: [{ options: [['name']] }, attested] }
  assert.deepEqual(await sent(named), ['name', 'wallet', 'again'])
  assert.deepEqual(await sent({ credentials: several, credential_sets: [attested] }), ['wallet', 'again'])
  const born = { options: [['birth', 'wallet', 'again']], required: false }
  const query = { credentials: several, credential_sets: [{ options: [['name']] }, born] }
  assert.deepEqual(await sent(query), ['name', 'birth', 'wallet', 'again'])
  assert.deepEqual(await sent(query, without('birth')), ['name'])
})

test('WI-106 the consent states whether the Wallet Attestation is requested', async () => {
  await sent({ credentials: [pid('name', 'given_name'), wallet] })
  assert.equal(bench.asked.at(-1)?.walletAttestationAsked, true)
  assert.deepEqual(await sent({ credentials: [pid('name', 'given_name')] }), ['name'])
  assert.equal(bench.asked.at(-1)?.walletAttestationAsked, false)
  const sdJwt = {
    ...{ id: 'sd-jwt', format: 'dc+sd-jwt' },
    meta: { vct_values: ['https://anchor.example/WalletAttestation'] },
  }
  const credential_sets = [{ options: [['name']] }, { options: [['sd-jwt']], required: false }]
  assert.deepEqual(await sent({ credentials: [pid('name', 'given_name'), sdJwt], credential_sets }), ['name'])
  assert.equal(bench.asked.at(-1)?.walletAttestationAsked, true)
  assert.deepEqual(offered(), ['name'])
  for (const [scope, asked] of [
    ['PersonIdentificationData WalletAttestation', true],
    ['PersonIdentificationData', false],
  ] as const) {
    bench.relyingParty.removeBends()
    Object.assign(bench.relyingParty.bends, { variant: 'scope', scope })
    await bench.present()
    assert.equal(bench.asked.at(-1)?.walletAttestationAsked, asked)
  }
})

test('WI-107 a query of format jwt with vct_values asks for the Wallet Attestation, or for a credential of that type', async () => {
  const jwt = (types: readonly string[], claims?: readonly string[]) => ({
    id: 'asked',
    format: 'jwt',
    meta: { vct_values: types },
    ...(claims && { claims: claims.map((name) => ({ path: [name] })) }),
  })
  for (const query of [
    jwt(['https://itwallet.registry.example.it/WalletAttestation'], ['iss', 'iat', 'cnf']),
    jwt(['wallet-attestation+jwt']),
    jwt(['https://registry.example/other'], ['iss', 'cnf']),
  ]) {
    assert.deepEqual(await sent({ credentials: [pid('name', 'given_name'), query] }), ['name', 'asked'])
    assert.deepEqual(offered(), ['name'], 'the attestation is not offered')
    assert.equal(bench.asked.at(-1)?.walletAttestationAsked, true)
  }
  for (const query of [jwt(['eu.eudiw.pid.it'], ['given_name']), jwt(['eu.eudiw.pid.it'])]) {
    assert.deepEqual(await sent({ credentials: [query] }), ['asked'])
    assert.deepEqual(offered(), ['asked'], 'the user is asked')
    const { vp_token } = await bench.decryptResponse(await bench.lastForm(responseUri))
    assert.match((vp_token as { asked: string }).asked, /~[\w-]+\.[\w-]+\.[\w-]+$/, 'an SD-JWT with a Key Binding JWT')
    assert.equal(bench.asked.at(-1)?.walletAttestationAsked, false)
  }
  await refusedBy('WI-82', 'no_matching_credential', sent({ credentials: [jwt(['other'], ['given_name'])] }))
})
