/**
 * Chains with one thing broken at a time. Every row starts from a valid chain leaf, intermediate, anchor; the decision
 * that refuses must name the rule.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createDecide, failed, type Json, Refusal } from '../../src/base/index.ts'
import { type TrustChainPolicy, validateTrustChain } from '../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../src/jose/index.ts'
import { trustChainRules } from '../../src/rules/index.ts'
import { countingCrypto } from '../support/crypto-counter.ts'
import { recordingSink } from '../support/decisions.ts'
import {
  anchorsOf,
  crypto,
  type Draft,
  signAll,
  statementAbout,
  testEntity,
  threeEntities,
  urls,
} from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { unsignedJwt } from '../support/forge-jwt.ts'
import { seededRandom } from '../support/seeded-random.ts'

const clock = fixedClock()
const now = clock.now()
const answer = { status: 400, error: 'invalid_request', text: 'No trust.' }
const decide = createDecide({ clock, random: seededRandom('chains'), decisions: recordingSink() })
let federation: Awaited<ReturnType<typeof threeEntities>>
let stranger: Signer
before(async () => {
  federation = await threeEntities()
  stranger = await generateSigner({ crypto })
})

const policy = (): TrustChainPolicy => ({
  anchors: anchorsOf(federation.anchor),
  algorithms: defaultAlgorithms,
  urls,
  now,
  skew: 0,
})

/** The rule and the place by which a chain is refused, or `accepted`. */
async function judge(statements: readonly string[], further: Partial<TrustChainPolicy> = {}): Promise<string> {
  try {
    await decide('federation/trust-chain', (decision) =>
      decision.check(trustChainRules(answer), () =>
        validateTrustChain({ crypto }, statements, { ...policy(), ...further }),
      ),
    )
    return 'accepted'
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code} ${thrown.at}`
  }
}

type Chain = [Draft, Draft, Draft, Draft]
const bent = async (bend: (chain: Chain) => unknown): Promise<string[]> => {
  const chain = federation.drafts(now)
  const result = bend(chain)
  return signAll(Array.isArray(result) ? result : chain)
}

test('FED-15 accepts the chain with and without the anchor configuration', async () => {
  assert.equal(await judge(await bent(() => undefined)), 'accepted')
  assert.equal(await judge(await bent((chain) => chain.slice(0, 3))), 'accepted')
})

test('FED-16 accepts typ with application/ and in capitals', async () => {
  const statements = await bent((chain) => {
    chain[1].header.typ = 'application/Entity-Statement+JWT'
  })
  assert.equal(await judge(statements), 'accepted')
})

test('FED-15 imports no key of a chain that no anchor has signed, whatever keys it is full of', async () => {
  const statements = [...(await bent(() => undefined))]
  const [head, payload] = (statements[3] ?? '').split('.')
  statements[3] = `${head}.${payload}.${'A'.repeat(86)}`
  const counted = countingCrypto(crypto)
  const verdict = await validateTrustChain({ crypto: counted.crypto }, statements, policy())
  assert.equal(failed(verdict) && verdict.at, 'statement[3]')
  const { importKey, verify } = counted.take()
  assert.deepEqual([importKey, verify], [1, 1])
})

/** Of a kind that is not known here. */
const unknownKey = { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA', kid: 'unknown' }

const eachStatement: [id: string, bend: (draft: Draft) => void, code: string, at: string][] = [
  ['FED-16', (d) => delete d.header.typ, 'typ_mismatch', 'header.typ'],
  ['FED-16', (d) => Object.assign(d.header, { typ: 'JWT' }), 'typ_mismatch', 'header.typ'],
  ['FED-16', (d) => delete d.header.kid, 'kid_missing', 'header.kid'],
  ['FED-16', (d) => Object.assign(d.header, { kid: '' }), 'kid_missing', 'header.kid'],
  ['FED-16', (d) => delete d.payload.iss, 'iss_missing', 'payload.iss'],
  ['FED-16', (d) => delete d.payload.sub, 'sub_missing', 'payload.sub'],
  ['FED-16', (d) => delete d.payload.iat, 'iat_missing', 'payload.iat'],
  ['FED-16', (d) => delete d.payload.exp, 'exp_missing', 'payload.exp'],
  ['FED-16', (d) => delete d.payload.jwks, 'jwks_missing', 'payload.jwks'],
  ['FED-16', (d) => Object.assign(d.payload.jwks, { keys: [] }), 'jwks_empty', 'payload.jwks.keys'],
  ['FED-16', (d) => Object.assign(d.payload.jwks.keys[0], { d: 'AA' }), 'jwk_private', 'payload.jwks.keys[0]'],
  ['FED-16', (d) => d.payload.jwks.keys.push({ kty: 'oct', k: 'AA', kid: 'x' }), 'jwk_private', 'payload.jwks.keys[1]'],
  ['FED-16', (d) => d.payload.jwks.keys.push(d.payload.jwks.keys[0]), 'jwk_kid_doubled', 'payload.jwks.keys[1]'],
  ['FED-16', (d) => delete d.payload.jwks.keys[0].kid, 'jwk_kid_missing', 'payload.jwks.keys[0]'],
  ['GEN-16', (d) => Object.assign(d.payload.jwks.keys[0], { x: 'AA' }), 'jwk_malformed', 'payload.jwks.keys[0]'],
  ['GEN-16', (d) => Object.assign(d.payload.jwks, { keys: [unknownKey] }), 'jwk_unsupported', 'payload.jwks.keys[0]'],
  ['FED-16', (d) => d.payload.jwks.keys.push(unknownKey, unknownKey), 'jwk_kid_doubled', 'payload.jwks.keys[2]'],
  ['FED-16', (d) => d.payload.jwks.keys.push({ kty: 'AKP', pub: 'AA' }), 'jwk_kid_missing', 'payload.jwks.keys[1]'],
  ['FED-16', (d) => d.payload.jwks.keys.push({ ...unknownKey, priv: 'AA' }), 'jwk_private', 'payload.jwks.keys[1]'],
  ['FED-19', (d) => Object.assign(d.payload, { exp: now }), 'expired', 'payload.exp'],
  ['FED-16', (d) => Object.assign(d.payload, { iat: now + 1 }), 'not_yet_valid', 'payload.iat'],
  ['GEN-10', (d) => Object.assign(d.payload, { exp: `${now + 60}` }), 'time_invalid', 'payload.exp'],
  ['FED-28', (d) => Object.assign(d.payload, { iss: 'http://leaf.example' }), 'entity_id_invalid', 'payload.iss'],
  ['FED-28', (d) => Object.assign(d.payload, { sub: 'https://leaf.example?a' }), 'entity_id_invalid', 'payload.sub'],
  ['FED-17', (d) => Object.assign(d.header, { trust_chain: [] }), 'trust_chain_forbidden', 'header.trust_chain'],
  [
    'FED-17',
    (d) => Object.assign(d.header, { peer_trust_chain: [] }),
    'trust_chain_forbidden',
    'header.peer_trust_chain',
  ],
  ['FED-17', (d) => Object.assign(d.payload, { metadata: null }), 'metadata_null', 'payload.metadata'],
  ['FED-17', (d) => Object.assign(d.payload, { metadata: { a: null } }), 'metadata_null', 'payload.metadata.a'],
  [
    'FED-17',
    (d) => Object.assign(d.payload, { metadata: { a: { b: null } } }),
    'metadata_null',
    'payload.metadata.a.b',
  ],
  ['FED-17', (d) => Object.assign(d.payload, { metadata: { a: [] } }), 'metadata_malformed', 'payload.metadata.a'],
  ['FED-17', (d) => Object.assign(d.payload, { aud: 'https://x.example' }), 'claim_misplaced', 'payload.aud'],
  [
    'FED-17',
    (d) => Object.assign(d.payload, { trust_anchor: 'https://x.example' }),
    'claim_misplaced',
    'payload.trust_anchor',
  ],
  ['FED-18', (d) => Object.assign(d.payload, { crit: ['strange'] }), 'crit_unknown', 'payload.crit'],
  ['GEN-05', (d) => Object.assign(d.header, { crit: ['b64'] }), 'crit_unsupported', 'header.crit'],
]

for (const [id, bend, code, at] of eachStatement) {
  test(`${id} refuses ${code} (${at}) at every place of the chain`, async () => {
    for (const index of [0, 1, 2, 3]) {
      const statements = await bent((chain) => bend(chain[index] as Draft))
      assert.equal(await judge(statements), `${id} ${code} statement[${index}].${at}`)
    }
  })
}

test('GEN-21 passes over keys of a kind that is not known, at every place of the chain', async () => {
  for (const index of [0, 1, 2, 3]) {
    const statements = await bent(
      (chain) =>
        void chain[index]?.payload.jwks.keys.unshift(unknownKey, { kty: 'OKP', crv: 'Ed448', x: 'AA', kid: 'e' }),
    )
    assert.equal(await judge(statements), 'accepted')
  }
})

test('FED-16 refuses an unknown kid at every place of the chain', async () => {
  for (const index of [0, 1, 2, 3]) {
    const statements = await bent(
      (chain) => Object.assign((chain[index] as Draft).header, { kid: 'nobody' }) && undefined,
    )
    assert.equal(await judge(statements), `FED-16 kid_unknown statement[${index}].header.kid`)
  }
})

test('FED-14 refuses the signature of a stranger at every place of the chain', async () => {
  for (const index of [0, 1, 2, 3]) {
    const statements = await bent((chain) => {
      const target = chain[index] as Draft
      target.signer = { ...stranger, kid: target.signer.kid }
    })
    assert.equal(await judge(statements), `FED-14 signature_invalid statement[${index}]`)
  }
})

test('FED-16 refuses alg none, MAC and unsupported algorithms at every place', async () => {
  const algorithms = [
    ['none', 'GEN-01 alg_none'],
    ['NoNe', 'GEN-01 alg_none'],
    ['HS256', 'GEN-02 alg_mac'],
    ['RS256', 'FED-16 alg_unsupported'],
  ] as const
  for (const [alg, rule] of algorithms)
    for (const index of [0, 1, 2, 3]) {
      const statements = await bent((chain) => {
        const target = chain[index] as Draft
        target.signer = { ...target.signer, alg: alg as never }
      })
      assert.equal(await judge(statements), `${rule} statement[${index}].header.alg`)
    }
})

const structures: [rule: string, title: string, bend: (chain: Chain) => unknown][] = [
  ['FED-02 chain_empty trust_chain', 'an empty chain', () => []],
  ['FED-14 chain_too_short trust_chain', 'a leaf alone', ([leaf]) => [leaf]],
  ['FED-14 order_wrong statement[0]', 'a chain without the subject', ([, a, b]) => [a, b]],
  ['FED-14 link_broken statement[1].payload.sub', 'a swapped order', ([leaf, a, b]) => [leaf, b, a]],
  ['FED-14 link_broken statement[1].payload.sub', 'a gap', ([leaf, , b, top]) => [leaf, b, top]],
  [
    'FED-14 link_broken statement[1].payload.sub',
    'a leaf right below the anchor configuration',
    ([leaf, , , top]) => [leaf, top],
  ],
  ['FED-14 order_wrong statement[1]', 'a configuration in the middle', ([leaf, a, b]) => [leaf, leaf, a, b]],
  ['FED-14 chain_loop statement[1]', 'a subject above itself', ([leaf]) => [leaf, leaf]],
  [
    'FED-14 link_broken statement[3].payload.sub',
    'a foreign configuration on top',
    ([leaf, a, b]) => [leaf, a, b, leaf],
  ],
  [
    'FED-12 superior_not_hinted statement[0].payload.authority_hints',
    'a subject without hints',
    ([leaf]) => void delete leaf.payload.authority_hints,
  ],
  [
    'FED-12 authority_hints_malformed statement[0].payload.authority_hints',
    'empty hints',
    ([leaf]) => void Object.assign(leaf.payload, { authority_hints: [] }),
  ],
  [
    'FED-12 authority_hints_malformed statement[0].payload.authority_hints',
    'hints that are no list',
    ([leaf]) => void Object.assign(leaf.payload, { authority_hints: 'https://middle.example' }),
  ],
  [
    'FED-12 authority_hints_malformed statement[0].payload.authority_hints',
    'a hint that is no entity',
    ([leaf]) => void leaf.payload.authority_hints.push('middle.example'),
  ],
  [
    'FED-12 superior_not_hinted statement[0].payload.authority_hints',
    'hints that name another',
    ([leaf]) => void Object.assign(leaf.payload, { authority_hints: ['https://other.example'] }),
  ],
  [
    'FED-17 claim_misplaced statement[0].payload.metadata_policy',
    'a policy in a configuration',
    ([leaf]) => void Object.assign(leaf.payload, { metadata_policy: {} }),
  ],
  [
    'FED-17 claim_misplaced statement[0].payload.constraints',
    'constraints in a leaf configuration',
    ([leaf]) => void Object.assign(leaf.payload, { constraints: {} }),
  ],
  [
    'FED-17 claim_misplaced statement[0].payload.source_endpoint',
    'a source in a configuration',
    ([leaf]) => void Object.assign(leaf.payload, { source_endpoint: 'https://x.example' }),
  ],
  [
    'FED-17 claim_misplaced statement[1].payload.authority_hints',
    'hints in a statement',
    ([, a]) => void Object.assign(a.payload, { authority_hints: ['https://x.example'] }),
  ],
  [
    'FED-17 claim_misplaced statement[1].payload.trust_mark_issuers',
    'mark issuers in a statement',
    ([, a]) => void Object.assign(a.payload, { trust_mark_issuers: {} }),
  ],
  [
    'FED-17 claim_malformed statement[1].payload.constraints',
    'constraints that are no object',
    ([, a]) => void Object.assign(a.payload, { constraints: [] }),
  ],
  [
    'FED-18 policy_crit_unknown statement[1].payload.metadata_policy_crit',
    'a critical operator below',
    ([, a]) => void Object.assign(a.payload, { metadata_policy_crit: ['strange'] }),
  ],
  [
    'FED-18 policy_crit_unknown statement[2].payload.metadata_policy_crit',
    'a critical operator above',
    ([, , b]) => void Object.assign(b.payload, { metadata_policy_crit: ['strange'] }),
  ],
  [
    'FED-18 policy_crit_unknown statement[2].payload.metadata_policy_crit',
    'an empty list of critical operators',
    ([, , b]) => void Object.assign(b.payload, { metadata_policy_crit: [] }),
  ],
]
const markType = 'https://m.example'
/** A mark by its form: whom it is from, and whether its signature holds, is judged elsewhere. */
const markOf = (payload: object): string => unsignedJwt({ alg: 'RS256' }, payload)
const shown = (trust_mark: string): Json => [{ trust_mark_type: markType, trust_mark }]
const ownedBy = (owner: Json): Json => ({ [markType]: owner })
const sub = 'https://owner.example'
const shapes: [index: number, claim: string, values: Json[]][] = [
  [0, 'trust_anchor_hints', ['x', [], ['x'], [5], null]],
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
    ],
  ],
  [
    3,
    'trust_mark_issuers',
    [
      ...[[], 'x', { [markType]: 'x' }, { [markType]: [5] }, null],
      { [markType]: ['not an entity'] },
      { [markType]: ['https://a.example', 'http://b.example'] },
    ],
  ],
  [
    3,
    'trust_mark_owners',
    [
      ...[5, [], ownedBy([]), ownedBy({ sub }), null],
      ownedBy({ sub: 'not an entity', jwks: { keys: [] } }),
      ownedBy({ sub, jwks: { keys: [5] } }),
      ownedBy({ sub, jwks: { keys: [{ kty: 'oct', k: 'AA', kid: 'x' }] } }),
      ownedBy({ sub, jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'x' }] } }),
    ],
  ],
  [1, 'source_endpoint', [5, 'x', null, 'https:middle.example/fetch', 'javascript:alert(1)']],
]
for (const [index, claim, values] of shapes)
  test(`FED-17 refuses ${claim} of another form`, async () => {
    for (const value of values) {
      const statements = await bent((chain) => void Object.assign(chain[index]?.payload ?? {}, { [claim]: value }))
      const at = `statement[${index}].payload.${claim}`
      assert.equal(await judge(statements), `FED-17 claim_malformed ${at}`, JSON.stringify(value))
    }
  })

test('FED-17 accepts these claims in their form', async () => {
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

for (const [rule, title, bend] of structures)
  test(`${rule.split(' ')[0]} refuses ${title}`, async () => assert.equal(await judge(await bent(bend)), rule))

test('FED-14 refuses a loop between superiors', async () => {
  const { intermediate, anchor } = federation
  const other = await testEntity('https://other.example')
  const statements = await bent(([own, first]) => [
    own,
    first,
    statementAbout(intermediate, other, now),
    statementAbout(other, intermediate, now),
    statementAbout(intermediate, anchor, now),
  ])
  assert.equal(await judge(statements), 'FED-14 chain_loop trust_chain')
})

test('FED-37 refuses a chain that is too long', async () => {
  const [own = ''] = await bent(() => undefined)
  const judged = (length: number) => judge(Array.from({ length }, () => own))
  assert.equal(await judged(9), 'FED-37 chain_too_long trust_chain')
  assert.notEqual(await judged(8), 'FED-37 chain_too_long trust_chain')
})

test('FED-03 refuses a chain of somebody else than the signer', async () => {
  const statements = await bent(() => undefined)
  assert.equal(await judge(statements, { subject: 'https://leaf.example' }), 'accepted')
  assert.equal(await judge(statements, { subject: 'https://leaf.example/' }), 'FED-03 subject_mismatch statement[0]')
})

test('FED-15 refuses an unknown anchor, with and without its configuration', async () => {
  const further = { anchors: anchorsOf(federation.leaf) }
  for (const length of [3, 4])
    assert.equal(
      await judge(await bent((chain) => chain.slice(0, length)), { ...further, anchors: new Map() }),
      'FED-15 anchor_unknown statement[2].payload.iss',
    )
})

test('FED-15 refuses keys that only the anchor itself states', async () => {
  const anchors = new Map([[federation.anchor.entityId, [stranger.publicJwk]]])
  for (const length of [3, 4])
    assert.equal(
      await judge(await bent((chain) => chain.slice(0, length)), { anchors }),
      'FED-15 anchor_key_mismatch statement[2].header.kid',
    )
})

test('FED-15 refuses another key under the kid of the pinned one', async () => {
  const { kid } = federation.anchor.signer
  const anchors = new Map([[federation.anchor.entityId, [{ ...stranger.publicJwk, kid }]]])
  assert.equal(
    await judge(await bent(() => undefined), { anchors }),
    'FED-15 anchor_key_mismatch statement[2].header.kid',
  )
  const without = await bent((chain) => chain.slice(0, 3))
  assert.equal(await judge(without, { anchors }), 'FED-14 signature_invalid statement[2]')
})

test('FED-15 refuses an anchor configuration signed with a key that is not pinned', async () => {
  const statements = await bent(([, , , top]) => {
    top.payload.jwks.keys.push(stranger.publicJwk)
    top.signer = stranger
    top.header.kid = stranger.kid
  })
  assert.equal(await judge(statements), 'FED-15 anchor_key_mismatch statement[3].header.kid')
})

test('FED-14 refuses a subject whose key its superior does not state', async () => {
  const own = await bent(([leaf]) => {
    leaf.payload.jwks.keys = [stranger.publicJwk]
    leaf.signer = stranger
    leaf.header.kid = stranger.kid
  })
  assert.equal(await judge(own), 'FED-14 subject_key_mismatch statement[0].payload.jwks')
  const substituted = await bent(([leaf]) => {
    leaf.payload.jwks.keys = [{ ...stranger.publicJwk, kid: leaf.signer.kid }]
    leaf.signer = { ...stranger, kid: leaf.signer.kid }
  })
  assert.equal(await judge(substituted), 'FED-14 subject_key_mismatch statement[0].payload.jwks')
  const attestedOnly = await bent(([leaf]) => {
    leaf.payload.jwks.keys = [stranger.publicJwk]
  })
  assert.equal(await judge(attestedOnly), 'FED-16 kid_unknown statement[0].header.kid')
})

test('GEN-11 refuses a key that does not fit the algorithm', async () => {
  const statements = await bent(([, a]) => {
    a.payload.jwks.keys[0].use = 'enc'
  })
  assert.equal(await judge(statements), 'GEN-11 key_mismatch statement[0]')
})

test('FED-18 ignores unknown claims, constraints and operators; FED-17 tolerates the Italian departures', async () => {
  const statements = await bent(([leaf, a, b, top]) => {
    leaf.payload.strange = 1
    a.payload.trust_marks = [{ id: 'x', trust_mark: 'y' }]
    b.payload.constraints = { strange: true }
    b.payload.metadata_policy = { wallet_provider: { vp_formats: { 'vc+sd-jwt': { alg: [] } } } }
    top.payload.constraints = { max_path_length: 1 }
  })
  assert.equal(await judge(statements), 'accepted')
})

test('FED-19 a chain expires with its earliest statement', async () => {
  const statements = await bent(([, , b]) => {
    b.payload.exp = now + 60
  })
  const chain = await validateTrustChain({ crypto }, statements, policy())
  assert.equal('expiresAt' in chain && chain.expiresAt, now + 60)
  assert.equal(await judge(statements, { now: now + 59 }), 'accepted')
  assert.equal(await judge(statements, { now: now + 60 }), 'FED-19 expired statement[2].payload.exp')
})

test('GEN-28 a doubled member in a statement is refused', async () => {
  const [leaf, ...rest] = await bent(() => undefined)
  const [header = '', payload = '', signature = ''] = (leaf ?? '').split('.')
  const text = Buffer.from(payload, 'base64url').toString()
  for (const member of ['"iss":"https://leaf.example"', '"__proto__":{}']) {
    const doubled = Buffer.from(`{${member},${text.slice(1)}`).toString('base64url')
    const rule = 'GEN-28 json_duplicate_member statement[0].payload'
    assert.equal(await judge([`${header}.${doubled}.${signature}`, ...rest]), rule)
  }
})

test('leaf, intermediate and anchor with its configuration cost four verifications', async () => {
  let verifications = 0
  const counting = {
    ...crypto,
    verify: (...input: Parameters<typeof crypto.verify>) => {
      verifications += 1
      return crypto.verify(...input)
    },
  }
  await validateTrustChain({ crypto: counting }, await bent(() => undefined), policy())
  assert.equal(verifications, 4)
})

test('an anchor is its own chain, by its pinned key only', async () => {
  assert.equal(await judge(await bent(([, , , top]) => [top])), 'accepted')
  const anchors = new Map([[federation.anchor.entityId, [stranger.publicJwk]]])
  const alone = await bent(([, , , top]) => [top])
  assert.equal(await judge(alone, { anchors }), 'FED-15 anchor_key_mismatch statement[0].payload.jwks')
})
