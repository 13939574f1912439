/**
 * The sandbox that is told to stop while its life cycle runs, by a terminal that is closed; further moments, and Ctrl-C at
 * them, are in `sandbox-interrupted.long.ts`.
 */
import { test } from 'node:test'
import { endsSoon } from '../support/interrupted.ts'

test('SIGHUP at "PID: national login" ends it soon, and nothing is told of what could not go on', () =>
  endsSoon('SIGHUP', 'PID: national login'))
