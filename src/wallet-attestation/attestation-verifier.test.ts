import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import {
  asked,
  changed,
  content,
  crypto,
  entity,
  federation,
  now,
  policy,
  provider,
  trustIn,
  validAttestation,
} from '../../test/support/wallet-attestation.ts'
import { Failure } from '../base/index.ts'
import type { TrustCode, TrustEvaluator, TrustedEntity } from '../federation/trust-evaluator.ts'
import {
  createWalletAttestationVerifier,
  type WalletAttestationVerifierOptions as Options,
} from './attestation-verifier.ts'

const options: Options = { ...policy, clock: { now: () => now } }

/** Counts the verified signatures. */
function countingVerifier(trust: TrustEvaluator, keeping: Partial<Options> = {}) {
  let computed = 0
  const verify: typeof crypto.verify = (...words) => {
    computed += 1
    return crypto.verify(...words)
  }
  const ctx = { crypto: { ...crypto, verify }, trust }
  const verifier = createWalletAttestationVerifier(ctx, { ...options, ...keeping })
  return async (compact: string, at: number): Promise<number> => {
    const before = computed
    await verifier.verify(compact, at)
    return computed - before
  }
}

test('the signature of an attestation is verified once, until the attestation or its trust chain expires', async () => {
  for (const [chainEnds, end] of [
    [now + 7_200, now + 3_600],
    [now + 600, now + 600],
  ] as const) {
    const computed = countingVerifier(trustIn({ ...entity, expiresAt: chainEnds }))
    assert.equal(await computed(validAttestation, now), 1)
    assert.equal(await computed(validAttestation, now + 1), 0)
    assert.equal(await computed(validAttestation, end - 1), 0)
    assert.equal(await computed(validAttestation, end), 1)
    assert.equal(await computed(validAttestation, now), 1, 'the expired attestation was forgotten')
  }
})

test('FED-38 an attestation that was verified before is checked with the current trust and metadata of its provider', async () => {
  const described = (wallet_provider: object): TrustedEntity => ({
    ...entity,
    metadata: { wallet_provider: wallet_provider as never },
  })
  const keys = [{ ...provider.publicJwk }]
  for (const [later, code] of [
    ['no_trust_chain', 'no_trust_chain'],
    ['trust_unavailable', 'trust_unavailable'],
    [described({ jwks: { keys: [{ ...federation.publicJwk }] } }), 'kid_unknown'],
    [described({ jwks: { keys: [{ ...federation.publicJwk, kid: provider.kid }] } }), 'signature_invalid'],
    [described({ jwks: { keys: [{ ...provider.publicJwk, use: 'enc' }] } }), 'key_mismatch'],
    [described({ jwks: { keys }, aal_values_supported: ['lower'] }), 'aal_unsupported'],
  ] as const) {
    let answer: TrustedEntity | TrustCode = entity
    const trust: TrustEvaluator = { evaluate: (...words) => trustIn(answer).evaluate(...words) }
    const verifier = createWalletAttestationVerifier({ crypto, trust }, options)
    const codeAt = async (at: number): Promise<string> => {
      const verdict = await verifier.verify(validAttestation, at)
      return codeOf(verdict)
    }
    assert.equal(await codeAt(now), 'accepted')
    answer = later
    assert.equal(await codeAt(now + 1), code)
    answer = { ...entity, trustChain: ['renewed'] }
    assert.equal(await codeAt(now + 2), 'accepted')
    const verdict = await verifier.verify(validAttestation, now + 3)
    assert.ok(!(verdict instanceof Failure))
    assert.deepEqual(verdict.walletProvider.trustChain, ['renewed'])
  }
})

test('verified attestations share one copy of the same trust chain', async () => {
  const verifier = createWalletAttestationVerifier({ crypto, trust: trustIn() }, options)
  const chainOf = async (compact: string): Promise<unknown> => {
    await verifier.verify(compact, now)
    return (asked.at(-1)?.hint as { readonly trustChain: unknown } | undefined)?.trustChain
  }
  const [longer, other] = await Promise.all(
    [['configuration', 'statement', 'further'], ['other']].map((trust_chain) => changed({}, { trust_chain })),
  )
  for (const compact of [validAttestation, longer, other, await changed({ aal: 'another' })])
    await chainOf(String(compact))
  const first = await chainOf(validAttestation)
  assert.deepEqual(first, content.trustChain)
  assert.deepEqual(await chainOf(String(longer)), ['configuration', 'statement', 'further'])
  assert.deepEqual(await chainOf(String(other)), ['other'])
  const [second, third] = await Promise.all(['second', 'third'].map((aal) => changed({ aal })))
  for (const compact of [second, third]) await chainOf(String(compact))
  assert.equal(await chainOf(String(second)), await chainOf(String(third)))
})

test('refused attestations are not remembered, and the number of remembered attestations is bounded', async () => {
  const computed = countingVerifier(trustIn(), { capacity: 2 })
  const forged = await changed({}, {}, federation)
  const others = await Promise.all(['other', 'further'].map((aal) => changed({ aal })))
  let total = 0
  for (const compact of [forged, forged, validAttestation, validAttestation, ...others, validAttestation])
    total += await computed(compact, now)
  assert.equal(total, 6)
})

test('an attestation that was not presented for four minutes is forgotten when another is verified', async () => {
  let at = now
  const computed = countingVerifier(trustIn(), { clock: { now: () => at } })
  const others = await Promise.all(['a', 'b', 'c'].map((aal) => changed({ aal })))
  await computed(validAttestation, at)
  for (const [index, other] of others.entries()) {
    at = now + 120 * (index + 1)
    await computed(String(other), at)
    if (index === 0) assert.equal(await computed(validAttestation, at), 0)
  }
  assert.deepEqual([await computed(validAttestation, at), await computed(String(others[2]), at)], [1, 0])
})
