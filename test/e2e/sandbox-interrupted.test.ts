/**
 * The sandbox is interrupted during its life cycle by a closed terminal; further moments, and Ctrl-C at them, are in
 * `sandbox-interrupted.long.ts`.
 */
import { test } from 'node:test'
import { assertInterrupted } from '../support/interrupted-sandbox.ts'

test('SIGHUP at "PID: national login" ends the sandbox before the remaining steps, without a report of the aborted steps', () =>
  assertInterrupted('SIGHUP', 'PID: national login'))
