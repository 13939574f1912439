/**
 * Our wallet with third-party implementations, over real HTTP: it registers at our Wallet Provider, gets a PID of each
 * format, and presents them in both variants, on the same device and across devices. The other parties verify
 * everything with libraries of their own.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { filesUnder, root } from '../../scripts/source/files.ts'
import { startThirdParties } from '../support/third-parties.ts'
import { person } from '../support/third-party/issuer.ts'

test('the third-party implementations import no code of this project', () => {
  const files = filesUnder('test/support/third-party', '.ts')
  assert.ok(files.length > 4)
  for (const file of files)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /from '(?:\.\.(?!\/cases\.ts')|fiducia)/, file)
  assert.doesNotMatch(readFileSync(join(root, 'test/support/cases.ts'), 'utf8'), /^import/m)
})

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`WI-130 the wallet presents to a Relying Party of ${version} that uses other libraries`, async (t) => {
    const { relyingParty, createWallet, deliverTo } = await startThirdParties(t, version)
    const { wallet, opened, asked } = createWallet()
    await wallet.setUp()
    await deliverTo(wallet, version)
    for (const [method, flow] of [
      ['get', 'same-device'],
      ['post', 'cross-device'],
    ] as const) {
      const outcome = await wallet.present(relyingParty.ask('dcql', method), flow)
      assert.deepEqual(relyingParty.complaints.map(String), [])
      assert.equal(outcome.profile, version)
      assert.equal(asked.at(-1)?.relyingParty.profile, version)
      const { claims } = relyingParty.presented.at(-1) ?? {}
      assert.partialDeepStrictEqual(claims, { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501Z' })
      assert.ok(!JSON.stringify(claims).includes('1980'), 'a claim that was not requested must stay in the wallet')
    }
    assert.match(opened.at(-1) ?? '', /response_code=/)
  })

const walks = (['guarded client', 'fetch of the platform'] as const).map((name) => ({
  name,
  through: name === 'guarded client' ? undefined : (request: Request) => fetch(request),
}))

for (const { name, through } of walks)
  test(`a third-party issuer gives the wallet PIDs, and a third-party Relying Party accepts them, through the ${name}`, async (t: TestContext) => {
    const { issuer, relyingParty, createWallet, walletProvider } = await startThirdParties(t)
    const holder = createWallet({}, through)
    const { wallet } = holder
    const heard = () => [...issuer.complaints, ...relyingParty.complaints].map(String)

    await wallet.setUp()
    const found = await wallet.findIssuers()
    assert.deepEqual(found, [{ issuer: issuer.origin, name: 'Ente Forestiero' }])
    const pid = await wallet.obtainPid(issuer.origin)
    const document = await wallet.obtainPid(issuer.origin, { format: 'mso_mdoc' })
    assert.equal((await wallet.show(pid.id)).claims.tax_id_number, person.tax_id_number)
    assert.ok(JSON.stringify((await wallet.show(document.id)).claims).includes('Rossi'))
    assert.notEqual((await wallet.renewPid(pid.id)).id, pid.id)
    assert.deepEqual(heard(), [])

    const { given_name, tax_id_number } = person
    for (const [variant, method, flow] of [
      ['scope', 'get', 'same-device'],
      ['scope', 'get', 'cross-device'],
      ['dcql', 'get', 'same-device'],
      ['dcql', 'post', 'cross-device'],
      ['dcql-mdoc', 'post', 'same-device'],
    ] as const) {
      const outcome = await wallet.present(relyingParty.ask(variant, method), flow)
      assert.deepEqual(heard(), [], `${variant} ${method}`)
      assert.equal(outcome.kind, 'presented')
      const { claims, attested } = relyingParty.presented.at(-1) ?? {}
      assert.equal(attested, walletProvider)
      if (variant === 'dcql-mdoc') assert.deepEqual(claims, { family_name: 'Rossi' })
      else assert.partialDeepStrictEqual(claims, { given_name, tax_id_number })
      assert.ok(!JSON.stringify(claims).includes('1980'), 'a claim that was not requested must stay in the wallet')
      const went = flow === 'same-device' ? holder.opened.at(-1) : relyingParty.asked.at(-1)?.url.href
      assert.match(went ?? '', /\/done\?response_code=/)
    }

    holder.consent = () => ({ given: false })
    assert.equal((await wallet.present(relyingParty.ask('dcql'))).kind, 'declined')
    assert.deepEqual(relyingParty.refused, ['access_denied'])
    assert.deepEqual(heard(), [])
  })
