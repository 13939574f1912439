import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdministrationAnswer } from '../administration.ts'
import { renderAnswerRefusal, statusOf } from '../answer-refusal.ts'
import { createInstancesClient } from './instances-client.ts'

const clientOf = (answer: AdministrationAnswer) => createInstancesClient(async () => answer)
const instance = { hardware_key_tag: 'a', thumbprint: 'b', status: 'revoked', registered_at: 0, device: {} }

test('returns the instances, one instance, and the number of changed ones', async () => {
  const body = { wallet_instances: [instance], revoked: 2, released: 3, ...instance }
  const client = clientOf({ status: 200, body })
  assert.deepEqual((await client.search({}, 1)).value, [instance])
  assert.deepEqual((await client.show('a')).value, body)
  assert.equal((await client.changeGroup('revoke', { user: 'mario' }, 'revoked_by_user')).value, 2)
  assert.equal((await client.changeGroup('release', { held: true }, '')).value, 3)
})

for (const body of [undefined, {}, [], { revoked: '2', released: -1 }, { revoked: null }, { wallet_instances: {} }])
  test(`counts the answer ${JSON.stringify(body)} with status 200 as malformed`, async () => {
    const client = clientOf({ status: 200, body })
    for (const { result, value } of [
      await client.search({}, 1),
      await client.show('a'),
      await client.changeGroup('revoke', { user: 'mario' }, 'revoked_by_user'),
      await client.changeGroup('release', { held: true }, ''),
    ]) {
      assert.equal(value, undefined)
      assert.equal(statusOf(result), 502)
      assert.match(String(renderAnswerRefusal('en', 'x', result)), /no usable answer from the service.*HTTP status 200/)
    }
  })

test('counts a list with anything other than instances as malformed', async () => {
  for (const wrong of [
    ...[1, null, {}, { ...instance, thumbprint: 1 }, { ...instance, device: null }],
    ...[
      { ...instance, status: null },
      { ...instance, registered_at: undefined },
    ],
  ]) {
    const client = clientOf({ status: 200, body: { wallet_instances: [instance, wrong] } })
    assert.equal((await client.search({}, 2)).value, undefined, JSON.stringify(wrong))
  }
})
