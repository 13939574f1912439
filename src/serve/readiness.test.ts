import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { fail, Unavailable } from '../base/index.ts'
import { NoOwnTrustChain, type ResolveCode } from '../federation/index.ts'
import { createReadiness, type ReadinessParts, respondReadiness } from './readiness.ts'

const fine: ReadinessParts['service'] = {
  publisher: {
    entityConfiguration: async () => ({ jwt: 'x', expiresAt: 0, maxAge: 0 }),
    trustChain: async () => ['x'],
    unpinnedKeys: () => [],
  },
  notes: () => [],
}
const fineStores: ReadinessParts['stores'] = { ping: async () => undefined, requireCommits: async () => undefined }
const broken = () => Promise.reject(new Unavailable('no trust chain of our own: no_trust_chain'))

function setUp(change: Partial<ReadinessParts> = {}) {
  const clock = fixedClock()
  const pings: number[] = []
  const faults: unknown[] = []
  const ping = async (): Promise<void> => void pings.push(clock.now())
  const onFault = (fault: unknown) => void faults.push(fault)
  return {
    clock,
    pings,
    faults,
    readiness: createReadiness({ clock, service: fine, stores: { ...fineStores, ping }, onFault, ...change }),
  }
}

test('a service is ready when its store answers and its configuration is signed', async () => {
  const { readiness } = setUp()
  const { ready, reasons, notes } = await readiness.report()
  assert.deepEqual([ready, reasons], [true, []])
  assert.match(notes.join(), /not known yet/)
  await readiness.lookForChain()
  assert.deepEqual((await readiness.report()).notes, [])
  assert.equal(respondReadiness(await readiness.report()).status, 200)
})

test('FED-10 reports an unpinned key of the anchor until it is pinned', async () => {
  let unpinned = [{ anchor: 'https://anchor.example', kid: 'next' }]
  const service = { ...fine, publisher: { ...fine.publisher, unpinnedKeys: () => unpinned } }
  const { clock, readiness } = setUp({ service })
  await readiness.lookForChain()
  const { ready, notes } = await readiness.report()
  assert.equal(ready, true)
  assert.match(
    notes.join(),
    /^the anchor https:\/\/anchor\.example publishes the key next, .*"anchors" in the settings/,
  )
  unpinned = []
  clock.advance(60)
  await readiness.lookForChain()
  assert.deepEqual((await readiness.report()).notes, [])
})

test('a service is not ready if its store fails or does not answer, or if its keys do not sign', async () => {
  const silent = setUp({ stores: { ...fineStores, ping: () => new Promise(() => undefined) }, pingMilliseconds: 5 })
  assert.deepEqual((await silent.readiness.report()).reasons, ['the store does not answer'])
  const service = { ...fine, publisher: { ...fine.publisher, entityConfiguration: broken } }
  const { readiness } = setUp({ service, stores: { ...fineStores, ping: broken } })
  const report = await readiness.report()
  assert.deepEqual(report.reasons, ['the store does not answer', 'the entity configuration cannot be signed'])
  const response = respondReadiness(report)
  assert.deepEqual([response.status, JSON.parse(String(response.body)).status], [503, 'not_ready'])
})

test('GEN-27 a service is not ready if its store answers but does not commit', async () => {
  const { readiness } = setUp({ stores: { ...fineStores, requireCommits: broken } })
  const { ready, reasons } = await readiness.report()
  assert.deepEqual([ready, reasons], [false, ['the store does not commit: the log says why']])
  const silent = setUp({
    stores: { ...fineStores, requireCommits: () => new Promise(() => undefined) },
    pingMilliseconds: 5,
  })
  assert.deepEqual((await silent.readiness.report()).reasons, reasons)
})

test('reports an error of a look that is not an outage, once for each message', async () => {
  let fault: Error = new TypeError('a bug')
  const trustChain = () => Promise.reject(fault)
  const { faults, readiness } = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
  await readiness.lookForChain()
  await readiness.lookForChain()
  assert.deepEqual(faults, [fault])
  assert.match((await readiness.report()).notes.join(), /no trust chain of our own: the log says why\./)
  fault = new Unavailable('an outage')
  await readiness.lookForChain()
  assert.equal(faults.length, 1)
  const anewFails = async ({ anew = false } = {}) => (anew ? Promise.reject(new TypeError('a bug')) : ['x'])
  const superiors = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain: anewFails } } })
  await superiors.readiness.lookForChain()
  superiors.clock.advance(900)
  await superiors.readiness.lookForChain()
  assert.equal(superiors.faults.length, 1)
})

test('reports an error again if it returns after a look that succeeded', async () => {
  let hasFault = true
  const trustChain = async () => (hasFault ? Promise.reject(new TypeError('a bug')) : ['x'])
  const chain = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
  for (hasFault of [true, false, true, true]) await chain.readiness.lookForChain()
  assert.equal(chain.faults.length, 2)
  const anewFails = async ({ anew = false } = {}) => (anew && hasFault ? Promise.reject(new TypeError('a bug')) : ['x'])
  const superiors = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain: anewFails } } })
  for (hasFault of [true, true, false, true]) {
    superiors.clock.advance(450) // a look that does not ask the superiors says nothing about them
    await superiors.readiness.lookForChain()
    superiors.clock.advance(450)
    await superiors.readiness.lookForChain()
  }
  assert.equal(superiors.faults.length, 2)
})

test('a service that is not registered yet is ready, with a note', async () => {
  const service = { ...fine, publisher: { ...fine.publisher, trustChain: broken }, notes: () => ['no list'] }
  const { readiness } = setUp({ service })
  await readiness.lookForChain()
  const { ready, notes } = await readiness.report()
  assert.equal(ready, true)
  assert.match(notes.join(' | '), /no_trust_chain\. "fiducia trust explain" shows .* \| no list/)
})

test('notices a registration within seconds, and checks a valid chain once a minute', async () => {
  let looked = 0
  let taken = false
  const trustChain = async () => {
    looked += 1
    return taken ? ['x'] : broken()
  }
  const { clock, readiness } = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
  await readiness.lookForChain()
  taken = true
  clock.advance(10)
  await readiness.lookAgain()
  assert.deepEqual((await readiness.report()).notes, [])
  for (const seconds of [10, 49]) {
    clock.advance(seconds)
    await readiness.lookAgain()
  }
  assert.equal(looked, 2)
  clock.advance(1)
  await readiness.lookAgain()
  assert.equal(looked, 3)
})

test('FED-15 FED-16 reports the reason for a missing trust chain, with what to change', async () => {
  const noteOn = async (code: ResolveCode, at: string) => {
    const path = ['https://member.example', 'https://region.example/\u001b[2J']
    const trustChain = () => Promise.reject(new NoOwnTrustChain({ path, failure: fail(code, at) }))
    const { readiness } = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
    await readiness.lookForChain()
    return (await readiness.report()).notes.join()
  }
  assert.match(
    await noteOn('not_yet_valid', 'statement[0]'),
    /^no trust chain of our own: not_yet_valid at statement\[0\] \(https:\/\/member\.example > https:\/\/region\.example\/ \[2J\): .*clock/,
  )
  assert.match(
    await noteOn('anchor_key_mismatch', 'statement[1]'),
    /with a key that is not pinned here: obtain its keys/,
  )
  assert.match(await noteOn('status_unexpected', 'statement'), /has no statement about the entity/)
})

test('FED-38 a service reports that its superiors no longer confirm it, even while its chain is valid (D-373)', async () => {
  let word: ResolveCode | undefined
  let asked = 0
  const trustChain = async ({ anew } = { anew: false }) => {
    if (!anew) return ['x']
    asked += 1
    if (word === undefined) return ['x']
    throw new NoOwnTrustChain({
      path: ['https://a.example', 'https://b.example'],
      failure: fail(word, 'statement.status.404'),
    })
  }
  const { clock, readiness } = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
  const notesAfter = async (seconds: number) => {
    clock.advance(seconds)
    await readiness.lookAgain()
    return (await readiness.report()).notes.join()
  }
  await readiness.lookForChain()
  word = 'status_unexpected'
  assert.equal(await notesAfter(899), '')
  assert.equal(asked, 0)
  assert.match(
    await notesAfter(60),
    /^our superiors no longer confirm this service, .*status_unexpected at statement\.status\.404 \(https:\/\/a\.example > https:\/\/b\.example\): the superior has no statement/,
  )
  word = 'unreachable'
  assert.match(await notesAfter(60), /^our superiors no longer confirm .*status_unexpected/, 'silence changes nothing')
  word = undefined
  assert.equal(await notesAfter(60), '')
  assert.equal(asked, 3, 'the superiors are asked again within a minute')
  word = 'unreachable'
  assert.equal(await notesAfter(960), '', 'an unreachable superior is not reported as a missing confirmation')
})

test('a missing trust chain without a rejected path is reported in whole sentences', async () => {
  let hasChain = false
  const noChain = () => Promise.reject(new NoOwnTrustChain(undefined))
  const trustChain = async ({ anew } = { anew: false }) => (hasChain && !anew ? ['x'] : noChain())
  const { clock, readiness } = setUp({ service: { ...fine, publisher: { ...fine.publisher, trustChain } } })
  await readiness.lookForChain()
  assert.match((await readiness.report()).notes.join(), /: no_trust_chain\. "fiducia trust explain" shows each path\./)
  hasChain = true
  clock.advance(900)
  await readiness.lookForChain()
  assert.match((await readiness.report()).notes.join(), /^our superiors no longer confirm .*: no_trust_chain\.$/)
})

test('FED-15 a service without pinned anchors is advised to pin one', async () => {
  const service = { ...fine, publisher: { ...fine.publisher, trustChain: broken } }
  const { readiness } = setUp({ service, anchors: 0 })
  await readiness.lookForChain()
  assert.match((await readiness.report()).notes.join(), /^no anchor is pinned, .* add one with its keys to "anchors"/)
})

test('asks the store at most once a second, and a stopping service is not ready', async () => {
  const { readiness, pings, clock } = setUp()
  await Promise.all(Array.from({ length: 50 }, () => readiness.report()))
  assert.equal(pings.length, 1)
  clock.advance(1)
  await readiness.report()
  assert.equal(pings.length, 2)
  readiness.stopping()
  assert.deepEqual((await readiness.report()).reasons, ['the service is stopping'])
})

test('does not advise removing the entity if another service answers at its address', async () => {
  const noChain = new NoOwnTrustChain({
    path: ['https://role.example', 'https://anchor.example'],
    failure: fail('subject_key_mismatch', 'statement[0].payload.jwks'),
  })
  const publisher = { ...fine.publisher, trustChain: () => Promise.reject(noChain) }
  for (const [anotherAnswers, advice] of [
    [
      true,
      /another service answers at publicUrl: correct publicUrl or the proxy\. The superior need not change anything/,
    ],
    [false, /^(?!.*need not change anything).*first check whether another service .*; if the old one is lost/],
  ] as const) {
    const { readiness } = setUp({ service: { ...fine, publisher }, anotherAnswers: () => anotherAnswers })
    await readiness.lookForChain()
    assert.match((await readiness.report()).notes.join(), advice)
  }
})
