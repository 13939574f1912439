/**
 * A PID Provider that changes its metadata between two issuances: endpoints that have moved since the wallet fetched
 * the metadata.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'

const moved = '/other/push'

/**
 * Issues a PID; then the endpoint for pushed requests answers with this status, and the metadata can name another
 * endpoint.
 */
async function changed(status: number, to?: string) {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  fixture.clock.advance(60)
  fixture.network.exchanges.length = 0
  const { network } = fixture
  const inner = 'x-as-before'
  issuer.bends.answer = async (path, request) => {
    const { method, headers } = request
    if (path === issuerPaths.par && !headers.has(inner)) return Response.json({ error: 'gone' }, { status })
    if (path !== to) return undefined
    const body = await request.text()
    const forwarded = { ...Object.fromEntries(headers), [inner]: '1' }
    return network.fetch(new Request(`${issuerId}${issuerPaths.par}`, { method, headers: forwarded, body }))
  }
  if (to !== undefined)
    issuer.bends.metadata = (own) => ({ ...own, pushed_authorization_request_endpoint: `${issuerId}${to}` })
  const pushes = async () => {
    const sent = network.exchanges
      .map(({ request }) => request)
      .filter(({ method, headers }) => method === 'POST' && !headers.has(inner))
    const forms = sent.filter(({ url }) => [issuerPaths.par, to].some((path) => url === `${issuerId}${path}`))
    return Promise.all(
      forms.map(async (request) => {
        const object = decodeJwt(new URLSearchParams(await request.clone().text()).get('request') ?? '').payload
        return { path: new URL(request.url).pathname, state: object.state, jti: object.jti }
      }),
    )
  }
  const reads = () =>
    network.exchanges.filter(({ request }) => request.url.startsWith(`${issuerId}/.well-known/`)).length
  return { wallet, issuer, fixture, pushes, reads }
}

for (const status of [404, 405, 410])
  test(`WI-39 a pushed request goes to the issuer’s new endpoint if the known endpoint answers ${status} (D-391)`, async () => {
    const { wallet, pushes, reads } = await changed(status, moved)
    assert.equal((await wallet.obtainPid(issuerId)).issuer, issuerId)
    const [first, second, ...others] = await pushes()
    assert.deepEqual([first?.path, second?.path, others.length, reads()], [issuerPaths.par, moved, 0, 1])
    assert.notEqual(first?.state, second?.state)
    assert.notEqual(first?.jti, second?.jti)
  })

test('WI-42 the wallet fetches the metadata of a vanished endpoint once, and reports the refusal', async () => {
  const { wallet, fixture, pushes, reads } = await changed(404)
  await refusedBy('WI-42', 'request_refused', wallet.obtainPid(issuerId))
  assert.deepEqual([(await pushes()).length, reads()], [1, 1])
  fixture.clock.advance(1)
  await refusedBy('WI-42', 'request_refused', wallet.obtainPid(issuerId))
  assert.deepEqual([(await pushes()).length, reads()], [2, 1], 'fetched again only after the pause of D-236')
})

test('WI-42 after any other refusal, the wallet does not look for another endpoint', async () => {
  for (const status of [400, 403, 429, 503]) {
    const { wallet, pushes, reads } = await changed(status, moved)
    await assert.rejects(wallet.obtainPid(issuerId), { code: 'request_refused' }, `${status}`)
    assert.deepEqual([(await pushes()).map(({ path }) => path), reads()], [[issuerPaths.par], 0])
  }
})

test('WI-06 the wallet reports an issuer that has lost its endpoint and its trust as not trusted', async () => {
  const { wallet, issuer } = await changed(404, moved)
  issuer.bends.metadata = () => ({})
  await assert.rejects(wallet.obtainPid(issuerId), (thrown: { requirement?: string }) => {
    assert.match(String(thrown.requirement), /^WI-(?:06|34)$/)
    return true
  })
})
