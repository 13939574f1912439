/** Trust Chains in a header: an intermediate must not issue statements about the members of another superior. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { type Fetch, failed } from '../../../src/base/index.ts'
import type { FederationTrustConfig } from '../../../src/federation/index.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  type Draft,
  evaluatorOf,
  signAll,
  statementAbout,
  type TestEntity,
  testEntity,
} from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const metadata = { wallet_provider: {} }
const anchorId = 'https://anchor.example'
const memberId = 'https://member.example'

/**
 * Starts an anchor, its intermediates A and B, a member of A, and a member directly below the anchor; all of them
 * answer.
 */
async function twoIntermediates() {
  const clock = fixedClock()
  const network = createNetwork()
  const anchor = await testEntity(anchorId, { fetch: true })
  const above = { fetch: true, hints: [anchorId] }
  const a = await testEntity('https://a.example', above)
  const b = await testEntity('https://b.example', above)
  const member = await testEntity(memberId, { hints: [a.entityId], metadata })
  const direct = await testEntity('https://direct.example', { hints: [anchorId], metadata })
  connectEntity(network, clock, anchor, [a, b, direct])
  connectEntity(network, clock, a, [member])
  for (const entity of [b, member, direct]) connectEntity(network, clock, entity)
  const stale: string[] = []
  const evaluator = (further: Partial<FederationTrustConfig> = {}) =>
    evaluatorOf({ clock, network }, anchorsOf(anchor), { onStaleTrust: (entityId) => stale.push(entityId), ...further })
  /** Returns the requests since the last call. */
  const asked = () => network.exchanges.splice(0).map(({ request }) => new URL(request.url).host)
  const slowRequests: string[] = []
  return { clock, network, anchor, a, b, member, direct, evaluator, asked, stale, slowRequests }
}

let at = await twoIntermediates()

/** Returns an evaluator whose requests each take so many seconds. Records their hosts in `slowRequests`. */
function slowEvaluator(seconds: number) {
  const { clock, network, anchor, slowRequests } = at
  const fetch: Fetch = (request) => {
    slowRequests.push(new URL(request.url).host)
    clock.advance(seconds)
    return network.fetch(request)
  }
  return evaluatorOf({ clock, network: { ...network, fetch } }, anchorsOf(anchor))
}

/** Returns the chain of a subject over these superiors, the anchor last. Each entity signs with its own `signer`. */
const chainOver = (subject: TestEntity, ...superiors: readonly TestEntity[]): Promise<string[]> =>
  signAll(draftsOver(subject, ...superiors))

const draftsOver = (subject: TestEntity, ...superiors: readonly TestEntity[]): Draft[] => {
  const now = at.clock.now()
  const path = [subject, ...superiors]
  return [
    configurationOf(subject, now),
    ...superiors.map((superior, index) => statementAbout(path[index] as TestEntity, superior, now)),
  ]
}

async function verdictOn(
  trust: ReturnType<typeof at.evaluator>,
  entityId: string,
  trustChain?: readonly string[],
): Promise<string> {
  const verdict = await trust.evaluate(entityId, ['wallet_provider'], trustChain && { trustChain })
  return failed(verdict) ? `${verdict.code} ${verdict.at}` : 'trusted'
}

/** Returns the expected and the found value of the refusal of a chain. */
async function evidenceOn(entityId: string, trustChain: readonly string[]) {
  const verdict = await at.evaluator().evaluate(entityId, ['wallet_provider'], { trustChain })
  assert.ok(failed(verdict))
  const { expected, found } = verdict.evidence ?? {}
  return [expected, found]
}

const otherSuperior = 'no_trust_chain trust_chain.superior_not_hinted.configuration.payload.authority_hints'
const otherKey = 'no_trust_chain trust_chain.subject_key_mismatch.configuration.payload.jwks'

describe('chains carried through an intermediate', () => {
  beforeEach(async () => {
    at = await twoIntermediates()
  })

  test('FED-54 refuses the statement of an intermediate about a member of another intermediate or of the anchor', async () => {
    for (const { entityId } of [at.member, at.direct]) {
      const forged = await testEntity(entityId, { hints: [at.b.entityId], metadata })
      const trust = at.evaluator()
      assert.equal(await verdictOn(trust, entityId, await chainOver(forged, at.b, at.anchor)), otherSuperior)
      const fetched = await trust.evaluate(entityId, ['wallet_provider'])
      assert.equal(failed(fetched), false, 'the entity itself stays trusted')
    }
  })

  test('FED-23 FED-54 refuses a carried chain that breaks the naming constraints of the anchor, without a request', async () => {
    const forged = await testEntity(memberId, { hints: [at.b.entityId], metadata })
    const drafts = draftsOver(forged, at.b, at.anchor) as [Draft, Draft, Draft]
    drafts[2].payload.constraints = { naming_constraints: { permitted: ['b.example', '.b.example'] } }
    const refused =
      'no_trust_chain trust_chain.name_not_permitted.statement[2].payload.constraints.naming_constraints.permitted'
    assert.equal(await verdictOn(at.evaluator(), memberId, await signAll(drafts)), refused)
    assert.deepEqual(at.asked(), [])
  })

  test('FED-54 GEN-42 a refusal names the entity whose document is at fault, the document and the compared values', async () => {
    const forged = await testEntity(memberId, { hints: [at.b.entityId], metadata })
    const path = `${memberId} > https://b.example > ${anchorId}`
    assert.deepEqual(await evidenceOn(memberId, await chainOver(forged, at.b, at.anchor)), [
      'https://b.example',
      `[https://a.example] (configuration of ${memberId})`,
    ])
    const drafts = draftsOver(forged, at.b, at.anchor) as [Draft, Draft, Draft]
    drafts[2].payload.constraints = { naming_constraints: { excluded: ['b.example'] } }
    assert.deepEqual(await evidenceOn(memberId, await signAll(drafts)), [
      undefined,
      `b.example (statement of ${anchorId} about https://b.example in ${path})`,
    ])
    const lower = await testEntity(at.a.entityId, { fetch: true, hints: [at.b.entityId] })
    assert.deepEqual(await evidenceOn(memberId, await chainOver(at.member, lower, at.b, at.anchor)), [
      'https://b.example',
      `[${anchorId}] (configuration of https://a.example in ${memberId} > https://a.example)`,
    ])
    const [own = '', , above = ''] = await chainOver(forged, at.b, at.anchor)
    assert.deepEqual(await evidenceOn(memberId, [own, 'no JWS', above]), [
      undefined,
      `statement of an unknown issuer about ${memberId} in ${memberId} > an unknown issuer > ${anchorId}`,
    ])
  })

  test('FED-54 refuses another key that an intermediate states for its own member', async () => {
    const forged = await testEntity(memberId, { hints: [at.a.entityId], metadata })
    assert.equal(await verdictOn(at.evaluator(), memberId, await chainOver(forged, at.a, at.anchor)), otherKey)
  })

  test('FED-54 refuses a chain with a forged lower intermediate that does not name the upper one', async () => {
    const forged = await testEntity(at.a.entityId, { fetch: true, hints: [at.b.entityId] })
    const chain = await chainOver(at.member, forged, at.b, at.anchor)
    assert.equal(await verdictOn(at.evaluator(), memberId, chain), otherSuperior)
    assert.deepEqual(at.asked(), ['a.example'], 'the subject is not asked after that')
  })

  test('FED-54 accepts a chain over two intermediates when the subject and the lower intermediate name their superiors', async () => {
    const { a, b } = at
    const lower = await testEntity('https://lower.example', { fetch: true, hints: [a.entityId, b.entityId] })
    const member = { ...at.member, hints: [lower.entityId] }
    for (const entity of [lower, member]) connectEntity(at.network, at.clock, entity)
    for (const upper of [a, b])
      assert.equal(
        await verdictOn(at.evaluator(), memberId, await chainOver(member, lower, upper, at.anchor)),
        'trusted',
      )
  })

  test('FED-54 refuses a chain about a member that publishes no configuration or does not answer', async () => {
    const absent = 'https://absent.example'
    const forged = await testEntity(absent, { hints: [at.b.entityId], metadata })
    const chain = await chainOver(forged, at.b, at.anchor)
    at.network.connect(absent, async () => new Response('none', { status: 404 }))
    const refused = 'no_trust_chain trust_chain.status_unexpected.configuration.status.404'
    assert.equal(await verdictOn(at.evaluator(), absent, chain), refused)
    at.network.disconnect(absent)
    const unreachable = 'trust_unavailable trust_chain.unreachable.configuration'
    assert.equal(await verdictOn(at.evaluator(), absent, chain), unreachable)
    at.clock.advance(700) // after this time the superiors must confirm the chain, and B confirms it
    connectEntity(at.network, at.clock, at.b, [forged])
    assert.equal(await verdictOn(at.evaluator(), absent, chain), unreachable)
  })

  test('FED-54 concurrent callers share one fetch of the configuration, and a chain without an intermediate needs no fetch', async () => {
    const trust = at.evaluator()
    const drafts = () => draftsOver(at.member, at.a, at.anchor)
    const chains = await Promise.all(
      [1, 2, 3].map((exp) => {
        const [subject, ...above] = drafts() as [Draft, ...Draft[]]
        subject.payload.exp += exp
        return signAll([subject, ...above])
      }),
    )
    const verdicts = await Promise.all(chains.map((chain) => verdictOn(trust, memberId, chain)))
    assert.deepEqual(verdicts, ['trusted', 'trusted', 'trusted'])
    assert.deepEqual(at.asked(), ['member.example'])
    const { entityId } = at.direct
    assert.equal(await verdictOn(trust, entityId, await chainOver(at.direct, at.anchor)), 'trusted')
    assert.deepEqual(at.asked(), [])
  })

  test('FED-54 a cached configuration is fetched again for a new key, at most once in 15 seconds', async () => {
    const trust = at.evaluator()
    assert.equal(await verdictOn(trust, memberId, await chainOver(at.member, at.a, at.anchor)), 'trusted')
    at.clock.advance(14)
    const next = await testEntity(memberId, { hints: [at.a.entityId], metadata })
    connectEntity(at.network, at.clock, next)
    at.asked()
    assert.equal(await verdictOn(trust, memberId, await chainOver(next, at.a, at.anchor)), otherKey)
    assert.deepEqual(at.asked(), [])
    at.clock.advance(1)
    assert.equal(await verdictOn(trust, memberId, await chainOver(next, at.a, at.anchor)), 'trusted')
    assert.deepEqual(at.asked(), ['member.example'])
  })

  test('FED-54 a configuration that does not match is not fetched twice for one chain', async () => {
    const forged = await testEntity(memberId, { hints: [at.a.entityId], metadata })
    assert.equal(await verdictOn(slowEvaluator(1), memberId, await chainOver(forged, at.a, at.anchor)), otherKey)
    assert.deepEqual(at.asked(), ['member.example'])
  })

  test('FED-54 FED-37 an entity that does not answer for 20 seconds is not asked again in the next 15 seconds', async () => {
    const [unknowing, knowing] = [slowEvaluator(20), slowEvaluator(20)]
    const next = await testEntity(memberId, { hints: [at.a.entityId], metadata })
    assert.equal(await verdictOn(knowing, memberId, await chainOver(at.member, at.a, at.anchor)), 'trusted')
    at.network.disconnect(memberId)
    at.clock.advance(600)
    const unreachable = 'trust_unavailable trust_chain.unreachable.configuration'
    for (const [trust, refused] of [
      [unknowing, unreachable],
      [knowing, otherKey],
    ] as const) {
      at.slowRequests.splice(0)
      assert.equal(await verdictOn(trust, memberId, await chainOver(next, at.a, at.anchor)), refused)
      at.clock.advance(14)
      assert.equal(await verdictOn(trust, memberId, await chainOver(next, at.a, at.anchor)), refused)
      assert.deepEqual(at.slowRequests, ['member.example'])
    }
  })

  test('FED-54 FED-38 a refusal during the fetch of a configuration takes precedence over the older chain', async () => {
    const { clock, network, anchor, a, member } = at
    let refusal: string | undefined
    const fetch: Fetch = async (request) => {
      if (refusal === undefined) {
        refusal = ''
        connectEntity(network, clock, a)
        clock.advance(1)
        refusal = await verdictOn(trust, memberId)
      }
      return network.fetch(request)
    }
    const trust = evaluatorOf({ clock, network: { ...network, fetch } }, anchorsOf(anchor))
    const verdict = await verdictOn(trust, memberId, await chainOver(member, a, anchor))
    assert.match(refusal ?? '', /^no_trust_chain/)
    assert.match(verdict, /^no_trust_chain/)
    assert.deepEqual(at.asked(), ['member.example', 'a.example', 'a.example', 'member.example'])
  })

  test('FED-54 FED-42 a cached configuration stays valid for a limited time when its entity does not answer', async () => {
    const trust = at.evaluator({ staleOnOutageSeconds: 300 })
    assert.equal(await verdictOn(trust, memberId, await chainOver(at.member, at.a, at.anchor)), 'trusted')
    at.network.disconnect(memberId)
    at.clock.advance(899)
    assert.equal(await verdictOn(trust, memberId, await chainOver(at.member, at.a, at.anchor)), 'trusted')
    assert.deepEqual(at.stale, [memberId])
    at.clock.advance(1)
    const unreachable = 'trust_unavailable trust_chain.unreachable.configuration'
    assert.equal(await verdictOn(trust, memberId, await chainOver(at.member, at.a, at.anchor)), unreachable)
  })

  test('FED-54 an entity with a cached configuration stays trusted when it does not answer', async () => {
    const trust = at.evaluator()
    assert.equal(failed(await trust.evaluate(memberId, ['wallet_provider'])), false)
    at.network.disconnect(memberId)
    at.clock.advance(1)
    assert.equal(await verdictOn(trust, memberId, await chainOver(at.member, at.a, at.anchor)), 'trusted')
  })

  test('FED-54 a statement signed by a stranger causes no request', async () => {
    const stranger = await testEntity(at.b.entityId, { fetch: true, hints: [anchorId] })
    const forged = await testEntity(memberId, { hints: [at.b.entityId], metadata })
    const drafts = draftsOver(forged, stranger, at.anchor) as [Draft, Draft, Draft]
    drafts[2].payload.jwks = { keys: [at.b.signer.publicJwk] } // the anchor's statement about B
    assert.match(
      await verdictOn(at.evaluator(), memberId, await signAll(drafts)),
      /^no_trust_chain trust_chain\.kid_unknown/,
    )
    assert.deepEqual(at.asked(), [])
  })
})
