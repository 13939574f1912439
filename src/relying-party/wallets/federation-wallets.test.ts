import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { fail, type Json, type JsonObject } from '../../base/index.ts'
import type { TrustEvaluator } from '../../federation/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import { createWalletFinder } from './federation-wallets.ts'

const anchor = 'https://anchor.example'
const list = `${anchor}/list`

function finderOver(
  answer: () => Response,
  entities: Readonly<Record<string, JsonObject>>,
  profile: ProfileName = 'seed',
) {
  const clock = fixedClock()
  const asked: string[] = []
  const judged: string[] = []
  const trust: TrustEvaluator = {
    evaluate: async (entityId, types) => {
      judged.push(...types)
      const federation_entity = entities[entityId]
      return federation_entity === undefined
        ? fail('no_trust_chain', 'trust_chain')
        : (Object.assign({}, { entityId, metadata: { federation_entity } }) as never)
    },
  }
  const fetch = async (request: Request): Promise<Response> => {
    asked.push(request.url)
    return answer()
  }
  const anchors = new Map([[anchor, { keys: [] }]]) as never
  const find = createWalletFinder({ trust, fetch, anchors, clock, config: { loopbackHttp: false, profile } })
  return { find, asked, judged, clock }
}
const listing = (body: Json) => (): Response => Response.json(body)

test('finds the listed Wallet Providers that are trusted and have a name, and asks the anchor once in ten minutes', async () => {
  const [one, two] = ['https://one.example', 'https://two.example']
  const { find, asked, clock } = finderOver(listing([one, 'https://stranger.example', two, one]), {
    [anchor]: { federation_list_endpoint: list },
    [one]: { organization_name: 'Prima' },
    [two]: {},
  })
  const found = [{ provider: one, name: 'Prima' }]
  assert.deepEqual(await Promise.all([find(), find()]), [found, found])
  clock.advance(599)
  await find()
  assert.deepEqual(asked, [`${list}?entity_type=wallet_provider`])
  clock.advance(1)
  await find()
  assert.equal(asked.length, 2)
  clock.advance(-3600)
  await find()
  assert.equal(asked.length, 3, 'after the clock was set back')
})

test('asks for the entity type that Wallet Providers have in the profile', async () => {
  const one = 'https://one.example'
  const entities = { [anchor]: { federation_list_endpoint: list }, [one]: { organization_name: 'Prima' } }
  const { find, asked, judged } = finderOver(listing([one]), entities, 'it-wallet-1.4')
  assert.deepEqual(await find(), [{ provider: one, name: 'Prima' }])
  assert.deepEqual([asked, judged], [[`${list}?entity_type=wallet_solution`], ['federation_entity', 'wallet_solution']])
})

test('finds no wallets if the anchor has no list endpoint or gives no valid list', async () => {
  const known = { [anchor]: { federation_list_endpoint: list } }
  for (const [answer, entities] of [
    [listing([]), {}],
    [listing([]), { [anchor]: {} }],
    [listing({ list: [] }), known],
    [() => new Response('[]', { headers: { 'content-type': 'text/plain' } }), known],
    [() => new Response(null, { status: 503 }), known],
    [
      () => {
        throw new TypeError('nobody answers')
      },
      known,
    ],
  ] as const)
    assert.deepEqual(await finderOver(answer, entities).find(), [])
})

test('after an outage the federation is asked again within a minute', async () => {
  const one = 'https://one.example'
  let answer = (): Response => new Response(null, { status: 503 })
  const { find, asked, clock } = finderOver(() => answer(), {
    [anchor]: { federation_list_endpoint: list },
    [one]: { organization_name: 'Prima' },
  })
  assert.deepEqual(await find(), [])
  answer = listing([one])
  clock.advance(59)
  assert.deepEqual(await find(), [])
  assert.equal(asked.length, 1)
  clock.advance(1)
  const found = [{ provider: one, name: 'Prima' }]
  assert.deepEqual(await find(), found)
  clock.advance(599)
  answer = () => new Response(null, { status: 503 })
  assert.deepEqual(await find(), found)
  assert.equal(asked.length, 2)
})

test('after a fault the federation is asked again within a minute', async () => {
  const clock = fixedClock()
  const evaluate = async (): Promise<never> => {
    throw new TypeError('a fault')
  }
  const anchors = new Map([[anchor, { keys: [] }]]) as never
  const parts = {
    fetch: async () => new Response(null),
    anchors,
    clock,
    config: { loopbackHttp: false, profile: 'seed' as const },
  }
  const trust = { evaluate } as { evaluate: TrustEvaluator['evaluate'] }
  const find = createWalletFinder({ trust, ...parts })
  await assert.rejects(find(), TypeError)
  trust.evaluate = async () => fail('no_trust_chain', 'trust_chain')
  clock.advance(59)
  await assert.rejects(find(), TypeError)
  clock.advance(1)
  assert.deepEqual(await find(), [])
})
