/**
 * Trust Chains with one fault in one of their statements: the refusal must name the rule, the statement and the
 * claim.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../../src/base/index.ts'
import { changeableChain, now, unknownKey } from '../../support/changeable-trust-chain.ts'
import type { Draft } from '../../support/federation.ts'
import { unsignedJwt } from '../../support/forge-jwt.ts'

const { federation, stranger, judge, bent } = await changeableChain()

test('FED-16 accepts a typ with the prefix application/ and capital letters', async () => {
  const statements = await bent((chain) => {
    chain[1].header.typ = 'application/Entity-Statement+JWT'
  })
  assert.equal(await judge(statements), 'accepted')
})

const claims = (members: object) => (d: Draft) => void Object.assign(d.payload, members)
const header = (members: object) => (d: Draft) => void Object.assign(d.header, members)
const keys =
  (...further: object[]) =>
  (d: Draft) =>
    void d.payload.jwks.keys.push(...further)
const eachStatement: [id: string, bend: (draft: Draft) => void, code: string, at: string][] = [
  ['FED-16', (d) => delete d.header.typ, 'typ_mismatch', 'header.typ'],
  ['FED-16', header({ typ: 'JWT' }), 'typ_mismatch', 'header.typ'],
  ['FED-16', (d) => delete d.header.kid, 'kid_missing', 'header.kid'],
  ['FED-16', header({ kid: '' }), 'kid_missing', 'header.kid'],
  ['FED-16', (d) => delete d.payload.iss, 'iss_missing', 'payload.iss'],
  ['FED-16', (d) => delete d.payload.sub, 'sub_missing', 'payload.sub'],
  ['FED-16', (d) => delete d.payload.iat, 'iat_missing', 'payload.iat'],
  ['FED-16', (d) => delete d.payload.exp, 'exp_missing', 'payload.exp'],
  ['FED-16', (d) => delete d.payload.jwks, 'jwks_missing', 'payload.jwks'],
  ['FED-16', claims({ jwks: {} }), 'jwks_missing', 'payload.jwks'],
  ['FED-16', (d) => Object.assign(d.payload.jwks, { keys: [] }), 'jwks_empty', 'payload.jwks.keys'],
  ['FED-16', (d) => Object.assign(d.payload.jwks.keys[0], { d: 'AA' }), 'jwk_private', 'payload.jwks.keys[0]'],
  ['FED-16', keys({ kty: 'oct', k: 'AA', kid: 'x' }), 'jwk_private', 'payload.jwks.keys[1]'],
  ['FED-16', (d) => d.payload.jwks.keys.push(d.payload.jwks.keys[0]), 'jwk_kid_doubled', 'payload.jwks.keys[1]'],
  ['FED-16', (d) => delete d.payload.jwks.keys[0].kid, 'jwk_kid_missing', 'payload.jwks.keys[0]'],
  ['GEN-16', (d) => Object.assign(d.payload.jwks.keys[0], { x: 'AA' }), 'jwk_malformed', 'payload.jwks.keys[0]'],
  ['GEN-16', (d) => Object.assign(d.payload.jwks, { keys: [unknownKey] }), 'jwk_unsupported', 'payload.jwks.keys[0]'],
  ['FED-16', keys(unknownKey, unknownKey), 'jwk_kid_doubled', 'payload.jwks.keys[2]'],
  ['FED-16', keys({ kty: 'AKP', pub: 'AA' }), 'jwk_kid_missing', 'payload.jwks.keys[1]'],
  ['FED-16', keys({ ...unknownKey, priv: 'AA' }), 'jwk_private', 'payload.jwks.keys[1]'],
  ['FED-19', claims({ exp: now }), 'expired', 'payload.exp'],
  ['FED-16', claims({ iat: now + 1 }), 'not_yet_valid', 'payload.iat'],
  ['GEN-10', claims({ exp: `${now + 60}` }), 'time_invalid', 'payload.exp'],
  ['FED-28', claims({ iss: 'http://leaf.example' }), 'entity_id_invalid', 'payload.iss'],
  ['FED-28', claims({ sub: 'https://leaf.example?a' }), 'entity_id_invalid', 'payload.sub'],
  ['FED-17', header({ trust_chain: [] }), 'trust_chain_forbidden', 'header.trust_chain'],
  ['FED-17', header({ peer_trust_chain: [] }), 'trust_chain_forbidden', 'header.peer_trust_chain'],
  ['FED-17', claims({ metadata: null }), 'metadata_null', 'payload.metadata'],
  ['FED-17', claims({ metadata: [] }), 'metadata_malformed', 'payload.metadata'],
  ['FED-17', claims({ metadata: 5 }), 'metadata_malformed', 'payload.metadata'],
  ['FED-17', claims({ metadata: { a: null } }), 'metadata_null', 'payload.metadata.a'],
  ['FED-17', claims({ metadata: { a: { b: null } } }), 'metadata_null', 'payload.metadata.a.b'],
  ['FED-17', claims({ metadata: { a: [] } }), 'metadata_malformed', 'payload.metadata.a'],
  ['FED-17', claims({ aud: 'https://x.example' }), 'claim_misplaced', 'payload.aud'],
  ['FED-17', claims({ trust_anchor: 'https://x.example' }), 'claim_misplaced', 'payload.trust_anchor'],
  ['FED-18', claims({ crit: ['strange'] }), 'crit_unknown', 'payload.crit'],
  ['GEN-05', header({ crit: ['b64'] }), 'crit_unsupported', 'header.crit'],
]

for (const [id, bend, code, at] of eachStatement) {
  test(`${id} refuses ${code} (${at}) at every place of the chain`, async () => {
    for (const index of [0, 1, 2, 3]) {
      const statements = await bent((chain) => bend(chain[index] as Draft))
      assert.equal(await judge(statements), `${id} ${code} statement[${index}].${at}`)
    }
  })
}

const shortRsaKey = { kty: 'RSA', n: Buffer.alloc(128, 0xff).toString('base64url'), e: 'AQAB', kid: 'short' }

test('GEN-21 ignores keys of an unknown key type or of an unsupported size at every place of the chain', async () => {
  for (const index of [0, 1, 2, 3]) {
    const statements = await bent(
      (chain) =>
        void chain[index]?.payload.jwks.keys.unshift(unknownKey, shortRsaKey, {
          kty: 'OKP',
          crv: 'Ed448',
          x: 'AA',
          kid: 'e',
        }),
    )
    assert.equal(await judge(statements), 'accepted')
  }
})

const markType = 'https://m.example'
/** Returns a mark with a valid form; other tests cover its issuer and its signature. */
const markOf = (payload: object): string => unsignedJwt({ alg: 'RS256' }, payload)
const shown = (trust_mark: string): Json => [{ trust_mark_type: markType, trust_mark }]
const ownedBy = (owner: Json): Json => ({ [markType]: owner })
const sub = 'https://owner.example'
const shapes: [index: number, claim: string, values: Json[]][] = [
  [0, 'trust_anchor_hints', ['x', [], ['x'], [5], [[sub]], [sub, 'x'], null]],
  [
    0,
    'trust_marks',
    [
      ...[{}, 'x', [{}], ['x'], [{ trust_mark_type: markType }], [{ trust_mark: 'y' }], null],
      shown('nothing'),
      shown(markOf({})),
      shown(markOf({ trust_mark_type: 'https://n.example' })),
      shown(markOf({ trust_mark_type: 'https://n.example', id: markType })),
      shown(markOf([])),
      shown(`${markOf({ trust_mark_type: markType })}.AA`),
      shown(`${markOf({ trust_mark_type: markType })}=`),
      shown(markOf({ trust_mark_type: markType }).replace(/AA$/, '')),
      shown(markOf({ trust_mark_type: markType }).replace(/^\w+/, 'e30x')),
      [{ id: 'https://n.example', trust_mark: markOf({ id: markType }) }],
      [
        { id: markType, trust_mark: markOf({ id: markType }) },
        { id: 'x', trust_mark: markOf({ id: markType }) },
      ],
    ],
  ],
  [
    3,
    'trust_mark_issuers',
    [
      ...[[], 'x', { [markType]: 'x' }, { [markType]: [5] }, null],
      { [markType]: ['not an entity'] },
      { [markType]: ['https://a.example', 'http://b.example'] },
      { [markType]: [], 'https://n.example': 'x' },
    ],
  ],
  [
    3,
    'trust_mark_owners',
    [
      ...[5, [], ownedBy([]), ownedBy(null), ownedBy({ sub }), ownedBy({ sub, jwks: {} }), null],
      ownedBy({ sub: 'not an entity', jwks: { keys: [] } }),
      ownedBy({ sub, jwks: { keys: [5] } }),
      ownedBy({ sub, jwks: { keys: [unknownKey, 5] } }),
      ownedBy({ sub, jwks: { keys: [{ kty: 'oct', k: 'AA', kid: 'x' }] } }),
      ownedBy({ sub, jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'x' }] } }),
    ],
  ],
  [1, 'metadata_policy', [5, 'x', [], null]],
  [
    1,
    'source_endpoint',
    [5, 'x', ['https://middle.example/fetch'], null, 'https:middle.example/fetch', 'javascript:alert(1)'],
  ],
]
for (const [index, claim, values] of shapes)
  test(`FED-17 refuses a malformed ${claim}`, async () => {
    for (const value of values) {
      const statements = await bent((chain) => void Object.assign(chain[index]?.payload ?? {}, { [claim]: value }))
      const at = `statement[${index}].payload.${claim}`
      const verdict = (await judge(statements)).replace(/(trust_marks)\[\d\](?:\.trust_mark(?:_type)?)?$/, '$1')
      assert.equal(verdict, `FED-17 claim_malformed ${at}`, JSON.stringify(value))
    }
  })

test('FED-17 accepts the same claims when they are well formed', async () => {
  const owner = { sub, jwks: { keys: [stranger.publicJwk, unknownKey] } }
  const statements = await bent(([leaf, about, , top]) => {
    leaf.payload.trust_anchor_hints = [federation.anchor.entityId]
    leaf.payload.trust_marks = [
      { trust_mark_type: markType, trust_mark: markOf({ trust_mark_type: markType }) },
      { trust_mark_type: markType, trust_mark: markOf({ id: markType, iss: 5, exp: 'x' }) },
      { id: 'x', trust_mark: markOf({ id: 'x' }) },
      { id: 'x', trust_mark: markOf({ trust_mark_id: 'x' }) },
    ]
    about.payload.source_endpoint = 'https://middle.example/fetch'
    top.payload.trust_mark_issuers = { [markType]: [], 'https://n.example': ['https://middle.example'] }
    top.payload.trust_mark_owners = { [markType]: owner }
  })
  assert.equal(await judge(statements), 'accepted')
})

test('GEN-28 refuses a statement with a duplicate member', async () => {
  const [leaf, ...rest] = await bent(() => undefined)
  const [header = '', payload = '', signature = ''] = (leaf ?? '').split('.')
  const text = Buffer.from(payload, 'base64url').toString()
  for (const member of ['"iss":"https://leaf.example"', '"__proto__":{}']) {
    const doubled = Buffer.from(`{${member},${text.slice(1)}`).toString('base64url')
    const rule = 'GEN-28 json_duplicate_member statement[0].payload'
    assert.equal(await judge([`${header}.${doubled}.${signature}`, ...rest]), rule)
  }
})
