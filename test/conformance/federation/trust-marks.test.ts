/** Trust marks that a verifier requires: from which entities, from which issuers, and until when they are accepted. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { createDecide, type Fetch, failed } from '../../../src/base/index.ts'
import {
  createTrustMark,
  type EntityType,
  type FederationTrustConfig,
  type TrustMarkEntry,
} from '../../../src/federation/index.ts'
import { trustRules } from '../../../src/rules/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import { anchorsOf, evaluatorOf } from '../../support/federation.ts'
import type { Authority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { anchorId, leafId, markType, ownedType, startMarkedFederation } from '../../support/marked-federation.ts'
import { createNetwork } from '../../support/network.ts'
import { ruleOf } from '../../support/refused-by.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const answer = { status: 401, error: 'invalid_client', text: 'Not trusted.' }
const away = { status: 503, error: 'temporarily_unavailable', text: 'Later.' }

let clock = fixedClock()
let network = createNetwork()
describe('trust marks', () => {
  beforeEach(() => {
    clock = fixedClock()
    network = createNetwork()
    trouble = undefined
  })

  const federation = () => startMarkedFederation({ clock, network })

  const decide = createDecide({
    clock: { now: () => clock.now() },
    random: seededRandom('marks'),
    decisions: recordingSink(),
  })

  /** A URL at which the verifier gets no answer, or 503. */
  let trouble: { readonly at: string; readonly kind: 'silent' | 'overloaded' } | undefined

  const troubledFetch: Fetch = async (request) => {
    if (trouble === undefined || !request.url.startsWith(trouble.at)) return network.fetch(request)
    if (trouble.kind === 'overloaded') return new Response(null, { status: 503 })
    throw new TypeError('nobody answers')
  }

  const evaluatorBy = (anchor: Authority, further: Partial<FederationTrustConfig>, fetch = troubledFetch) =>
    evaluatorOf({ clock, network: { fetch } }, anchorsOf(anchor), {
      requiredTrustMarks: { wallet_provider: [markType] },
      ...further,
    })

  const trustIn = (anchor: Authority, further: Partial<FederationTrustConfig> = {}) => {
    const trust = evaluatorBy(anchor, further)
    return () =>
      ruleOf(() =>
        decide('federation/trust', (d) =>
          d.check(trustRules(answer, away), () => trust.evaluate(leafId, ['wallet_provider'])),
        ),
      )
  }

  test('FED-07 FED-31 a member without the required mark is refused, and is trusted once it shows the mark', async () => {
    const { anchor, show, source } = await federation()
    const judged = trustIn(anchor)
    assert.equal(await judged(), 'FED-07 trust_mark_missing')
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: ownedType, sub: leafId })
    const shown = await source().current(clock.now())
    show(shown)
    assert.deepEqual(
      shown.map(({ trust_mark_type }) => trust_mark_type),
      [markType, ownedType],
    )
    clock.advance(1800)
    assert.equal(await judged(), 'accepted')
    assert.equal(await trustIn(anchor, { requiredTrustMarks: { wallet_provider: [ownedType] } })(), 'accepted')
    assert.equal(
      await trustIn(anchor, { requiredTrustMarks: { wallet_provider: ['https://x.example'] } })(),
      'FED-07 trust_mark_missing',
    )
    assert.equal(
      await trustIn(anchor, { requiredTrustMarks: { openid_provider: ['https://x.example'] } })(),
      'accepted',
    )
  })

  test('FED-26 a newer chain without a required mark is used only for the request that carries it', async () => {
    const { anchor, show, source } = await federation()
    for (const trust_mark_type of [markType, ownedType])
      await anchor.administer('POST', '/trust-marks', { trust_mark_type, sub: leafId })
    const both = await source().current(clock.now())
    const trust = evaluatorBy(anchor, { requiredTrustMarks: { wallet_provider: [markType, ownedType] } })
    const marksOf = async (trustChain?: readonly string[]) => {
      const verdict = await trust.evaluate(leafId, ['wallet_provider'], trustChain && { trustChain })
      return failed(verdict) ? verdict.code : verdict.trustMarks
    }
    const textOf = async (url: string) => (await network.fetch(new Request(url))).text()
    const chainShowing = async (marks: readonly TrustMarkEntry[]) => {
      clock.advance(10)
      show(marks)
      const own = await textOf(`${leafId}/.well-known/openid-federation`)
      return [own, await textOf(`${anchorId}/fetch?sub=${leafId}`)]
    }
    show(both)
    assert.deepEqual(await marksOf(), [markType, ownedType])
    const fewer = await chainShowing(both.slice(0, 1))
    assert.deepEqual(await marksOf(fewer), [markType])
    assert.deepEqual(await marksOf(), [markType, ownedType])
    const none = await chainShowing([])
    assert.equal(await marksOf(none), 'trust_mark_missing')
    assert.deepEqual(await marksOf(), [markType, ownedType])
  })

  test('FED-07 a mark is required for each requested type that the entity has', async () => {
    const { anchor, show, source } = await federation()
    const both = ['wallet_provider', 'federation_entity'] as const
    const judged = async (
      required: FederationTrustConfig['requiredTrustMarks'] & object,
      types: readonly EntityType[],
    ) => {
      const verdict = await evaluatorBy(anchor, { requiredTrustMarks: required }).evaluate(leafId, types)
      return failed(verdict) ? verdict.code : 'trusted'
    }
    for (const type of both) {
      assert.equal(await judged({ [type]: [markType] }, [type]), 'trust_mark_missing')
      assert.equal(await judged({ [type]: [markType] }, both), 'trust_mark_missing')
      assert.equal(await judged({ [type]: [markType] }, [...both, 'openid_provider']), 'trust_mark_missing')
    }
    assert.equal(await judged({ wallet_provider: [markType] }, ['federation_entity']), 'trusted')
    assert.equal(await judged({ openid_provider: [markType] }, [...both, 'openid_provider']), 'trusted')
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    clock.advance(1800)
    const other = 'https://x.example'
    assert.equal(await judged({ wallet_provider: [other, markType], federation_entity: [markType] }, both), 'trusted')
    assert.equal(await judged({ wallet_provider: [markType], federation_entity: [other] }, both), 'trust_mark_missing')
  })

  test('FED-07 refuses a mark of another issuer and a mark of another holder', async () => {
    const { anchor, leaf, show } = await federation()
    for (const further of [{ holder: 'https://other.example' }, { issuer: leafId }]) {
      const input = { issuer: anchorId, holder: leafId, trustMarkType: markType, ...further }
      const times = { issuedAt: clock.now(), expiresAt: clock.now() + 600 }
      const signer = 'issuer' in further ? leaf.signer : anchor.signer
      show([{ trust_mark_type: markType, trust_mark: await createTrustMark(signer, { ...input, ...times }) }])
      clock.advance(1800)
      assert.equal(await trustIn(anchor)(), 'FED-07 trust_mark_missing')
    }
  })

  test('FED-07 FED-28 refuses a mark whose issuer is not an entity identifier', async () => {
    const openType = 'https://anchor.example/marks/open'
    const { anchor, leaf, show } = await startMarkedFederation({ clock, network }, [{ type: openType, issuers: [] }])
    for (const issuer of ['not a url', 'https://[', 'http://issuer.example', `${anchorId}?x`]) {
      const times = { issuedAt: clock.now(), expiresAt: clock.now() + 3600 }
      const input = { issuer, holder: leafId, trustMarkType: openType, ...times }
      show([{ trust_mark_type: openType, trust_mark: await createTrustMark(leaf.signer, input) }])
      clock.advance(1800)
      const judged = trustIn(anchor, { requiredTrustMarks: { wallet_provider: [openType] } })
      assert.equal(await judged(), 'FED-07 trust_mark_missing', issuer)
    }
  })

  test('FED-07 FED-32 a revoked mark is refused at the next status request, or when it expires if no status is requested', async () => {
    const { anchor, show, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const marks = source()
    show(await marks.current(clock.now()))
    const asked = trustIn(anchor, { trustMarkStatusSeconds: 60 })
    const unasked = trustIn(anchor)
    assert.deepEqual([await asked(), await unasked()], ['accepted', 'accepted'])
    await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leafId })
    clock.advance(59)
    assert.deepEqual([await asked(), await unasked()], ['accepted', 'accepted'])
    clock.advance(1)
    assert.deepEqual([await asked(), await unasked()], ['FED-07 trust_mark_missing', 'accepted'])
    clock.advance(3540)
    await marks.renew()
    assert.deepEqual(await marks.current(clock.now()), [], 'the holder no longer shows the mark')
    clock.advance(3600)
    assert.equal(await unasked(), 'FED-07 trust_mark_missing')
  })

  const asked = (path: string): number => network.exchanges.filter(({ request }) => request.url.includes(path)).length

  test('GEN-27 FED-07 a mark that cannot be verified while the anchor does not answer is not a missing mark', async () => {
    const { anchor, show, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    const textOf = async (url: string) => (await network.fetch(new Request(url))).text()
    const trustChain = [
      await textOf(`${leafId}/.well-known/openid-federation`),
      await textOf(`${anchorId}/fetch?sub=${leafId}`),
    ]
    const trust = evaluatorBy(anchor, {})
    const judged = async (hint: object) => {
      const verdict = await trust.evaluate(leafId, ['wallet_provider'], hint)
      return failed(verdict) ? `${verdict.code} ${verdict.at}` : verdict.trustMarks
    }
    trouble = { at: anchorId, kind: 'silent' }
    assert.equal(await judged({ trustChain }), 'trust_unavailable trust_marks')
    trouble = undefined
    clock.advance(15)
    assert.deepEqual(await judged({ trustChain }), [markType])
    assert.deepEqual(await judged({}), [markType])
  })

  test('GEN-27 FED-07 the cached status of a mark stays valid while its issuer is unreachable, and an outage is not a final refusal', async () => {
    const { anchor, show, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    const trust = evaluatorBy(anchor, { trustMarkStatusSeconds: 600 })
    const judged = async () => {
      const verdict = await trust.evaluate(leafId, ['wallet_provider'])
      return failed(verdict) ? `${verdict.code} ${verdict.at}` : verdict.trustMarks
    }
    assert.deepEqual(await judged(), [markType])
    for (const kind of ['silent', 'overloaded'] as const) {
      trouble = { at: `${anchorId}/trust_mark_status`, kind }
      clock.advance(500)
      assert.deepEqual(await judged(), [markType], 'renewed in the background')
      await new Promise(setImmediate)
      assert.deepEqual(await judged(), [markType])
      clock.advance(100)
      assert.equal(await judged(), 'trust_unavailable trust_marks')
      trouble = undefined
      clock.advance(15)
      assert.deepEqual(await judged(), [markType])
    }
  })

  test('FED-38 FED-07 a newer chain whose mark cannot be verified does not end the trust', async () => {
    const { anchor, show, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    const trust = evaluatorBy(anchor, { trustMarkStatusSeconds: 7000 })
    const judged = async (trustChain?: readonly string[]) => {
      const verdict = await trust.evaluate(leafId, ['wallet_provider'], trustChain && { trustChain })
      return failed(verdict) ? `${verdict.code} ${verdict.at}` : verdict.trustMarks
    }
    assert.deepEqual(await judged(), [markType])
    clock.advance(2600) // the mark is renewed
    show(await source().current(clock.now()))
    const urlsOfChain = [`${leafId}/.well-known/openid-federation`, `${anchorId}/fetch?sub=${leafId}`]
    const newer = await Promise.all(urlsOfChain.map(async (url) => (await network.fetch(new Request(url))).text()))
    trouble = { at: `${anchorId}/trust_mark_status`, kind: 'silent' }
    assert.deepEqual(await judged(newer), [markType])
    assert.equal(
      await evaluatorBy(anchor, { trustMarkStatusSeconds: 7000 })
        .evaluate(leafId, ['wallet_provider'], { trustChain: newer })
        .then((verdict) => failed(verdict) && verdict.code),
      'trust_unavailable',
      'an evaluator without a cached verdict',
    )
  })

  test('FED-32 a status that is signed during its request is not refused as from the future (D-420)', async () => {
    const { anchor, show, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    const late: Fetch = (request) => {
      clock.advance(1)
      return network.fetch(request)
    }
    const trust = evaluatorBy(anchor, { trustMarkStatusSeconds: 60 }, late)
    const verdict = await trust.evaluate(leafId, ['wallet_provider'])
    assert.deepEqual(failed(verdict) ? verdict.at : verdict.trustMarks, [markType])
    assert.equal(asked('/trust_mark_status'), 1)
  })

  test('FED-07 an entity without required marks is not evaluated more often because another type requires marks', async () => {
    const { anchor } = await federation()
    const trust = evaluatorBy(anchor, { requiredTrustMarks: { openid_credential_issuer: [markType] } })
    for (let minutes = 0; minutes < 10; minutes += 1) {
      assert.ok(!failed(await trust.evaluate(leafId, ['wallet_provider'])))
      clock.advance(60)
    }
    assert.equal(asked('/fetch'), 1)
  })

  test('FED-07 finds a missing mark for one of two types soon after it is issued', async () => {
    const { anchor, show, source } = await federation()
    const required = { wallet_provider: [markType], federation_entity: [ownedType] }
    const trust = evaluatorBy(anchor, { requiredTrustMarks: required })
    const judged = async (type: EntityType) => {
      const verdict = await trust.evaluate(leafId, [type])
      return failed(verdict) ? verdict.code : 'trusted'
    }
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    show(await source().current(clock.now()))
    assert.deepEqual(
      [await judged('wallet_provider'), await judged('federation_entity')],
      ['trusted', 'trust_mark_missing'],
    )
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: ownedType, sub: leafId })
    clock.advance(1)
    show(await source().current(clock.now()))
    clock.advance(15)
    assert.equal(await judged('federation_entity'), 'trusted')
  })
})
