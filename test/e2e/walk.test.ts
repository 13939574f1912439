/** The whole life cycle in memory, step by step as the sandbox runs it: fixed clock, seeded randomness, no socket. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lifeCycle } from '../../src/sandbox/life-cycle/run-life-cycle.ts'
import { Unexpected } from '../../src/sandbox/life-cycle/step.ts'
import { adminToken, createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'

const elsewhere = {
  console: 'https://console.example',
  nationalIdp: 'https://idp.example',
  nationalSamlIdp: 'https://spid.example',
}

function contextOf(ecosystem: TestEcosystem) {
  const said: string[] = []
  const keep = (text: string): void => void said.push(text)
  const narrator = { heading: keep, say: keep, passed: keep, failed: keep, exchange: () => {}, end: () => {} }
  return {
    said,
    origins: { ...origins, ...elsewhere },
    person: ecosystem.person(),
    administrationFetch: ecosystem.fetchOf('administrator'),
    adminToken,
    narrator,
    pause: async (seconds: number) => ecosystem.clock.advance(seconds),
  }
}

test('every step of the life cycle succeeds, and the claims arrive', async () => {
  const ecosystem = await createTestEcosystem()
  const ctx = contextOf(ecosystem)
  for (const step of lifeCycle) await step.run(ctx)
  const said = ctx.said.join('\n')
  for (const claim of [/given_name +Mario/, /family_name +Rossi/, /tax_id_number +RSSMRA80A01H501U/])
    assert.equal(said.match(new RegExp(claim, 'g'))?.length, 3, `${claim} in each presentation`)
  const refused = ecosystem.decisions.decisions.filter(({ outcome }) => outcome !== 'accepted')
  assert.deepEqual(
    refused.map(({ surface, checks }) => [surface, checks.at(-1)?.requirement, checks.at(-1)?.code]),
    [
      ['relying-party/response', 'RP-70', 'revoked'],
      ['wallet/presentation', 'WI-88', 'response_refused'],
    ],
  )
})

test('a wallet that checks status lists does not offer a revoked PID', async () => {
  const ecosystem = await createTestEcosystem()
  const ctx = contextOf(ecosystem)
  const [firstStart, obtainPid, , , present, revoke] = lifeCycle
  for (const step of [firstStart, obtainPid, revoke]) await step?.run(ctx)
  ecosystem.clock.advance(3)
  assert.equal((await ctx.person.wallet.list())[0]?.state, 'revoked')
  await assert.rejects(present?.run(ctx) ?? Promise.resolve(), { code: 'no_matching_credential' })
})

test('the life cycle fails if the revocation is refused, and if the revoked PID is then accepted', async () => {
  const ecosystem = await createTestEcosystem()
  const ctx = { ...contextOf(ecosystem), adminToken: 'another' }
  const [firstStart, obtainPid, , , , revoke, refused] = lifeCycle
  for (const step of [firstStart, obtainPid]) await step?.run(ctx)
  await assert.rejects(revoke?.run(ctx) ?? Promise.resolve(), Unexpected)
  await assert.rejects(refused?.run(ctx) ?? Promise.resolve(), /accepted a revoked PID/)
})

test('a person whose login has too low a level gets no PID', async () => {
  const ecosystem = await createTestEcosystem()
  const { wallet } = ecosystem.person('lucia.bianchi')
  await wallet.setUp()
  await assert.rejects(wallet.obtainPid(origins.pidProvider))
  assert.equal(
    ecosystem.decisions.decisions.find(({ outcome }) => outcome === 'refused')?.checks.at(-1)?.requirement,
    'PP-13',
  )
  assert.equal((await wallet.status()).state, 'operational')
})

test('two people with two wallets get their PIDs at the same time', async () => {
  const ecosystem = await createTestEcosystem()
  const people = [ecosystem.person('mario.rossi'), ecosystem.person('nicolo.dangelo')]
  const names = await Promise.all(
    people.map(async ({ wallet }) => {
      await wallet.setUp()
      const { id } = await wallet.obtainPid(origins.pidProvider)
      return (await wallet.show(id)).claims.given_name
    }),
  )
  assert.deepEqual(names, ['Mario', 'Nicolò'])
})
