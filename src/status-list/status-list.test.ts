import assert from 'node:assert/strict'
import { randomFillSync, randomInt } from 'node:crypto'
import { test } from 'node:test'
import { places, publishedLists, smallLists } from '../../test/vectors/token-status-list.ts'
import { encodeBase64url, Failure, type PublicJwk } from '../base/index.ts'
import { generateSigner, type Signer, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { sizedStatusListsConfig } from './list-keeper.ts'
import { createStatusResolver } from './resolve-status.ts'
import {
  compressStatusList,
  createStatusList,
  inflateStatusList,
  type StatusList,
  setStatus,
  statusAt,
} from './status-list.ts'
import { createStatusListToken, statusListTokenLimit, verifyStatusListToken } from './status-list-token.ts'

const crypto = createNodeCrypto()
const now = 1_768_478_400
const uri = 'https://issuer.example/statuslists/1'
const codeOf = (value: unknown) => (value instanceof Failure ? value.code : 'accepted')

for (const { bits, bytes, lst, statuses } of smallLists)
  test(`the published example of ${bits} bits inflates to its statuses, and they to it`, async () => {
    const list = await inflateStatusList(bits, lst)
    assert.ok(!(list instanceof Failure))
    assert.deepEqual([...list.bytes], bytes)
    assert.deepEqual(
      statuses.map((_, index) => statusAt(list, index)),
      statuses,
    )
    const made = createStatusList(bits, statuses.length)
    for (const [index, status] of statuses.entries()) setStatus(made, index, status)
    assert.deepEqual([...made.bytes], bytes)
  })

for (const { bits, lst, statuses } of publishedLists)
  test(`the published list of ${bits} bits inflates to its statuses, and to no other`, async () => {
    const list = await inflateStatusList(bits, lst)
    assert.ok(!(list instanceof Failure))
    assert.equal(list.bytes.length, (places * bits) / 8)
    const expected = createStatusList(bits, places)
    for (const [index, status] of Object.entries(statuses)) setStatus(expected, Number(index), status)
    assert.deepEqual(list.bytes, expected.bytes)
    for (const [index, status] of Object.entries(statuses)) assert.equal(statusAt(list, Number(index)), status)
  })

for (const bits of [1, 2, 4, 8] as const)
  test(`statuses of ${bits} bits survive the wire and touch no neighbour`, async () => {
    const list = createStatusList(bits, 40)
    setStatus(list, 17, (1 << bits) - 1)
    setStatus(list, 18, 1)
    setStatus(list, 17, 1)
    const read = await inflateStatusList(bits, await compressStatusList(list))
    assert.ok(!(read instanceof Failure))
    assert.deepEqual(
      [16, 17, 18, 19].map((index) => statusAt(read, index)),
      [0, 1, 1, 0],
    )
    assert.throws(() => setStatus(list, 4000, 1), RangeError)
    assert.throws(() => setStatus(list, 0, 1 << bits), RangeError)
  })

test('RP-71 an index that is no place of the list has no status', () => {
  const list = createStatusList(2, 8)
  for (const index of [0.5, -1, -0.25, 8, Number.NaN, 2 ** 53])
    assert.equal(codeOf(statusAt(list, index)), 'index_out_of_range', `${index}`)
})

test('RP-71 a list that inflates beyond the limit is refused', async () => {
  const bomb = await compressStatusList({ bits: 1, bytes: new Uint8Array(8_000_000) })
  assert.equal(codeOf(await inflateStatusList(1, bomb)), 'list_too_large')
})

const revoke = (list: StatusList, places: number, count: number): void => {
  for (let revoked = 0; revoked < count; revoked += 1) setStatus(list, randomInt(places), 1)
}
for (const [title, places, bits, fill] of [
  ['the most places of two bits, some revoked', 4_000_000, 2, (list: StatusList) => revoke(list, 4_000_000, 100_000)],
  ['one that nothing compresses', 1_048_576, 8, ({ bytes }: StatusList) => randomFillSync(bytes)],
] as const)
  test(`PP-110 RP-71 reads whatever list the configuration allows: ${title}`, async () => {
    assert.equal(sizedStatusListsConfig.safeParse({ places, bits }).success, true)
    const list = createStatusList(bits, places)
    fill(list)
    const signer = await generateSigner({ crypto })
    const token = await createStatusListToken(signer, { uri, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 })
    const fetch = async () => new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })
    const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
    const policy = { keys: [signer.publicJwk], algorithms: ['ES256'] as const, now, skew: 30 }
    assert.deepEqual(await resolver.resolve({ idx: places - 1, uri }, policy), { status: statusAt(list, places - 1) })
  })

test('RP-71 a token that is larger than any list needs is refused', async () => {
  const { signer, keys } = await fixture()
  const long = await sign(signer, { surplus: 'x'.repeat(statusListTokenLimit) })
  const fetch = async () => new Response(long, { headers: { 'content-type': 'application/statuslist+jwt' } })
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  assert.equal(codeOf(await resolver.resolve({ idx: 1, uri }, policy)), 'answer_too_large')
  assert.equal(codeOf(await verifyStatusListToken({ crypto }, long, { ...policy, uri })), 'json_too_large')
})

async function fixture() {
  const signer = await generateSigner({ crypto })
  const list = createStatusList(1, 1000)
  setStatus(list, 7, 1)
  const token = await createStatusListToken(signer, { uri, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 })
  return { signer, token, keys: [signer.publicJwk], list }
}

const sign = async (signer: Signer, changes: object, header: object = { kid: signer.kid }, typ = 'statuslist+jwt') =>
  signJwt(
    signer,
    { typ, ...header },
    {
      sub: uri,
      iat: now,
      exp: now + 60,
      status_list: { bits: 1, lst: await compressStatusList(createStatusList(1, 8)) },
      ...changes,
    },
  )

test('RP-71 refuses what is no evidence', async () => {
  const { signer, token, keys } = await fixture()
  const policy = { uri, keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const verify = (compact: string, changes: object = {}) =>
    verifyStatusListToken({ crypto }, compact, { ...policy, ...changes })
  const stranger = await generateSigner({ crypto })
  const rows: [string, string, string, object?][] = [
    ['valid', token, 'accepted'],
    ['another kind of JWT', await sign(signer, {}, undefined, 'JWT'), 'typ_mismatch'],
    ['another list', token, 'status_uri_mismatch', { uri: `${uri}0` }],
    ['expired', token, 'expired', { now: now + 3700 }],
    ['from the future', token, 'not_yet_valid', { now: now - 60 }],
    ['unknown key', await sign(stranger, {}), 'status_key_unknown'],
    ['borrowed kid', await sign({ ...stranger, kid: signer.kid }, {}), 'signature_invalid'],
    ['bits of 3', await sign(signer, { status_list: { bits: 3, lst: 'eNrbuRgAAhcBXQ' } }), 'status_token_malformed'],
    ['no list', await sign(signer, { status_list: undefined }), 'status_token_malformed'],
    [
      'not compressed',
      await sign(signer, { status_list: { bits: 1, lst: encodeBase64url('nothing') } }),
      'list_malformed',
    ],
    ['not base64url', await sign(signer, { status_list: { bits: 1, lst: '=' } }), 'list_malformed'],
  ]
  for (const [name, compact, expected, changes] of rows)
    assert.equal(codeOf(await verify(compact, changes)), expected, name)
})

test('RP-71 a token without kid holds under whichever key verifies it, of a few that fit', async () => {
  const { signer, keys } = await fixture()
  const [{ publicJwk: second }, { publicJwk: third }, { publicJwk: wide }] = [
    await generateSigner({ crypto }),
    await generateSigner({ crypto }),
    await generateSigner({ crypto }, 'ES384'),
  ]
  const compact = await sign(signer, {}, {})
  const rows: [string, readonly PublicJwk[], string][] = [
    ['the one key', keys, 'accepted'],
    ['one key, which bears no name', keys.map(({ kid, ...bare }) => bare), 'accepted'],
    ['one key, twice given', [...keys, ...keys], 'accepted'],
    ['beside a key of another algorithm', [wide, ...keys], 'accepted'],
    ['another key', [second], 'signature_invalid'],
    ['two others that fit', [second, third], 'signature_invalid'],
    ['beside another key that fits', [second, ...keys], 'accepted'],
    ['the last of eight', [...Array<PublicJwk>(7).fill(second), ...keys], 'accepted'],
    ['the first of nine', [...keys, ...Array<PublicJwk>(8).fill(second)], 'status_key_unknown'],
    ['no key that fits', [wide], 'status_key_unknown'],
    ['no key', [], 'status_key_unknown'],
  ]
  for (const [name, given, expected] of rows) {
    const policy = { uri, keys: given, algorithms: ['ES256'] as const, now, skew: 30 }
    assert.equal(codeOf(await verifyStatusListToken({ crypto }, compact, policy)), expected, name)
  }
})

test('a list is fetched once per ttl and then again', async () => {
  const { signer, keys, list } = await fixture()
  let fetched = 0
  let time = now
  const fetch = async () => {
    fetched += 1
    const token = await createStatusListToken(signer, { uri, list, now: time, lifetimeSeconds: 3600, ttlSeconds: 60 })
    return new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })
  }
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
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
  assert.deepEqual(await resolve(9), { status: 1 }, 'also on a clock that was set back')
  assert.equal(fetched, 3)
})

test('RP-71 a list that is signed while it is fetched is not from the future, and one that ends meanwhile has ended (D-420)', async () => {
  const { signer, keys, list } = await fixture()
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
      return new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })
    }
    const resolver = createStatusResolver({ crypto, fetch, clock: { now: () => time }, urls: { loopbackHttp: false } })
    return resolver.resolve({ idx: 7, uri }, { keys, algorithms: ['ES256'], now: time, skew: 0 })
  }
  assert.equal(codeOf(await resolveWithin(0)), 'not_yet_valid')
  assert.deepEqual(await resolveWithin(1), { status: 1 })
  assert.equal(codeOf(await resolveWithin(61)), 'expired')
})

test('no more lists are kept than the resolver has room for, the last used longest', async () => {
  const { signer, keys, list } = await fixture()
  const asked: string[] = []
  const fetch = async ({ url }: Request) => {
    asked.push(url.slice(-1))
    const token = { uri: url, list, now, lifetimeSeconds: 3600, ttlSeconds: 60 }
    return new Response(await createStatusListToken(signer, token), {
      headers: { 'content-type': 'application/statuslist+jwt' },
    })
  }
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } }, 2)
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  for (const name of ['1', '2', '1', '3', '1', '2'])
    await resolver.resolve({ idx: 7, uri: uri.slice(0, -1) + name }, policy)
  assert.deepEqual(asked, ['1', '2', '3', '2'])
})

test('RP-71 a list that is kept for one issuer says nothing for another', async () => {
  const { keys, token } = await fixture()
  const stranger = await generateSigner({ crypto })
  const fetch = async () => new Response(token, { headers: { 'content-type': 'application/statuslist+jwt' } })
  const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
  const policy = { algorithms: ['ES256'] as const, now, skew: 30 }
  assert.deepEqual(await resolver.resolve({ idx: 8, uri }, { ...policy, keys }), { status: 0 })
  const theirs = { ...policy, keys: [{ ...stranger.publicJwk }] }
  assert.equal(codeOf(await resolver.resolve({ idx: 8, uri }, theirs)), 'status_key_unknown')
})

test('RP-71 a list that cannot be had is a failure, not a valid status', async () => {
  const { keys } = await fixture()
  const policy = { keys, algorithms: ['ES256'] as const, now, skew: 30 }
  const failing = async () => new Response('', { status: 500 })
  const resolver = createStatusResolver({ crypto, fetch: failing, urls: { loopbackHttp: false } })
  assert.equal(codeOf(await resolver.resolve({ idx: 1, uri }, policy)), 'status_unexpected')
  assert.equal(codeOf(await resolver.resolve({ idx: 1, uri: 'http://issuer.example/list' }, policy)), 'url_not_https')
})
