import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctx, issue, nested, plain, verifiedClaims, verify } from '../../test/support/credential.ts'
import { codeOf, expectSuccess } from '../../test/support/refuses.ts'
import { pid } from '../../test/vectors/it-wallet-pid.ts'
import { listDisclosableClaims, presentSdJwt } from './present.ts'

test('the claims of a printed IT-Wallet PID are listed, because digests cover the text as received', () => {
  const listed = expectSuccess(listDisclosableClaims(ctx, pid))
  assert.deepEqual(
    listed.map(({ path, value }) => [path, value]),
    [
      [['given_name'], 'Mario'],
      [['family_name'], 'Rossi'],
      [['birthdate'], '1980-01-10'],
      [['tax_id_code'], 'TINIT-XXXXXXXXXXXXXXXX'],
      [['place_of_birth'], { locality: 'Roma' }],
      [['nationalities'], ['IT']],
    ],
  )
})

test('WI-17 presents exactly the disclosures that the selected claims need, parents included', async () => {
  const text = await issue({ plain: { ...plain, ...verifiedClaims }, nested })
  const show = async (...selection: (string | number | null)[][]) =>
    expectSuccess(await verify(expectSuccess(presentSdJwt(ctx, text, selection))))
      .disclosed.map(({ path }) => path.join('.'))
      .sort()
  assert.deepEqual(await show(), [])
  assert.deepEqual(await show(['iss']), [])
  assert.deepEqual(await show(['given_name']), ['given_name'])
  assert.deepEqual(await show(['place_of_birth']), ['place_of_birth'])
  assert.deepEqual(await show(['place_of_birth', 'locality']), ['place_of_birth', 'place_of_birth.locality'])
  assert.deepEqual(await show(['verified_claims', 'claims', 'given_name']), ['verified_claims.claims.given_name'])
  const evidence = 'verified_claims.verification.evidence'
  assert.deepEqual(await show(['verified_claims', 'verification', 'evidence', 1]), [evidence, `${evidence}.0`])
  assert.deepEqual(await show(['verified_claims', 'verification', 'evidence', null]), [
    evidence,
    `${evidence}.0`,
    `${evidence}.1`,
  ])
  for (const path of [['nickname'], ['given_name', 'x'], ['place_of_birth', 0], ['iss', null], ['toString']])
    assert.equal(codeOf(presentSdJwt(ctx, text, [path])), 'claim_not_found')
  for (const broken of ['', 'a.b.c', 'a.*.c~', 'a~'])
    for (const result of [presentSdJwt(ctx, broken, []), listDisclosableClaims(ctx, broken)])
      assert.match(codeOf(result), /^(sd_jwt|json)_malformed$/)
})

test('WI-17 a path selects claims by the types of its steps (OpenID4VP 1.0 §7)', async () => {
  const text = await issue({ plain: { ...plain, list: [{ a: 1 }, { b: 2 }], record: { 0: 'x', none: null } } })
  const shown = (...path: (string | number | null)[]) => codeOf(presentSdJwt(ctx, text, [path]))
  for (const path of [
    ['list', null, 'a'],
    ['list', null, 'b'],
    ['list', 1],
    ['record', '0'],
    ['record', 'none'],
  ])
    assert.equal(shown(...path), 'accepted', path.join())
  for (const path of [
    ['list', null, 'c'],
    ['list', '0'],
    ['list', 'length'],
    ['list', 2],
    ['record', 0],
    ['record', null],
    ['record', 'none', 'x'],
    ['record', 'toString'],
  ])
    assert.equal(shown(...path), 'claim_not_found', path.join())
})
