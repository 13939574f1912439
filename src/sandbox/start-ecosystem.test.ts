import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from './start-sandbox.ts'

for (const port of [0, -1, 1.5, 65_530, 70_000])
  test(`refuses ${port} as the first port in one sentence`, () =>
    assert.rejects(startSandbox({ port }), {
      name: 'SandboxFault',
      message: 'The first port must be a whole number from 1 to 65529, because a sandbox uses 7 ports.',
    }))
