/**
 * A wallet and a third-party PID Provider with one fault per row. The wallet must accept permitted variations and
 * refuse everything else by its rule. After a refusal, it must not store a credential, follow a redirect or send a
 * cookie.
 */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { type BlobStore, createMemoryBlobStore } from '../../src/wallet/index.ts'
import { controlTimeouts } from './controlled-timeouts.ts'
import { assertPlainRequests } from './plain-requests.ts'
import { ruleOf } from './refused-by.ts'
import { startThirdParties } from './third-parties.ts'
import { configurationPath } from './third-party/federation.ts'
import type { Departure } from './third-party/issuer-departures.ts'
import { answeredRows, inTurn, type OutcomesByEndpoint } from './third-party/transports.ts'

const refusals: OutcomesByEndpoint = {
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

const answers = answeredRows<Departure>(refusals, (endpoint, what, how, outcome) => [
  what,
  (issuer) => void issuer.transport.set(endpoint, how),
  outcome,
])

/** A row for every way of answering at every endpoint. */
export const issuerAnswers = answers.map(({ row }) => row)

/** The rows of `issuerAnswers` for a short run (`inTurn`). */
export const issuerAnswersInTurn = inTurn(answers)

/**
 * Ways of answering that the platform's fetch treats alike: it decodes content codings itself and has its own time-out
 * for headers.
 */
export const platformAnswers = issuerAnswers.filter(
  ([what]) => !/compressed although|kilobytes|never|HTTP\/1\.0|without end$/.test(what),
)

async function copyOf(blobs: BlobStore): Promise<BlobStore> {
  const copy = createMemoryBlobStore()
  for (const name of await blobs.names()) await copy.put(name, (await blobs.get(name)) ?? assert.fail(name))
  return copy
}

/** Obtains a PID for each row. Each wallet starts with the phone and the files of one wallet after its setup. */
export async function obtainFromHostile(
  t: TestContext,
  rows: readonly Departure[],
  through?: 'fetch of the platform',
): Promise<void> {
  const { issuer, createWallet } = await startThirdParties(t)
  const timeouts = controlTimeouts(t)
  const { phone, blobs, random, wallet: first } = createWallet()
  await first.setUp()
  for (const [what, bend, outcome] of rows)
    await t.test(`${outcome}: ${what}`, async () => {
      Object.assign(issuer, { bends: {} })
      issuer.transport.clear()
      issuer.asked.length = 0
      const own = {
        phone,
        random,
        blobs: await copyOf(blobs),
        config: { answerSeconds: timeouts.seconds, attempts: 1 },
      }
      const { wallet } = createWallet(own, through && fetch)
      bend(issuer)
      const keysBefore = [...phone.state.keys.keys()]
      timeouts.watch(issuer.transport)
      assert.equal(await ruleOf(() => wallet.obtainPid(issuer.origin)), outcome)
      assert.equal((await wallet.list()).length, outcome === 'accepted' ? 1 : 0, 'number of stored credentials')
      assertPlainRequests(issuer.asked)
      if (/^WI-(5[89]|6[01]) /.test(outcome))
        assert.deepEqual([...phone.state.keys.keys()], keysBefore, 'a key of the refused PID remains')
      if (/^WI-4[01] /.test(outcome))
        assert.ok(!issuer.asked.some(({ url }) => url.pathname === '/token'), 'the wallet sent the code')
      const tries = issuer.asked.filter(({ url }) => url.pathname === '/credential').length
      assert.ok(tries <= 2, 'the wallet repeated its credential request more than once')
    })
}
