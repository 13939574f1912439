import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Message } from '../console/index.ts'
import { flowPathOf } from './console-wallet-flows.ts'

const message = (parent: string, traces: readonly string[]): Message => ({
  ...{ id: 'm1', at: 0, from: 'wallet', to: 'pid-provider', milliseconds: 1, traces, parent },
  request: { method: 'GET', url: 'http://pid-provider/', headers: [] },
})

test('finds the messages about the decision of an event, or else those of its action', () => {
  const messages = [message('wallet-1-issuance-1', ['t1'])]
  for (const [event, path] of [
    [{ trace: 't1', action: 'wallet-1-issuance-1' }, '/flows/trace/t1'],
    [{ trace: 't2', action: 'wallet-1-issuance-1' }, '/flows/wallet-1-issuance-1'],
    [{ action: 'wallet-1-issuance-1' }, '/flows/wallet-1-issuance-1'],
    [{ trace: 't2', action: 'wallet-1-presentation-2' }, undefined],
    [{}, undefined],
  ] as const)
    assert.equal(flowPathOf(event, messages), path)
})
