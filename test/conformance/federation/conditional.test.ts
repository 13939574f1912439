/**
 * Conditional requests for documents of the federation (RFC 9110 §13): a document is sent again only if it has changed.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { administeredAnchor, markType } from '../../support/federation-authority.ts'

let { clock, anchor, candidate } = await administeredAnchor()

describe('conditional', () => {
  beforeEach(async () => {
    ;({ clock, anchor, candidate } = await administeredAnchor())
    await administer('/subordinates', { entity_id: candidate.entityId })
    await administer('/trust-marks', { trust_mark_type: markType, sub: candidate.entityId })
  })

  async function administer(path: string, body: object): Promise<void> {
    const { status } = await anchor.administer('POST', path, body)
    assert.ok(status < 300, `${path} ${status}`)
  }

  const ask = (path: string, held?: string, method = 'GET') =>
    anchor.ask(path, { method, headers: held === undefined ? {} : { 'if-none-match': held } })

  const documents: [rule: string, path: (sub: string) => string, cacheControl: RegExp][] = [
    ['FED-41', () => '/.well-known/openid-federation', /^public, max-age=\d+$/],
    ['FED-06', (sub) => `/fetch?sub=${sub}`, /^no-cache$/],
    ['FED-29', () => '/list', /^no-cache$/],
    ['FED-31', (sub) => `/trust_mark?trust_mark_type=${markType}&sub=${sub}`, /^no-cache$/],
    ['FED-31', () => `/trust_mark_list?trust_mark_type=${markType}`, /^no-cache$/],
    ['FED-33', () => '/historical-jwks', /^no-cache$/],
  ]
  for (const [rule, pathOf, cacheControl] of documents)
    test(`${rule} ${pathOf('<member>')} has a strong ETag, and is not sent again to a client that has this ETag`, async () => {
      const path = pathOf(candidate.entityId)
      const whole = await ask(path)
      const tag = whole.headers.get('etag') ?? ''
      assert.match(tag, /^"[\w-]{43,}"$/)
      assert.match(whole.headers.get('cache-control') ?? '', cacheControl)
      const text = await whole.text()
      for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
        for (const method of ['GET', 'HEAD']) {
          const same = await ask(path, held, method)
          assert.deepEqual([same.status, await same.text()], [304, ''], `${method} ${held}`)
          assert.deepEqual(Object.fromEntries(same.headers), {
            'access-control-allow-origin': '*',
            'cache-control': whole.headers.get('cache-control'),
            etag: tag,
          })
        }
      for (const held of ['"other"', tag.slice(1, -1), `"${tag.slice(1, -1)}x"`, '']) {
        const again = await ask(path, held)
        assert.deepEqual([again.status, again.headers.get('etag'), await again.text()], [200, tag, text], held)
      }
    })

  test('FED-38 a conditional request shows the change and the removal of a statement about a member at once', async () => {
    const path = `/fetch?sub=${candidate.entityId}`
    const held = (await ask(path)).headers.get('etag') ?? ''
    const changed = { entity_id: candidate.entityId, metadata_policy: { wallet_provider: { aal: { default: ['x'] } } } }
    assert.equal((await anchor.administer('PATCH', '/subordinates', changed)).status, 200)
    const other = await ask(path, held)
    assert.equal(other.status, 200)
    assert.notEqual(other.headers.get('etag'), held)
    await administer('/subordinates/remove', { entity_id: candidate.entityId })
    assert.equal((await ask(path, '*')).status, 404)
    assert.deepEqual(await (await ask('/list', (await ask('/list')).headers.get('etag') ?? '')).text(), '')
  })

  test('FED-41 a conditional request with the ETag of an earlier entity configuration gets the new one', async () => {
    const path = '/.well-known/openid-federation'
    const held = (await ask(path)).headers.get('etag') ?? ''
    clock.advance(86_400)
    assert.equal((await ask(path, held)).status, 200)
  })
})
