/** Our wallet presents to our Relying Party in the later profiles, with credentials of the sandbox's test issuer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { furtherProfileNames } from '../../src/profiles/index.ts'
import { createSandboxWallet, startSandbox } from '../../src/sandbox/index.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'

test('WI-130 the wallet of a sandbox presents in each profile', async () => {
  await using sandbox = await startSandbox({ profiles: furtherProfileNames })
  await using person = await createSandboxWallet(sandbox)
  await person.wallet.setUp()
  for (const profile of furtherProfileNames) {
    const { relying_party = '' } = sandbox.state.profiles?.[profile] ?? {}
    const held = await person.receive(profile)
    assert.equal((await person.wallet.show(held.id)).state, 'valid')
    const start = `${relying_party}/presentations/new?flow=same-device`
    const link = await person.browser.open(start, (url) => url.origin !== new URL(relying_party).origin)
    assert.ok(isDeparture(link), profile)
    const outcome = await person.wallet.present(link.location, 'same-device', profile)
    assert.deepEqual([outcome.kind, outcome.profile, outcome.relyingParty], ['presented', profile, relying_party])
    assert.match(person.opened()?.text ?? '', /id="claim-given_name"/)
  }
})
