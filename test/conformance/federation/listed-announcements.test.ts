/** The list of pending key announcements is bounded (FED-112, GEN-64). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const idOf = (at: number) => `https://${String(at).padStart(4, '0')}.example`

test('GEN-64 the first 200 pending announcements are listed, or that of one member', async () => {
  const config = { profile: 'it-wallet-1.4' } as const
  const { administer, context } = await startAuthority({ clock: fixedClock(), network: createNetwork() }, anchorId, {
    config,
  })
  for (let at = 0; at < 202; at += 1) {
    const announcement = { entityId: idOf(at), statement: 'unreadable', issuedAt: 1, receivedAt: 1 }
    await context.keyAnnouncements?.keep({ ...announcement, pending: at > 0 }, { at: 1, actor: 'member' })
  }
  const listed = async (query = '') => {
    const { status, body } = await administer('GET', `/key-announcements${query}`)
    assert.equal(status, 200)
    return (body as readonly JsonObject[]).map(({ entity_id }) => entity_id)
  }
  const all = await listed()
  assert.deepEqual([all.length, all[0], all.at(-1)], [200, idOf(1), idOf(200)])
  assert.deepEqual(await listed(`?entity_id=${encodeURIComponent(idOf(201))}`), [idOf(201)])
  for (const entityId of [idOf(0), 'https://unknown.example'])
    assert.deepEqual(await listed(`?entity_id=${encodeURIComponent(entityId)}`), [])
})
