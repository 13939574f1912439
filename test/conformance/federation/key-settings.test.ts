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
const parse = (settings: object) => trustAnchorConfig.safeParse({ entityId: anchorId, organization, ...settings })
const parseMarks = (...trustMarks: object[]) => parse({ trustMarks })

test('FED-10 refuses settings with which a statement would outlive the key that signs it', () => {
  for (const name of ['entityConfigurationLifetimeSeconds', 'subordinateStatementLifetimeSeconds']) {
    const lifetimes = { entityConfigurationLifetimeSeconds: 60, subordinateStatementLifetimeSeconds: 60, [name]: 3600 }
    assert.equal(parse({ ...lifetimes, keyRetirementSeconds: 3615, clockSkewSeconds: 10 }).success, true)
    const { error } = parse({ ...lifetimes, keyRetirementSeconds: 3614, clockSkewSeconds: 10 })
    assert.deepEqual(error?.issues[0]?.path, ['keyRetirementSeconds'])
  }
  assert.equal(parse({}).data?.keyRetirementSeconds, 2 * day)
  assert.ok(parse({ keyRetirementSeconds: day + 30, keyCacheSeconds: 0 }).success)
})

test('FED-10 refuses settings with which a trust mark would outlive its key, and the defaults are long enough', () => {
  const mark = (further: object = {}) => ({ type: `${anchorId}/marks/public`, ...further })
  assert.equal(parseMarks(mark()).data?.keyRetirementSeconds, 31 * day)
  const { error } = parse({ trustMarks: [mark({ lifetimeSeconds: 3 * day })], keyRetirementSeconds: 3 * day + 34 })
  assert.deepEqual(error?.issues[0]?.path, ['keyRetirementSeconds'])
  const long = { lifetimeSeconds: 3 * day, issuers: [] }
  assert.ok(parse({ trustMarks: [mark(long)], keyRetirementSeconds: 3 * day + 35 }).success)
  assert.ok(!parse({ trustMarks: [mark(long)], keyRetirementSeconds: 2 * day }).success)
  const foreign = mark({ issuers: ['https://issuer.example'] })
  assert.equal(parseMarks(foreign).data?.keyRetirementSeconds, 2 * day, 'another issuer signs the mark')
})

test('FED-17 refuses trust mark settings with an issuer or owner that is not an entity identifier', async () => {
  const { publicJwk } = await generateSigner({ crypto })
  const parseMark = (further: object) => parseMarks({ type: 'https://m.example', ...further })
  const owner = (entityId: string) => ({ owner: { entityId, jwks: { keys: [publicJwk] } } })
  const owned = { ...owner('https://owner.example'), delegation: 'a.b.c' }
  for (const good of [{}, { issuers: [] }, { issuers: [anchorId] }, owned])
    assert.ok(parseMark(good).success, JSON.stringify(good))
  for (const bad of [{ issuers: [anchorId, 'anchor'] }, { issuers: ['http://anchor.example'] }, owner('somebody')])
    assert.deepEqual(parseMark(bad).error?.issues[0]?.path, ['trustMarks'])
})

test('FED-07 refuses settings that contain a type of trust mark twice', () => {
  const type = 'https://m.example'
  const { error } = parseMarks({ type, issuers: ['https://issuer.example'] }, { type })
  assert.deepEqual(error?.issues[0]?.path, ['trustMarks'])
  assert.ok(parseMarks({ type }, { type: `${type}/2` }).success)
})
