import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  configurationOf,
  crypto,
  type Draft,
  organization,
  sign,
  type TestEntity,
  testEntity,
  urls,
} from '../../../test/support/federation.ts'
import { failed } from '../../base/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../jose/index.ts'
import { createEntityConfiguration, verifyEntityConfiguration } from './entity-configuration.ts'

const now = 1_768_478_400
let entity: TestEntity
let stranger: Signer
before(async () => {
  entity = await testEntity('https://leaf.example', { hints: ['https://anchor.example'] })
  stranger = await generateSigner({ crypto })
})

const policy = () => ({ entityId: entity.entityId, algorithms: defaultAlgorithms, urls, now, skew: 5 })

const rows: [id: string, bend: (draft: Draft) => unknown, code: string | undefined][] = [
  ['FED-11 accepts a statement that the entity signed', () => undefined, undefined],
  ['GEN-04 accepts times within the skew', (d) => Object.assign(d.payload, { iat: now + 5, exp: now - 4 }), undefined],
  ['GEN-04 refuses an exp beyond the skew', (d) => Object.assign(d.payload, { exp: now - 5 }), 'expired'],
  ['GEN-04 refuses an iat beyond the skew', (d) => Object.assign(d.payload, { iat: now + 6 }), 'not_yet_valid'],
  [
    'FED-11 refuses a statement about another entity',
    (d) => Object.assign(d.payload, { sub: 'https://x.example' }),
    'not_a_configuration',
  ],
  [
    'FED-28 refuses another spelling of the entity identifier',
    (d) => Object.assign(d.payload, { iss: 'https://leaf.example/', sub: 'https://leaf.example/' }),
    'subject_mismatch',
  ],
  ['FED-11 refuses a kid that is not published', (d) => Object.assign(d.header, { kid: 'other' }), 'kid_unknown'],
  [
    'FED-11 refuses the signature of another key',
    (d) => {
      d.signer = stranger
    },
    'signature_invalid',
  ],
  [
    'GEN-18 ignores a key in the header',
    (d) => {
      d.signer = stranger
      d.header.jwk = stranger.publicJwk
    },
    'signature_invalid',
  ],
]
for (const [title, bend, code] of rows)
  test(title, async () => {
    const draft = configurationOf(entity, now)
    bend(draft)
    const verdict = await verifyEntityConfiguration({ crypto }, await sign(draft), policy())
    assert.equal(failed(verdict) ? verdict.code : undefined, code)
  })

test('FED-11 a created configuration is verified, and its signing key must be published', async () => {
  const input = {
    entityId: entity.entityId,
    keys: [stranger.publicJwk, entity.signer.publicJwk],
    metadata: { federation_entity: organization },
    authorityHints: ['https://anchor.example'],
    issuedAt: now,
    expiresAt: now + 60,
  }
  const verdict = await verifyEntityConfiguration(
    { crypto },
    await createEntityConfiguration(entity.signer, input),
    policy(),
  )
  assert.ok(!failed(verdict))
  assert.deepEqual(verdict.authority_hints, ['https://anchor.example'])
  await assert.rejects(createEntityConfiguration(entity.signer, { ...input, keys: [stranger.publicJwk] }), TypeError)
})

test('GEN-23 broken statements are failures, never exceptions', async () => {
  for (const text of ['', '.', '..', 'a.b.c', 'e30.e30.', `${'a'.repeat(200_000)}.b.c`, 'e30.W10.AA', 'bnVsbA.e30.AA'])
    assert.ok(failed(await verifyEntityConfiguration({ crypto }, text, policy())))
})
