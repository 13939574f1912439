import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { recordingSink } from '../../../test/support/decisions.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createDecide } from '../../base/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import type { RpAnswer } from '../answers.ts'
import type { RegisteredApplications } from '../stores.ts'
import { type Application, applications, insecureUrlOf } from './applications.ts'
import { requireApplication } from './require-application.ts'

const digestOf = (letter: string): string => `${letter.repeat(42)}A`
const portal = {
  id: 'portal',
  apiKeyDigests: [digestOf('a'), digestOf('b')],
  returnUrls: ['https://portal.example/back?tab=1', 'https://portal.example/other'],
}
const other = { id: 'other', apiKeyDigests: [digestOf('c')], returnUrls: ['https://other.example/'] }

const fits = (...all: readonly object[]): boolean => {
  const parsed = applications.safeParse(all)
  return parsed.success && parsed.data.every((one) => insecureUrlOf(one, { loopbackHttp: false }) === undefined)
}
const returningTo = (...returnUrls: readonly string[]): object => ({ ...portal, returnUrls })

test('RP-140 refuses an erasure URL that is not https', () => {
  assert.equal(fits({ ...portal, erasureUrl: 'https://portal.example/erasures' }), true)
  assert.equal(fits({ ...portal, erasureUrl: 'http://portal.example/erasures' }), false)
})

test('RP-89 RP-90 accepts applications with distinct ids, keys and return URLs', () => {
  assert.equal(fits(portal, other), true)
})

const refused: readonly (readonly [string, string, ...object[]])[] = [
  ['RP-89', 'two applications with the same id', portal, { ...other, id: 'portal' }],
  ['RP-89', 'two applications with the same key', portal, { ...other, apiKeyDigests: [digestOf('c'), digestOf('b')] }],
  ['RP-89', 'an application with the same key twice', { ...portal, apiKeyDigests: [digestOf('a'), digestOf('a')] }],
  ['RP-89', 'an application without a key', { ...portal, apiKeyDigests: [] }],
  ['RP-89', 'a digest of 31 bytes', { ...portal, apiKeyDigests: [`${'a'.repeat(40)}aQ`] }],
  ['RP-89', 'a digest of 33 bytes', { ...portal, apiKeyDigests: ['a'.repeat(44)] }],
  [
    'RP-89',
    'the digest of an empty key',
    { ...portal, apiKeyDigests: [createHash('sha256').update('').digest('base64url')] },
  ],
  ['RP-91', 'a return URL with a reference', returningTo('https://portal.example/?reference=x')],
  ['RP-91', 'a return URL with a state', returningTo('https://portal.example/?state=x')],
  ['RP-91', 'a return URL with a reference and a state', returningTo('https://portal.example/?state=x&reference=x')],
  ['RP-90', 'a return URL over plain http', returningTo('http://portal.example/')],
  [
    'RP-90',
    'a second return URL over plain http',
    returningTo('https://portal.example/', 'http://portal.example/'),
    other,
  ],
  ['RP-90', 'a return URL that runs a script', returningTo('javascript:alert(1)')],
]
for (const [id, title, ...all] of refused) test(`${id} refuses ${title}`, () => assert.equal(fits(...all), false))

const decide = createDecide<RpAnswer>({
  clock: fixedClock(),
  random: seededRandom('applications'),
  decisions: recordingSink(),
})

test('RP-89 finds the application of a key without reading all applications', async () => {
  let read = 0
  const keyOf = (index: number): string => `key-${index}-of-an-application`
  const all = Array.from({ length: 100 }, (_, index) => {
    const digest = createHash('sha256').update(keyOf(index)).digest('base64url')
    return Object.defineProperty({ id: `portal-${index}` }, 'apiKeyDigests', {
      get: () => {
        read += 1
        return [digest]
      },
    }) as Application
  })
  const ctx = { crypto: createNodeCrypto(), config: { entityId: 'https://rp.example', applications: all }, stores: {} }
  const find = (key: string): Promise<Application> =>
    decide('relying-party/application', (decision) =>
      requireApplication(ctx, decision, { authorization: `Bearer ${key}`, origin: undefined }),
    )
  assert.equal((await find(keyOf(0))).id, 'portal-0')
  const before = read
  assert.equal((await find(keyOf(99))).id, 'portal-99')
  await assert.rejects(find('an-unknown-key'), { code: 'api_key_unknown' })
  assert.equal(read, before)
})

test('RP-89 the key of an application in the store is unknown if the settings or this process have its id', async () => {
  const stored = { id: 'library', apiKeyDigests: [], returnUrls: [], loopbackReturnUrls: false }
  const findWith = (ids: readonly string[], ownApplicationIds: readonly string[] = []): Promise<Application> => {
    const config = { entityId: 'https://rp.example', applications: ids.map((id) => ({ ...stored, id })) }
    const stores = { applications: { findByKey: async () => stored } as unknown as RegisteredApplications }
    return decide('relying-party/application', (decision) =>
      requireApplication({ crypto: createNodeCrypto(), config, stores, ownApplicationIds }, decision, {
        authorization: 'Bearer the-former-key-of-the-library',
        origin: undefined,
      }),
    )
  }
  assert.equal(await findWith(['portal'], ['openid']), stored)
  await assert.rejects(findWith(['portal', 'library']), { code: 'api_key_unknown' })
  await assert.rejects(findWith(['portal'], ['library']), { code: 'api_key_unknown' })
})
