/** Rate limits at every endpoint of every role, as `fiducia serve` composes them, and their cost: no cryptography. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createLoad, createNodeCrypto, createRateLimiter } from '../../src/node/index.ts'
import { furtherProfileNames } from '../../src/profiles/index.ts'
import { createAdmission } from '../../src/serve/admission.ts'
import { roleNames } from '../../src/serve/index.ts'
import { administrationTargets } from '../../src/serve/request-gate.ts'
import { createRequestScope } from '../../src/telemetry/index.ts'
import { certify } from '../support/certificates/test-authority.ts'
import { countingCrypto } from '../support/crypto-counter.ts'
import { recordingSink } from '../support/decisions.ts'
import { certificatePem } from '../support/expired-certificate.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { composeInMemory } from '../support/served-roles.ts'
import { surfaces } from './surfaces.ts'

const limits = {
  maximumInFlight: 10,
  maximumInFlightPerClient: 10,
  maximumUnfinishedBodiesPerClient: 10,
  maximumLagMilliseconds: 1e6,
}
const none = { verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 }

interface Options {
  readonly limited?: typeof limits
  readonly publicUrl?: string
  readonly profiles?: object
}

async function setUp(role: (typeof roleNames)[number], { limited = limits, ...options }: Options = {}) {
  const counting = countingCrypto(createNodeCrypto())
  const decisions = recordingSink()
  const scope = createRequestScope()
  const load = createLoad({ ...limited, milliseconds: () => 0 })
  const limiter = createRateLimiter({ limits: { perSecond: 0.25, burst: 1 }, milliseconds: () => 0 })
  const admission = createAdmission({ scope, load, limiter })
  const { service, settings } = await composeInMemory(role, {
    ...options,
    ...{ crypto: counting.crypto, decisions, admission },
  })
  const call = (client: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const { leave } = load.enter(client)
    const isAdministration = administrationTargets(settings)(path)
    const request = new Request(`${settings.publicUrl}${path}`, init)
    return scope.run({ clientNetwork: client, isAdministration }, () => service.app(request)).finally(leave)
  }
  return { counting, decisions, load, call, settings }
}

for (const role of roleNames) {
  const paths = [
    ...new Set(
      surfaces
        .filter(({ surface, isOptional }) => surface.startsWith(`${role}/`) && !isOptional)
        .map(({ surface }) => surface.split(' ')[0] ?? ''),
    ),
  ]
  test(`GEN-08 the ${role} limits each client at each endpoint, and answers 429 without any cryptography`, async () => {
    const { counting, decisions, call } = await setUp(role)
    await call('198.51.100.9', '/.well-known/openid-federation')
    assert.ok(paths.length > 0)
    for (const surface of ['/.well-known/openid-federation', ...paths.map((path) => path.slice(role.length))]) {
      const path = surface.replaceAll(/:\w+/g, 'x')
      for (const [method, network] of [
        ['GET', '198.51.100'],
        ['POST', '203.0.113'],
      ] as const) {
        const first = await call(`${network}.1`, path, { method })
        assert.notEqual(first.status, 429, path)
        counting.take()
        const second = await call(`${network}.1`, path, { method })
        assert.deepEqual([second.status, second.headers.get('retry-after')], [429, '4'], `${method} ${path}`)
        const check = decisions.lastRefusal()?.checks.at(-1)
        assert.deepEqual([check?.requirement, check?.code], ['GEN-08', 'rate_exceeded'])
        assert.deepEqual(counting.take(), none)
        const other = await call(`${network}.2`, path, { method })
        assert.notEqual(other.status, 429, 'another client is not limited')
      }
    }
  })

  test(`GEN-27 an overloaded ${role} answers 503 with Retry-After before any cryptography`, async () => {
    const { counting, decisions, load, call } = await setUp(role)
    for (let index = 0; index < limits.maximumInFlight; index += 1) load.enter(`c${index}`)
    counting.take()
    for (const path of ['/.well-known/openid-federation', '/token', '/nowhere']) {
      const response = await call('198.51.100.1', path, { method: 'POST' })
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '2'])
      assert.equal(decisions.lastRefusal()?.checks.at(-1)?.code, 'overloaded')
    }
    assert.equal((await call('198.51.100.1', '/health')).status, 200)
    assert.deepEqual(counting.take(), none)
  })

  test(`GEN-27 GEN-60 an overloaded ${role} still answers its administration`, async () => {
    const { decisions, load, call } = await setUp(role)
    for (let index = 0; index < limits.maximumInFlight; index += 1) load.enter(`c${index}`)
    const path = paths.find((surface) => surface.startsWith(`${role}/admin/`))?.slice(role.length)
    assert.ok(path)
    assert.equal((await call('198.51.100.1', path, { method: 'POST' })).status, 415, 'the request is read')
    for (let index = 0; index < limits.maximumInFlightPerClient; index += 1) load.enter('198.51.100.2')
    assert.equal((await call('198.51.100.2', path, { method: 'POST' })).status, 503, 'the client exceeds its own limit')
    const check = decisions.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], ['GEN-27', 'overloaded'])
  })
}

test('GEN-08 RP-140 the Relying Party limits erasures in each further profile, and answers 429 without any cryptography', async () => {
  const { der } = await certify({ entityId: 'https://ta.example', kind: 'root' })
  const root = join(freshDirectory(), 'root.pem')
  writeFileSync(root, certificatePem(Buffer.from(der)))
  const certificateTrust = { rootFiles: [root] }
  const profiles = Object.fromEntries(furtherProfileNames.map((name) => [name, { certificateTrust }]))
  const { counting, decisions, call, settings } = await setUp('relying-party', {
    publicUrl: 'https://profiles.example',
    profiles,
  })
  assert.equal(settings.profileEntities.length, furtherProfileNames.length)
  for (const [index, { publicUrl }] of settings.profileEntities.entries()) {
    const path = `${new URL(publicUrl).pathname}/erasure`
    const client = `198.51.100.${index}`
    assert.equal((await call(client, path)).status, 302)
    counting.take()
    const second = await call(client, path)
    assert.deepEqual([second.status, second.headers.get('retry-after')], [429, '4'], path)
    const check = decisions.lastRefusal()?.checks.at(-1)
    assert.deepEqual([check?.requirement, check?.code], ['GEN-08', 'rate_exceeded'])
    assert.deepEqual(counting.take(), none)
    assert.equal((await call(`203.0.113.${index}`, path)).status, 302, 'another client is not limited')
  }
})
