import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from '../../test/support/forge-jwt.ts'
import { generateSigner } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createStatusListKeeper, type StatusListKeeperContext } from './list-keeper.ts'

const crypto = createNodeCrypto()
const signer = await generateSigner({ crypto })
const begun = 1_768_478_400

const keeperOf = (
  ttlSeconds: number,
  lifetimeSeconds = 7200,
  exceptions: StatusListKeeperContext['exceptions'] = async () => [],
  maximumBytes?: number,
) =>
  createStatusListKeeper(
    {
      crypto,
      config: { places: 1000, ttlSeconds, lifetimeSeconds },
      signer,
      bits: 1,
      uriOf: (list) => `https://issuer.example/statuslists/${list}`,
      exceptions,
    },
    maximumBytes,
  )

for (const ttlSeconds of [2, 3, 60, 3601])
  test(`PP-110 WP-75 a list is used for at most ${ttlSeconds} s, even if a reader counts its ttl from a cached answer`, async () => {
    const lists = keeperOf(ttlSeconds)
    const first = await lists.token(0, begun)
    const { ttl } = decodeJwt(first.jwt).payload as { ttl: number }
    let cachedUntil = begun
    for (let now = begun; now <= begun + ttlSeconds; now += 1) {
      const { jwt, maxAge } = await lists.token(0, now)
      assert.ok(maxAge > 0)
      if (jwt === first.jwt) cachedUntil = now + maxAge
    }
    assert.ok(cachedUntil + ttl <= begun + ttlSeconds)
    assert.ok(cachedUntil + ttl >= begun + ttlSeconds - 1, 'the time in the cache and the ttl fill the whole period')
  })

test('PP-110 a list is not served after its exp, even if ttlSeconds is longer than its lifetime', async () => {
  const lists = keeperOf(86_400, 60)
  for (let now = begun; now < begun + 200; now += 1) {
    const { jwt, maxAge } = await lists.token(0, now)
    const { exp } = decodeJwt(jwt).payload as { exp: number }
    assert.ok(now + maxAge < exp)
  }
})

test('PP-110 after the clock is set back, a list is signed again and served', async () => {
  const lists = keeperOf(60)
  const before = await lists.token(0, begun)
  for (const [now, fresh] of [
    [begun - 3600, true],
    [begun - 3590, false],
    [begun - 3570, true],
  ] as const) {
    const asked = await lists.token(0, now)
    assert.ok(asked.maxAge <= 30)
    assert.equal(decodeJwt(asked.jwt).payload.iat, fresh ? now : begun - 3600)
    assert.notEqual(asked.jwt, before.jwt)
  }
})

test('PP-110 a list that cannot be created is not cached, and the next request creates it', async () => {
  let broken = true
  const lists = keeperOf(60, 7200, async () => {
    if (broken) throw new Error('the register is out of reach')
    return []
  })
  await assert.rejects(lists.token(0, begun), /out of reach/)
  broken = false
  assert.equal((await lists.token(0, begun)).maxAge, 30)
})

test('PP-110 a list that cannot be created does not remove a newer list from the cache', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  let asked = 0
  const lists = keeperOf(60, 7200, async () => {
    asked += 1
    return asked === 1 ? promise : []
  })
  const older = lists.token(0, begun)
  lists.changed(0)
  const newer = await lists.token(0, begun)
  reject(new Error('the register is out of reach'))
  await assert.rejects(older, /out of reach/)
  assert.equal((await lists.token(0, begun)).jwt, newer.jwt)
  assert.equal(asked, 2)
})

test('PP-110 a change of one list renews only that list, and a change without a list renews every list', async () => {
  const asked: number[] = []
  const lists = keeperOf(60, 7200, async (list) => {
    asked.push(list)
    return []
  })
  const readBoth = async (now: number) => [await lists.token(0, now), await lists.token(1, now)]
  await readBoth(begun)
  lists.changed(1)
  await readBoth(begun)
  lists.changed()
  await readBoth(begun + 1)
  assert.deepEqual(asked, [0, 1, 1, 0, 1])
})

test('PP-110 WP-75 a list is signed at most once a second for changes, and contains them in the next second', async () => {
  const revoked: number[] = []
  const lists = keeperOf(60, 7200, async () => revoked.map((index) => ({ index, status: 1 })))
  const read = async (now: number) => (await lists.token(0, now)).jwt
  const seen = [await read(begun)]
  for (const now of [begun, begun, begun + 1, begun + 1, begun + 1]) {
    revoked.push(revoked.length)
    lists.changed(0)
    seen.push(await read(now))
  }
  assert.deepEqual(
    seen.map((jwt) => new Set(seen.slice(0, seen.indexOf(jwt))).size),
    [0, 1, 1, 2, 2, 2],
  )
  assert.notEqual(await read(begun + 2), seen.at(-1))
})

test('WP-75 PP-110 a change of any list signs only the lists that have changed', async () => {
  const revoked: number[] = []
  const lists = keeperOf(60, 7200, async (list) => (list === 1 ? revoked.map((index) => ({ index, status: 1 })) : []))
  const read = async (now = begun) => [(await lists.token(0, now)).jwt, (await lists.token(1, now)).jwt]
  const before = await read()
  lists.changed()
  assert.deepEqual(await read(), before)
  revoked.push(7)
  lists.changed()
  const after = await read(begun + 5)
  assert.deepEqual([after[0] === before[0], after[1] === before[1]], [true, false])
  assert.equal((await lists.token(0, begun + 5)).maxAge, 25)
  assert.equal((await lists.token(1, begun + 5)).maxAge, 30)
  assert.notEqual((await read(begun + 31))[0], before[0], 'an old list is signed again')
})

test('WP-75 a list is signed again with the next signer, even without a changed status', async () => {
  const next = await generateSigner({ crypto })
  let current = signer
  const lists = createStatusListKeeper({
    crypto,
    config: { places: 1000, ttlSeconds: 60, lifetimeSeconds: 7200 },
    signer: () => current,
    bits: 1,
    uriOf: (list) => `https://issuer.example/statuslists/${list}`,
    exceptions: async () => [],
  })
  const kidAt = async (now: number) => decodeJwt((await lists.token(0, now)).jwt).header.kid
  assert.equal(await kidAt(begun), signer.kid)
  current = next
  assert.equal(await kidAt(begun + 1), signer.kid, 'no change was reported')
  lists.changed()
  assert.equal(await kidAt(begun + 2), next.kid)
})

test('PP-110 WP-75 a client that requests all lists does not fill the memory: the oldest lists are dropped', async () => {
  const asked: number[] = []
  const lists = keeperOf(
    60,
    7200,
    async (list) => {
      asked.push(list)
      return []
    },
    16 * 1024,
  )
  for (let list = 0; list < 100; list += 1) await lists.token(list, begun)
  assert.equal(asked.length, 100)
  await lists.token(99, begun)
  assert.equal(asked.length, 100, 'the latest list is kept')
  for (let list = 0; list < 80; list += 1) await lists.token(list, begun)
  assert.equal(asked.length, 180, 'a list of about 2 kB is dropped when eight others are kept')
})

test('PP-110 WP-75 concurrent requests for a list that is not cached sign it once, and at most four lists at a time', async () => {
  const asked: number[] = []
  const releases: (() => void)[] = []
  const lists = keeperOf(60, 7200, async (list) => {
    asked.push(list)
    await new Promise<void>((resolve) => releases.push(resolve))
    return []
  })
  const tokens = Array.from({ length: 30 }, (_, index) => lists.token(index % 10, begun))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(asked, [0, 1, 2, 3])
  while (asked.length < 10 || releases.length > 0) {
    for (const release of releases.splice(0)) release()
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(new Set((await Promise.all(tokens)).map(({ jwt }) => jwt)).size, 10)
  assert.deepEqual(asked, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
