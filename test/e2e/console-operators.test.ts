/**
 * The console of running services over real HTTP: operators log in at an OpenID Provider or with a token, the console
 * follows the decisions of a role, and no page or log contains a token or a message.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createConsoleSettings, type RunningConsole, startConsole } from '../../src/console/index.ts'
import { createDecisionLog, findPort } from '../../src/node/index.ts'
import { createCookieJar } from '../../src/sandbox/cookie-jar.ts'
import { initialize, type RunningService, readSettings, runService } from '../../src/serve/index.ts'
import { createJsonLog, createLogSink } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { type OperatorsProvider, operatorsClient, serveOperatorsProvider } from '../support/operators-provider.ts'

const consoleToken = 'marked-token-of-the-console-0123456789'
const bobToken = 'marked-token-of-bob-0123456789abcdef01'
const mark = 'MarkedMessageValue'
const directory = freshDirectory()
const lines: string[] = []
const told: string[] = []
const destination = { write: (line: string) => void lines.push(line) }

let provider: OperatorsProvider
let anchor: RunningService
let console: RunningConsole
let publicUrl: string
let anchorUrl: string

before(async () => {
  const [anchorPort, consolePort] = [await findPort({ port: 0 }), await findPort({ port: 0 })]
  publicUrl = `http://localhost:${consolePort}`
  anchorUrl = `http://localhost:${anchorPort}`
  provider = await serveOperatorsProvider(publicUrl)
  const { file } = await initialize('trust-anchor', { directory, port: anchorPort })
  const environment = {
    FIDUCIA_ADMINISTRATION_CONSOLE_TOKEN: consoleToken,
    FIDUCIA_ADMINISTRATION_OPERATORS: JSON.stringify([{ name: 'ada', may: ['read'] }]),
    FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0',
    FIDUCIA_OPERATIONS_PORT: '0',
  }
  const settings = readSettings('trust-anchor', { file, environment })
  anchor = await runService('trust-anchor', settings, {
    log: createJsonLog('trust-anchor', destination),
    warn: () => undefined,
  })
  writeFileSync(join(directory, 'client.secret'), `${operatorsClient.secret}\n`)
  const log = createJsonLog('console', destination)
  console = await startConsole(
    createConsoleSettings(
      {
        publicUrl,
        listen: { port: consolePort },
        network: { loopbackHttp: true },
        pollSeconds: 1,
        roles: [{ name: 'trust-anchor', url: anchorUrl, token: consoleToken }],
        operators: {
          tokens: [{ name: 'bob', token: bobToken }],
          provider: {
            issuer: provider.issuer,
            clientId: operatorsClient.id,
            clientSecretFile: 'client.secret',
            nameClaim: 'preferred_username',
            allowed: [{ claim: 'groups', value: 'wallet-operators' }],
          },
        },
      },
      (path) => join(directory, path),
    ),
    {
      decisions: createLogSink(log),
      onFault: (fault, surface) => log.fault(fault, surface),
      warn: (sentence) => void told.push(sentence),
    },
  )
})
after(async () => {
  await console?.stop()
  await anchor?.stop()
  await provider?.stop()
})

/** A browser without script: keeps cookies and follows redirects. */
function createBrowser() {
  const jar = createCookieJar()
  const pages: string[] = []
  const go = async (address: string, init: RequestInit = {}): Promise<Response> => {
    let request: RequestInit = init
    let url = new URL(address)
    for (let hops = 0; hops < 20; hops += 1) {
      const cookie = jar.header(url)
      const headers = { 'accept-language': 'en', ...(cookie && { cookie }), ...request.headers }
      const response = await fetch(url, { ...request, redirect: 'manual', headers })
      jar.store(url, response.headers)
      const location = response.headers.get('location')
      if (location === null) {
        pages.push(await response.clone().text())
        return response
      }
      url = new URL(location, url)
      request = {}
    }
    throw new Error('too many redirects')
  }
  const post = (path: string, form: Record<string, string>) =>
    go(publicUrl + path, { method: 'POST', headers: { origin: publicUrl }, body: new URLSearchParams(form) })
  return { go, post, pages, jar }
}

const ada = { id: 'subject-of-ada', claims: { preferred_username: 'ada', groups: ['staff', 'wallet-operators'] } }

describe('the console of running services', () => {
  test('GEN-46 an operator logs in at the OpenID Provider of the company, returns, and logs out of both', async () => {
    const browser = createBrowser()
    provider.person = ada
    const first = await browser.go(`${publicUrl}/?view=1`)
    assert.equal(new URL(first.url).pathname, '/login')
    const [, begin = ''] = /id="login-provider" href="([^"]+)"/.exec(await first.text()) ?? []
    const home = await browser.go(publicUrl + begin.replaceAll('&amp;', '&'))
    assert.equal(home.url, `${publicUrl}/?view=1`)
    const page = await home.text()
    assert.match(page, /Logged in as <strong>ada<\/strong>/)
    assert.ok(page.includes(anchorUrl))
    const logged = lines
      .map((line) => JSON.parse(line))
      .filter(({ decision }) => decision?.surface === 'console/login/callback')
    assert.deepEqual(
      logged.map(({ event, decision }) => [event, decision.evidence]),
      [['accepted', { operator: 'ada', change: 'logged_in' }]],
    )
    const left = await browser.post('/logout', {})
    const text = await left.text()
    assert.match(
      text,
      /id="login-leave-provider" href="http:\/\/localhost:\d+\/session\/end\?[^"]*post_logout_redirect_uri=/,
    )
    assert.equal(new URL((await browser.go(publicUrl)).url).pathname, '/login')
  })

  for (const [title, person, code] of [
    ['in no allowed group', { ...ada, claims: { ...ada.claims, groups: ['staff'] } }, 'login_operator_unknown'],
    [
      'without a usable name',
      { ...ada, claims: { ...ada.claims, preferred_username: 'a/b' } },
      'login_operator_unknown',
    ],
    ['who cancels', undefined, 'login_provider_refused'],
  ] as const)
    test(`GEN-46 a person ${title} gets no session`, async () => {
      const browser = createBrowser()
      provider.person = person
      const refused = await browser.go(`${publicUrl}/login/provider`)
      assert.equal(refused.status, 403)
      assert.match(await refused.text(), /id="login-error"/)
      const decision = JSON.parse(lines.at(-1) ?? '{}').decision
      assert.deepEqual([decision.checks.at(-1).code, decision.surface], [code, 'console/login/callback'])
      assert.equal(new URL((await browser.go(publicUrl)).url).pathname, '/login')
    })

  test('GEN-46 an operator whose claims are only at the userinfo endpoint logs in, and nobody else does', async (t) => {
    provider.onlyAtUserinfo = true
    t.after(() => Object.assign(provider, { onlyAtUserinfo: false, userinfo: undefined }))
    provider.person = ada
    const home = await createBrowser().go(`${publicUrl}/login/provider`)
    assert.match(await home.text(), /Logged in as <strong>ada<\/strong>/)
    for (const [change, code] of [
      [{ groups: ['staff'] }, 'login_operator_unknown'],
      [{ sub: 'subject-of-bob' }, 'login_answer_invalid'],
    ] as const) {
      provider.userinfo = { sub: ada.id, ...ada.claims, ...change }
      assert.equal((await createBrowser().go(`${publicUrl}/login/provider`)).status, 403)
      assert.equal(JSON.parse(lines.at(-1) ?? '{}').decision.checks.at(-1).code, code)
    }
  })

  test('GEN-46 an answer of the provider is refused in a browser that did not begin the login', async () => {
    provider.person = ada
    const [one, other] = [createBrowser(), createBrowser()]
    const begun = await fetch(`${publicUrl}/login/provider`, { redirect: 'manual' })
    one.jar.store(new URL(publicUrl), begun.headers)
    const stolen = await other.go(begun.headers.get('location') ?? '')
    assert.equal(stolen.status, 403, 'login CSRF: a link with the code of another person')
  })

  test('GEN-46 an invalid authorization code is refused', async () => {
    const browser = createBrowser()
    const begun = await fetch(`${publicUrl}/login/provider`, { redirect: 'manual' })
    browser.jar.store(new URL(publicUrl), begun.headers)
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'false', state, iss: provider.issuer })
    const refused = await browser.go(`${publicUrl}/login/callback?${query}`)
    assert.equal(refused.status, 403)
    assert.equal(JSON.parse(lines.at(-1) ?? '{}').decision.checks.at(-1).code, 'login_answer_invalid')
  })

  test('GEN-47 the console shows the decisions of a role without the content of its requests', async () => {
    const browser = createBrowser()
    await browser.post('/login', { secret: bobToken })
    const refused = await fetch(`${anchorUrl}/admin/subordinates`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${consoleToken}`,
        'fiducia-operator': 'ada',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ entity_id: `https://${mark}.example`, reason: mark }),
    })
    assert.equal(refused.status, 403)
    const trace = refused.headers.get('fiducia-trace')
    const found = async () => browser.go(`${publicUrl}/decisions/${trace}`)
    for (let tries = 0; tries < 50 && (await found()).status !== 200; tries += 1) await setTimeout(100)
    const decision = (await (await found()).json()) as { surface: string; evidence: object }
    assert.deepEqual(
      [decision.surface, decision.evidence],
      ['trust-anchor/admin/subordinates', { actor: 'console', operator: 'ada' }],
    )
    for (const path of ['/', '/decisions', '/decisions/last', `/decisions/${trace}`]) await browser.go(publicUrl + path)
    assert.equal(browser.pages.join('').includes(mark), false)
    // A poll may time out on a slow machine. The next poll then succeeds.
    const faults = told.filter((line) => !/\(unreachable\)|can be read again/.test(line))
    assert.deepEqual(faults, [])
  })

  test('GEN-24 no page and no line of the log contains a token, a secret, a code or a message', async () => {
    const browser = createBrowser()
    provider.person = ada
    await browser.go(`${publicUrl}/login/provider`)
    await browser.post('/login', { secret: `${bobToken}x` })
    for (const path of ['/', '/decisions', '/nowhere']) await browser.go(publicUrl + path)
    const searched = [...browser.pages, ...lines].join('\n')
    for (const secret of [consoleToken, bobToken, operatorsClient.secret, ada.id, mark])
      assert.equal(searched.includes(secret), false, secret)
    const cookies = [...browser.jar.cookiesFor(new URL(publicUrl)).values()].filter((value) => value.length > 20)
    assert.ok(cookies.length > 0)
    for (const value of cookies) assert.equal(searched.includes(value), false)
    assert.equal(/code=[\w-]{20}/.test(searched), false)
  })

  test('a wrong token of the console is reported once, without the token', async () => {
    const warnings: string[] = []
    const port = await findPort({ port: 0 })
    const wrong = 'wrong-token-of-the-console-0123456789'
    const other = await startConsole(
      createConsoleSettings(
        {
          publicUrl: `http://localhost:${port}`,
          listen: { port },
          network: { loopbackHttp: true },
          pollSeconds: 1,
          roles: [{ name: 'trust-anchor', url: anchorUrl, token: wrong }],
          operators: { tokens: [{ name: 'bob', token: bobToken }] },
        },
        (path) => path,
      ),
      { decisions: createDecisionLog(), onFault: () => undefined, warn: (sentence) => void warnings.push(sentence) },
    )
    for (let tries = 0; tries < 50 && warnings.length === 0; tries += 1) await setTimeout(50)
    await other.stop()
    assert.equal(warnings.length, 1)
    assert.match(
      warnings[0] ?? '',
      /^The decisions of the trust-anchor cannot be read \(token_wrong\): compare the token with administration\.console of its settings\.$/,
    )
    assert.equal(warnings[0]?.includes(wrong), false)
  })
})
