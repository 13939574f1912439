/**
 * A PID Provider of others' that becomes hostile or sloppy, one departure at a time, over real HTTP: what is allowed is taken,
 * everything else is refused by its rule; nothing of it is stored, followed or kept.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Refusal } from '../../src/base/index.ts'
import { startAmongStrangers } from '../support/among-strangers.ts'
import { configurationPath } from '../support/strangers/federation.ts'
import { type Departure, issuerDepartures } from '../support/strangers/issuer-departures.ts'
import { elsewhere, transports, type Verdict } from '../support/strangers/transports.ts'

const refusals: Readonly<Record<string, Readonly<Record<Exclude<Verdict, 'taken'>, string>>>> = {
  [configurationPath]: {
    status: 'WI-06 no_trust_chain',
    trouble: 'GEN-27 trust_unavailable',
    unreachable: 'GEN-27 trust_unavailable',
    unreadable: 'WI-06 no_trust_chain',
    'media type': 'WI-06 no_trust_chain',
    text: 'WI-06 no_trust_chain',
  },
  '/as/par': endpoint('WI-39', 'request_refused'),
  '/token': endpoint('WI-48', 'token_refused'),
  '/credential': endpoint('WI-54', 'credential_refused'),
}

function endpoint(rule: string, refused: string) {
  return {
    status: `WI-42 ${refused}`,
    trouble: `WI-42 ${refused}`,
    unreachable: 'GEN-27 unreachable',
    unreadable: 'GEN-23 answer_unreadable',
    'media type': `${rule} media_type_unexpected`,
    text: `${rule} json_malformed`,
  }
}

const answers = Object.entries(refusals).flatMap(([path, verdicts]) =>
  transports.map(
    ([what, how, verdict]): Departure => [
      `${path} answered ${what}`,
      (issuer) => void issuer.transport.set(path, how),
      verdict === 'taken' ? 'taken' : verdicts[verdict],
    ],
  ),
)

const errors: readonly Departure[] = [
  ['a new nonce for DPoP at each answer', 'use_dpop_nonce', { 'dpop-nonce': 'n' }],
  ['a new c_nonce at each answer', 'invalid_proof', {}],
  ['an error whose words would move a cursor', '\u001b[31m\u202e', {}],
  ['an error that is null', null, {}],
].map(
  ([what, error, headers]): Departure => [
    String(what),
    (issuer) => {
      let count = 0
      issuer.transport.set('/credential', (response) => {
        count += 1
        const more = Object.fromEntries(Object.entries(headers as object).map(([name, value]) => [name, value + count]))
        response.writeHead(400, { 'content-type': 'application/json', ...more })
        response.end(JSON.stringify({ error, error_description: null, c_nonce: `${'x'.repeat(32)}${count}` }))
      })
    },
    'WI-42 credential_refused',
  ],
)

async function run(t: TestContext, rows: readonly Departure[], through?: 'fetch of the platform') {
  const parties = await startAmongStrangers(t)
  const { issuer, createWallet } = parties
  const { phone, wallet: first } = createWallet()
  await first.setUp()
  for (const [what, bend, outcome] of rows)
    await t.test(`${outcome}: ${what}`, async () => {
      Object.assign(issuer, { bends: {} })
      issuer.transport.clear()
      issuer.asked.length = 0
      const { wallet } = createWallet({ phone, config: { answerSeconds: 1, attempts: 1 } }, through && fetch)
      await wallet.setUp()
      bend(issuer)
      const heard = await wallet.obtainPid(issuer.origin).then(
        () => 'taken',
        (thrown) => (thrown instanceof Refusal ? `${thrown.requirement} ${thrown.code}` : thrown),
      )
      assert.equal(heard, outcome)
      assert.equal((await wallet.list()).length, outcome === 'taken' ? 1 : 0, 'what does not hold is not stored')
      assert.ok(
        issuer.asked.every(({ url }) => url.pathname !== elsewhere),
        'no redirect is followed',
      )
      assert.ok(
        issuer.asked.every(({ headers }) => headers.cookie === undefined),
        'no cookie comes back',
      )
      const tries = issuer.asked.filter(({ url }) => url.pathname === '/credential').length
      assert.ok(tries <= 2, 'what asks for another attempt is followed once')
    })
}

test('a PID Provider that says something else', (t) => run(t, [...issuerDepartures, ...errors]))
test('a PID Provider that answers in another way', (t) => run(t, answers))
test('a PID Provider that answers in another way, by the fetch of the platform', (t) =>
  run(
    t,
    // That takes away codings by itself, and its own patience with headers is another one.
    answers.filter(([what]) => !/compressed although|kilobytes|never|end$/.test(what)),
    'fetch of the platform',
  ))
