/**
 * Our wallet in a sandbox under https with entities of every profile. It presents its PID, and then credentials of the
 * sandbox's test issuer in the later profiles: as a library, on the command line, and in the console.
 */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { register as registerWallet } from '../../src/cli/commands/wallet.ts'
import { runProgram } from '../../src/cli/program.ts'
import { entityConfigurationUrl } from '../../src/federation/index.ts'
import { createGuardedFetch, type GuardedFetch } from '../../src/node/index.ts'
import { type FurtherProfileName, furtherProfileNames, profileTitles } from '../../src/profiles/index.ts'
import { createSandboxWallet, type Sandbox, type SandboxWallet, startSandbox } from '../../src/sandbox/index.ts'
import { createUserAgent, isDeparture, type Page, type UserAgent } from '../../src/sandbox/user-agent.ts'
import { parsePathCertificate } from '../../src/x509/index.ts'
import { type EmittedChain, emittedChains } from '../support/certificates/emitted-chains.ts'
import { opensslVerdict } from '../support/certificates/openssl-verdict.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { missingPrograms } from '../support/missing-programs.ts'
import { terminal } from '../support/wallet-command.ts'

const certificateOf = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, 'base64'))

/** Returns the revocation list that a certificate names, in base64. */
async function listOf(network: GuardedFetch, certificate: string): Promise<string> {
  const read = parsePathCertificate(Buffer.from(certificate, 'base64'), 'x5c')
  assert.ok(!failed(read))
  const response = await network(new Request(read.crlUrls[0] ?? ''))
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer()).toString('base64')
}

describe('later profiles in a sandbox', () => {
  let sandbox: Sandbox
  let person: SandboxWallet
  let network: GuardedFetch
  before(async () => {
    sandbox = await startSandbox({ profiles: furtherProfileNames })
    person = await createSandboxWallet(sandbox)
    network = createGuardedFetch({
      loopbackHttp: true,
      certificateAuthorities: [sandbox.state.certificate_authority ?? ''],
    })
    await person.wallet.setUp()
  })
  after(async () => {
    await network?.close()
    await person?.[Symbol.asyncDispose]()
    await sandbox?.stop()
  })

  const relyingPartyOf = (profile: FurtherProfileName) => sandbox.state.profiles?.[profile]?.relying_party ?? ''
  /** Begins a presentation in a browser. Returns the link. */
  const linkOf = async (browser: UserAgent, profile: FurtherProfileName): Promise<string> => {
    const own = relyingPartyOf(profile)
    const start = `${own}/presentations/new?flow=same-device`
    const link = await browser.open(start, (url) => url.origin !== new URL(own).origin)
    assert.ok(isDeparture(link), profile)
    return link.location
  }

  test('a wallet of the library gets its PID and presents it over https, beside entities of every profile', async () => {
    const { pid_provider, relying_party, certificate_authority } = sandbox.state
    assert.match(certificate_authority ?? '', /BEGIN CERTIFICATE/)
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
    for (const profile of furtherProfileNames)
      for (const entityId of Object.values(sandbox.state.profiles?.[profile] ?? {})) {
        const answer = await network(new Request(entityConfigurationUrl(entityId)))
        assert.equal(answer.status, 200, entityId)
        const [, payload = ''] = (await answer.text()).split('.')
        assert.equal(JSON.parse(Buffer.from(payload, 'base64url').toString()).sub, entityId)
      }
  })

  for (const profile of furtherProfileNames)
    test(`WI-130 WI-150 the wallet library presents in ${profile}`, async () => {
      const held = await person.receive(profile)
      assert.equal((await person.wallet.show(held.id)).state, 'valid')
      const outcome = await person.wallet.present(await linkOf(person.browser, profile), 'same-device', profile)
      const relyingParty = relyingPartyOf(profile)
      assert.deepEqual([outcome.kind, outcome.profile, outcome.relyingParty], ['presented', profile, relyingParty])
      assert.match(person.opened()?.text ?? '', /id="claim-given_name"/)
    })

  for (const profile of furtherProfileNames)
    test(`RP-140 WI-130 a person has the Relying Party delete their claims with our wallet in ${profile}`, async () => {
      await person.receive(profile)
      await person.wallet.present(await linkOf(person.browser, profile), 'same-device', profile)
      const result = person.opened()?.url ?? ''
      const statusOf = async (url: string) => {
        const page = await person.browser.open(url)
        return isDeparture(page) ? undefined : page.status
      }
      assert.equal(await statusOf(result), 200)
      const own = relyingPartyOf(profile)
      const callback = 'https://wallet.example/erased'
      const page = await person.browser.open(`${own}/erasure?callback_url=${encodeURIComponent(callback)}`)
      assert.ok(!isDeparture(page))
      const begun = await person.browser.submit(page, { stopAt: (url) => url.origin !== new URL(own).origin })
      assert.ok(isDeparture(begun))
      const outcome = await person.wallet.present(begun.location, 'same-device', profile)
      assert.deepEqual([outcome.kind, outcome.relyingParty], ['presented', own])
      const { status, headers } = person.opened() ?? {}
      assert.deepEqual([status, headers?.get('location')], [204, callback])
      assert.match(headers?.get('erasure-receipt') ?? '', /^[\w-]{43}$/)
      assert.equal(await statusOf(result), 403)
    })

  /** Fetches the statements of the entities of a profile, a Request Object, and a credential with its status list. */
  const messagesOf = async (profile: FurtherProfileName): Promise<Record<string, string>> => {
    const text = async (url: string): Promise<string> => (await network(new Request(url))).text()
    const { trust_anchor: anchor = '' } = sandbox.state.profiles?.[profile] ?? {}
    const messages = { anchor: await text(entityConfigurationUrl(anchor)) } as Record<string, string>
    for (const member of JSON.parse(await text(`${anchor}/list`))) {
      messages[`about ${member}`] = await text(`${anchor}/fetch?sub=${encodeURIComponent(member)}`)
      messages[`of ${member}`] = await text(entityConfigurationUrl(member))
    }
    const link = await linkOf(createUserAgent({ fetch: network }), profile)
    messages.request = await text(new URL(link).searchParams.get('request_uri') ?? '')
    const { credential, status } = await person.receive(profile)
    return { ...messages, credential, status: await text(status?.uri ?? '') }
  }

  for (const profile of furtherProfileNames)
    test(`FED-101 FED-106 OpenSSL accepts every chain that the sandbox emits in ${profile}`, {
      skip: missingPrograms('openssl'),
    }, async (t) => {
      const chains = emittedChains(await messagesOf(profile))
      const isOwn = ({ x5c: [first] }: EmittedChain) => certificateOf(first).checkIssued(certificateOf(first))
      const own = chains.filter(isOwn)
      for (const { x5c, at } of own) {
        assert.equal(x5c.length, 1, String(at))
        for (const place of at) assert.match(place, /^(anchor|of \S+|\w+ header\.trust_chain\.\d)\.jwks\.keys\.\d+$/)
      }
      const [root = ''] = own.find(({ at }) => at[0]?.startsWith('anchor.'))?.x5c ?? []
      const issued = chains.filter((one) => !isOwn(one))
      const places = issued.flatMap(({ at }) => at)
      const isAt = (place: string) => places.some((one) => one.startsWith(place))
      for (const place of ['about ', ...(profile === 'it-wallet-1.4' ? ['request header', 'credential header'] : [])])
        assert.ok(isAt(place), `no chain at ${place}`)
      t.diagnostic(`${issued.length} chains at ${places.length} places`)
      for (const { x5c, at } of issued) {
        const lists = await Promise.all(x5c.map(async (one) => listOf(network, one)))
        assert.equal(await opensslVerdict({ root, chain: x5c, lists }, Math.floor(Date.now() / 1000)), 'OK', String(at))
        for (const [index, one] of x5c.entries()) {
          const issuer = certificateOf(x5c[index + 1] ?? root)
          assert.ok(certificateOf(one).checkIssued(issuer) && certificateOf(one).verify(issuer.publicKey), String(at))
        }
      }
    })

  test('WI-130 the command line receives a test credential and presents it in the chosen profile', async () => {
    const former = process.env.XDG_CONFIG_HOME
    process.env.XDG_CONFIG_HOME = freshDirectory()
    const [directory, data] = [freshDirectory(), freshDirectory()]
    writeFileSync(join(data, 'sandbox.json'), JSON.stringify(sandbox.state), { mode: 0o600 })
    const run = async (...words: readonly string[]) => {
      const heard = terminal()
      const code = await runProgram([registerWallet], ['wallet', '--wallet', directory, ...words], heard)
      return { code, said: heard.said.join('') }
    }
    try {
      const begun = await run('init', '--data', data)
      assert.equal(begun.code, 0, begun.said)
      const browser = createUserAgent({ fetch: network })
      for (const profile of furtherProfileNames) {
        const stored = await run('add-pid', '--profile', profile, '--username', 'lucia.bianchi')
        assert.equal(stored.code, 0, stored.said)
        const link = await linkOf(browser, profile)
        const other = await run('present', link, '--yes', '--profile', 'seed')
        assert.match(other.said, /uses another version of IT-Wallet .*\(profile_not_chosen.*\[WI-130\]/)
        const presented = await run('present', link, '--yes', '--profile', profile, '--json')
        assert.equal(presented.code, 0, presented.said)
        assert.match(presented.said, new RegExp(`version: ${profileTitles[profile]}`))
        assert.match(presented.said, new RegExp(`"profile": "${profile}"`))
      }
      const unknown = await run('add-pid', '--profile', 'it-wallet-9')
      assert.equal(unknown.code, 1)
    } finally {
      if (former === undefined) delete process.env.XDG_CONFIG_HOME
      else process.env.XDG_CONFIG_HOME = former
    }
  })

  test('WI-130 WI-144 the console receives a test credential, and shows the profile in consent and history', async () => {
    const browser = createUserAgent({ fetch: network, language: 'en' })
    const page = async (path: string): Promise<Page> => {
      const visit = await browser.open(path.startsWith('http') ? path : sandbox.state.console + path)
      assert.ok(!isDeparture(visit))
      return visit
    }
    const submit = async (shown: Page, action: string, fields: Readonly<Record<string, string>>): Promise<Page> => {
      const form = shown.forms.findIndex((one) => new URL(one.action).pathname === action)
      assert.notEqual(form, -1, `no form for ${action} at ${shown.url}`)
      const visit = await browser.submit(shown, { form, fields })
      assert.ok(!isDeparture(visit))
      return visit
    }
    await submit(await page('/wallet'), '/wallet/set-up', {})
    for (const profile of furtherProfileNames) {
      const title = profileTitles[profile] ?? ''
      const choice = await page('/wallet/pid')
      const [, issuer = ''] = new RegExp(`value="([^"]+)">[^<]*TEST[^<]*${title}`).exec(choice.text) ?? []
      const stored = await submit(choice, '/wallet/pid', { issuer, format: 'sd-jwt' })
      assert.match(stored.text, /TEST, sandbox/)
      const linked = await page(await linkOf(browser, profile))
      assert.match(linked.text, new RegExp(`id="wallet-named">${new URL(relyingPartyOf(profile)).host}<`))
      const question = await submit(linked, '/wallet/scan', {})
      assert.match(question.text, new RegExp(`id="wallet-profile">${title}`))
      const ended = await submit(question, new URL(question.url).pathname, {})
      assert.match(ended.text, new RegExp(`id="wallet-event-profile">[^<]*${title}`))
    }
  })
})
