/** The signing keys of a Trust Chain: each key must be pinned or listed in the statement of a superior. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { validateTrustChain } from '../../../src/federation/index.ts'
import { changeableChain } from '../../support/changeable-trust-chain.ts'
import { countingCrypto } from '../../support/crypto-counter.ts'
import { anchorsOf, crypto, type Draft } from '../../support/federation.ts'

const { federation, stranger, policy, judge, bent } = await changeableChain()

test('FED-15 a chain without a valid signature of the anchor costs one key import and one verification', async () => {
  const statements = [...(await bent(() => undefined))]
  const [head, payload] = (statements[3] ?? '').split('.')
  statements[3] = `${head}.${payload}.${'A'.repeat(86)}`
  const counted = countingCrypto(crypto)
  const verdict = await validateTrustChain({ crypto: counted.crypto }, statements, policy())
  assert.equal(failed(verdict) && verdict.at, 'statement[3]')
  const { importKey, verify } = counted.take()
  assert.deepEqual([importKey, verify], [1, 1])
})

test('FED-16 refuses an unknown kid at every place of the chain', async () => {
  for (const index of [0, 1, 2, 3]) {
    const statements = await bent(
      (chain) => Object.assign((chain[index] as Draft).header, { kid: 'nobody' }) && undefined,
    )
    const place = index < 2 ? `statement[${index}].header.kid` : 'statement[3].payload.jwks'
    assert.equal(await judge(statements), `FED-16 kid_unknown ${place}`)
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

test('FED-15 refuses an unknown anchor, with and without its configuration', async () => {
  const further = { anchors: anchorsOf(federation.leaf) }
  for (const length of [3, 4])
    assert.equal(
      await judge(await bent((chain) => chain.slice(0, length)), { ...further, anchors: new Map() }),
      'FED-15 anchor_unknown statement[2].payload.iss',
    )
})

test('FED-15 refuses a chain that the anchor signed with a key that is not pinned', async () => {
  const anchors = new Map([[federation.anchor.entityId, [stranger.publicJwk]]])
  for (const length of [3, 4])
    assert.equal(
      await judge(await bent((chain) => chain.slice(0, length)), { anchors }),
      'FED-15 anchor_key_mismatch statement[2].header.kid',
    )
})

test('FED-15 refuses an anchor key that has the kid of the pinned key but is another key', async () => {
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

test('FED-14 refuses a subject key that the superior’s statement does not contain', async () => {
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

test('the configuration of an anchor alone is a valid chain, but only with its pinned key', async () => {
  assert.equal(await judge(await bent(([, , , top]) => [top])), 'accepted')
  const anchors = new Map([[federation.anchor.entityId, [stranger.publicJwk]]])
  const alone = await bent(([, , , top]) => [top])
  assert.equal(await judge(alone, { anchors }), 'FED-15 anchor_key_mismatch statement[0].payload.jwks')
})
