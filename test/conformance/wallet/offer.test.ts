/**
 * Credentials that the wallet offers to a Relying Party: by validity, status, query and attested formats. It sends no
 * partial response.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, Refusal } from '../../../src/base/index.ts'
import type { DcqlCredentialQuery } from '../../../src/oid4vp/index.ts'
import { createStatusList, createStatusListToken, setStatus } from '../../../src/status-list/index.ts'
import { WI } from '../../../src/wallet/answers.ts'
import { createPresentationBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId } from '../../support/scripted-issuer.ts'
import { pidDefinition, pidQuery, relyingPartyId, responseUri } from '../../support/scripted-relying-party.ts'
import { formOf } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'

test('WI-56 does not offer an expired PID', async () => {
  const bench = await createPresentationBench()
  bench.fixture.clock.advance(86_400)
  const { answer, at } = await bench.refuses('WI-82', 'no_matching_credential')
  assert.equal(at, 'query.expired')
  assert.match(answer.text, /answers this request has expired/)
  bench.relyingParty.bends.query = {
    credentials: [{ ...pidQuery.credentials[0], claims: [{ path: ['email'] }] }] as never,
  }
  const other = await bench.refuses('WI-82', 'no_matching_credential')
  assert.deepEqual(
    [other.at, other.answer.text],
    ['query', WI.nothingFits.text],
    'an expired PID would not match either',
  )
  assert.deepEqual(
    (await bench.wallet.list()).map(({ state }) => state),
    ['expired'],
  )
})

const textsByState = {
  revoked: /was revoked by its issuer/,
  suspended: /answers this request is suspended/,
  outdated: /data of the credential .* have changed/,
}
for (const [value, state, rule = 'WI-56'] of [
  [1, 'revoked'],
  [2, 'suspended'],
  [3, 'outdated', 'WI-201'],
  [4, 'outdated', 'WI-201'],
  [11, 'outdated', 'WI-201'],
  [15, 'outdated', 'WI-201'],
  [0, 'valid'],
] as const)
  test(`${rule} ${state === 'valid' ? 'offers' : 'does not offer'} a PID whose status is ${value}, ${state}`, async () => {
    const bench = await createPresentationBench()
    const [plain] = await bench.wallet.list()
    await bench.wallet.remove(plain?.id ?? '')
    const uri = `${issuerId}/statuses/1`
    bench.issuer.bends.pid = (content) => ({
      ...content,
      plain: { ...content.plain, status: { status_list: { idx: 5, uri } } },
    })
    await bench.wallet.obtainPid(issuerId)
    const list = createStatusList(4, 16)
    setStatus(list, 5, value)
    bench.issuer.bends.answer = async (path) => {
      if (path !== '/statuses/1') return undefined
      const input = { uri, list, now: bench.fixture.clock.now(), lifetimeSeconds: 600, ttlSeconds: 300 }
      const token = await createStatusListToken(bench.issuer.signer, input)
      return new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })
    }
    assert.deepEqual(
      (await bench.wallet.list()).map((one) => one.state),
      [state],
    )
    const run = bench.present()
    if (state === 'valid') assert.equal((await run).kind, 'presented')
    else {
      const { answer, at } = await refusedBy('WI-82', 'no_matching_credential', run)
      assert.equal(at, `query.${state}`)
      assert.match(answer.text, textsByState[state])
      assert.deepEqual(Object.fromEntries(await bench.lastForm(responseUri)), refusal, 'the service does not learn why')
    }
  })

test('WI-57 accepts metadata of the earlier form', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  bends.variant = 'scope'
  bends.types = ['wallet_relying_party']
  bends.metadata = ({ presentation_definitions_supported, response_uris_supported, ...rest }) => ({
    ...rest,
    presentation_definitions: presentation_definitions_supported ?? [],
    response_uris: response_uris_supported ?? [],
    vp_formats: { ...(rest.vp_formats as JsonObject), jwt_vp_json: { alg: ['EdDSA'] } },
    default_acr_values: ['https://www.spid.gov.it/SpidL2'],
  })
  assert.equal((await bench.present()).kind, 'presented')
})

test('WI-82 a DCQL query selects a credential by format, type, path and value', async () => {
  const bench = await createPresentationBench()
  const [pid] = pidQuery.credentials
  const ask = (change: object) => {
    bench.relyingParty.bends.query = { credentials: [{ ...pid, ...change } as (typeof pidQuery.credentials)[number]] }
    return bench.present()
  }
  assert.equal((await ask({ format: 'vc+sd-jwt' })).kind, 'presented')
  assert.equal((await ask({ meta: { vct_values: ['other', 'eu.eudiw.pid.it'] } })).kind, 'presented')
  for (const change of [
    { format: 'mso_mdoc', meta: { doctype_value: 'x' } },
    { meta: { vct_values: ['other'] } },
    { claims: [{ path: ['given_name'] }, { path: ['email'] }] },
    { claims: [{ path: ['given_name'], values: ['Bruno'] }] },
  ])
    await refusedBy('WI-82', 'no_matching_credential', ask(change))
  const posted = bench.sentTo(responseUri).slice(2)
  for (const one of posted) assert.equal((await formOf(one)).get('vp_token'), null, 'no partial response')
})

test('WI-94 a definition with another format, path or filter matches no credential', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  bends.variant = 'scope'
  const [pid] = pidDefinition.input_descriptors
  for (const change of [
    { format: { mso_mdoc: {} } },
    { constraints: { fields: [{ path: ['$.email'] }] } },
    { constraints: { fields: [{ path: ['$.vct'], filter: { type: 'string', const: 'other' } }] } },
  ]) {
    bends.scope = 'definition-1'
    bends.definition = { id: 'definition-1', input_descriptors: [{ ...pid, ...change } as typeof pid & object] }
    const late = await freshReader(bench)
    await refusedBy('WI-94', 'no_matching_credential', late.present(bench.relyingParty.engagement()))
  }
})

/** Creates the same wallet without its cache of the Relying Party. */
async function freshReader(bench: PresentationBench) {
  return createTestWallet(bench.fixture, { blobs: bench.blobs, phone: bench.phone }).wallet
}

test('WI-95 does not present a credential whose algorithm the Relying Party does not accept', async () => {
  for (const variant of ['dcql', 'scope'] as const)
    for (const accepted of [
      { 'sd-jwt_alg_values': ['ES384'] },
      { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES512'] },
    ]) {
      const bench = await createPresentationBench()
      const { bends } = bench.relyingParty
      bends.variant = variant
      bends.metadata = (metadata) => ({ ...metadata, vp_formats: { 'vc+sd-jwt': accepted, 'dc+sd-jwt': accepted } })
      await bench.refuses('WI-95', 'algorithm_not_attested')
      assert.deepEqual(Object.fromEntries(await bench.lastForm(responseUri)), refusal)
      assert.deepEqual([bench.unanswerable.length, bench.asked.length], [1, 0])
    }
})

const refusal = { error: 'access_denied', state: 'the-state' }

/** Requests this name from a user who declines. Returns the outcome and everything that the Relying Party receives. */
async function declineFor(name: string, flow: 'same-device' | 'cross-device') {
  const bench = await createPresentationBench()
  const [pid, wallet] = pidQuery.credentials as [DcqlCredentialQuery, DcqlCredentialQuery]
  const claims = [{ path: ['family_name'] }, { path: ['given_name'], values: [name] }]
  bench.relyingParty.bends.query = { credentials: [{ ...pid, claims }, wallet] }
  bench.holder.consent = () => ({ given: false })
  const begun = bench.fixture.network.exchanges.length
  const run = bench.present(flow)
  const outcome = await run.catch((reason: unknown) => reason)
  const theirs = bench.fixture.network.exchanges.slice(begun).map(({ request }) => request)
  const received = theirs.filter(({ url }) => url.startsWith(relyingPartyId))
  const texts = received.map(async (one) => `${one.method} ${one.url.split('?')[0]} ${await one.clone().text()}`)
  return { bench, outcome, received: await Promise.all(texts), opened: bench.opened }
}

for (const flow of ['same-device', 'cross-device'] as const)
  test(`WI-89 WI-82 ${flow}: a wallet without a match and a user who declines give the same answer (D-233)`, async () => {
    const declined = await declineFor('Ada', flow)
    const nothing = await declineFor('Bruno', flow)
    assert.equal((declined.outcome as { kind: string }).kind, 'declined')
    assert.equal((nothing.outcome as Refusal).code, 'no_matching_credential')
    assert.deepEqual(nothing.received, declined.received)
    assert.deepEqual(nothing.opened, declined.opened)
    assert.deepEqual(Object.fromEntries(await nothing.bench.lastForm(responseUri)), refusal)
  })

test('WI-14 WI-89 shows a request without a match, and posts the refusal after the user has acknowledged it', async () => {
  const bench = await createPresentationBench()
  const relyingParty = { name: 'Banca di Prova', entityId: relyingPartyId, organization: 'Ente di Prova' }
  bench.holder.acknowledge = async () =>
    assert.equal(bench.sentTo(responseUri).length, bench.unanswerable.length - 1, 'nothing is posted before')
  for (const { id } of await bench.wallet.list()) await bench.wallet.remove(id)
  await bench.refuses('WI-82', 'no_matching_credential')
  bench.relyingParty.bends.variant = 'scope'
  await bench.refuses('WI-94', 'no_matching_credential')
  assert.equal(bench.sentTo(responseUri).length, 2)
  assert.deepEqual(
    bench.unanswerable.map(({ items }) => items),
    [
      [{ id: 'pid', purpose: undefined, type: 'eu.eudiw.pid.it', claims: ['given_name', 'place_of_birth'] }],
      [
        {
          id: 'PersonIdentificationData',
          purpose: 'To open your account',
          type: 'PersonIdentificationData',
          claims: ['$.vct', '$.unique_id'],
        },
      ],
    ],
  )
  for (const { relyingParty: shown } of bench.unanswerable) assert.partialDeepStrictEqual(shown, relyingParty)
  bench.holder.acknowledge = () => Promise.reject(new Error('closed'))
  await assert.rejects(bench.present(), { message: 'closed' })
  assert.equal(bench.sentTo(responseUri).length, 2, 'without acknowledgement, nothing is posted')
})
