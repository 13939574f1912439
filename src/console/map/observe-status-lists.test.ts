import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingSink } from '../../../test/support/decisions.ts'
import { composeInMemory } from '../../../test/support/served-roles.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { expiriesOf } from './expiries.ts'
import { observeStatusLists } from './observe-status-lists.ts'
import { renderStatusLists } from './status-lists-page.ts'

const sink = recordingSink()
const parts = (publicUrl: string) => ({ crypto: createNodeCrypto(), decisions: sink, publicUrl })

test('GEN-76 both issuers publish the URIs of their lists, and the overview shows the lists', async () => {
  const pid = await composeInMemory('pid-provider', parts('https://pid.example'))
  const wallet = await composeInMemory('wallet-provider', parts('https://wallet.example'))
  const apps = new Map([
    ['https://pid.example', pid.service.app],
    ['https://wallet.example', wallet.service.app],
  ])
  const fetch = async (input: Request | string | URL): Promise<Response> => {
    const request = new Request(input)
    return (await apps.get(new URL(request.url).origin)?.(request)) ?? new Response(null, { status: 404 })
  }
  const roles = ['trust-anchor', 'pid-provider', 'wallet-provider'].map((name) => ({
    name,
    url: `https://${name.split('-')[0]}.example`,
  }))
  const statusLists = await observeStatusLists(fetch, roles)
  assert.deepEqual(
    statusLists.map(({ role, count, lists }) => [role, count, lists.length]),
    [
      ['pid-provider', 8, 8],
      ['wallet-provider', 8, 8],
    ],
  )
  const [list] = statusLists[1]?.lists ?? []
  assert.deepEqual([list?.uri, list?.places, list?.notValid], ['https://wallet.example/statuslists/0', 131_072, 0])
  assert.equal(expiriesOf({ entities: [], edges: [], statusLists }).length, 16)
  const page = String(await renderStatusLists('it', statusLists, list?.signedAt ?? 0))
  assert.match(
    page,
    /id="map-lists-count-pid-provider">8 liste\.<[\s\S]*https:\/\/wallet\.example\/statuslists\/7<\/th>/,
  )
  assert.ok(sink.decisions.every(({ outcome }) => outcome === 'accepted'))
  await pid.close()
  await wallet.close()
})

test('an address of another party, and a list that cannot be decoded, are left out', async () => {
  const asked: string[] = []
  const fetch = async (input: Request | string | URL): Promise<Response> => {
    const { url } = new Request(input)
    asked.push(url)
    const body = url.endsWith('/statuslists')
      ? JSON.stringify({
          status_lists: ['https://pid.example/statuslists/0', 'https://other.example/statuslists/1', 7],
        })
      : 'x'
    const type = url.endsWith('/statuslists') ? 'application/json' : 'application/statuslist+jwt'
    return new Response(body, { headers: { 'content-type': type } })
  }
  const [observed] = await observeStatusLists(fetch, [{ name: 'pid-provider', url: 'https://pid.example' }])
  assert.deepEqual([observed?.count, observed?.lists.length], [1, 0])
  assert.deepEqual(asked, ['https://pid.example/statuslists', 'https://pid.example/statuslists/0'])
  assert.match(String(await renderStatusLists('en', [], 0)), /map-lists-none/)
})
