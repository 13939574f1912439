import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../base/index.ts'
import { createRegisterClient } from './register-client.ts'

const clientOf = (body: Json | undefined) => createRegisterClient(async () => ({ status: 200, body }))

test('returns credentials, and one credential with its changes', async () => {
  const client = clientOf({ credentials: [{ id: 'a' }], credential: { id: 'a' }, changes: [] })
  assert.deepEqual((await client.search({}, 1)).value, [{ id: 'a' }])
  assert.deepEqual((await client.show('a')).value, { credential: { id: 'a' }, changes: [] })
  assert.deepEqual((await client.change('a', 'revoked', '')).value, { credential: { id: 'a' }, changes: [] })
})

for (const body of [undefined, [], { credentials: {}, credential: null, changes: [] }, { credentials: [1] }, {}])
  test(`counts the answer ${JSON.stringify(body)} with status 200 as malformed`, async () => {
    const client = clientOf(body)
    for (const { value } of [await client.search({}, 1), await client.show('a'), await client.change('a', 'valid', '')])
      assert.equal(value, undefined)
  })
