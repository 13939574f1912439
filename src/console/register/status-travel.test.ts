import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner, signJwt } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { compressStatusList, createStatusList } from '../../status-list/index.ts'
import { followStatus } from './status-travel.ts'

const uri = 'https://pid.example/statuslists/1'
const signer = await generateSigner({ crypto: createNodeCrypto() })

test('a published list is read only if its number of bits is a number', async () => {
  const lst = await compressStatusList(createStatusList(1, 64))
  const publishedWith = async (bits: unknown) => {
    const claims = { sub: uri, iat: 1_768_478_400, status_list: { bits, lst } }
    const token = await signJwt(signer, { typ: 'statuslist+jwt' }, claims as never)
    const credential = { statusIndex: 3, status: 'valid' } as const
    return (await followStatus({ uri, token, relyingParties: [] }, credential, 1_768_478_401)).published
  }
  assert.equal((await publishedWith(1))?.status, 'valid')
  for (const bits of ['1', [1], true, 3, undefined]) assert.equal(await publishedWith(bits), undefined, String(bits))
})

test('the copy of a list that was signed long ago is used for its ttl after it was fetched (D-1126)', async () => {
  const [iat, fetchedAt] = [1_768_478_400, 1_768_482_000]
  const lst = await compressStatusList(createStatusList(1, 64))
  const claims = { sub: uri, iat, ttl: 600, status_list: { bits: 1, lst } }
  const token = await signJwt(signer, { typ: 'statuslist+jwt' }, claims)
  const copies = { of: () => [{ reader: 'relying-party', fetchedAt, token }] }
  const revoked = { statusIndex: 3, status: 'revoked' } as const
  const readerAt = async (now: number) =>
    (await followStatus({ uri, token, relyingParties: [], copies }, revoked, now)).readers[0]
  const { knowledge, secondsLeft } = (await readerAt(fetchedAt + 100)) ?? {}
  assert.deepEqual([knowledge, secondsLeft], ['will_know', 500])
  assert.equal((await readerAt(fetchedAt + 600))?.knowledge, 'asks')
})

test('a copy whose content was not recorded has an unknown status', async () => {
  const fetchedAt = 1_768_478_400
  const copies = { of: () => [{ reader: 'relying-party', fetchedAt }] }
  const credential = { statusIndex: 3, status: 'valid' } as const
  const { readers } = await followStatus(
    { uri, token: undefined, relyingParties: ['wallet', 'relying-party'], copies },
    credential,
    fetchedAt,
  )
  assert.deepEqual(readers, [
    { name: 'wallet', knowledge: 'asks' },
    { name: 'relying-party', fetchedAt, knowledge: 'unknown' },
  ])
})
