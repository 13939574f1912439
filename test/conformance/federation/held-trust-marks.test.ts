/** A holder requests its trust marks and keeps them while the issuer is unreachable. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Clock, Fetch } from '../../../src/base/index.ts'
import {
  createTrustMark,
  createTrustMarkDelegation,
  createTrustMarkSource,
  type KeptTrustMarks,
  type ShownTrustMark,
} from '../../../src/federation/index.ts'
import { connectEntity, crypto, testEntity, urls } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { anchorId, leafId, markType, ownedType, startMarkedFederation } from '../../support/marked-federation.ts'
import { createNetwork } from '../../support/network.ts'

let clock = fixedClock()
let network = createNetwork()
describe('held trust marks', () => {
  beforeEach(() => {
    clock = fixedClock()
    network = createNetwork()
  })

  const federation = () => startMarkedFederation({ clock, network })

  /** Returns the source of the leaf's marks, by default of one mark from the anchor. */
  const sourceOf = (
    fetch: Fetch = network.fetch,
    marks: readonly ShownTrustMark[] = [{ trustMarkType: markType, issuer: anchorId }],
    { skewSeconds = 0, at = clock }: { readonly skewSeconds?: number; readonly at?: Clock } = {},
  ) => createTrustMarkSource({ crypto, clock: at, fetch }, { holder: leafId, urls, skewSeconds, marks })

  test('a holder keeps its marks while the issuer does not answer, and does not ask before a renewal is due', async () => {
    const { anchor, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: ownedType, sub: leafId })
    const marks = source()
    const given = await marks.current(clock.now())
    const asked = network.exchanges.length
    clock.advance(3599)
    await marks.renew()
    assert.equal(network.exchanges.length, asked)
    network.disconnect(anchorId)
    clock.advance(1)
    await marks.renew()
    assert.equal(given.length, 2)
    assert.deepEqual(await marks.current(clock.now()), given)
    assert.equal(marks.notes(clock.now()).length, 2)
  })

  test('FED-07 a holder asks again after its clock was set back, and no longer shows a revoked mark', async () => {
    const { anchor, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const marks = source()
    assert.equal((await marks.current(clock.now())).length, 1)
    await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type: markType, sub: leafId })
    clock.advance(-1800)
    await marks.renew()
    assert.deepEqual(await marks.current(clock.now()), [])
  })

  test('an issuer’s clock can be ahead by the configured tolerance at most', async () => {
    const { anchor } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const slow = { now: () => clock.now() - 45 }
    for (const [skewSeconds, given] of [
      [30, 0],
      [60, 1],
    ] as const) {
      const marks = sourceOf(network.fetch, undefined, { skewSeconds, at: slow })
      assert.equal((await marks.current(slow.now())).length, given)
    }
  })

  test('a holder refuses a mark that has expired or is of another member or type', async () => {
    const { anchor } = await federation()
    const answers: [further: { holder?: string; trustMarkType?: string; expiresAt?: number }, code: string][] = [
      [{ holder: 'https://other.example' }, 'mark_sub_mismatch'],
      [{ trustMarkType: ownedType }, 'mark_type_mismatch'],
      [{ expiresAt: clock.now() }, 'expired'],
    ]
    for (const [further, code] of answers) {
      const [issuedAt, expiresAt] = [clock.now() - 10, clock.now() + 10]
      const input = { issuer: anchorId, holder: leafId, trustMarkType: markType, issuedAt, expiresAt, ...further }
      const mark = await createTrustMark(anchor.signer, input)
      const fetch = async (request: Request) =>
        request.url.includes('/trust_mark?')
          ? new Response(mark, { headers: { 'content-type': 'application/trust-mark+jwt' } })
          : network.fetch(request)
      const marks = sourceOf(fetch)
      assert.deepEqual(await marks.current(clock.now()), [])
      assert.match(marks.notes(clock.now()).join(), new RegExp(`\\(${code} at trust_mark\\.`))
    }
  })

  test('the first configuration waits at most 5 s for slow issuers (D-154)', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const never = () => new Promise<Response>(() => undefined)
    const marks = [{ trustMarkType: markType, issuer: anchorId }]
    const source = createTrustMarkSource(
      { crypto, clock, fetch: never },
      { holder: leafId, urls, skewSeconds: 0, marks },
    )
    let shown: readonly unknown[] | undefined
    const current = Promise.resolve(source.current(clock.now())).then((entries) => {
      shown = entries
    })
    t.mock.timers.tick(4999)
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    assert.equal(shown, undefined)
    t.mock.timers.tick(1)
    await current
    assert.deepEqual(shown, [])
  })

  test('a note names the endpoint that the configuration of an issuer lacks', async () => {
    await federation()
    const issuer = await testEntity('https://bare.example')
    connectEntity(network, clock, issuer)
    const source = sourceOf(network.fetch, [{ trustMarkType: markType, issuer: issuer.entityId }])
    await source.renew()
    assert.match(
      source.notes(clock.now()).join(),
      /url_malformed at configuration\.\S+\.federation_trust_mark_endpoint\)/,
    )
  })

  test('FED-35 a holder publishes a configured mark until its delegation expires, and a note reports the end', async () => {
    const issuer = (await testEntity(anchorId)).signer
    const issuedAt = clock.now()
    const delegated = { owner: 'https://owner.example', issuer: anchorId, trustMarkType: ownedType, issuedAt }
    const delegation = await createTrustMarkDelegation(issuer, { ...delegated, expiresAt: issuedAt + 1000 })
    const given = { issuer: anchorId, holder: leafId, trustMarkType: ownedType, delegation }
    const trustMark = await createTrustMark(issuer, { ...given, issuedAt, expiresAt: issuedAt + 1_000_000 })
    const source = sourceOf(network.fetch, [{ trustMarkType: ownedType, trustMark }])
    assert.equal((await source.current(clock.now())).length, 1)
    assert.deepEqual(source.notes(clock.now()), [])
    clock.advance(750)
    assert.match(source.notes(clock.now()).join(), / expires at .*: configure a new one$/)
    clock.advance(250)
    assert.deepEqual(await source.current(clock.now()), [])
    assert.match(source.notes(clock.now()).join(), / is not published, it expired at /)
  })

  test('a configuration with a malformed mark, a mark of another holder or an invalid issuer is a TypeError', async () => {
    const { anchor } = await federation()
    const times = { issuedAt: clock.now(), expiresAt: clock.now() + 60 }
    const input = { issuer: anchorId, holder: 'https://other.example', trustMarkType: markType, ...times }
    const trustMark = await createTrustMark(anchor.signer, input)
    const wrong = [{ trustMark }, { trustMark: 'garbage' }, { issuer: 'http://anchor.example' }, { issuer: '' }]
    for (const one of wrong)
      assert.throws(() => sourceOf(network.fetch, [{ trustMarkType: markType, ...one }]), TypeError)
  })

  /** Starts a member while the issuer of its marks is unreachable, and counts the requests to the issuer. */
  async function startedDuringOutage() {
    const at = await federation()
    for (const trust_mark_type of [markType, ownedType])
      await at.anchor.administer('POST', '/trust-marks', { trust_mark_type, sub: leafId })
    const given = await at.source().current(clock.now())
    const issuer = { silent: true, asked: 0 }
    const fetch = async (request: Request) => {
      if (!request.url.startsWith(anchorId)) return network.fetch(request)
      issuer.asked += 1
      if (issuer.silent) throw new TypeError('silence')
      return network.fetch(request)
    }
    const types = [markType, ownedType].map((trustMarkType) => ({ trustMarkType, issuer: anchorId }))
    const begin = () => sourceOf(fetch, types)
    const marks = begin()
    /** Returns the current marks after the background work has ended. */
    const shown = async () => {
      await marks.current(clock.now())
      for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return marks.current(clock.now())
    }
    return { ...at, given, marks, shown, begin, issuer }
  }

  test('a mark is requested again 5 s after a failed request, and no caller waits for it (D-329)', async () => {
    const { given, marks, shown, issuer } = await startedDuringOutage()
    assert.deepEqual(await shown(), [])
    Object.assign(issuer, { silent: false, asked: 0 })
    clock.advance(4)
    assert.deepEqual(await shown(), [])
    assert.equal(issuer.asked, 0, 'no request before 5 s have passed')
    clock.advance(1)
    assert.deepEqual(await marks.current(clock.now()), [], 'the caller does not wait')
    assert.deepEqual(await shown(), given)
  })

  test('a process that starts while the issuer does not answer shows the marks of the other replicas (D-329)', async () => {
    const { given, marks, show, shown } = await startedDuringOutage()
    show(given)
    assert.deepEqual(await shown(), given)
    assert.match(marks.notes(clock.now()).join(), /published as last issued.*unreachable/s)
  })

  test('FED-07 ignores a stored mark that has expired or is of another holder, and tolerates a failing store (D-370)', async () => {
    const { anchor, source } = await federation()
    await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: leafId })
    const sign = (holder: string, expiresAt: number) =>
      createTrustMark(anchor.signer, {
        ...{ issuer: anchorId, holder, trustMarkType: markType },
        ...{ issuedAt: clock.now(), expiresAt },
      })
    const [good, ended, foreign] = await Promise.all([
      sign(leafId, clock.now() + 60),
      sign(leafId, clock.now()),
      sign('https://other.example', clock.now() + 60),
    ])
    const holding = (mark: string) => ({
      find: async () => mark,
      keep: async () => undefined,
      forget: async () => undefined,
    })
    const trouble = () => Promise.reject(new Error('the disk is full'))
    const broken = { find: trouble, keep: trouble, forget: trouble }
    assert.equal((await source(broken).current(clock.now())).length, 1)
    network.disconnect(anchorId)
    const shownOf = async (kept: KeptTrustMarks) =>
      (await source(kept).current(clock.now())).map(({ trust_mark: mark }) => mark)
    assert.deepEqual(await shownOf(holding(good)), [good])
    for (const kept of [holding(ended), holding(foreign), holding('garbage'), broken])
      assert.deepEqual(await shownOf(kept), [])
  })

  test('FED-07 ignores a mark of another replica that was revoked, has expired or is of another holder', async () => {
    const { anchor, given, show, shown, begin, issuer } = await startedDuringOutage()
    const ended = await createTrustMark(anchor.signer, {
      ...{ issuer: anchorId, holder: leafId, trustMarkType: markType },
      ...{ issuedAt: clock.now() - 20, expiresAt: clock.now() },
    })
    const foreign = await createTrustMark(anchor.signer, {
      ...{ issuer: anchorId, holder: 'https://other.example', trustMarkType: ownedType },
      ...{ issuedAt: clock.now(), expiresAt: clock.now() + 60 },
    })
    show([
      { trust_mark_type: markType, trust_mark: ended },
      { trust_mark_type: ownedType, trust_mark: foreign },
    ])
    assert.deepEqual(await shown(), [])
    issuer.silent = false
    for (const trust_mark_type of [markType, ownedType])
      await anchor.administer('POST', '/trust-marks/revoke', { trust_mark_type, sub: leafId })
    show(given)
    assert.deepEqual(await begin().current(clock.now()), [])
  })
})
