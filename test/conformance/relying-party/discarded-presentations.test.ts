/** Presentations of 1.4 that fail their own checks are discarded, not the whole response (OpenID4VP 1.0 §8.6). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProfileName } from '../../../src/profiles/index.ts'
import { changing } from '../../support/cases.ts'
import {
  answerForm,
  assertRefused,
  type Bend,
  type Bendable,
  fetchRequest,
  issuerId,
  post,
  presentPid,
  type RelyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../../support/relying-party-profiles.ts'

const types: Readonly<Record<string, string>> = {
  'it-wallet-1.0': 'https://anchor.example/vct/v1.0.0/personidentificationdata',
  'it-wallet-1.4': 'urn:it-wallet:eid:1',
}
/** A query for a required and an optional credential, or for several under one id. */
const asking = (profile: ProfileName, multiple = false) => {
  const typed = { format: 'dc+sd-jwt', meta: { vct_values: [types[profile]] }, claims: [{ path: ['given_name'] }] }
  const credentials = [
    { id: 'pid', ...typed, ...(multiple && { multiple }) },
    ...(multiple ? [] : [{ id: 'other', ...typed }]),
  ]
  const sets = [{ options: [['pid']] }, { options: [['other']], required: false }]
  return { config: { dcqlQuery: { credentials, ...(!multiple && { credential_sets: sets }) } } }
}

type Sent = Readonly<Record<string, readonly Bend[]>>

/** Answers with one presentation for each bend, under its id. */
async function answer(at: RelyingPartyFixture, sent: Sent) {
  const started = await start(at, 'flow=cross-device')
  const request = await requestObjectOf(await fetchRequest(at, started))
  const wallet = await testWallet(at)
  const token: Record<string, string[]> = {}
  for (const [id, bends] of Object.entries(sent)) {
    token[id] = []
    for (const bend of bends)
      token[id].push(await presentPid(at, wallet, request, answerIn(at.config.profile, request, bend)))
  }
  const steps = answerIn(at.config.profile, request, { members: changing({ vp_token: token }) })
  const response = await post(at, await answerForm(at, wallet, request, steps))
  const session = await at.stores.presentationSessions.find(started.id)
  const { credentials = [] } = (session?.result ?? {}) as Bendable
  return { response, status: session?.status, ids: credentials.map(({ id }: Bendable) => id) }
}

const valid: Bend = {}
const expired: Bend = { credential: changing({ exp: 1 }, 'plain') }
const unbound: Bend = { kbJwt: () => '' }
const faults: readonly [title: string, bend: Bend, id: string, code: string, status: number][] = [
  ['another nonce', { binding: changing({ nonce: '1'.repeat(48) }) }, 'RP-66', 'nonce_mismatch', 403],
  ['another audience', { binding: changing({ aud: 'https://other.example' }) }, 'RP-65', 'aud_mismatch', 403],
  ['no key binding', unbound, 'RP-63', 'key_binding_missing', 403],
  ['an expired credential', expired, 'RP-69', 'expired', 400],
  [
    'an unknown issuer',
    { credential: changing({ iss: 'https://x.example' }, 'plain') },
    'RP-84',
    'no_trust_chain',
    403,
  ],
  ['another type', { credential: changing({ vct: 'urn:other' }, 'plain') }, 'RP-13', 'type_mismatch', 400],
  ['a missing claim', { disclose: ['family_name'] }, 'RP-13', 'claim_missing', 400],
  ['a key binding that is no JWT', { kbJwt: () => '.' }, 'GEN-23', 'jws_malformed', 403],
]

describe('RP-216 1.4: discards a presentation, and accepts the response, for', () => {
  for (const [title, bend, id, code] of faults)
    test(title, async () => {
      const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4'))
      for (const sent of [
        { pid: [valid], other: [bend] },
        { other: [bend], pid: [valid] },
      ] as const) {
        const { response, ids } = await answer(at, sent)
        assert.equal(response.status, 200, await response.text())
        assert.deepEqual(ids, ['pid'])
        const { outcome, checks, evidence } =
          at.sink.decisions.findLast((one) => one.surface.endsWith('/response')) ?? {}
        assert.equal(outcome, 'accepted')
        assert.ok(checks?.every(({ passed }) => passed))
        assert.equal(evidence?.discarded_presentations, `other ${id} ${code}`)
      }
    })
})

describe('RP-216 1.4: refuses a response without a required presentation, with the reason of the discarded one, for', () => {
  for (const [title, bend, ...refusal] of faults)
    test(title, async () => {
      const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4'))
      const [id, code, status] = refusal
      const { response, status: session } = await answer(at, { pid: [bend], other: [valid] })
      await assertRefused(at, response, [id, code, status])
      assert.equal(session, 'fetched')
    })
})

test('RP-216 1.4: discards one of several presentations under an id, and refuses if none is left', async () => {
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4', true))
  const { response, ids } = await answer(at, { pid: [expired, valid, unbound] })
  assert.equal(response.status, 200, await response.text())
  assert.deepEqual(ids, ['pid'])
  await assertRefused(at, (await answer(at, { pid: [expired, unbound] })).response, ['RP-69', 'expired', 400])
})

test('RP-216 1.4: refuses a response without a valid presentation, even if a stored query requires none', async () => {
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4'))
  const sessions = at.stores.presentationSessions
  const find = sessions.findByState.bind(sessions)
  // Orders of a version before D-1154 may have such a query.
  sessions.findByState = async (state) => {
    const session = await find(state)
    const credential_sets = [{ options: [['pid'], ['other']], required: false }]
    return session && { ...session, query: { ...session.query, credential_sets } }
  }
  await assertRefused(at, (await answer(at, { pid: [expired] })).response, ['RP-69', 'expired', 400])
  const { response, ids } = await answer(at, { pid: [expired], other: [valid] })
  assert.equal(response.status, 200, await response.text())
  assert.deepEqual(ids, ['other'])
})

/** A presentation of an issuer that nobody knows. Each has another issuer. */
const stranger = (number: number): Bend => ({
  credential: changing({ iss: `https://unknown-${number}.example` }, 'plain'),
})
const strangers = (count: number): readonly Bend[] => Array.from({ length: count }, (_, number) => stranger(number))

test('RP-211 1.4: refuses a response at the fourth presentation whose issuer is not trusted', async () => {
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4', true))
  const accepted = await answer(at, { pid: [...strangers(3), valid] })
  assert.equal(accepted.response.status, 200, await accepted.response.text())
  const { response, status } = await answer(at, { pid: [...strangers(20), valid] })
  await assertRefused(at, response, ['RP-84', 'no_trust_chain', 403])
  assert.equal(status, 'fetched')
  const { evidence } = at.sink.lastRefusal() ?? {}
  const discarded = Array.from({ length: 4 }, () => 'pid RP-84 no_trust_chain').join(', ')
  assert.equal(evidence?.discarded_presentations, discarded)
})

test('RP-211 1.4: accepts a valid presentation beside five without issuer, or of issuers that are not configured', async () => {
  const { config } = asking('it-wallet-1.4', true)
  const credentialIssuers = { [types['it-wallet-1.4'] ?? '']: [issuerId] }
  const at = await profileFixture('it-wallet-1.4', { config: { ...config, credentialIssuers } })
  const withoutIssuer: Bend = { credential: changing({ iss: undefined }, 'plain') }
  for (const [others, rule] of [
    [strangers(5), 'RP-60 credential_type_not_issued'],
    [Array.from({ length: 5 }, () => withoutIssuer), 'RP-60 issuer_missing'],
  ] as const) {
    const { response, ids } = await answer(at, { pid: [...others, valid] })
    assert.equal(response.status, 200, await response.text())
    assert.deepEqual(ids, ['pid'])
    const { evidence } = at.sink.decisions.findLast((one) => one.surface.endsWith('/response')) ?? {}
    assert.equal(evidence?.discarded_presentations, others.map(() => `pid ${rule}`).join(', '))
  }
})

test('RP-211 1.4: evaluates no issuer of a presentation for another request or of an issuer that is not configured', async () => {
  const iss = 'https://unknown.example'
  const credential = changing({ iss }, 'plain')
  const bends: readonly [Bend, string, string, number][] = [
    [{ credential, binding: changing({ nonce: '1'.repeat(48) }) }, 'RP-66', 'nonce_mismatch', 403],
    [{ credential, binding: changing({ aud: 'https://other.example' }) }, 'RP-65', 'aud_mismatch', 403],
    [{ credential, presented: (text) => text.replace(/[^~]+~$/, '') }, 'RP-67', 'sd_hash_mismatch', 403],
    [{ credential, kbJwt: () => '' }, 'RP-63', 'key_binding_missing', 403],
  ]
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4', true))
  for (const [bend, ...refusal] of bends) await assertRefused(at, (await answer(at, { pid: [bend] })).response, refusal)
  const { config } = asking('it-wallet-1.4', true)
  const credentialIssuers = { [types['it-wallet-1.4'] ?? '']: ['https://configured.example'] }
  const limited = await profileFixture('it-wallet-1.4', { config: { ...config, credentialIssuers } })
  const { response } = await answer(limited, { pid: [{ credential }] })
  await assertRefused(limited, response, ['RP-60', 'credential_type_not_issued', 403])
})

test('RP-216 1.4: refuses a response without a valid presentation, also if each one would be enough', async () => {
  const { config } = asking('it-wallet-1.4')
  const sets = [{ options: [['pid'], ['other']] }]
  const at = await profileFixture('it-wallet-1.4', {
    config: { dcqlQuery: { ...config.dcqlQuery, credential_sets: sets } },
  })
  await assertRefused(at, (await answer(at, { pid: [expired], other: [unbound] })).response, ['RP-69', 'expired', 400])
  assert.equal((await answer(at, { pid: [expired], other: [valid] })).response.status, 200)
})

test('RP-216 1.4: refuses a response whose optional credential has a status list that cannot be fetched', async () => {
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4'))
  const status = { status_list: { idx: 1, uri: 'https://nowhere.example/1' } }
  const away: Bend = { credential: changing({ status }, 'plain') }
  const { response } = await answer(at, { pid: [valid], other: [away] })
  await assertRefused(at, response, ['RP-71', 'unreachable', 503, 'temporarily_unavailable'])
})

test('RP-216 1.4: refuses faults of the whole vp_token', async () => {
  const at = await profileFixture('it-wallet-1.4', asking('it-wallet-1.4'))
  const unasked = await answer(at, { pid: [valid], third: [valid] })
  await assertRefused(at, unasked.response, ['RP-13', 'presentation_unrequested', 400])
  const twice = await answer(at, { pid: [valid], other: [valid, valid] })
  await assertRefused(at, twice.response, ['RP-13', 'presentation_count', 400])
  const missing = await answer(at, { other: [valid] })
  await assertRefused(at, missing.response, ['RP-13', 'presentation_missing', 400])
})

test('RP-11 1.0: one invalid presentation refuses the whole response, also an optional one', async () => {
  const at = await profileFixture('it-wallet-1.0', asking('it-wallet-1.0'))
  const { response } = await answer(at, { pid: [valid], other: [expired] })
  await assertRefused(at, response, ['RP-69', 'expired', 400])
})
