import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestConsole } from '../../../test/support/console-app.ts'
import { consoleUrl, createDeskConsole, elementText, linkOf, textOf } from '../../../test/support/desk-console.ts'
import { origins } from '../../../test/support/ecosystem.ts'
import type { Json } from '../../base/index.ts'
import { createRegisterScreen } from './register-screen.ts'

const desk = await createDeskConsole()
const { ecosystem, get, post } = desk
const { clock } = ecosystem
const person = await desk.holder()
const { issuedCredentials } = ecosystem.parts.stores['pid-provider']
const [pid] = await issuedCredentials.search({})
assert.ok(pid)
const path = `/register/${pid.id}`

test('lists the credentials with the API call, and filters by status, format, day and subject', async () => {
  const page = await textOf(await get('/register'))
  assert.match(page, new RegExp(`href="${path}"`))
  assert.match(page, /curl -X POST &#39;https:\/\/pid\.example\/admin\/credentials\/search&#39;/)
  assert.match(page, /\$ADMIN_TOKEN/)
  for (const [query, isFound] of [
    ['status=valid', true],
    ['status=revoked', false],
    ['format=vc%2Bsd-jwt', true],
    ['format=mso_mdoc', false],
    ['from=2026-01-15&to=2026-01-15', true],
    ['from=2026-01-16', false],
    ['to=2026-01-14', false],
    ['from=2026-02-30', true],
    ['to=2025-02-30', true],
    [`subject=${pid.subject}`, true],
    ['subject=nobody', false],
  ] as const)
    assert.equal((await textOf(await get(`/register?${query}`))).includes(`href="${path}"`), isFound, query)
})

test('shows why the register refuses a filter', async () => {
  const page = await textOf(await get('/register?status=lost'), 400)
  assert.match(page, /id="register-refusal"/)
  assert.match(page, /<code>search_malformed<\/code>/)
  assert.match(elementText(page, 'register-refusal'), /query\.status|body\.status/)
})

test('finds a person by their tax number, which no URL contains', async () => {
  const found = await post('/register/find', { tax_number: 'rssmra80a01h501u' })
  assert.deepEqual([found.status, found.headers.get('location')], [303, `/register?subject=${pid.subject}`])
  const unknown = await textOf(await post('/register/find', { tax_number: 'VRDGPP80A01H501X' }))
  assert.match(unknown, /id="register-nobody"/)
  assert.match(await textOf(await post('/register/find', { tax_number: '?' }), 400), /search_malformed/)
})

test('GEN-45 asks the register in each refresh, so that an operator without the right sees nothing that another read', async () => {
  let mayRead = true
  const screen = createRegisterScreen({
    ...{ clock, fetch: ecosystem.network.fetch, decisions: desk.feed },
    roles: [{ name: 'pid-provider', url: origins.pidProvider }],
    administer: async () =>
      mayRead ? { status: 200, body: { credential: pid as unknown as Json, changes: [] } } : { status: 403, body: {} },
  })
  const app = createTestConsole({ publicUrl: consoleUrl, screens: [screen] }, clock)
  const travel = () => app(new Request(`${consoleUrl}${path}/travel`))
  assert.equal((await travel()).status, 200)
  mayRead = false
  assert.equal((await travel()).status, 403)
})

test('shows that the Relying Party has read no status list yet, and then when it reads a changed status', async () => {
  assert.match(
    elementText(await textOf(await get(`${path}/travel`)), 'register-reader-relying-party'),
    /at its next verification/,
  )
  await present()
  assert.match(
    elementText(await textOf(await get(path)), 'register-reader-relying-party'),
    /now .*valid uses the current status/,
  )
  const question = await textOf(await get(`${path}/change?to=suspended`))
  assert.match(elementText(question, 'register-effect'), /refuse the credential while it is suspended.*1 second/)
  const done = await post(`${path}/status`, { status: 'suspended', reason: 'phone lost' })
  assert.deepEqual([done.status, done.headers.get('location')], [303, path])
  const after = await textOf(await get(path))
  assert.match(elementText(after, 'register-reader-relying-party'), /valid still uses .* in 1 second at the latest/)
  clock.advance(1)
  assert.match(
    elementText(await textOf(await get(`${path}/travel`)), 'register-reader-relying-party'),
    /at its next verification/,
  )
})

test('shows each change with its reason and a link to its decision', async () => {
  const page = await textOf(await get(path))
  assert.match(elementText(page, 'register-changes'), /suspended sandbox phone lost/)
  const decision = desk.feed.latest(1, ({ evidence }) => evidence.credential === pid.id)[0]
  assert.match(page, new RegExp(`href="/flows/trace/${decision?.trace}"`))
  assert.match(page, /id="register-valid"[^>]*>Resume</)
})

test('asks again for a missing reason, and offers no change of a revoked credential', async () => {
  const refused = await textOf(await post(`${path}/status`, { status: 'revoked', reason: '' }), 400)
  assert.match(refused, /change_malformed/)
  assert.match(refused, /id="register-change"/)
  assert.equal((await post(`${path}/status`, { status: 'revoked', reason: 'found no more' })).status, 303)
  const page = await textOf(await get(path))
  assert.doesNotMatch(page, /\/change\?to=/)
  assert.match(await textOf(await post(`${path}/status`, { status: 'valid', reason: 'x' }), 409), /status_final/)
})

test('shows why the register refuses a status that it does not know', async () => {
  const refused = await textOf(await post(`${path}/status`, { status: 'lost', reason: 'x' }), 400)
  assert.match(refused, /id="register-refusal"/)
  assert.match(refused, /<code>change_malformed<\/code>/)
})

test('a GET of the confirmation page changes nothing, and an unknown credential is refused', async () => {
  await get(`${path}/change?to=valid`)
  assert.equal((await issuedCredentials.find(pid.id))?.status, 'revoked')
  assert.match(await textOf(await get('/register/unknown'), 404), /credential_unknown/)
})

test('pages through the register', async () => {
  for (let count = 0; count < 26; count += 1) await person.wallet.obtainPid(origins.pidProvider)
  const first = await textOf(await get('/register'))
  const [, next = ''] = /id="register-next" href="([^"]*)"/.exec(first) ?? []
  const second = await textOf(await get(next.replaceAll('&amp;', '&')))
  const idsOf = (page: string) => [...page.matchAll(/id="register-open-([^"]+)"/g)].map(([, id]) => id)
  assert.equal(idsOf(first).length, 25)
  assert.equal(new Set([...idsOf(first), ...idsOf(second)]).size, 27)
  assert.doesNotMatch(second, /id="register-next"/)
})

test('shows that the register refuses an operator’s token, and that the register does not answer', async () => {
  const other = await createDeskConsole({ administratorToken: 'a-token-of-nobody-0123456789-0123456789' })
  const page = await textOf(await other.get('/register'), 401)
  assert.match(page, /admin_token_unknown/)
  other.ecosystem.network.disconnect(origins.pidProvider)
  assert.match(await textOf(await other.get('/register'), 502), /got no usable answer from the service/)
})

async function present(): Promise<void> {
  const placed = await post('/ask', {
    ...{ switches: '1', flow: 'cross-device', wallet_attestation: 'on' },
    query: JSON.stringify({
      credentials: [
        {
          id: 'pid',
          format: 'dc+sd-jwt',
          meta: { vct_values: ['eu.eudiw.pid.it'] },
          claims: [{ path: ['given_name'] }],
        },
      ],
    }),
  })
  const page = await textOf(await get(placed.headers.get('location') ?? ''))
  assert.equal((await person.wallet.present(linkOf(page))).kind, 'presented')
}
