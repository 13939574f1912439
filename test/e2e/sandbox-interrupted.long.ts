/** The sandbox is interrupted at further moments of its life cycle. The short twin is sandbox-interrupted.test.ts. */
import { test } from 'node:test'
import { assertInterrupted } from '../support/interrupted-sandbox.ts'

for (const [signal, at] of [
  ['SIGINT', 'PID: national login'],
  ['SIGHUP', 'variant 1, scope, request by GET'],
  ['SIGINT', 'until the relying party fetches it again'],
] as const)
  test(`${signal} at "${at}" ends the sandbox before the remaining steps, without a report of the aborted steps`, () =>
    assertInterrupted(signal, at))
