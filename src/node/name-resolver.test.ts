import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createNameResolver, type NameResolverOptions } from './name-resolver.ts'

/** Simulates the system's resolver, which looks up two names at a time. The test or a rule answers each lookup. */
function scriptedLookup() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let running = 0
  const pending = new Map<string, (error: Error | null, address?: string) => void>()
  const rule = new Map<string, string>()
  const start = (): void => {
    while (running < 2 && waiting.length > 0) {
      running += 1
      waiting.shift()?.()
    }
  }
  const lookup: LookupFunction = (hostname, _, callback) => {
    waiting.push(() => {
      asked.push(hostname)
      const end = (error: Error | null, address = '192.0.2.1'): void => {
        running -= 1
        callback(error, (error ? '' : [{ address, family: 4 }]) as never)
        start()
      }
      const address = rule.get(hostname)
      if (address === undefined) pending.set(hostname, end)
      else end(null, address)
    })
    start()
  }
  return { lookup, asked, pending, rule }
}

function startResolver(options: Partial<NameResolverOptions> = {}) {
  const script = scriptedLookup()
  const time = { now: 0 }
  const names = createNameResolver({
    lookup: script.lookup,
    waitMilliseconds: 50,
    milliseconds: () => time.now,
    ...options,
  })
  const addressOf = async (hostname: string, forStranger = false) =>
    (await names(hostname, {}, forStranger))[0]?.address
  return { ...script, time, addressOf, strangerAddressOf: (hostname: string) => addressOf(hostname, true) }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

test('FED-50 names that strangers chose are looked up one after the other, and do not delay other names', async () => {
  const { addressOf, strangerAddressOf, asked, pending, rule, time } = startResolver({
    ownHosts: new Set(['own.example']),
  })
  rule.set('member.example', '192.0.2.2').set('own.example', '192.0.2.3')
  assert.equal(await addressOf('member.example'), '192.0.2.2')
  time.now += 60_000
  const strangers = ['a', 'b', 'c'].map((name) => strangerAddressOf(`${name}.example`))
  const [first, ...others] = strangers
  for (const late of others) await assert.rejects(late, /timeout|aborted/i)
  assert.equal(await addressOf('member.example'), '192.0.2.2')
  assert.equal(await strangerAddressOf('own.example'), '192.0.2.3')
  assert.deepEqual(asked, ['member.example', 'a.example', 'member.example', 'own.example'])
  pending.get('a.example')?.(failure('EAI_AGAIN'))
  await assert.rejects(first as Promise<unknown>, { code: 'EAI_AGAIN' })
  rule.set('b.example', '192.0.2.4')
  assert.equal(await strangerAddressOf('b.example'), '192.0.2.4')
})

test('FED-50 names of strangers that no longer resolve take only one lookup of the resolver, even if they resolved before', async () => {
  const { addressOf, strangerAddressOf, asked, rule, time } = startResolver()
  const hostile = ['a', 'b', 'c'].map((name) => `${name}.example`)
  for (const name of hostile) {
    rule.set(name, '192.0.2.5')
    assert.equal(await strangerAddressOf(name), '192.0.2.5')
    rule.delete(name)
  }
  time.now += 600_000
  const [, ...late] = hostile.map(strangerAddressOf)
  for (const one of late) await assert.rejects(one, /timeout|aborted/i)
  assert.deepEqual(asked.slice(3), ['a.example'])
  rule.set('idp.example', '192.0.2.6')
  assert.equal(await addressOf('idp.example'), '192.0.2.6')
})

test('FED-50 a lookup that is not for a stranger does not wait for an earlier lookup for a stranger', async () => {
  const { addressOf, strangerAddressOf, rule } = startResolver({ waitMilliseconds: 20 })
  const strangers = [strangerAddressOf('silent.example'), strangerAddressOf('status.example')]
  rule.set('status.example', '192.0.2.7')
  assert.equal(await addressOf('status.example'), '192.0.2.7')
  await assert.rejects(strangers[1] as Promise<unknown>, /timeout|aborted/i)
})

test('FED-37 a fresh name is not looked up again, and concurrent requests share one lookup', async () => {
  const { addressOf, asked, rule, time } = startResolver()
  rule.set('a.example', '192.0.2.1')
  assert.deepEqual(await Promise.all([addressOf('a.example'), addressOf('a.example')]), ['192.0.2.1', '192.0.2.1'])
  time.now += 29_000
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  assert.equal(asked.length, 1)
  rule.set('a.example', '192.0.2.9')
  time.now += 2000
  assert.equal(await addressOf('a.example'), '192.0.2.9')
})

test('FED-37 a known name that does not resolve is served from memory for a time, and is looked up like a stranger’s name', async () => {
  const { addressOf, strangerAddressOf, asked, pending, rule, time } = startResolver()
  rule.set('a.example', '192.0.2.1').set('b.example', '192.0.2.2')
  await addressOf('a.example')
  rule.delete('a.example')
  time.now += 31_000
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  assert.equal(asked.length, 2, 'there is one lookup at a time')
  pending.get('a.example')?.(failure('EAI_AGAIN'))
  await pause(1)
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  const stranger = strangerAddressOf('c.example')
  await assert.rejects(stranger, /timeout|aborted/i, 'the lookup of a.example takes the place of the strangers')
  time.now += 600_000
  pending.get('a.example')?.(failure('EAI_AGAIN'))
  await pause(1)
  const late = addressOf('a.example')
  await pause(1)
  pending.get('a.example')?.(failure('EAI_AGAIN'))
  await assert.rejects(late, { code: 'EAI_AGAIN' })
})

test('FED-37 a name that does not exist any more is forgotten at once', async () => {
  const { addressOf, pending, rule, time } = startResolver()
  rule.set('a.example', '192.0.2.1')
  await addressOf('a.example')
  rule.delete('a.example')
  time.now += 31_000
  const gone = addressOf('a.example')
  await pause(1)
  pending.get('a.example')?.(failure('ENOTFOUND'))
  await assert.rejects(gone, { code: 'ENOTFOUND' })
})
