import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../base/index.ts'
import { documentAt, noTrustChain, reasonOfNoTrustChain, trustUnavailable } from './no-trust-chain.ts'

test('reasonOfNoTrustChain returns the reason that noTrustChain wrote, and none for another place', () => {
  for (const reason of [
    fail('expired', 'statement[1].payload.exp'),
    fail('chain_empty', 'trust_chain'),
    fail('unreachable'),
    undefined,
  ])
    assert.deepEqual(reasonOfNoTrustChain(noTrustChain(reason).at), reason)
  assert.equal(noTrustChain(undefined).at, 'trust_chain')
  for (const place of ['', 'entity_id', 'metadata.trust_chain.expired', 'trust_chain.', 'trust_chain.a b'])
    assert.equal(reasonOfNoTrustChain(place), undefined, place)
})

const path = ['https://leaf.example', 'https://middle.example', 'https://anchor.example']

test('GEN-42 documentAt names the issuer of the document at a place, and its subject', () => {
  const aboutLeaf = 'statement of https://middle.example about https://leaf.example'
  const aboutMiddle = 'statement of https://anchor.example about https://middle.example'
  for (const [at, document] of [
    ['statement[0].payload.exp', 'configuration of https://leaf.example'],
    ['statement[1].payload.exp', aboutLeaf],
    ['statement[2].payload.constraints.naming_constraints.permitted', aboutMiddle],
    ['statement[3].payload.jwks', 'configuration of https://anchor.example'],
    ['statement.status.404', aboutMiddle],
    ['configuration.status.404', 'configuration of https://anchor.example'],
    ['metadata.wallet_provider.jwks', 'resolved metadata of https://leaf.example'],
    ['statement[4].payload', undefined],
    ['trust_chain', undefined],
    ['authority_hints', undefined],
  ] as const)
    assert.equal(documentAt(at, path), document, at)
  assert.equal(documentAt('statement[0]', []), undefined)
})

test('GEN-42 the evidence of a missing chain has the compared values, the document and the path', () => {
  const reason = fail('subject_key_mismatch', 'statement[0].payload.jwks', { expected: ['k1'], found: 'k2' })
  assert.deepEqual(noTrustChain(reason, path.slice(0, 2)).evidence, {
    expected: ['k1'],
    found: 'k2 (configuration of https://leaf.example in https://leaf.example > https://middle.example)',
    isShownAnywhere: true,
  })
  assert.deepEqual(trustUnavailable(fail('unreachable', 'configuration.refused'), false, path.slice(0, 1)).evidence, {
    found: 'configuration of https://leaf.example',
    isShownAnywhere: true,
  })
  assert.equal(noTrustChain(fail('no_superior', 'authority_hints'), path).evidence?.found, path.join(' > '))
})
