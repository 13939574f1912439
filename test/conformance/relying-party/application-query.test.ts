/** The DCQL query of an order, as the application writes it and as DCQL parsers read it (RP-90). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DcqlQuery as OracleQuery } from 'dcql'
import { casesOf, changing } from '../../support/cases.ts'
import {
  answer,
  applicationFixture,
  begin,
  call,
  comeBack,
  landed,
  order,
  portalQuery,
  redeemed,
  returnUrl,
} from '../../support/relying-party-application.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  fetchRequest,
  requestObjectOf,
} from '../../support/relying-party-fixture.ts'

const fixture = await applicationFixture()
const valid = { dcql_query: portalQuery, return_url: returnUrl }
const ordering = (body: object, options = {}) => call(fixture, '/presentations', body, options)

test('RP-56 RP-90 an order can omit the Wallet Attestation, so that DCQL parsers can read the query', async () => {
  const ordered = await order(fixture, { wallet_attestation: false })
  const started = await begin(fixture, ordered)
  const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
  assert.deepEqual(OracleQuery.parse(payload.dcql_query).credentials.length, 1)
  const without: Bend = { members: changing({ wallet_attestation: undefined }, 'vp_token') }
  const { redirect_uri } = await answer(fixture, started, without)
  const { reference } = landed(await started.browser.get(redirect_uri))
  const { wallet, credentials } = await redeemed(fixture, reference)
  assert.deepEqual(
    [wallet, Object.keys(credentials)],
    [{ attested: false, level: 'https://trust-list.eu/aal/low', level_proven: false }, ['pid']],
  )

  const at = await applicationFixture({ config: { askWalletAttestation: false } })
  const asking = await begin(at, await order(at, { wallet_attestation: true }))
  const asked = await requestObjectOf(await fetchRequest(at, asking))
  assert.equal(asked.payload.dcql_query.credentials.length, 2)
})

test('RP-98 an order by a scope without Wallet Attestation must state wallet_attestation false if the service asks for one', async () => {
  const byScope = { dcql_query: undefined, scope: 'PersonIdentificationData' }
  const unstated = await ordering({ ...valid, ...byScope })
  await assertRefused(fixture, unstated, ['RP-90', 'wallet_attestation_required', 400])
  assert.equal((await ordering({ ...valid, ...byScope, wallet_attestation: false })).status, 201)
  const whole = { dcql_query: undefined, scope: 'PersonIdentificationData WalletAttestation' }
  for (const wish of [undefined, true])
    assert.equal((await ordering({ ...valid, ...whole, wallet_attestation: wish })).status, 201)
  const contradictory = await ordering({ ...valid, ...whole, wallet_attestation: false })
  await assertRefused(fixture, contradictory, ['RP-90', 'wallet_attestation_conflict', 400])
  const at = await applicationFixture({ config: { askWalletAttestation: false } })
  assert.equal((await call(at, '/presentations', { ...valid, ...byScope })).status, 201)
})

test('RP-99 an order’s query of the format jwt asks for the Wallet Attestation or a credential, according to its type', async () => {
  const [pid] = portalQuery.credentials
  const attestation = {
    id: 'wallet_attestation',
    format: 'jwt',
    meta: { vct_values: ['https://itwallet.registry.example.it/WalletAttestation'] },
    claims: [{ path: ['iss'] }, { path: ['cnf'] }],
  }
  for (const credentials of [[pid, attestation], [{ ...pid, format: 'jwt' }]]) {
    const started = await begin(fixture, await order(fixture, { dcql_query: { credentials } }))
    const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
    const ids = payload.dcql_query.credentials.map(({ id }: Bendable) => id)
    assert.deepEqual(ids, ['pid', 'wallet_attestation'], 'the attestation is asked for exactly once')
    const { redirect_uri } = await answer(fixture, started)
    const { reference } = landed(await started.browser.get(redirect_uri))
    const result = await redeemed(fixture, reference)
    assert.deepEqual(Object.keys(result.credentials), ['pid'])
    assert.equal(result.credentials.pid.claims.given_name, 'Ada')
    assert.equal(result.wallet.attested, true)
  }
})

test('RP-57 RP-90 an order can name the format vc+sd-jwt, which the package dcql does not match with dc+sd-jwt', async () => {
  const [pid] = portalQuery.credentials
  const dcql_query = { credentials: [{ ...pid, format: 'vc+sd-jwt' }] }
  const held = {
    credential_format: 'vc+sd-jwt',
    vct: 'eu.eudiw.pid.it',
    claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
    cryptographic_holder_binding: true,
  } as const
  for (const [changes, satisfied] of [
    [{}, false],
    [{ dcql_query }, true],
  ] as const) {
    const started = await begin(fixture, await order(fixture, { wallet_attestation: false, ...changes }))
    const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
    const query = OracleQuery.parse(payload.dcql_query)
    assert.equal(OracleQuery.query(query, [held]).can_be_satisfied, satisfied)
  }
  const { reference } = await comeBack(fixture, { changes: { dcql_query } })
  const { credentials } = await redeemed(fixture, reference)
  assert.equal(credentials.pid.claims.given_name, 'Ada')
})

test('RP-57 RP-90 an order can ask for a PID under both format names, for parsers that compare the names literally', async () => {
  const [pid] = portalQuery.credentials
  const credentials = [
    { ...pid, format: 'vc+sd-jwt' },
    { ...pid, id: 'later', format: 'dc+sd-jwt' },
  ]
  const dcql_query = { credentials, credential_sets: [{ options: [['later'], ['pid']] }] }
  const changes = { wallet_attestation: false, dcql_query }
  const started = await begin(fixture, await order(fixture, changes))
  const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
  const query = OracleQuery.parse(payload.dcql_query)
  OracleQuery.validate(query)
  const held = {
    vct: 'eu.eudiw.pid.it',
    claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
    cryptographic_holder_binding: true,
  } as const
  for (const credential_format of ['vc+sd-jwt', 'dc+sd-jwt'] as const)
    assert.equal(OracleQuery.query(query, [{ ...held, credential_format }]).can_be_satisfied, true)
  const { redirect_uri } = await answer(fixture, started, {
    members: changing({ wallet_attestation: undefined }, 'vp_token'),
  })
  const { reference } = landed(await started.browser.get(redirect_uri))
  const { credentials: received } = await redeemed(fixture, reference)
  assert.deepEqual([Object.keys(received), received.pid.claims.given_name], [['pid'], 'Ada'])
})

const credential = portalQuery.credentials[0]
const queries = casesOf<readonly [query: unknown, at: string]>({
  dcql_malformed: {
    'an object in a path': [
      { credentials: [{ ...credential, claims: [{ path: ['a'] }, { path: [{}] }] }] },
      'dcql_query.credentials.0.claims.1.path.0',
    ],
  },
  dcql_id_invalid: {
    'an id with a blank': [{ credentials: [{ ...credential, id: 'a b' }] }, 'dcql_query.credentials.0.id'],
  },
  dcql_id_duplicate: {
    'one id twice': [{ credentials: [credential, credential] }, 'dcql_query.credentials.0.id'],
    'the attestation’s id for another credential': [
      { credentials: [{ ...credential, id: 'wallet_attestation' }] },
      'dcql_query.credentials.0.id',
    ],
  },
  dcql_claim_id_duplicate: {
    'one claim id twice': [
      {
        credentials: [
          {
            ...credential,
            claims: [
              { id: 'a', path: ['a'] },
              { id: 'a', path: ['b'] },
            ],
          },
        ],
      },
      'dcql_query.credentials.0.claims.0.id',
    ],
  },
  dcql_claim_sets_invalid: {
    'a claim set of an unknown claim': [
      { credentials: [{ ...credential, claim_sets: [['x']] }] },
      'dcql_query.credentials.0.claim_sets',
    ],
  },
  dcql_credential_sets_invalid: {
    'a credential set of an unknown credential': [
      { credentials: [credential], credential_sets: [{ options: [['x']] }] },
      'dcql_query.credential_sets',
    ],
    'only optional credential sets (RP-230)': [
      { credentials: [credential], credential_sets: [{ options: [[credential?.id]], required: false }] },
      'dcql_query.credential_sets',
    ],
  },
  dcql_too_large: {
    'too many claims': [
      { credentials: [{ ...credential, claims: Array.from({ length: 129 }, (_, n) => ({ path: [`c${n}`] })) }] },
      'dcql_query',
    ],
  },
  format_unaccepted: {
    'a format that the service does not accept': [
      {
        credentials: [credential, { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }],
      },
      'dcql_query.credentials.1.format',
    ],
  },
})
for (const [title, [query, at], code] of queries)
  test(`RP-90 a query with ${title} is refused with the path of the fault`, async () => {
    const response = await ordering({ ...valid, dcql_query: query })
    const { error_description } = (await response.clone().json()) as Bendable
    assert.ok(error_description.includes(`(${code} at ${at})`), error_description)
    await assertRefused(fixture, response, ['RP-90', code, 400])
  })

test('RP-90 hostile member names in a query are accepted, and deep nesting is refused', async () => {
  const hostile = { ...credential, constructor: { prototype: 1 }, toString: 'x', claims: [{ path: ['constructor'] }] }
  assert.equal((await ordering({ ...valid, dcql_query: { credentials: [hostile] } })).status, 201)
  assert.equal(
    (await ordering({ ...valid, dcql_query: { credentials: [{ ...hostile, id: 'toString' }] } })).status,
    201,
  )
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  await assertRefused(fixture, await ordering({ ...valid, dcql_query: deep }), ['GEN-23', 'json_too_deep', 400])
})

test('GEN-34 RP-90 an order with a number that a JSON parser would round is refused', async () => {
  const text = JSON.stringify(valid).replace('"path":', '"values":[900719925474099],"path":')
  const sent = (body: string) => call(fixture, '/presentations', body)
  assert.equal((await sent(text)).status, 201)
  assert.equal((await sent(text.replace('900719925474099]', '9007199254740993]'))).status, 400)
  assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.code, 'json_malformed')
})
