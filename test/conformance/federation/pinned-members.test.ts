/** Reads and fetches of an authority that pins the protocol keys of its members (FED-132). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubordinateEntry, Subordinates } from '../../../src/trust-anchor/index.ts'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import { anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { createNetwork } from '../../support/network.ts'

const keys = [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'a', kid: 'a' }]
const act = { at: 1, actor: 'operator' }

/** Starts an authority of IT-Wallet 1.4 with pinned and unpinned members. Notes each read and each fetch. */
async function authorityWith({ pinned, unpinned }: { readonly pinned: number; readonly unpinned: number }) {
  const clock = fixedClock()
  const network = createNetwork()
  const { context } = await startAuthority({ clock, network }, anchorId, { config: { profile: 'it-wallet-1.4' } })
  const add = (name: string, further: Partial<SubordinateEntry>) =>
    context.subordinates.add(
      { entityId: `https://${name}.example`, keys, entityTypes: ['wallet_provider'], intermediate: false, ...further },
      act,
    )
  for (let at = 0; at < pinned; at += 1) await add(`pinned-${at}`, { protocolKeys: { wallet_provider: { keys } } })
  for (let at = 0; at < unpinned; at += 1) await add(`unpinned-${at}`, {})
  const reads: string[] = []
  const fetched: string[] = []
  const noting = <V extends 'list' | 'find' | 'takeUnpinned'>(verb: V): Subordinates[V] =>
    ((...given: never[]) => {
      reads.push(verb)
      return (context.subordinates[verb] as (...values: never[]) => unknown)(...given)
    }) as Subordinates[V]
  const subordinates: Subordinates = {
    ...context.subordinates,
    ...{ list: noting('list'), find: noting('find'), takeUnpinned: noting('takeUnpinned') },
  }
  const fetch: typeof context.fetch = (request, ...further) => {
    fetched.push(new URL(request.url).host)
    return network.fetch(request, ...further)
  }
  const replica = () => createTrustAnchor({ ...context, subordinates, fetch })
  return { clock, reads, fetched, replica }
}

test('FED-132 the upkeep of an authority whose members are all pinned reads no member', async () => {
  const { reads, fetched, replica } = await authorityWith({ pinned: 30, unpinned: 0 })
  await replica().upkeep()
  assert.deepEqual([reads, fetched], [['takeUnpinned'], []])
})

test('FED-132 two replicas try each unpinned member once a minute', async () => {
  const { clock, reads, fetched, replica } = await authorityWith({ pinned: 30, unpinned: 25 })
  const [one, other] = [replica(), replica()]
  await Promise.all([one.upkeep(), other.upkeep()])
  assert.equal(new Set(fetched).size, 25)
  assert.equal(fetched.length, 25)
  clock.advance(59)
  await one.upkeep()
  assert.equal(fetched.length, 25)
  clock.advance(1)
  await other.upkeep()
  assert.equal(fetched.length, 50)
  assert.equal(reads.includes('list'), false)
})
