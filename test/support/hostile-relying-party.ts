/**
 * A wallet and a third-party Relying Party with one fault per row. The wallet must answer permitted variations and
 * refuse everything else by its rule. It must not send a response before it has asked the user.
 */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { consentToAll } from '../../src/wallet/index.ts'
import { controlTimeouts } from './controlled-timeouts.ts'
import { assertPlainRequests } from './plain-requests.ts'
import { ruleOf } from './refused-by.ts'
import { startThirdParties } from './third-parties.ts'
import { type ThirdPartyRelyingParty, usual } from './third-party/relying-party.ts'
import type { Departure } from './third-party/relying-party-departures.ts'
import { answeredRows, inTurn, type OutcomesByEndpoint, transports } from './third-party/transports.ts'
import type { Version } from './third-party/versions.ts'

const refusals: OutcomesByEndpoint = {
  '/request': {
    status: 'WI-93 request_refused',
    trouble: 'WI-93 request_refused',
    unreachable: 'GEN-27 unreachable',
    unreadable: 'WI-93 answer_unreadable',
    'media type': 'WI-93 media_type_unexpected',
    text: 'WI-93 jws_malformed',
  },
  '/response': {
    status: 'WI-88 response_refused',
    trouble: 'WI-88 response_refused',
    unreachable: 'GEN-27 unreachable',
    unreadable: 'GEN-23 answer_unreadable',
    'media type': 'accepted',
    text: 'WI-88 json_malformed',
  },
}

const answers = answeredRows<Departure>(refusals, (endpoint, what, how, outcome) => [
  what,
  (party) => void party.transport.set(endpoint, how),
  outcome,
])

/** A row for every way of answering at every endpoint. */
export const relyingPartyAnswers = answers.map(({ row }) => row)

/** The rows of `relyingPartyAnswers` for a short run (`inTurn`). */
export const relyingPartyAnswersInTurn = inTurn(answers)

/** The wallet opens the page after the response, whatever the page answers, because only the browser reads it. */
export const pageAnswers = transports.map(
  ([what, how]): Departure => [
    `the page answered ${what}`,
    (party) => void party.transport.set('/done', how),
    'accepted',
  ],
)

/**
 * Outcomes after the user was asked: of the response, of its answer and of the page, and of a query without a match.
 */
const afterConsent =
  /^(?:accepted|FED-08 address_forbidden|WI-82 no_matching_credential|(?:WI-(?:18|88|95|97)|GEN-(?:23|27)) .+)$/

const linkOf = (party: ThirdPartyRelyingParty, variant: NonNullable<Departure[3]>): string | Promise<string> => {
  if (variant === 'by-value') return party.askByValue()
  return variant === 'by-post' ? party.ask('dcql', 'post') : party.ask(variant)
}

/** Presents the PID of the same wallet for each row, to a Relying Party that implements `version`. */
export async function presentToHostile(
  t: TestContext,
  rows: readonly Departure[],
  flow: 'same-device' | 'cross-device' = 'same-device',
  version: Version = 'seed',
) {
  const { relyingParty, issuer, createWallet, deliverTo } = await startThirdParties(t, version)
  const timeouts = controlTimeouts(t)
  const { phone, blobs, random, wallet: first } = createWallet()
  await first.setUp()
  await (version === 'seed' ? first.obtainPid(issuer.origin) : deliverTo(first, version))
  const sentResponses = () => relyingParty.asked.filter(({ url }) => url.pathname === '/response').length
  for (const [what, bend, outcome, variant = 'dcql'] of rows)
    await t.test(`${outcome}: ${what}`, async () => {
      Object.assign(relyingParty, { bends: {}, ...usual })
      relyingParty.transport.clear()
      relyingParty.asked.length = 0
      const holder = createWallet({ phone, blobs, random, config: { answerSeconds: timeouts.seconds, attempts: 1 } })
      holder.acknowledge = async () => assert.equal(sentResponses(), 0)
      holder.consent = (request) => {
        assert.equal(sentResponses(), 0, 'responses before the user was asked')
        return consentToAll(request)
      }
      bend(relyingParty)
      timeouts.watch(relyingParty.transport)
      const link = await linkOf(relyingParty, variant)
      assert.equal(await ruleOf(() => holder.wallet.present(link, flow)), outcome)
      const sent = sentResponses() > 0
      const questions = holder.asked.length + holder.unanswerable.length
      if (version === 'seed' && !afterConsent.test(outcome))
        assert.deepEqual([sent, questions], [false, 0], 'the request was refused after the user was asked')
      assert.ok(!sent || questions === 1, `a response was sent after ${questions} questions to the user`)
      assertPlainRequests(relyingParty.asked)
      if (outcome !== 'accepted') assert.deepEqual(holder.opened, [], 'pages that were opened after a refusal')
    })
}
