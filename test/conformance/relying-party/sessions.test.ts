/**
 * 200 concurrent sessions over HTTP and SQLite, with every outcome: done, refused, expired, answered for another
 * session, replayed. No answer ever reaches another session.
 */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { serve } from '../../../src/node/serve.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { freshDirectory } from '../../support/fresh-directory.ts'
import {
  answerForm,
  type Bendable,
  createBrowser,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  type RequestObject,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  type Started,
  start,
  type TestWallet,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const sessions = 200
const outcomes = ['done', 'refused', 'expired', 'crossed', 'replayed'] as const

interface Visit {
  readonly index: number
  readonly outcome: (typeof outcomes)[number]
  readonly at: RelyingPartyFixture
  readonly wallet: TestWallet
  readonly started: Started
  readonly request: RequestObject
  /** Every text that this session's browser or wallet received. */
  readonly seen: string[]
}

/** The Relying Party behind a socket; each visit keeps its answers. */
async function serveFixture() {
  const folder = freshDirectory()
  const { stores, database } = openSqliteStores('relying-party', join(folder, 'relying-party.sqlite'))
  const fixture = await relyingPartyFixture({ stores })
  const server = await serve({
    port: 0,
    hosts: ['127.0.0.1'],
    stopTimeoutSeconds: 0,
    app: (request) => {
      const { pathname, search } = new URL(request.url)
      return fixture.rp.app(new Request(rpId + pathname + search, request))
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  const through: Through = (seen) => ({
    ...fixture,
    send: async (request) => {
      const { method, headers } = request
      const body = method === 'POST' ? { body: await request.text() } : {}
      const response = await fetch(request.url.replace(rpId, origin), { method, headers, ...body, redirect: 'manual' })
      seen.push(await response.clone().text(), ...[...response.headers].flat())
      return response
    },
  })
  const stop = async (): Promise<void> => {
    await server.stop()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { fixture, through, stop }
}

type Through = (seen: string[]) => RelyingPartyFixture

const nameOf = (index: number): string => `Name ${index}.`

async function begin(through: Through, wallet: TestWallet, index: number): Promise<Visit> {
  const seen: string[] = []
  const at = through(seen)
  const variant = index % 2 === 0 ? 'dcql' : 'scope'
  const flow = index % 4 < 2 ? 'same-device' : 'cross-device'
  const started = await start(at, `variant=${variant}&flow=${flow}`)
  const request = await requestObjectOf(await fetchRequest(at, started))
  return { index, outcome: outcomes[index % outcomes.length] ?? 'done', at, wallet, started, request, seen }
}

async function formOf({ index, at, wallet, request }: Visit, payload: object = {}): Promise<Record<string, string>> {
  const credential = (content: Bendable) => {
    content.disclosable.given_name = nameOf(index)
  }
  const asked = { ...request, payload: { ...request.payload, ...payload } }
  return answerForm(at, wallet, asked, { credential })
}

const stateOf = async ({ started }: Visit): Promise<number> =>
  (await started.browser.get(`${rpId}/session-state?id=${started.id}`)).status

async function complete(visit: Visit): Promise<{ readonly form: Record<string, string>; readonly url: string }> {
  const form = await formOf(visit)
  const answer = await post(visit.at, form)
  assert.equal(answer.status, 200, `${visit.index}`)
  const { redirect_uri: url } = (await answer.json()) as { redirect_uri: string }
  assert.equal(await stateOf(visit), 200)
  const page = await visit.started.browser.get(url)
  assert.equal(page.status, 200, `${visit.index}`)
  assert.ok((await page.text()).includes(`class="claim">${nameOf(visit.index)}<`), `${visit.index}`)
  return { form, url }
}

const run: Readonly<Record<Visit['outcome'], (visit: Visit, others: readonly Visit[]) => Promise<void>>> = {
  done: async (visit) => void (await complete(visit)),
  refused: async (visit) => {
    const { state } = visit.request.payload
    assert.equal((await post(visit.at, { error: 'access_denied', state })).status, 200)
    assert.equal(await stateOf(visit), 401)
    assert.equal((await post(visit.at, await formOf(visit))).status, 400)
  },
  expired: async (visit) => assert.equal(await stateOf(visit), 202),
  crossed: async (visit, others) => {
    const other = others[(visit.index + 3) % others.length] as Visit
    const foreign = await post(visit.at, await formOf(visit, { state: other.request.payload.state }))
    assert.ok([400, 403].includes(foreign.status), `${visit.index}`)
    const stranger = await other.started.browser.get(`${rpId}/session-state?id=${visit.started.id}`)
    assert.equal(stranger.status, 403)
    await complete(visit)
  },
  replayed: async (visit, others) => {
    const { form, url } = await complete(visit)
    assert.equal((await post(visit.at, form)).status, 400)
    const again = await visit.started.browser.get(url)
    assert.ok((await again.text()).includes(`class="claim">${nameOf(visit.index)}<`), `${visit.index}`) // RP-97
    const { browser } = (others[(visit.index + 7) % others.length] as Visit).started
    assert.equal((await browser.get(url)).status, 403)
    const nobody = await createBrowser(visit.at).get(url)
    assert.ok(!(await nobody.text()).includes('class="claim"'))
  },
}

test('RP-17 RP-50 RP-51 RP-75 200 concurrent sessions with every outcome: no answer reaches another session', async (t) => {
  const { fixture, through, stop } = await serveFixture()
  const wallet = await testWallet(fixture)
  t.after(stop)
  const visits = await Promise.all(Array.from({ length: sessions }, (_, index) => begin(through, wallet, index)))
  await Promise.all(visits.map((visit) => run[visit.outcome](visit, visits)))
  fixture.clock.advance(400)
  const late = visits.filter(({ outcome }) => outcome === 'expired')
  await Promise.all(
    late.map(async (visit) => {
      assert.equal((await post(visit.at, await formOf(visit))).status, 400)
      assert.equal(await stateOf(visit), 401)
    }),
  )
  for (const { index, outcome, seen } of visits) {
    const names = new Set(seen.flatMap((text) => text.match(/Name \d+\./g) ?? []))
    const own = outcome === 'refused' || outcome === 'expired' ? [] : [nameOf(index)]
    assert.deepEqual([...names], own, `${index} ${outcome}`)
  }
  const secrets = new Set(visits.map(({ request }) => request.payload.state))
  assert.equal(secrets.size, sessions)
  for (const { index, seen, request } of visits)
    for (const text of seen)
      for (const state of text.match(/[A-Za-z0-9_-]{43}/g) ?? [])
        assert.ok(!secrets.has(state) || state === request.payload.state, `${index} received another’s state`)
  assert.deepEqual(fixture.faults, [])
})
