import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../base/index.ts'
import { emptyForm, onboardingOf } from './party-form.ts'

const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k' }
const url = 'https://yours.example'
const jwt = (payload: object): string =>
  [{ alg: 'ES256', typ: 'entity-statement+jwt' }, payload]
    .map((part) => JSON.stringify(part))
    .concat('signature')
    .map(encodeBase64url)
    .join('.')
const configuration = jwt({ iss: url, sub: url, jwks: { keys: [key] } })

test('an identifier alone is enough for an onboarding request', () => {
  assert.deepEqual(onboardingOf({ ...emptyForm, entityId: url }, true), { entity_id: url, dry_run: true })
})

test('a pasted Entity Configuration gives the identifier and the keys', () => {
  assert.deepEqual(onboardingOf({ ...emptyForm, pasted: configuration }, true), {
    ...{ entity_id: url, jwks: { keys: [key] }, dry_run: true },
  })
})

test('a pasted key set or a pasted key gives the keys', () => {
  for (const pasted of [{ keys: [key] }, key])
    assert.partialDeepStrictEqual(
      onboardingOf({ ...emptyForm, entityId: url, pasted: JSON.stringify(pasted) }, false),
      {
        jwks: { keys: [key] },
        reason: 'connected at the console',
      },
    )
})

test('only an issuer has credential types', () => {
  const credentialTypes = 'one, two  three'
  const form = { ...emptyForm, entityId: url, credentialTypes }
  assert.partialDeepStrictEqual(onboardingOf({ ...form, kind: 'issuer' }, true), {
    credential_types: ['one', 'two', 'three'],
  })
  assert.ok(!('credential_types' in onboardingOf({ ...form, kind: 'relying-party' }, true)))
})

for (const [code, form] of [
  ['entity_id_missing', {}],
  ['entity_id_missing', { pasted: JSON.stringify({ keys: [key] }) }],
  ['entity_id_differs', { entityId: 'https://elsewhere.example', pasted: configuration }],
  ['pasted_private', { entityId: url, pasted: JSON.stringify({ ...key, d: 'd' }) }],
  ['pasted_private', { pasted: jwt({ iss: url, sub: url, jwks: { keys: [{ ...key, d: 'd' }] } }) }],
  ['pasted_unreadable', { entityId: url, pasted: 'nothing' }],
  ['pasted_unreadable', { entityId: url, pasted: '{"no":"keys"}' }],
  ['pasted_unreadable', { entityId: url, pasted: jwt({ sub: url }) }],
] as const)
  test(`reports ${code} for ${JSON.stringify(form).slice(0, 60)}`, () => {
    assert.partialDeepStrictEqual(onboardingOf({ ...emptyForm, ...form }, true), { code })
  })
