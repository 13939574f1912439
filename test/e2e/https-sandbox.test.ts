/** The sandbox under https, for a program over the package: only the wallet library trusts its local authority. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSandboxWallet, isDeparture, startSandbox } from '../../src/sandbox/index.ts'

test('a wallet of the library gets its PID and presents it over https', async () => {
  await using sandbox = await startSandbox({ https: true })
  const { pid_provider, relying_party, certificate_authority } = sandbox.state
  assert.match(certificate_authority ?? '', /BEGIN CERTIFICATE/)
  await using person = await createSandboxWallet(sandbox)
  await person.wallet.setUp()
  assert.equal((await person.wallet.obtainPid(pid_provider)).issuer, pid_provider)
  for (const variant of ['scope', 'dcql']) {
    const start = `${relying_party}/presentations/new?variant=${variant}&flow=same-device`
    const link = await person.browser.open(start, (url) => url.origin !== relying_party)
    assert.ok(isDeparture(link))
    const outcome = await person.wallet.present(link.location)
    assert.ok(outcome.kind === 'presented' && outcome.redirectUri?.startsWith('https://') && outcome.pageOpened)
    assert.match(person.opened()?.text ?? '', /id="claim-given_name"/)
  }
  await assert.rejects(fetch(relying_party), /fetch failed/)
})
