import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginIssuance, obtainPid, obtainTokens } from '../support/pid-issuance.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'

test('walk', async () => {
  const fixture = await pidProviderFixture()
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const pid = await obtainPid(issuance, tokens)
  assert.ok(pid.credential.endsWith('~'))
  assert.deepEqual(fixture.faults, [])
})
