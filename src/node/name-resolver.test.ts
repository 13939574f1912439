import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createNameResolver, type NameResolverOptions } from './name-resolver.ts'

/** As the system's resolver: two names at once. What is asked is answered when the test says so, or by the rule. */
function scriptedLookup() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  let running = 0
  const held = new Map<string, (error: Error | null, address?: string) => void>()
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
      if (address === undefined) held.set(hostname, end)
      else end(null, address)
    })
    start()
  }
  return { lookup, asked, held, rule }
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
  const addressOf = async (hostname: string) => (await names(hostname, {}))[0]?.address
  return { ...script, time, addressOf }
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })

test('FED-37 names that never resolved wait for each other until the look-up has ended, and hold up no known one', async () => {
  const { addressOf, asked, held, rule, time } = startResolver({ ownHosts: new Set(['own.example']) })
  rule.set('member.example', '192.0.2.2').set('own.example', '192.0.2.3')
  assert.equal(await addressOf('member.example'), '192.0.2.2')
  time.now += 60_000
  const strangers = ['a', 'b', 'c'].map((name) => addressOf(`${name}.example`))
  const [first, ...others] = strangers
  for (const late of others) await assert.rejects(late, /timeout|aborted/i)
  assert.equal(await addressOf('member.example'), '192.0.2.2')
  assert.equal(await addressOf('own.example'), '192.0.2.3')
  assert.deepEqual(asked, ['member.example', 'a.example', 'member.example', 'own.example'])
  held.get('a.example')?.(failure('EAI_AGAIN'))
  await assert.rejects(first as Promise<unknown>, { code: 'EAI_AGAIN' })
  rule.set('b.example', '192.0.2.4')
  assert.equal(await addressOf('b.example'), '192.0.2.4')
})

test('FED-37 what is fresh is not asked for again, and who asks together is answered together', async () => {
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

test('FED-37 a known name that is not answered is served from memory, waits with the strangers, and not for ever', async () => {
  const { addressOf, asked, held, rule, time } = startResolver()
  rule.set('a.example', '192.0.2.1').set('b.example', '192.0.2.2')
  await addressOf('a.example')
  rule.delete('a.example')
  time.now += 31_000
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  assert.equal(asked.length, 2, 'one look-up at a time')
  held.get('a.example')?.(failure('EAI_AGAIN'))
  await pause(1)
  assert.equal(await addressOf('a.example'), '192.0.2.1')
  const stranger = addressOf('c.example')
  await assert.rejects(stranger, /timeout|aborted/i, 'a.example is a stranger now')
  time.now += 600_000
  held.get('a.example')?.(failure('EAI_AGAIN'))
  await pause(1)
  const late = addressOf('a.example')
  await pause(1)
  held.get('a.example')?.(failure('EAI_AGAIN'))
  await assert.rejects(late, { code: 'EAI_AGAIN' })
})

test('FED-37 a name that is no more is forgotten at once', async () => {
  const { addressOf, held, rule, time } = startResolver()
  rule.set('a.example', '192.0.2.1')
  await addressOf('a.example')
  rule.delete('a.example')
  time.now += 31_000
  const gone = addressOf('a.example')
  await pause(1)
  held.get('a.example')?.(failure('ENOTFOUND'))
  await assert.rejects(gone, { code: 'ENOTFOUND' })
})
