/** Pages of the administration's lists of subordinates and of trust marks (FED-134). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { readEntries } from '../../../src/console/federation/administration.ts'
import { adminPaths, entriesPerRequest } from '../../../src/trust-anchor/paths.ts'
import { administeredAnchor, markType } from '../../support/federation-authority.ts'

const keys = [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'a', kid: 'a' }]
const act = { at: 1, actor: 'operator' }
const idOf = (at: number) => `https://${String(at).padStart(4, '0')}.example`

/** Starts an anchor with this number of members, each with a trust mark. */
async function anchorWith(members: number) {
  const { anchor, lastRule } = await administeredAnchor()
  const { subordinates } = anchor.context
  for (let at = 0; at < members; at += 1)
    await subordinates.add({ entityId: idOf(at), keys, entityTypes: ['wallet_provider'], intermediate: false }, act, [
      markType,
    ])
  const get = async (path: string) => {
    const { status, body } = await anchor.administer('GET', path)
    return { status, list: body as readonly JsonObject[] }
  }
  return { anchor, get, lastRule }
}

for (const [path, member] of [
  ['/subordinates', 'entity_id'],
  ['/trust-marks', 'sub'],
] as const)
  test(`FED-134 GET /admin${path} has at most 1000 entries, and names the next ones after an entry`, async () => {
    const { get } = await anchorWith(1001)
    const first = await get(path)
    assert.deepEqual([first.status, first.list.length, first.list.at(-1)?.[member]], [200, 1000, idOf(999)])
    const after = new URLSearchParams({ after: idOf(999), after_type: markType })
    const second = await get(`${path}?${after}`)
    assert.deepEqual(
      second.list.map((one) => one[member]),
      [idOf(1000)],
    )
    const some = await get(`${path}?${new URLSearchParams({ after: idOf(4), after_type: markType, limit: '2' })}`)
    assert.deepEqual(
      some.list.map((one) => one[member]),
      [idOf(5), idOf(6)],
    )
  })

test('FED-134 a malformed limit of a list is refused', async () => {
  const { anchor, lastRule } = await anchorWith(0)
  for (const path of ['/subordinates', '/trust-marks'])
    for (const limit of ['0', '1001', 'x']) {
      const { status } = await anchor.administer('GET', `${path}?limit=${limit}`)
      assert.deepEqual([status, lastRule().split(' ')[1]], [400, 'request_malformed'], `${path} ${limit}`)
    }
})

test('FED-134 the console reads all pages', async () => {
  const { anchor } = await anchorWith(2 * entriesPerRequest)
  const asked: string[] = []
  const administration = {
    authority: anchor.entityId,
    administer: async ({ method, path }: { readonly method: string; readonly path: string }) => {
      asked.push(path)
      return anchor.administer(method, path.replace('/admin', ''))
    },
  }
  for (const list of [adminPaths.subordinates, adminPaths.trustMarks]) {
    const { status, body } = await readEntries(administration, list)
    assert.deepEqual([status, (body as readonly unknown[]).length], [200, 2 * entriesPerRequest])
  }
  assert.equal(asked.length, 6)
})
