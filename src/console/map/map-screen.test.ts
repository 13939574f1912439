import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  applicantId,
  hostileId,
  hostileName,
  startConsoleFederation,
  verifierId,
  walletId,
} from '../../../test/support/console-federation.ts'
import {
  configurationOf,
  connectEntity,
  sign,
  statementResponse,
  testEntity,
} from '../../../test/support/federation.ts'
import { anchorId, markType } from '../../../test/support/federation-authority.ts'
import { createTrustMark } from '../../federation/index.ts'
import { respondJson, toWebResponse } from '../../http/index.ts'
import { slugOf } from './observe-federation.ts'

const entityPath = (id: string): string => `/map/entity?${new URLSearchParams({ id })}`

test('the map draws every member, lists the roles in a table, and names what expires next', async () => {
  const { get } = await startConsoleFederation()
  const { status, text } = await get('/')
  assert.equal(status, 200)
  assert.match(text, /id="map-status" role="status">2 of 2 roles answer\. 3 entities/)
  assert.equal((text.match(/class="map-node/g) ?? []).length, 3)
  assert.equal((text.match(/class="map-edge" [^>]*marker-end/g) ?? []).length, 2)
  assert.doesNotMatch(text, /stroke-dasharray/)
  assert.match(
    text,
    new RegExp(`id="map-node-${slugOf(verifierId)}"[^>]*aria-label="servizi.comune.example: Relying Party, answers"`),
  )
  assert.match(text, /id="map-row-wallet-provider">.*trust-anchor: lists it/)
  assert.match(text, /id="map-next">\s*<li[^>]*><strong><time[^>]*>in 1 hour<\/time><\/strong>: Entity Configuration/)
  assert.match(text, /hx-get="\/map\/live" hx-trigger="every 5s" hx-swap="innerMorph"/)
  const live = await get('/map/live')
  assert.match(live.text, /^<p id="map-status"/)
})

test('the map shows a new member and a role that does not answer, and concurrent page requests share one fetch', async () => {
  const { get, anchor, clock, network } = await startConsoleFederation()
  await Promise.all([get('/'), get('/'), get('/map/live')])
  const health = network.exchanges.filter(({ request }) => request.url.endsWith('/health'))
  assert.equal(health.length, 2)
  await anchor.administer('POST', '/subordinates', { entity_id: applicantId })
  network.disconnect(walletId)
  assert.match((await get('/')).text, /3 entities/)
  clock.advance(5)
  const { text } = await get('/')
  assert.match(text, /1 of 2 roles answer\. 4 entities/)
  assert.match(text, /map-node map-silent"[^>]*aria-label="wallet-provider: [^"]*does not answer"/)
})

test('the page of a trusted member shows its chain, the effect of the policy, and its keys', async () => {
  const { get } = await startConsoleFederation()
  const { status, text } = await get(entityPath(walletId))
  assert.equal(status, 200)
  assert.match(text, /<strong>Trusted<\/strong>/)
  assert.match(text, /Path 1: valid, in use/)
  const links = [...text.matchAll(/<li id="map-path-1-\d" class="map-link">/g)]
  assert.equal(links.length, 3)
  assert.match(text, /<strong>wallet-provider about itself \(Entity Configuration\)<\/strong>/)
  assert.match(text, /<strong>[a-z.-]+ about wallet-provider<\/strong>/)
  assert.doesNotMatch(text, />fails<|>not reached</)
  assert.match(
    text,
    /<tr class="map-changed"><th scope="row"><code[^>]*>token_endpoint_auth_signing_alg_values_supported<\/code>.*RS256.*<strong>changed<\/strong>.*subset_of \(https:\/\/anchor\.example\)/,
  )
  assert.match(text, /current: it signs; its superior confirms it/)
  assert.match(text, /curl -X GET &#39;https:\/\/wallet-provider\.example\/\.well-known\/openid-federation&#39;/)
})

test('the page of the anchor names the states of its keys', async () => {
  const { get, anchor } = await startConsoleFederation()
  await anchor.administer('POST', '/keys', {})
  assert.match((await get(entityPath(anchorId))).text, /next: published, does not sign yet/)
})

test('the page of an untrusted entity shows which check fails, why, and what to change', async () => {
  const { post } = await startConsoleFederation()
  const { status, text } = await post('/map/entity', { id: applicantId })
  assert.equal(status, 200)
  assert.match(text, /<strong>Not trusted<\/strong>/)
  assert.match(text, /status_unexpected/)
  assert.match(
    text,
    /id="map-verdict-remedies"><li><span lang="en"[^>]*>The superior has no statement about the entity/,
  )
  assert.match(text, /id="map-path-1-end"/)
  assert.match(text, /Without a valid chain there are no resolved metadata/)
})

test('the checks of a link are independent: an expired statement and a foreign key are both shown', async () => {
  const { post, network, clock, verifier } = await startConsoleFederation()
  const impostor = await testEntity(verifierId, { hints: verifier.hints, metadata: verifier.metadata })
  const draft = configurationOf(impostor, clock.now() - 7200)
  const statement = await sign(draft)
  network.connect(verifierId, async () => statementResponse(statement))
  const { text } = await post('/map/entity', { id: verifierId })
  assert.match(text, /Times<\/th><td><span class="badge outcome refused">fails.*<code[^>]*>expired<\/code>/)
  assert.match(
    text,
    /Signature<\/th><td><span class="badge outcome refused">fails.*<code[^>]*>subject_key_mismatch<\/code>/,
  )
  assert.match(text, /Not trusted/)
})

test('the page of an entity explains trust_anchor_hints in its configuration', async () => {
  const { post, network, clock, verifier } = await startConsoleFederation()
  const draft = configurationOf(verifier, clock.now())
  const statement = await sign({ ...draft, payload: { ...draft.payload, trust_anchor_hints: [anchorId] } })
  network.connect(verifierId, async () => statementResponse(statement))
  const { text } = await post('/map/entity', { id: verifierId })
  assert.match(text, /trust_anchor_hints<\/code><\/th>.*<td>Trust Anchors to which a chain leads\.<\/td>/)
})

test('each of two trust marks of one type has its own result', async () => {
  const { post, network, clock, anchor, verifier } = await startConsoleFederation()
  await anchor.administer('POST', '/trust-marks', { trust_mark_type: markType, sub: verifierId })
  const query = new URLSearchParams({ sub: verifierId, trust_mark_type: markType })
  const issued = await (await network.fetch(new Request(`${anchorId}/trust_mark?${query}`))).text()
  const forged = await createTrustMark(verifier.signer, {
    ...{ issuer: verifierId, holder: verifierId, trustMarkType: markType },
    ...{ issuedAt: clock.now(), expiresAt: clock.now() + 600 },
  })
  const draft = configurationOf(verifier, clock.now())
  const trust_marks = [forged, issued].map((trust_mark) => ({ trust_mark_type: markType, trust_mark }))
  const statement = await sign({ ...draft, payload: { ...draft.payload, trust_marks } })
  network.connect(verifierId, async () => statementResponse(statement))
  const { text } = await post('/map/entity', { id: verifierId })
  const [, table = ''] = /<table[^>]* id="map-marks">(.*?)<\/table>/s.exec(text) ?? []
  assert.deepEqual(
    [...table.matchAll(/<span class="badge outcome \w+">(\w+)</g)].map(([, result]) => result),
    ['fails', 'holds'],
  )
})

test('a GET sends no request to an address that is not on the map', async () => {
  const { get, post, network } = await startConsoleFederation()
  const victim = await testEntity('https://victim.example')
  connectEntity(network, { now: () => 0 }, victim)
  const { status, text } = await get(entityPath('https://victim.example'))
  assert.equal(status, 404)
  assert.match(text, /id="map-fault"/)
  assert.ok(!network.exchanges.some(({ request }) => request.url.startsWith('https://victim.example')))
  for (const id of ['http://victim.example', 'https://victim.example?x=1', 'javascript:alert(1)', ''])
    assert.equal((await post('/map/entity', { id })).status, 400, id)
  assert.ok(!network.exchanges.some(({ request }) => request.url.startsWith('https://victim.example')))
})

test('a listed text that is not an entity identifier is on the map, and its page says so', async () => {
  const { get, network, clock, verifier } = await startConsoleFederation()
  const draft = configurationOf(verifier, clock.now())
  draft.payload.metadata.federation_entity.federation_list_endpoint = `${verifierId}/list`
  const statement = await sign(draft)
  const listed = ['not a url', 'javascript:alert(1)', 'https://x.example/?a=b#c']
  network.connect(verifierId, async ({ url }) =>
    url.endsWith('/list') ? toWebResponse(respondJson(listed)) : statementResponse(statement),
  )
  for (const id of listed) {
    assert.ok((await get('/')).text.includes(`href="${entityPath(id)}"`), id)
    const { status, text } = await get(entityPath(id))
    assert.equal(status, 400, id)
    assert.match(text, /This is not an entity identifier/)
  }
})

test('the data of a hostile member is shortened and escaped, and the number of its fetched subordinates is limited', async () => {
  const { get, network } = await startConsoleFederation({ hostile: true })
  const map = await get('/')
  const page = await get(entityPath(hostileId))
  for (const { status, text } of [map, page]) {
    assert.equal(status, 200)
    assert.doesNotMatch(text, /<script>alert/)
    assert.ok(!text.includes('\u202e') && !text.includes('\u0007'))
  }
  assert.doesNotMatch(map.text, /n{100}/)
  assert.match(map.text, /more were not asked/)
  const asked = network.exchanges.filter(({ request }) => request.url.endsWith('openid-federation'))
  assert.ok(asked.length < 120, `${asked.length} configurations were fetched`)
  assert.ok(page.text.length < 400_000, `${page.text.length} characters`)
  assert.ok(hostileName.length > 10_000)
})
