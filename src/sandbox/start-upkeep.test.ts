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
  assert.deepEqual(reported, ['prune: no disk'])
})

test('the stores are pruned each minute while the upkeep of a role waits for a remote party', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting = Promise.withResolvers<void>()
  let [pruned, asked] = [0, 0]
  const runUpkeep = () => {
    asked += 1
    return waiting.promise
  }
  const services = Object.fromEntries(roleNames.map((role) => [role, { runUpkeep }])) as unknown as RoleServices
  const prune = async () => {
    pruned += 1
  }
  const upkeep = startSandboxUpkeep({ clock: fixedClock(), services, prune, onFault: assert.ifError })
  for (let minutes = 0; minutes < 3; minutes += 1) {
    t.mock.timers.tick(60_000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.deepEqual([pruned, asked], [3, roleNames.length])
  waiting.resolve()
  await upkeep.stop()
})
