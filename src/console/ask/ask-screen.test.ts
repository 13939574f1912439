import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeskConsole, elementText, linkOf, textOf } from '../../../test/support/desk-console.ts'
import { origins } from '../../../test/support/ecosystem.ts'
import { isDeparture } from '../../sandbox/user-agent.ts'
import { queryOf } from './query-of.ts'

const desk = await createDeskConsole()
const { get, post, ecosystem } = desk
const person = await desk.holder()
const dcql = JSON.stringify(queryOf({ format: 'sd-jwt', claims: ['given_name', 'birthdate'], sufficient: [] }))
const form = { switches: '1', flow: 'cross-device', wallet_attestation: 'on', query: dcql }

/** Orders a presentation. Returns the path of its page. */
async function ask(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const response = await post('/ask', { ...form, ...changes })
  assert.equal(response.status, 303, await response.text())
  return response.headers.get('location') ?? ''
}

/** Lets all tasks that a decision started run to their end. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('writes the query for the chosen switches', async () => {
  const query = 'switches=1&format=either&claim.given_name=on&claim.tax_id_number=on&enough.given_name=on'
  const page = await textOf(await get(`/ask/query?${query}`))
  const text = elementText(page, 'ask-query').replaceAll('&quot;', '"')
  assert.deepEqual(JSON.parse(text), {
    credentials: [
      {
        id: 'pid',
        format: 'dc+sd-jwt',
        meta: { vct_values: ['eu.eudiw.pid.it'] },
        claims: [
          { id: 'given_name', path: ['given_name'] },
          { id: 'tax_id_number', path: ['tax_id_number'] },
        ],
        claim_sets: [['given_name', 'tax_id_number'], ['given_name']],
      },
      {
        id: 'pid_mdoc',
        format: 'mso_mdoc',
        meta: { doctype_value: 'eu.europa.ec.eudiw.pid.1' },
        claims: [
          { id: 'given_name', path: ['eu.europa.ec.eudiw.pid.1', 'given_name'] },
          { id: 'tax_id_number', path: ['eu.europa.ec.eudiw.pid.it.1', 'tax_id_code'] },
        ],
        claim_sets: [['given_name', 'tax_id_number'], ['given_name']],
      },
    ],
    credential_sets: [{ options: [['pid'], ['pid_mdoc']] }],
  })
})

test('shows the definitions of variant 1 from the metadata of the service', async () => {
  const page = await textOf(await get('/ask?switches=1&variant=scope'))
  assert.equal(elementText(page, 'ask-query'), 'pid-login')
  assert.match(elementText(page, 'ask-definitions'), /PersonIdentificationData/)
})

test('a presentation on another device shows QR code and link, then the claims, the checks and the flow', async () => {
  const path = await ask({ purpose: 'a test', mode: 'direct_post' })
  const waiting = await textOf(await get(path))
  assert.match(waiting, /id="ask-qr"[^>]*><svg/)
  assert.match(waiting, /hx-trigger="every 1s"/)
  assert.match(elementText(waiting, 'ask-order-call-curl'), /Bearer \$APPLICATION_KEY.*response_mode/)
  assert.match(elementText(waiting, 'ask-typescript'), /process\.env\.APPLICATION_KEY/)
  assert.equal((await person.wallet.present(linkOf(waiting))).kind, 'presented')
  await settle()
  const state = await textOf(await get(`${path}/state`))
  assert.match(elementText(state, 'ask-status'), /Presented and verified/)
  assert.match(elementText(state, 'ask-claims-pid-0'), /given_name Mario birthdate 1980-01-0?1/)
  assert.match(elementText(state, 'ask-wallet'), /attested at the level/)
  assert.match(elementText(state, 'ask-checks'), /RP-\d+ \w+/)
  assert.doesNotMatch(state, /hx-trigger/)
  const { trace } = desk.feed.latest(1, ({ surface }) => surface === 'relying-party/response')[0] ?? {}
  assert.match(state, new RegExp(`href="/flows/trace/${trace}"`))
  const request = ecosystem.network.exchanges.findLast(({ request: one }) => one.url.endsWith('/response'))?.request
  assert.match((await request?.text()) ?? '', /vp_token=/, 'the response is unencrypted, as ordered')
})

test('a presentation on the same device begins in the browser of the person and returns to the page', async () => {
  const path = await ask({ flow: 'same-device' })
  const [, start = ''] = /id="ask-open" href="([^"]*)"/.exec(await textOf(await get(path))) ?? []
  const visit = await person.browser.open(start.replaceAll('&amp;', '&'), (url) => url.origin !== origins.relyingParty)
  assert.ok(isDeparture(visit))
  assert.equal((await person.wallet.present(visit.location)).kind, 'presented')
  assert.match(person.opened()?.url ?? '', new RegExp(`${path}$`))
  assert.match(elementText(await textOf(await get(path)), 'ask-status'), /Presented and verified/)
})

test('a presentation requested by scope shows the claims', async () => {
  const path = await ask({ variant: 'scope', query: 'pid-login' })
  await person.wallet.present(linkOf(await textOf(await get(path))))
  await settle()
  assert.match(elementText(await textOf(await get(path)), 'ask-claims-PersonIdentificationData-0'), /Rossi/)
})

test('shows why the API refuses an order, and keeps the entered query', async () => {
  const page = await textOf(await post('/ask', { ...form, query: '{"credentials": []}' }), 400)
  assert.match(page, /<code>dcql_malformed<\/code>/)
  assert.match(elementText(page, 'ask-query'), /credentials/)
  assert.match(await textOf(await post('/ask', { ...form, query: 'no JSON' }), 400), /id="ask-not-json"/)
})

test('a presentation of a revoked credential shows the refusal and no claim', async () => {
  const { issuedCredentials } = ecosystem.parts.stores['pid-provider']
  const earlier = new Set((await issuedCredentials.search({})).map(({ id }) => id))
  const revoked = await desk.holder()
  const pid = (await issuedCredentials.search({})).find(({ id }) => !earlier.has(id))
  await post(`/register/${pid?.id}/status`, { status: 'revoked', reason: 'a test' })
  ecosystem.clock.advance(3)
  revoked.ignoreStatusLists()
  const path = await ask()
  await revoked.wallet.present(linkOf(await textOf(await get(path)))).catch(() => undefined)
  await settle()
  const page = await textOf(await get(path))
  assert.match(page, /id="ask-refusal-[^"]+"/)
  assert.match(page, /<code>revoked<\/code>/)
  assert.doesNotMatch(page, /Mario/)
})

test('an order without an answer expires, and an unknown order leads to the form', async () => {
  const path = await ask()
  ecosystem.clock.advance(400)
  assert.match(elementText(await textOf(await get(path)), 'ask-status'), /Expired/)
  assert.equal((await get('/ask/orders/unknown')).headers.get('location'), '/ask')
  await textOf(await get('/ask/orders/unknown/state'), 404)
  assert.equal((await get('/ask/returned?state=unknown&reference=x')).headers.get('location'), '/ask')
})
