/** The attestation key ring of a Wallet Provider under `fiducia serve`: replicas share it, and restarts keep it. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ConfigError, createNodeCrypto } from '../../src/node/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { composeInMemory, type ServedInMemory } from '../support/served-roles.ts'

const publicUrl = 'https://wallets.example'
const crypto = createNodeCrypto()
const clock = fixedClock()
const opened: ServedInMemory<'wallet-provider'>[] = []
let postgres: TestPostgres
before(async () => {
  postgres = await startPostgres()
})
after(async () => {
  for (const { close } of opened) await close()
  await postgres.stop()
})

/** Advances the time, and ends a turn of the event loop: the next turn sees what another process wrote. */
async function later(): Promise<void> {
  clock.advance(5)
  await setImmediate()
}

async function start(databaseUrl: string): Promise<ServedInMemory<'wallet-provider'>> {
  const decisions = recordingSink()
  const role = await composeInMemory('wallet-provider', { crypto, clock, decisions, publicUrl, databaseUrl })
  opened.push(role)
  return role
}

async function publishedBy({ service }: ServedInMemory<'wallet-provider'>): Promise<readonly string[]> {
  const statement = await service.app(new Request(`${publicUrl}/.well-known/openid-federation`))
  const [, payload = ''] = (await statement.text()).split('.')
  const { metadata } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    metadata: { wallet_provider: { jwks: { keys: { kid: string }[] } } }
  }
  return metadata.wallet_provider.jwks.keys.map(({ kid }) => kid)
}

function ask(
  { service, settings }: ServedInMemory<'wallet-provider' | 'trust-anchor'>,
  method: string,
  url = `${publicUrl}/admin/attestation-keys`,
): Promise<Response> {
  const token = readFileSync(settings.resolve('administration.token'), 'utf8').trim()
  return Promise.resolve(
    service.app(
      new Request(url, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{}' }),
      }),
    ),
  )
}

test('WP-67 replicas and later starts on PostgreSQL share one ring of attestation keys', async () => {
  const url = await postgres.createDatabase()
  const replicas = await Promise.all([start(url), start(url)])
  const [one, other] = replicas as [(typeof replicas)[0], (typeof replicas)[0]]
  const [first = ''] = await publishedBy(one)
  assert.deepEqual(await publishedBy(other), [first])
  const made = await ask(one, 'POST')
  assert.equal(made.status, 200)
  const { kid: next } = (await made.json()) as { kid: string }
  assert.deepEqual(await publishedBy(one), [first, next], 'the replica that creates the key publishes it at once')
  assert.deepEqual(await publishedBy(other), [first])
  await later()
  assert.deepEqual(
    await publishedBy(other),
    [first, next],
    'the other replica publishes the key within attestationKeyCacheSeconds',
  )
  assert.equal(
    await one.stores.attestationKeys.activate({
      kid: next,
      ...{ retiredAt: Number.MAX_SAFE_INTEGER, now: 1, actor: 'a' },
    }),
    'active',
  )
  const third = await start(url)
  await later()
  for (const replica of [one, other, third]) assert.deepEqual(await publishedBy(replica), [next, first])
  const { attestation_keys: states } = (await (await ask(third, 'GET')).json()) as {
    attestation_keys: { state: string }[]
  }
  assert.deepEqual(
    states.map(({ state }) => state),
    ['retiring', 'active'],
  )
  const statusList = await other.service.app(new Request(`${publicUrl}/statuslists/0`))
  assert.equal(decodeJwt(await statusList.text()).header.kid, next, 'the replica signs with the next key')
})

test('WP-67 a later start on the embedded store has the same ring of attestation keys', async () => {
  const url = `sqlite:${join(freshDirectory(), 'store.sqlite')}`
  const first = await start(url)
  const [former = ''] = await publishedBy(first)
  const made = await ask(first, 'POST')
  const { kid } = (await made.json()) as { kid: string }
  const change = { kid, retiredAt: Number.MAX_SAFE_INTEGER, now: 1, actor: 'a' }
  assert.equal(await first.stores.attestationKeys.activate(change), 'active')
  await first.close()
  const second = await start(url)
  assert.deepEqual(await publishedBy(second), [kid, former])
})

for (const [id, role] of [
  ['WP-67', 'wallet-provider'],
  ['FED-10', 'trust-anchor'],
] as const)
  test(`${id} a ${role} does not start without the active key of its ring`, async () => {
    const databaseUrl = `sqlite:${join(freshDirectory(), 'store.sqlite')}`
    const again = () =>
      composeInMemory(role, {
        ...{ crypto, clock, decisions: recordingSink(), databaseUrl },
        publicUrl: `https://${role}-without-its-key.example`,
      })
    const first = await again()
    await first.close()
    rmSync(first.settings.resolve('keys/keys.json'))
    await assert.rejects(again, (thrown) => {
      assert.ok(thrown instanceof ConfigError, String(thrown))
      assert.match(
        thrown.message,
        /[\w-]{43} is the active key of the store, but neither the key file nor keys\.ringDirectory/,
      )
      return true
    })
  })

for (const [id, role, directory, path] of [
  ['WP-67', 'wallet-provider', 'attestation', '/admin/attestation-keys'],
  ['FED-10', 'trust-anchor', 'federation', '/admin/keys'],
] as const)
  test(`${id} a ${role} that cannot write the next key answers 503 and names the file to the operator`, async () => {
    const origin = `https://${role}-without-a-place.example`
    const told: string[] = []
    const decisions = recordingSink()
    const parts = { crypto, clock, decisions, publicUrl: origin, onTrouble: (what: string) => void told.push(what) }
    const served = await composeInMemory<'wallet-provider' | 'trust-anchor'>(role, parts)
    writeFileSync(served.settings.resolve(join('keys', directory)), 'no directory')
    const response = await ask(served, 'POST', origin + path)
    assert.equal(response.status, 503)
    assert.match(
      await response.text(),
      /"temporarily_unavailable".*The key store cannot be written\. \(vault_unavailable\)/,
    )
    assert.equal(decisions.lastRefusal()?.checks.at(-1)?.code, 'vault_unavailable')
    assert.match(told.join(), new RegExp(`^The file \\S+/${directory}/\\S+ cannot be written \\(E`))
    await served.close()
  })
