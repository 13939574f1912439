/** The sandbox under https, used through the package: only the wallet library trusts its local authority. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityConfigurationUrl } from '../../src/federation/index.ts'
import { createGuardedFetch } from '../../src/node/index.ts'
import { furtherProfileNames } from '../../src/profiles/index.ts'
import { createSandboxWallet, isDeparture, startSandbox } from '../../src/sandbox/index.ts'

test('a wallet of the library gets its PID and presents it over https, beside entities of every profile', async () => {
  await using sandbox = await startSandbox({ profiles: furtherProfileNames })
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
  const network = createGuardedFetch({ loopbackHttp: true, certificateAuthorities: [certificate_authority ?? ''] })
  for (const profile of furtherProfileNames)
    for (const entityId of Object.values(sandbox.state.profiles?.[profile] ?? {})) {
      const answer = await network(new Request(entityConfigurationUrl(entityId)))
      assert.equal(answer.status, 200, entityId)
      const [, payload = ''] = (await answer.text()).split('.')
      assert.equal(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub, entityId)
    }
  await network.close()
})
