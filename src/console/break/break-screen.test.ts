import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestConsole } from '../../../test/support/console-app.ts'
import { fail } from '../../base/index.ts'
import { faultSteps } from '../../sandbox/faults/fault-table.ts'
import { createBreakScreen } from './break-screen.ts'
import { renderFault } from './fault-words.ts'
import type { ArmedFault, Faults } from './faults.ts'

const url = 'https://console.example'
const clock = { now: () => 1000 }
const step = 'wallet → pid-provider POST /token request'

function createFaults(): { readonly faults: Faults; readonly change: () => void } {
  const armed = new Map<string, ArmedFault>()
  const listeners = new Set<() => void>()
  const faults: Faults = {
    steps: [
      {
        ...{ step, flow: 'issuance', from: 'wallet', to: 'pid-provider', method: 'POST', path: '/token' },
        ...{
          side: 'request',
          faults: [{ fault: 'late', expected: { surface: 'pid-provider/token', code: 'code_expired' } }],
        },
      },
    ],
    arm: (name, fault) => {
      if (name !== step) return fail('step_unknown', 'step')
      if (fault !== 'late') return fail('fault_unknown', 'fault')
      const one: ArmedFault = { id: 'one', step, fault, at: 1000, state: 'armed' }
      armed.set(one.id, one)
      return one
    },
    cancel: (id) => armed.delete(id),
    list: () => [...armed.values()],
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    faults,
    change: () => {
      for (const listener of listeners) listener()
    },
  }
}

function open() {
  const { faults, change } = createFaults()
  const screen = createBreakScreen({ clock, faults, messages: { find: () => undefined }, publicUrl: url })
  const app = createTestConsole({ publicUrl: url, screens: [screen] })
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => app(new Request(url + path, init))
  const arm = (body: object): Promise<Response> =>
    ask('/faults', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { faults, change, ask, arm }
}

test('the API lists, arms and cancels faults', async () => {
  const { ask, arm } = open()
  const armed = await arm({ step, fault: 'late' })
  assert.deepEqual(
    [armed.status, await armed.json()],
    [201, { id: 'one', step, fault: 'late', at: 1000, state: 'armed' }],
  )
  const listed = (await (await ask('/faults')).json()) as {
    readonly steps: readonly object[]
    readonly faults: readonly object[]
  }
  assert.equal(listed.faults.length, 1)
  assert.partialDeepStrictEqual(listed.steps[0], { step, faults: [{ expected: { code: 'code_expired' } }] })
  assert.equal((await ask('/faults/one', { method: 'DELETE' })).status, 204)
  assert.equal((await ask('/faults/one/cancel', { method: 'POST' })).status, 404)
  assert.equal((await arm({ step: 'nobody', fault: 'late' })).status, 400)
})

test('a refused fault keeps the chosen message and the search', async () => {
  const { ask } = open()
  const body = new URLSearchParams({ step, fault: 'unknown', q: 'token' })
  const arm = { method: 'POST', body, headers: { 'accept-language': 'en' } }
  const response = await ask('/break', arm)
  const page = await response.text()
  assert.equal(response.status, 400)
  assert.match(page, /id="break-step"/)
  assert.match(page, /id="break-search" name="q" value="token"/)
})

test('a page of another site cannot arm a fault', async () => {
  const { faults, ask } = open()
  const body = new URLSearchParams({ step, fault: 'late' })
  const response = await ask('/break', { method: 'POST', body, headers: { origin: 'https://elsewhere.example' } })
  assert.equal(response.status, 403)
  assert.deepEqual(faults.list(), [])
})

test('each fault of the sandbox is described in words, and another fault by its name', () => {
  const names = new Set(faultSteps.flatMap(({ faults }) => faults.map(({ fault }) => fault)))
  const hasNoWords = (name: string): boolean => `${renderFault('it', name)}`.endsWith(name.split('.').at(-1) ?? name)
  assert.deepEqual([...names].filter(hasNoWords), [])
  for (const name of ['constructor', 'no words']) assert.equal(`${renderFault('en', name)}`, name)
})

test('each change of the faults sends an event to the page', async () => {
  const { ask, change } = open()
  const reader = (await ask('/break/events')).body?.getReader()
  const read = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value)
  assert.match(await read(), /connected/)
  change()
  assert.match(await read(), /event: faults/)
  await reader?.cancel()
})
