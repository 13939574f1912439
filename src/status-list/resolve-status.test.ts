import assert from 'node:assert/strict'
import { randomFillSync, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { answerWith, createListFixture, crypto, now, resolverWith, uri } from '../../test/support/status-list.ts'
import type { Failure } from '../base/index.ts'
import { generateSigner } from '../jose/index.ts'
import { sizedStatusListsConfig } from './list-keeper.ts'
import { createStatusResolver } from './resolve-status.ts'
import { createStatusList, type StatusList, setStatus, statusAt } from './status-list.ts'
import { createStatusListToken } from './status-list-token.ts'

const revoke = (list: StatusList, places: number, count: number): void => {
  for (let revoked = 0; revoked < count; revoked += 1) setStatus(list, randomInt(places), 1)
}
for (const [title, places, bits, fill] of [
  ['the most places of two bits, some revoked', 4_000_000, 2, (list: StatusList) => revoke(list, 4_000_000, 100_000)],
  ['a list that cannot be compressed', 1_048_576, 8, ({ bytes }: StatusList) => randomFillSync(bytes)],
] as const)
  test(`PP-110 RP-71 reads every list that the configuration allows: ${title}`, async () => {
    assert.equal(sizedStatusListsConfig.safeParse({ places, bits }).success, true)
    const list = createStatusList(bits, places)
    fill(list)
    const signer = await generateSigner({ crypto })
    const token = await createStatusListToken(signer, { uri, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 })
    const resolver = resolverWith(async () => answerWith(token))
    const policy = { keys: [signer.publicJwk], algorithms: ['ES256'] as const, now, skew: 30 }
    assert.deepEqual(await resolver.resolve({ idx: places - 1, uri }, policy), { status: statusAt(list, places - 1) })
  })

test('a list is fetched once per ttl and then again', async () => {
  const { signer, keys, list } = await createListFixture()
  let fetched = 0
  let time = now
  const fetch = async () => {
    fetched += 1
    const token = await createStatusListToken(signer, { uri, list, now: time, lifetimeSeconds: 3600, ttlSeconds: 60 })
    return answerWith(token)
  }
  const resolver = resolverWith(fetch)
  const resolve = (idx: number) => resolver.resolve({ idx, uri }, { keys, algorithms: ['ES256'], now: time, skew: 30 })
  assert.deepEqual([await resolve(7), await resolve(8)], [{ status: 1 }, { status: 0 }])
  assert.equal(fetched, 1)
  assert.equal(codeOf(await resolve(100_000)), 'index_out_of_range')
  setStatus(list, 8, 1)
  time += 61
  assert.deepEqual(await resolve(8), { status: 1 })
  assert.equal(fetched, 2)
  setStatus(list, 9, 1)
  time -= 3600
  assert.deepEqual(await resolve(9), { status: 1 }, 'the list is fetched even after the clock is set back')
  assert.equal(fetched, 3)
})

test('a list that arrived after a decision began is used for this decision, unless the clock was set back (D-420)', async () => {
  const { token, keys } = await createListFixture()
  let [fetched, time] = [0, now]
  const fetch = async () => {
    fetched += 1
    time += 3
    return answerWith(token)
  }
  const resolver = resolverWith(fetch, { clock: { now: () => time } })
  const resolveSince = (begun: number) =>
    resolver.resolve({ idx: 7, uri }, { keys, algorithms: ['ES256'], now: begun, skew: 30 })
  for (const begun of [now, now + 1, now + 3]) assert.deepEqual(await resolveSince(begun), { status: 1 })
  assert.equal(fetched, 1)
  time = now - 5
  await resolveSince(time)
  assert.equal(fetched, 2)
})

test('RP-71 a list that is signed while it is fetched is not from the future, and a list that ends during the fetch is expired (D-420)', async () => {
  const { signer, keys, list } = await createListFixture()
  let time = now
  const resolveWithin = async (seconds: number) => {
    const fetch = async () => {
      const token = await createStatusListToken(signer, {
        uri,
        list,
        now: time + 1,
        lifetimeSeconds: 60,
        ttlSeconds: 60,
      })
      time += seconds
      return answerWith(token)
    }
    const resolver = resolverWith(fetch, { clock: { now: () => time } })
    return resolver.resolve({ idx: 7, uri }, { keys, algorithms: ['ES256'], now: time, skew: 0 })
  }
  assert.equal(codeOf(await resolveWithin(0)), 'not_yet_valid')
  assert.deepEqual(await resolveWithin(1), { status: 1 })
  assert.equal(codeOf(await resolveWithin(61)), 'expired')
})

test('the resolver caches no more lists than its capacity, and keeps the most recently used lists', async () => {
  const { signer, keys, list } = await createListFixture()
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(url.slice(-1))
    const token = { uri: url, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 }
    return new Response(await createStatusListToken(signer, token), {
      headers: { 'content-type': 'application/statuslist+jwt' },
    })
  }
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } }, 4096)
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  for (const name of ['1', '2', '1', '3', '1', '2'])
    await resolver.resolve({ idx: 7, uri: uri.slice(0, -1) + name }, policy)
  assert.deepEqual(asked, ['1', '2', '3', '2'])
})

test('the resolver caches the hundreds of lists of a national issuer', async () => {
  const { signer, keys, list } = await createListFixture()
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(url)
    const token = await createStatusListToken(signer, { uri: url, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 })
    return answerWith(token)
  }
  const resolver = resolverWith(fetch)
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const uris = Array.from({ length: 200 }, (_, index) => `${uri}${index}`)
  for (const one of [...uris, ...uris])
    assert.deepEqual(await resolver.resolve({ idx: 7, uri: one }, policy), { status: 1 })
  assert.equal(asked.length, uris.length)
})

test('RP-71 a list that cannot be fetched is a failure, not a valid status', async () => {
  const { keys } = await createListFixture()
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const failureAt = async (status: number, listUri = uri) => {
    const fetch = async () => new Response('', { status })
    const resolver = resolverWith(fetch)
    const { code, at } = (await resolver.resolve({ idx: 1, uri: listUri }, policy)) as Failure
    return `${code} ${at}`
  }
  for (const status of [500, 503, 429])
    assert.equal(await failureAt(status), `unreachable status_list.status.${status}`, 'an outage')
  for (const status of [301, 302, 401, 404])
    assert.equal(await failureAt(status), `status_unexpected status_list.status.${status}`, 'a lasting fault')
  assert.equal(await failureAt(200), 'media_type_unexpected status_list')
  assert.equal(await failureAt(200, 'http://issuer.example/list'), 'url_not_https status_list.uri')
})

test('RP-71 a list that a proxy passes on with 203 is read (D-488)', async () => {
  const { token, keys } = await createListFixture()
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const answered = (status: number) => {
    const fetch = async () => new Response(token, { status, headers: answerWith(token).headers })
    return resolverWith(fetch).resolve({ idx: 7, uri }, policy)
  }
  assert.deepEqual(await answered(203), { status: 1 })
  for (const status of [201, 202, 206]) assert.equal(codeOf(await answered(status)), 'status_unexpected')
})

test('RP-71 a test option sets the status of lists that are unreachable, and of no other lists', async () => {
  const { keys } = await createListFixture()
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const resolve = async (status: number, listUri: string) => {
    const fetch = async () => new Response('', { status })
    const statusWithoutList = (asked: string) => (asked === uri ? 0 : undefined)
    const resolver = resolverWith(fetch, { statusWithoutList })
    return resolver.resolve({ idx: 1, uri: listUri }, policy)
  }
  assert.deepEqual(await resolve(503, uri), { status: 0 })
  assert.equal(codeOf(await resolve(503, `${uri}/2`)), 'unreachable')
  for (const status of [200, 404]) assert.ok('code' in (await resolve(status, uri)))
})
