import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../base/index.ts'
import { type AdministrationCall, createAdministration, createMessageLog } from '../console/index.ts'
import { applicantsIn } from './console-federation.ts'

const authority = 'https://anchor.example'

test('an entity is an applicant if the latest request for its statement was answered with 404', () => {
  const log = createMessageLog()
  const ask = (id: number, sub: string, status: number, path = 'fetch'): void =>
    log.record({
      ...{ id: `m${id}`, at: id * 1000, from: 'unknown', to: 'trust-anchor', milliseconds: 1, traces: [] },
      request: { method: 'GET', url: `${authority}/${path}?${new URLSearchParams({ sub })}`, headers: [] },
      response: { status, headers: [] },
    })
  ask(1, 'https://a.example', 404)
  ask(2, 'https://b.example', 404)
  ask(3, 'https://member.example', 200)
  ask(4, 'https://admitted.example', 404)
  ask(5, 'https://admitted.example', 200)
  ask(6, 'https://elsewhere.example', 404, 'list')
  ask(7, 'https://a.example', 404)
  assert.deepEqual(applicantsIn(log, authority), [
    { entityId: 'https://a.example', at: 7 },
    { entityId: 'https://b.example', at: 2 },
  ])
  for (let id = 10; id < 60; id += 1) ask(id, `https://crowd${id}.example`, 404)
  assert.equal(applicantsIn(log, authority).length, 20)
})

test('the administration answers 503 if the authority is unreachable', async () => {
  const calls: AdministrationCall[] = []
  const client = createAdministration(async (call) => {
    calls.push(call)
    return { status: 204 }
  }, authority)
  const call = { method: 'POST', path: '/admin/subordinates/remove', body: { entity_id: 'x' } } as const
  assert.deepEqual(await client.administer(call), { status: 204 })
  assert.deepEqual(calls, [{ role: 'trust-anchor', ...call }])
  const silent = createAdministration(async () => fail('unreachable', 'trust-anchor'), authority)
  assert.equal((await silent.administer(call)).status, 503)
})
