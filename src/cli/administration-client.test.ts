/**
 * The client waits longer than an administration needs that sends requests itself before it answers, to a candidate or
 * its superiors.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultResolveLimits } from '../federation/index.ts'
import { requestAdministration } from './administration-client.ts'
import { administrationMilliseconds } from './running-service.ts'

test('the client waits longer for an administration than the administration waits for a candidate and its superiors', async () => {
  const patient = async () => Response.json({ entity_id: 'https://member.example' })
  const impatient = () => Promise.reject(new Error('timeout'))
  const service = {
    ...{ entityId: 'https://anchor.example', token: 'token', loopbackHttp: false, now: 0 },
    fetch: Object.assign(impatient, { close: async () => undefined }),
    administrationFetch: Object.assign(patient, { close: async () => undefined }),
  }
  assert.deepEqual(await requestAdministration(service, 'GET', '/admin'), { entity_id: 'https://member.example' })
  const oneRequest = 5000
  assert.ok(administrationMilliseconds > oneRequest + defaultResolveLimits.seconds * 1000)
})
