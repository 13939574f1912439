import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import type { ConsentAnswer, WalletEvent } from '../console/index.ts'
import type { ConsentRequest } from '../wallet/index.ts'
import { answerSeconds, createConsoleRequests, pageSeconds } from './console-wallet-requests.ts'

const question: ConsentRequest = {
  relyingParty: {
    entityId: 'https://rp.example',
    name: 'A service',
    organization: undefined,
    policyUri: undefined,
    logoUri: undefined,
    profile: 'seed',
    erasureEndpoint: undefined,
  },
  walletAttestationAsked: true,
  items: [
    {
      id: 'pid',
      purpose: undefined,
      candidates: [
        { id: 'c1', type: 'pid', issuer: 'https://pid.example', claims: [{ path: ['given_name'], value: 'Ada' }] },
      ],
    },
  ],
}
const yes: ConsentAnswer = { given: true, items: [{ id: 'pid', credential: 'c1', claims: [['given_name']] }] }

/** Creates requests whose presentations ask one question, and timers that a test fires. */
function setUp(asks = true) {
  const timers: { readonly seconds: number; readonly run: () => void }[] = []
  const answers: ConsentAnswer[] = []
  let [ids, runs] = [0, 0]
  const requests = createConsoleRequests({
    clock: fixedClock(),
    after: (seconds, run) => {
      const timer = { seconds, run }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
    newId: () => `id-${++ids}`,
    run: async (_link, _flow, outcome): Promise<WalletEvent> => {
      runs += 1
      if (!asks) await new Promise(() => undefined)
      const answer = await requests.consent.ask(question)
      answers.push(answer)
      requests.openPage('https://rp.example/done')
      return { id: 'event', at: 0, kind: 'presentation', outcome: answer.given ? 'done' : 'declined', ...outcome() }
    },
  })
  const fire = (seconds: number): void => {
    for (const timer of timers.filter((one) => one.seconds === seconds)) timer.run()
  }
  return { requests, answers, fire, timers, runs: () => runs }
}

test('shows the question, and ends with the person’s answer', async () => {
  const { requests, answers, timers } = setUp()
  const id = await requests.present('link', 'same-device')
  const asked = requests.find(id)
  assert.ok(asked?.state === 'question')
  assert.equal(asked.question, question)
  assert.equal(asked.endsAt, fixedClock().now() + answerSeconds)
  assert.deepEqual(requests.open(), [{ id, party: 'A service' }])
  const ended = await requests.answer(id, yes)
  assert.ok(ended?.state === 'ended')
  assert.deepEqual(answers, [yes])
  assert.deepEqual(ended.event.claims, ['given_name'])
  assert.equal(ended.event.continueAt, 'https://rp.example/done')
  assert.deepEqual([requests.open(), timers], [[], []])
})

test('a second answer and a second request with the same link change nothing', async () => {
  const { requests, answers, runs } = setUp()
  const [id, same] = await Promise.all([
    requests.present('link', 'same-device'),
    requests.present('link', 'same-device'),
  ])
  assert.equal(same, id)
  const [first, second] = await Promise.all([requests.answer(id, yes), requests.answer(id, { given: false })])
  assert.deepEqual(first, second)
  assert.deepEqual(await requests.answer(id, { given: false }), first)
  assert.deepEqual([answers, runs()], [[yes], 1])
  assert.notEqual(await requests.present('link', 'same-device'), id, 'the same link begins a new request')
})

test('declines when the time for an answer is over', async () => {
  const { requests, answers, fire } = setUp()
  const id = await requests.present('link', 'cross-device')
  fire(answerSeconds)
  const ended = await requests.answer(id, yes)
  assert.deepEqual(answers, [{ given: false }])
  assert.ok(ended?.state === 'ended' && ended.event.timedOut === true)
})

test('shows a waiting page after some seconds without a question', async () => {
  const { requests, fire } = setUp(false)
  const presenting = requests.present('link', 'cross-device')
  fire(pageSeconds)
  assert.equal(requests.find(await presenting)?.state, 'working')
})

test('if two requests are open, an answer goes to the request that it names', async () => {
  const { requests, answers } = setUp()
  const [one, other] = await Promise.all([
    requests.present('one', 'same-device'),
    requests.present('other', 'same-device'),
  ])
  await requests.answer(other, { given: false })
  assert.deepEqual(answers, [{ given: false }])
  assert.equal(requests.find(one)?.state, 'question')
  await requests.answer(one, yes)
  assert.deepEqual(answers, [{ given: false }, yes])
})

test('forgets the oldest requests, and declines them if they are open', async () => {
  const { requests, answers } = setUp()
  const first = await requests.present('link-0', 'same-device')
  for (let index = 1; index <= 20; index += 1) await requests.present(`link-${index}`, 'same-device')
  assert.equal(requests.find(first), undefined)
  assert.equal(await requests.answer(first, yes), undefined)
  assert.deepEqual(answers, [{ given: false }])
  requests.close()
  await Promise.resolve()
  assert.equal(requests.open().length, 0)
})

test('rejects a question outside of a presentation', async () => {
  await assert.rejects(setUp().requests.consent.ask(question), /outside of a presentation/)
})
