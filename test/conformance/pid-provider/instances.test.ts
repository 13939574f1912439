/**
 * The revocation of a Wallet Instance reaches its PID: through all roles, and at the PID Provider alone with any status
 * list that a Wallet Provider can publish.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fetch, JsonObject } from '../../../src/base/index.ts'
import { type CredentialStatus, createPidProvider } from '../../../src/pid-provider/index.ts'
import { present } from '../../../src/sandbox/life-cycle/present-pid.ts'
import { adminToken, createTestEcosystem, origins, type TestEcosystem } from '../../support/ecosystem.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { walletProviderId } from '../../support/pid-provider-fixture.ts'
import { uri, watching } from '../../support/watched-instances.ts'

const allOrigins = { ...origins, console: '', nationalIdp: '', nationalSamlIdp: '' }

test('PP-32 PP-34 RP-70 the instance is revoked at its Wallet Provider, and the relying party refuses its PID', async () => {
  /**
   * Runs while the response is being sent, because a wallet that is revoked earlier gets no attestation for its
   * response.
   */
  let beforeResponse = async (): Promise<void> => undefined
  const through = (fetch: Fetch): Fetch => {
    return async (request) => {
      const isResponse = request.method === 'POST' && request.url.startsWith(`${origins.relyingParty}/response`)
      if (isResponse) await beforeResponse()
      return fetch(request)
    }
  }
  const ecosystem = await createTestEcosystem({ through })
  const { clock, network } = ecosystem
  const { 'pid-provider': pidProvider } = ecosystem.services
  const { issuedCredentials } = ecosystem.parts.stores['pid-provider']
  const person = ecosystem.person()
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  const show = () => present({ origins: allOrigins, person }, { variant: 'dcql', method: 'post' })
  assert.equal((await show()).get('given_name'), 'Mario')
  assert.deepEqual(await pidProvider.applyWalletInstanceStatuses(), {
    asked: 1,
    revoked: 0,
    suspended: 0,
    unknown: 0,
    reasons: {},
    nextDue: clock.now() + 1,
  })

  const administer = (path: string, body?: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
    const init = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
    return network.fetch(new Request(origins.walletProvider + path, init))
  }
  beforeResponse = async () => {
    const found = (await (await administer('/admin/wallet-instances/search', {})).json()) as JsonObject
    const [{ hardware_key_tag } = {}] = found.wallet_instances as JsonObject[]
    const revocation = { hardware_key_tag, reason: 'revoked_by_provider' } as object
    assert.equal((await administer('/admin/wallet-instances/revoke', revocation)).status, 204)
    clock.advance(3)
    assert.equal((await pidProvider.applyWalletInstanceStatuses()).revoked, 1)
  }
  await refusedAt(ecosystem, show)
  const [entry] = await issuedCredentials.search({})
  assert.equal(entry?.status, 'revoked')
  const [change] = await issuedCredentials.changes(entry.id)
  assert.deepEqual([change?.actor, change?.reason], ['wallet-provider', 'wallet_instance_revoked'])
  assert.deepEqual(await pidProvider.applyWalletInstanceStatuses(), {
    asked: 0,
    revoked: 0,
    suspended: 0,
    unknown: 0,
    reasons: {},
    nextDue: clock.now() + 1,
  })
})

/** Asserts that the Relying Party's decision names the PID's status. */
async function refusedAt({ decisions }: TestEcosystem, show: () => Promise<unknown>): Promise<void> {
  await assert.rejects(show())
  const refusal = decisions.decisions.findLast(({ surface }) => surface === 'relying-party/response')
  const last = refusal?.checks.at(-1)
  assert.deepEqual([refusal?.outcome, last?.requirement, last?.code], ['refused', 'RP-70', 'revoked'])
}

test('PP-32 the PID Provider follows the list of the Wallet Provider and logs the origin of each change', async () => {
  for (const [wire, expected, reason] of [
    [0, 'valid', undefined],
    [1, 'revoked', 'wallet_instance_revoked'],
    [2, 'suspended', 'wallet_instance_suspended'],
    [3, 'valid', undefined],
  ] as const) {
    const { fixture, entry, publish, sweep } = await watching()
    publish(wire)
    await sweep()
    const credential = await entry()
    assert.equal(credential?.status, expected, `status ${wire}`)
    const changes = await fixture.stores.issuedCredentials.changes(credential?.id ?? '')
    assert.deepEqual(
      changes.map(({ actor, reason }) => [actor, reason]),
      reason === undefined ? [] : [['wallet-provider', reason]],
    )
    assert.deepEqual((await sweep()).revoked, 0, 'changed once')
  }
})

test('PP-32 a suspended PID stays suspended until its instance is revoked, and then stays revoked', async () => {
  const { entry, publish, sweep } = await watching()
  const seen: (CredentialStatus | undefined)[] = []
  for (const wire of [2, 0, 1, 0]) {
    publish(wire)
    await sweep()
    seen.push((await entry())?.status)
  }
  assert.deepEqual(seen, ['suspended', 'suspended', 'revoked', 'revoked'])
})

test('PP-111 a suspension of the instance does not affect a PID whose status list has one bit', async () => {
  const { entry, publish, sweep } = await watching({ config: { statusLists: { bits: 1, suspension: false } } })
  publish(2)
  assert.equal((await sweep()).suspended, 0)
  assert.equal((await entry())?.status, 'valid')
  publish(1)
  assert.equal((await sweep()).revoked, 1)
})

test('PP-32 PP-110 the next status list shows the change of the Wallet Instance', async () => {
  const { fixture, entry, publish, sweep } = await watching()
  const list = async () => {
    const { payload } = decodeJwt(await (await fixture.send('/statuslists/0')).text())
    return (payload.status_list as { readonly lst: string }).lst
  }
  const before = await list()
  publish(1)
  assert.equal(await list(), before)
  await sweep()
  assert.equal((await entry())?.status, 'revoked')
  assert.notEqual(await list(), before)
})

test('PP-32 a sweep stops on request, after the requests in progress', async () => {
  const { fixture } = await watching()
  const end = new AbortController()
  const list = { walletProvider: walletProviderId, uri, places: 6 }
  Object.assign(fixture.stores.issuedCredentials, { takeDueLists: async () => Array.from({ length: 8 }, () => list) })
  const provider = createPidProvider({
    ...fixture.parts,
    walletInstanceStatus: {
      listed: async () => {
        end.abort()
        return { exceptions: [] }
      },
    },
  })
  assert.equal((await provider.applyWalletInstanceStatuses(end.signal)).asked, 8)
})

test('PP-32 the status is fetched until the configured time after the attestation’s expiry', async () => {
  const { fixture, entry, publish, sweep } = await watching({ config: { attestationWatchSeconds: 600 } })
  fixture.clock.advance(3600 + 596)
  assert.equal((await sweep()).asked, 1, 'the expired attestation is still watched')
  fixture.clock.advance(2)
  publish(1)
  await fixture.stores.grants.prune(fixture.clock.now())
  assert.equal((await sweep()).asked, 0)
  assert.equal((await entry())?.status, 'valid')
})

test('PP-32 another source can report the status of a Wallet Instance', async () => {
  const { fixture } = await watching()
  const asked: unknown[] = []
  const provider = createPidProvider({
    ...fixture.parts,
    walletInstanceStatus: {
      listed: async (walletProvider, list) => {
        asked.push([walletProvider, list])
        return { exceptions: [{ index: 5, status: 'revoked' }] }
      },
    },
  })
  assert.equal((await provider.applyWalletInstanceStatuses()).revoked, 1)
  assert.deepEqual(asked, [[walletProviderId, uri]])
})
