/**
 * Refused settings of a Trust Anchor: lifetimes that exceed the key that signs, and trust marks that no entity
 * configuration can contain.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { trustAnchorConfig } from '../../../src/trust-anchor/index.ts'
import { crypto, organization } from '../../support/federation.ts'

const anchorId = 'https://anchor.example'
const day = 86_400
const first = await generateSigner({ crypto })

test('FED-10 refuses settings with which a statement would outlive the key that signs it', () => {
  const parse = (settings: object) =>
    trustAnchorConfig.safeParse({ entityId: anchorId, organization, clockSkewSeconds: 10, ...settings })
  for (const name of ['entityConfigurationLifetimeSeconds', 'subordinateStatementLifetimeSeconds']) {
    const lifetimes = { entityConfigurationLifetimeSeconds: 60, subordinateStatementLifetimeSeconds: 60, [name]: 3600 }
    assert.equal(parse({ ...lifetimes, keyRetirementSeconds: 3610 }).success, true)
    const { error } = parse({ ...lifetimes, keyRetirementSeconds: 3609 })
    assert.deepEqual(error?.issues[0]?.path, ['keyRetirementSeconds'])
  }
  assert.equal(parse({}).data?.keyRetirementSeconds, 2 * day)
})

test('FED-10 refuses settings with which a trust mark would outlive its key, and the defaults are long enough', () => {
  const mark = (further: object = {}) => ({ type: `${anchorId}/marks/public`, ...further })
  const parse = (settings: object) => trustAnchorConfig.safeParse({ entityId: anchorId, organization, ...settings })
  assert.equal(parse({ trustMarks: [mark()] }).data?.keyRetirementSeconds, 31 * day)
  const { error } = parse({ trustMarks: [mark({ lifetimeSeconds: 3 * day })], keyRetirementSeconds: 3 * day + 29 })
  assert.deepEqual(error?.issues[0]?.path, ['keyRetirementSeconds'])
  const long = { lifetimeSeconds: 3 * day, issuers: [] }
  assert.ok(parse({ trustMarks: [mark(long)], keyRetirementSeconds: 3 * day + 30 }).success)
  assert.ok(!parse({ trustMarks: [mark(long)], keyRetirementSeconds: 2 * day }).success)
  const foreign = mark({ issuers: ['https://issuer.example'] })
  assert.equal(parse({ trustMarks: [foreign] }).data?.keyRetirementSeconds, 2 * day, 'another issuer signs the mark')
})

test('FED-17 refuses trust mark settings with an issuer or owner that is not an entity identifier', () => {
  const { publicJwk } = first
  const parse = (further: object) =>
    trustAnchorConfig.safeParse({
      entityId: anchorId,
      organization,
      trustMarks: [{ type: 'https://m.example', ...further }],
    })
  const owner = (entityId: string) => ({ owner: { entityId, jwks: { keys: [publicJwk] } } })
  const owned = { ...owner('https://owner.example'), delegation: 'a.b.c' }
  for (const good of [{}, { issuers: [] }, { issuers: [anchorId] }, owned])
    assert.ok(parse(good).success, JSON.stringify(good))
  for (const bad of [{ issuers: [anchorId, 'anchor'] }, { issuers: ['http://anchor.example'] }, owner('somebody')])
    assert.deepEqual(parse(bad).error?.issues[0]?.path, ['trustMarks'])
})

test('FED-07 refuses settings that contain a type of trust mark twice', () => {
  const type = 'https://m.example'
  const parse = (...trustMarks: object[]) =>
    trustAnchorConfig.safeParse({ entityId: anchorId, organization, trustMarks })
  const { error } = parse({ type, issuers: ['https://issuer.example'] }, { type })
  assert.deepEqual(error?.issues[0]?.path, ['trustMarks'])
  assert.ok(parse({ type }, { type: `${type}/2` }).success)
})
