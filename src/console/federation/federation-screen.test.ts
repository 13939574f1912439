import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsoleApp } from '../../../test/support/console-app.ts'
import {
  applicantId,
  hostileId,
  startConsoleFederation,
  verifierId,
  walletId,
} from '../../../test/support/console-federation.ts'
import { markType } from '../../../test/support/federation-authority.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { fail } from '../../base/index.ts'
import { slugOf } from '../map/observe-federation.ts'
import { createAdministration } from './administration.ts'
import { createFederationScreen } from './federation-screen.ts'

const paths = ['', '/candidates', '/policy', '/calendar', '/keys', '/marks']

test('every page shows its API call and marks its tab', async () => {
  const { get } = await startConsoleFederation()
  for (const path of paths) {
    const { status, text } = await get(`/federation${path}`)
    assert.equal(status, 200, path)
    const tab = path === '' ? 'members' : path.slice(1)
    assert.match(text, new RegExp(`id="federation-tab-${tab}"[^>]*aria-current="page"`))
    if (!['/candidates', '/calendar'].includes(path))
      assert.match(text, /-H &quot;authorization: Bearer \$ADMIN_TOKEN&quot;/, path)
  }
})

test('a refusal by the authority is shown with the authority’s own description', async () => {
  const { get, administration } = await startConsoleFederation()
  const refusal = { status: 401, body: { error_description: 'The token is <b>unknown</b>.' } }
  administration.administer = async () => refusal
  for (const path of ['', '/policy', '/keys', '/marks']) {
    const { status, text } = await get(`/federation${path}`)
    assert.equal(status, 502, path)
    assert.match(text, /\(401\)<\/p>.*The token is &lt;b&gt;unknown&lt;\/b&gt;\./, path)
  }
})

test('a list that the authority does not show is not reported as empty', async () => {
  const { get, administration } = await startConsoleFederation()
  const { administer } = administration
  const refusal = { status: 403, body: { error_description: 'This operator may not read it.' } }
  for (const [path, refused, id] of [
    ['', '/admin/log', 'log'],
    ['/candidates', '/admin/subordinates', 'part'],
    ['/calendar', '/admin/keys', 'part'],
    ['/marks', '/admin/subordinates', 'part'],
  ] as const) {
    administration.administer = (call) =>
      call.path.split('?')[0] === refused ? Promise.resolve(refusal) : administer(call)
    const { status, text } = await get(`/federation${path}`)
    assert.equal(status, 200, path)
    assert.match(text, new RegExp(`id="federation-${id}-refused".*This operator may not read it`, 's'))
    assert.doesNotMatch(text, /No change\.|before the last 200 changes/)
  }
})

test('members are not listed as applicants if the authority does not show its members', async () => {
  const { get, post, administration } = await startConsoleFederation()
  const { administer } = administration
  administration.administer = (call) =>
    call.path.split('?')[0] === '/admin/subordinates' && call.method === 'GET'
      ? Promise.resolve({ status: 403 })
      : administer(call)
  const { text } = await get('/federation/candidates')
  assert.match(text, /id="federation-part-refused"/)
  assert.doesNotMatch(text, /id="federation-applicant/)
  assert.match((await post('/federation/candidates', { entity: applicantId })).text, /It can join/)
})

test('an action without a usable answer is not called refused, because it may have taken effect', async () => {
  const { post, administration } = await startConsoleFederation()
  const unreachable = createAdministration(async () => fail('unreachable', 'trust-anchor'), 'https://ta.example')
  administration.administer = unreachable.administer
  const { status, text } = await post('/federation/act', { action: 'suspend', entity: verifierId })
  assert.equal(status, 503)
  assert.match(text, /The request failed<.*gave no usable answer\. A change may have taken effect/s)
  administration.administer = async () => ({ status: 302 })
  assert.equal((await post('/federation/act', { action: 'suspend', entity: verifierId })).status, 502)
})

test('a confirmation names what the action changes, whatever else a link contains', async () => {
  const { get } = await startConsoleFederation()
  const query = new URLSearchParams({ action: 'suspend', entity: verifierId, kid: 'harmless' })
  const { text } = await get(`/federation/confirm?${query}`)
  assert.match(text, /id="federation-about">https:\/\/servizi\.comune\.example</)
})

test('suspends a member after a confirmation that shows the call, and reports it', async () => {
  const { get, post, calls } = await startConsoleFederation()
  const members = await get('/federation')
  const slug = slugOf(verifierId)
  const href = new RegExp(`id="federation-suspend-${slug}" href="([^"]+)"`).exec(members.text)?.[1] ?? ''
  const before = calls.length
  const confirm = await get(href.replaceAll('&amp;', '&'))
  assert.match(confirm.text, /curl -X PATCH .*\/admin\/subordinates/s)
  assert.equal(calls.length, before, 'a GET changes nothing')
  const done = await post('/federation/act', { action: 'suspend', entity: verifierId, reason: 'audit' })
  assert.deepEqual([done.status, done.location], [303, '/federation?done=suspend'])
  assert.deepEqual(calls.at(-1)?.body, { entity_id: verifierId, status: 'suspended', reason: 'audit' })
  const after = await get('/federation?done=suspend')
  assert.match(after.text, /role="status" id="federation-done">It is suspended\./)
  assert.match(after.text, new RegExp(`id="federation-row-${slug}">.*suspended</span>`))
  assert.match(after.text, new RegExp(`id="federation-resume-${slug}"`))
  assert.match(after.text, /servizi\.comune\.example suspended, by operator \(audit\)/)
})

test('an unknown action, a missing input and broken JSON change nothing', async () => {
  const { post, calls } = await startConsoleFederation()
  for (const form of [
    { action: 'destroy', entity: verifierId },
    { action: 'suspend' },
    { action: 'grant_mark', entity: verifierId },
    { action: 'activate_key' },
    { action: 'publish_policy', entity: verifierId, policy: '[1]' },
    { action: 'add', entity: applicantId, constraints: '{' },
  ]) {
    const { status, location } = await post('/federation/act', form as unknown as Record<string, string>)
    assert.deepEqual([status, location], [303, '/federation'])
  }
  assert.ok(calls.every(({ method }) => method === 'GET'))
})

test('a dry run shows the resulting metadata, and only a successful dry run offers to add the member', async () => {
  const { get, post, calls } = await startConsoleFederation()
  assert.match((await get('/federation/candidates')).text, /applicant\.example<\/a>: asked <time[^>]*>3 minutes ago/)
  const dry = await post('/federation/candidates', { entity: applicantId })
  assert.match(dry.text, /It can join/)
  assert.match(dry.text, /id="federation-metadata-summary"/)
  assert.match(dry.text, /id="federation-add"/)
  assert.deepEqual(calls.at(-1)?.body, { entity_id: applicantId, dry_run: true })
  const refused = await post('/federation/candidates', { entity: 'https://nobody.example' })
  assert.match(refused.text, /The authority refuses.*What to change/s)
  assert.doesNotMatch(refused.text, /id="federation-add"/)
  const broken = await post('/federation/candidates', { entity: applicantId, policy: 'no' })
  assert.match(broken.text, /id="federation-broken">A JSON text is not an object/)
  for (const inputs of [{}, { entity: '' }])
    assert.match(
      (await post('/federation/candidates', inputs)).text,
      /id="federation-broken">The entity identifier is missing/,
    )
  await post('/federation/act', { action: 'add', entity: applicantId })
  assert.match((await get('/federation')).text, new RegExp(`id="federation-row-${slugOf(applicantId)}">.*applicant`))
})

test('a blank list of types counts as absent, so that the types of the metadata apply', async () => {
  const { post, calls } = await startConsoleFederation()
  await post('/federation/candidates', { entity: applicantId, types: ' ', credential_types: ' , ' })
  assert.deepEqual(calls.at(-1)?.body, { entity_id: applicantId, dry_run: true })
})

test('a member is no applicant, even if it was added just now or is suspended', async () => {
  const { get, post, clock } = await startConsoleFederation()
  await post('/federation/act', { action: 'add', entity: applicantId })
  await post('/federation/act', { action: 'suspend', entity: walletId })
  clock.advance(120)
  assert.match((await get('/federation/candidates')).text, /id="federation-applicants-none"/)
})

test('a refused action keeps the reason that the operator entered', async () => {
  const { post, administration } = await startConsoleFederation()
  administration.administer = async () => ({ status: 503 })
  const { text } = await post('/federation/act', { action: 'suspend', entity: verifierId, reason: 'an "audit"' })
  assert.match(text, /id="federation-reason"[^>]* value="an &quot;audit&quot;"/)
})

test('the simulator shows which entities a policy would break and why, and publishes nothing', async () => {
  const { get, post, calls } = await startConsoleFederation()
  assert.match((await get('/federation/policy')).text, /&quot;wallet_provider&quot;: \{/)
  const simulate = (policy: object | string, entity = '') =>
    post('/federation/policy', {
      policy: typeof policy === 'string' ? policy : JSON.stringify(policy),
      ...(entity && { entity }),
    })
  const strict = {
    wallet_relying_party: { client_name: { one_of: ['Other'] } },
    wallet_provider: { added: { value: 'x' } },
  }
  const { text } = await simulate(strict)
  assert.match(text, /Entities: 2\. Would break: 1\. Would have other metadata: 1/)
  const [wallet, verifier] = [slugOf(walletId), slugOf(verifierId)]
  assert.match(
    text,
    new RegExp(
      `id="federation-outcome-${verifier}">.*breaks.*policy_violated.*metadata\\.wallet_relying_party\\.client_name\\.one_of.*Value: &quot;Servizi del Comune&quot;; the policy demands: one_of \\[Other\\] in the policy of https://`,
    ),
  )
  assert.match(
    text,
    new RegExp(`id="federation-outcome-${wallet}">.*changes.*wallet_provider\\.added.*absent › &quot;x&quot;`),
  )
  assert.match(text, new RegExp(`id="federation-publish-${wallet}"`))
  assert.doesNotMatch(text, new RegExp(`id="federation-publish-${verifier}"`))
  assert.match((await simulate(strict, walletId)).text, /Entities: 1\. Would break: 0/)
  assert.match((await simulate({ wallet_provider: { a: { one_of: 1 } } })).text, /policy_operand_invalid/)
  assert.match((await simulate('{')).text, /id="federation-broken"/)
  assert.ok(calls.every(({ method }) => method === 'GET'))
})

test('the authority publishes the simulated policy, and it changes the metadata as simulated', async () => {
  const { get, post, federation } = await startConsoleFederation()
  const edited = { wallet_provider: { added: { value: 'x' } } }
  const { text } = await post('/federation/policy', { policy: JSON.stringify(edited), entity: walletId })
  const published = /name="policy" value="([^"]+)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const done = await post('/federation/act', { action: 'publish_policy', entity: walletId, policy: published })
  assert.equal(done.location, '/federation?done=publish_policy')
  federation.clock.advance(120)
  const page = await get(`/map/entity?${new URLSearchParams({ id: walletId })}`)
  assert.match(page.text, /<code[^>]*>added<\/code>.*<strong>added<\/strong>/)
})

test('a key roll-over goes through its steps, and an activation before the waiting time is refused', async () => {
  const { get, post, clock } = await startConsoleFederation()
  const current = async (): Promise<string[]> =>
    [...(await get('/federation/keys')).text.matchAll(/id="federation-step-(\w+)" aria-current="step"/g)].map(
      (found) => found[1] ?? '',
    )
  assert.deepEqual(await current(), ['create'])
  await post('/federation/act', { action: 'add_key' })
  assert.deepEqual(await current(), ['publish', 'activate'])
  const { text } = await get('/federation/keys')
  const kid =
    new URLSearchParams(
      /id="federation-activate-key" href="[^?]*\?([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&'),
    ).get('kid') ?? ''
  const early = await post('/federation/act', { action: 'activate_key', kid })
  assert.equal(early.status, 409)
  assert.match(early.text, /key_too_young/)
  clock.advance(600)
  assert.equal(
    (await post('/federation/act', { action: 'activate_key', kid })).location,
    '/federation/keys?done=activate_key',
  )
  assert.deepEqual(await current(), ['keep'])
  assert.match((await get('/federation/calendar')).text, /: key \(/)
  clock.advance(365 * 86_400)
  assert.doesNotMatch((await get('/federation/calendar')).text, /: key \(/, 'a historical key does not expire')
})

test('a revoked former key is not shown as published', async () => {
  const { get, administration, clock } = await startConsoleFederation()
  const key = { kid: 'former', state: 'revoked', created_at: clock.now(), retired_at: clock.now() + 600 }
  administration.administer = async () => ({ status: 200, body: [key] })
  const { text } = await get('/federation/keys')
  assert.match(text, /former<\/code><\/th><td>revoked<\/td>/)
})

test('FED-121 a key that was revoked for another reason can be reported as compromised', async () => {
  const { get, administration, clock } = await startConsoleFederation()
  const shown = async (reason: string) => {
    const key = { kid: 'former', state: 'revoked', created_at: clock.now(), reason }
    administration.administer = async () => ({ status: 200, body: [key] })
    const { text } = await get('/federation/keys')
    return [...text.matchAll(/id="federation-(\w+)-key-1"/g)].map(([, action]) => action)
  }
  assert.deepEqual(await shown('superseded'), ['compromised'])
  assert.deepEqual(await shown('compromised'), [])
})

test('grants and revokes a trust mark', async () => {
  const { get, post } = await startConsoleFederation()
  const page = await get('/federation/marks')
  assert.match(page.text, new RegExp(`<option value="${markType}">`))
  await post('/federation/act', { action: 'grant_mark', entity: walletId, type: markType })
  assert.match((await get('/federation/marks')).text, /id="federation-grants".*wallet-provider\.example/s)
  await post('/federation/act', { action: 'revoke_mark', entity: walletId, type: markType })
  assert.match((await get('/federation/marks')).text, /id="federation-grants-none"/)
})

test('an intermediate grants the trust marks of which its Trust Anchor names it as an issuer', async () => {
  const [anchor, authority] = ['https://anchor.example', 'https://intermediate.example']
  const payload = { trust_mark_issuers: { 'https://m.example/own': [authority], 'https://m.example/other': [anchor] } }
  const observed = [
    { entityId: anchor, configuration: { authority_hints: [], jws: { payload } } },
    { entityId: authority, configuration: { authority_hints: [anchor], jws: { payload: {} } } },
  ]
  const administration = createAdministration(async () => ({ status: 200, body: [] }), authority)
  const observe = async () => ({ entities: observed, edges: [], statusLists: [] }) as never
  const screen = createFederationScreen({ clock: fixedClock(), administration, observe } as never)
  const { get } = createConsoleApp(() => [screen])
  const page = await (await get('/federation/marks')).text()
  assert.deepEqual(
    [...page.matchAll(/<option value="([^"]+)"/g)].map(([, type]) => type),
    ['https://m.example/own'],
  )
})

test('the data of a hostile member is shortened and escaped on every page and in the shown calls', async () => {
  const { get, post } = await startConsoleFederation({ hostile: true })
  const pages = [...(await Promise.all(paths.map((path) => get(`/federation${path}`))))]
  pages.push(await post('/federation/candidates', { entity: hostileId }))
  pages.push(await post('/federation/policy', { policy: '{"wallet_provider":{"a":{"essential":true}}}' }))
  for (const { status, text } of pages) {
    assert.equal(status, 200)
    assert.doesNotMatch(text, /<script>alert/)
    assert.ok(!text.includes('\u202e') && !text.includes('\u0007'))
    assert.ok(text.length < 200_000, `${text.length} characters`)
  }
  const evil = "https://evil.example/$(reboot)'`id`$HOME"
  const confirm = await post('/federation/confirm', { action: 'suspend', entity: evil })
  assert.match(
    confirm.text,
    /--data-raw &#39;\{&quot;entity_id&quot;:&quot;https:\/\/evil\.example\/\$\(reboot\)&#39;\\&#39;&#39;`id`\$HOME/,
  )
})
