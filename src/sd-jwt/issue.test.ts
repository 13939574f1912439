import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctx, issue, nested, personal, plain, policy, verifiedClaims, verify } from '../../test/support/credential.ts'
import { expectSuccess } from '../../test/support/refuses.ts'
import type { SdJwtContent } from './issue.ts'
import { listDisclosableClaims } from './present.ts'
import { parseSdJwt } from './verify.ts'

test('PP-106 an SD-JWT has a salt of 128 bits per disclosure, sorted digests and _sd_alg, PP-107 and ends in ~', async () => {
  const text = await issue()
  assert.match(text, /~$/)
  const parsed = expectSuccess(parseSdJwt(text, policy))
  assert.equal(parsed.keyBindingJwt, undefined)
  const { _sd: digests, _sd_alg } = parsed.issuerJws.payload
  assert.equal(_sd_alg, 'sha-256')
  assert.deepEqual(digests, (digests as string[]).toSorted())
  const salts = parsed.disclosures.map((one) => JSON.parse(Buffer.from(one, 'base64url').toString())[0] as string)
  assert.equal(new Set(salts).size, 3)
  for (const salt of salts) assert.equal(Buffer.from(salt, 'base64url').length, 16)
  assert.deepEqual(Object.keys(parsed.issuerJws.payload).sort(), [...Object.keys(plain), '_sd', '_sd_alg'].sort())
  assert.deepEqual(expectSuccess(await verify(text)).claims, { ...plain, ...personal })
})

test('an SD-JWT without disclosable claims has no _sd', async () => {
  const { claims, issuerJws } = expectSuccess(await verify(await issue({ disclosable: {} })))
  assert.deepEqual(claims, plain)
  assert.equal(issuerJws.payload._sd, undefined)
})

test('nested members and elements have recursive disclosures, and are listed with their parents', async () => {
  const text = await issue({ plain: { ...plain, ...verifiedClaims }, nested })
  const all = expectSuccess(await verify(text))
  assert.deepEqual(all.claims, { ...plain, ...verifiedClaims, ...personal })
  assert.equal(all.disclosed.length, 9)
  const paths = expectSuccess(listDisclosableClaims(ctx, text)).map(({ path }) => path.join('.'))
  assert.deepEqual(
    paths.sort(),
    [...nested, ['given_name'], ['family_name'], ['place_of_birth']].map((path) => path.join('.')).sort(),
  )
})

test('PP-106 digests inside of an object are sorted, whatever the order of their claims', async () => {
  const x = Object.fromEntries([...'abcdefgh'].map((name) => [name, name]))
  const hidden = Object.keys(x).map((name) => ['x', name])
  const parsed = expectSuccess(parseSdJwt(await issue({ plain: { ...plain, x }, nested: hidden }), policy))
  const { _sd: digests } = parsed.issuerJws.payload.x as { _sd: readonly string[] }
  assert.equal(digests.length, hidden.length)
  assert.deepEqual(digests, digests.toSorted())
})

const contents: readonly [string, Partial<SdJwtContent>][] = [
  ['a claim that is both plain and disclosable', { disclosable: { sub: 'y' } }],
  ['a disclosable iss', { plain: {}, disclosable: { iss: 'x' } }],
  ['a disclosable iat', { plain: {}, disclosable: { iat: 1 } }],
  ['a disclosable nbf', { disclosable: { nbf: 1 } }],
  ['a disclosable cnf', { plain: {}, disclosable: { cnf: {} } }],
  ['a disclosable vct', { plain: {}, disclosable: { vct: 'x' } }],
  ['a disclosable status', { plain: {}, disclosable: { status: {} } }],
  ['a disclosable _sd_alg', { disclosable: { _sd_alg: 'x' } }],
  ['a disclosable _sd', { disclosable: { _sd: [] } }],
  ['a disclosable ...', { disclosable: { '...': 'x' } }],
  ['a plain _sd', { plain: { _sd: [] } }],
  ['a plain _sd_alg', { plain: { _sd_alg: 'sha-512' } }],
  ['a part of cnf', { nested: [['cnf', 'jwk']] }],
  ['a nested path at the top', { nested: [['given_name']] }],
  ['a nested path to nothing', { nested: [['place_of_birth', 'planet']] }],
  ['a nested path through a text', { nested: [['given_name', 'x']] }],
  ['an index into an object', { nested: [['place_of_birth', 0]] }],
  [
    'a path twice',
    {
      nested: [
        ['place_of_birth', 'country'],
        ['place_of_birth', 'country'],
      ],
    },
  ],
  [
    'an element twice',
    {
      plain: { ...plain, list: ['a'] },
      nested: [
        ['list', 0],
        ['list', 0],
      ],
    },
  ],
  ['a name in the place of an index', { plain: { ...plain, list: ['a'] }, nested: [['list', '0']] }],
  ['the length of an array', { plain: { ...plain, list: ['a'] }, nested: [['list', 'length']] }],
  ['an index in the place of a name', { plain: { ...plain, x: { 0: 'a' } }, nested: [['x', 0]] }],
  ['a nested path through null', { plain: { ...plain, x: null }, nested: [['x', 'y']] }],
  ['a member that every object has', { plain: { ...plain, x: {} }, nested: [['x', 'toString']] }],
  ['a nested _sd_alg', { disclosable: { x: { _sd_alg: 'x' } }, nested: [['x', '_sd_alg']] }],
  ['a nested reserved name', { disclosable: { x: { '...': 1 } }, nested: [['x', '...']] }],
]
for (const [name, content] of contents) {
  test(`PP-106 refuses to issue ${name}`, async () => {
    await assert.rejects(issue(content), TypeError)
  })
}
