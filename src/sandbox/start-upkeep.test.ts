import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { type RoleServices, roleNames } from '../serve/index.ts'
import { startSandboxUpkeep } from './start-upkeep.ts'

test('the stores and every role are kept up each minute, and a failure is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const runs: string[] = []
  const reported: string[] = []
  const services = Object.fromEntries(
    roleNames.map((role) => [role, { runUpkeep: async () => void runs.push(role) }]),
  ) as unknown as RoleServices
  const prune = (): Promise<void> => Promise.reject(new Error('no disk'))
  const onFault = (fault: unknown, surface: string) => void reported.push(`${surface}: ${(fault as Error).message}`)
  const upkeep = startSandboxUpkeep({ clock: fixedClock(), services, prune, onFault })
  assert.deepEqual(runs, [])
  t.mock.timers.tick(60_000)
  await upkeep.stop()
  assert.deepEqual(runs, roleNames)
  assert.deepEqual(reported, ['upkeep: no disk'])
})
