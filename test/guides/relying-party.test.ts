/**
 * Executes docs/guides/relying-party.md with a sandbox, in a folder with links to the repository's files: its programs,
 * its commands in order, its request, its settings. Also compares the README's portal with the guide's.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../../scripts/source/files.ts'
import { openIdLoginConfig, openIdLoginFaults } from '../../src/openid-login/index.ts'
import { relyingPartyConfig } from '../../src/relying-party/index.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { missingPrograms } from '../support/missing-programs.ts'
import { freeBase, freshDirectory } from '../support/sandbox-process.ts'
import { fiduciaProgram, openShell, type Shell } from '../support/shell-here.ts'
import { guideSuite } from './guide-suite.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const guide = read('docs/guides/relying-party.md')
const blocks = [...guide.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language, name = '', text = '']) => ({
    language,
    name,
    text,
  }),
)
const block = (language: string, name = ''): string => {
  const found = blocks.find((one) => one.language === language && one.name === name)
  assert.ok(found, `${language} ${name}`)
  return found.text
}

const stops: (() => unknown)[] = []
const cwd = freshDirectory()
const ports = new Map<string, number>()
/** Origins of the page, each with the origin that replaces it in this run. */
const names = new Map<string, string>()
let sandbox: Sandbox
let shell: Shell

/** Returns a text of the page with the origins and the ports of this run. */
const here = (text: string): string =>
  [...[...ports].map(([name, port]) => [name, name.replace(/\d+$/, String(port))] as const), ...names].reduce(
    (changed, [name, own]) => changed.replaceAll(name, own),
    text,
  )

async function until(isTrue: () => Promise<boolean>, otherwise: string): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 50) {
    if (await isTrue().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(otherwise)
}

const environment = {
  ...process.env,
  XDG_CONFIG_HOME: join(cwd, 'home'),
  NODE_TEST_CONTEXT: undefined,
  NODE_OPTIONS: undefined,
}
const nodeOptions = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning']

const noCurl = missingPrograms('curl')
const pages = [
  ['portal.ts', 'http://localhost:3000/'],
  ['express.ts', 'http://localhost:3001/area'],
  ['fastify.ts', 'http://localhost:3002/area'],
  ['hono.ts', 'http://localhost:3007/area'],
  ['node-http.ts', 'http://localhost:3008/area'],
] as const
const programs = pages.map(([file]) => file)

/**
 * Starts programs of the page in one process. Returns a function that returns what they have printed since its last
 * call.
 */
function startPrograms(files: readonly string[], directory: string): () => string {
  const all = files.map((file) => `await import(${JSON.stringify(pathToFileURL(join(directory, file)).href)})`)
  const words = [...nodeOptions, '--input-type=module', '--eval', all.join(';')]
  const child = spawn(process.execPath, words, { cwd: directory, env: environment })
  stops.push(() => child.kill())
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => void printed.push(String(chunk)))
  return () => printed.splice(0).join('')
}

/** Writes the programs of the page with the origins and the ports of this run. */
function writePrograms(directory: string): void {
  for (const { language, name, text } of blocks)
    if (language === 'ts' || language === 'python')
      writeFileSync(
        join(directory, name),
        [...ports].reduce(
          (code, [at, port]) => code.replace(new RegExp(`(?<=port: |listen\\()${at.slice(10)}`), `${port}`),
          here(text),
        ),
      )
}

function linkRepository(directory: string): void {
  for (const name of ['package.json', 'src', 'node_modules'])
    symlinkSync(join(root, name), join(directory, name), 'junction')
}

/** Presses the first button of the page for unknown visitors. */
async function pressButton(url: string): Promise<Response> {
  const asked = await fetch(here(url), { headers: { accept: 'text/html' } })
  assert.equal(asked.status, 401)
  return fetch(beginUrl(await asked.text()), { method: 'POST', redirect: 'manual' })
}

function beginUrl(page: string): string {
  const [, action = ''] = /action="([^"]*)"/.exec(page) ?? []
  return action.replaceAll('&amp;', '&')
}

/** Waits until a program answers. It must refuse the request, because a browser does not send it. */
async function answers(file: (typeof programs)[number], url: string): Promise<void> {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const answered = await fetch(here(url)).catch(() => undefined)
    if (answered) {
      assert.deepEqual([answered.status, (await answered.json()).error], [401, 'presentation_required'], file)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail(`${file} does not answer`)
}

guideSuite('docs/guides/relying-party.md', () => {
  before(async () => {
    linkRepository(cwd)
    mkdirSync(join(cwd, 'home'))
    process.chdir(cwd)
    process.env.XDG_CONFIG_HOME = join(cwd, 'home')
    for (const port of [3000, 3001, 3002, 3003, 3007, 3008]) ports.set(`localhost:${port}`, await freeBase())
    const [, callback = ''] = /--openid (\S+)/.exec(block('text', 'openid')) ?? []
    sandbox = await startSandbox({ announce: true, openid: here(callback) })
    stops.push(() => sandbox.stop())
    ports.set('localhost:4004', Number(new URL(sandbox.state.relying_party).port))
    writePrograms(cwd)
    startPrograms([...programs, 'openid.ts'], cwd)
    shell = openShell(cwd, fiduciaProgram(nodeOptions), environment)
    stops.push(() => shell.end())
  })
  after(async () => {
    for (const stop of stops.toReversed()) await stop()
  })

  const commandsHere = (): string[] =>
    blocks.filter(({ language, name }) => language === 'sh' && name === '').map(({ text }) => here(text))

  test('the guide: the first commands lead to a page that greets the person by name', { skip: noCurl }, async () => {
    assert.equal(block('sh', 'start'), 'npm start -- --no-demo\n')
    assert.equal(block('sh', 'background'), 'npx node --conditions=fiducia-source portal.ts\n')
    await answers('portal.ts', 'http://localhost:3000/')
    const [setUp = '', visit = ''] = commandsHere()
    assert.match(await shell.run(setUp), /is operational[\s\S]*Stored .*pid/)
    const greeting = await shell.run(visit)
    assert.match(greeting, /has received the presentation\.\nBuongiorno, Mario\.\n$/)
  })

  test('the guide: Express, Fastify, Hono and node:http refuse an unknown visitor and begin a presentation', async () => {
    for (const [file, url] of pages.slice(1)) {
      await answers(file, url)
      const visit = await pressButton(url)
      assert.equal(visit.status, 303)
      assert.match(visit.headers.get('location') ?? '', /\/presentations\/begin\?id=/)
    }
  })

  test('the guide: the route of Next.js asks an unknown visitor and begins a presentation', async () => {
    const { GET, POST } = await import(pathToFileURL(join(cwd, 'next-route.ts')).href)
    const asked: Response = await GET(new Request('http://localhost:3009/area', { headers: { accept: 'text/html' } }))
    assert.equal(asked.status, 401)
    const visit: Response = await POST(new Request(beginUrl(await asked.text()), { method: 'POST' }))
    assert.equal(visit.status, 303)
  })

  test('the guide: each program prints why the service refuses its orders', async () => {
    const usualPorts = new Map(ports)
    const directory = freshDirectory()
    linkRepository(directory)
    mkdirSync(join(directory, '.fiducia'))
    const wrong = { relying_party: sandbox.state.relying_party, application_key: 'k'.repeat(43) }
    writeFileSync(join(directory, '.fiducia/sandbox.json'), JSON.stringify(wrong))
    try {
      for (const [, url] of pages) ports.set(new URL(url).host, await freeBase())
      writePrograms(directory)
      const printedSince = startPrograms(programs, directory)
      for (const [file, url] of pages) {
        await answers(file, url)
        printedSince()
        assert.equal((await pressButton(url)).status, 502, file)
        const printed: string[] = []
        const explains = async () => printed.push(printedSince()) > 0 && printed.join('').includes('api_key_unknown')
        await until(explains, `${file} does not print why`)
      }
    } finally {
      for (const [name, port] of usualPorts) ports.set(name, port)
    }
  })

  const ordered = /^send the browser to http:\S+\/presentations\/begin\?id=\S+\nstatus: ordered\n$/
  const noPython = missingPrograms('python3')

  test('the guide: an order in TypeScript', async () => {
    const words = ['--disable-warning=ExperimentalWarning', 'order.ts']
    assert.match((await promisify(execFile)(process.execPath, words, { cwd, env: environment })).stdout, ordered)
  })

  test('the guide: an order in Python', { skip: noPython }, async () => {
    assert.match((await promisify(execFile)('python3', ['order.py'], { cwd, env: environment })).stdout, ordered)
  })

  test('the guide: the button is the one that the service serves', async () => {
    const [, path = ''] = /src="https:\/\/wallet\.comune\.example([^"]*)"/.exec(block('html')) ?? []
    const script = await fetch(sandbox.state.relying_party + path)
    assert.equal(script.headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.match(await script.text(), /customElements\.define\('it-wallet-button'/)
  })

  test('the guide: the API, its refusals, and their explanation', { skip: noCurl }, async () => {
    const [, , order = '', refused = '', explain = '', trust = '', key = '', ...none] = commandsHere()
    assert.deepEqual(none, [])
    assert.deepEqual(Object.keys(JSON.parse(await shell.run(order))), ['id', 'start_url', 'expires_at'])
    assert.match(
      JSON.parse(await shell.run(refused)).error_description,
      /\(dcql_malformed at dcql_query\.credentials\.0\.claims\.0\.path\) \[RP-90\] /,
    )
    assert.match(await shell.run(explain), /dcql_malformed[\s\S]*rule RP-90: /)
    assert.match(await shell.run(trust), /^TRUSTED /)
    const made = madeKey(await shell.run(key))
    assert.match(made.apiKey, /^[\w-]{43}$/)
    const { applications, ...config } = JSON.parse(block('json'))
    const [application] = applications
    assert.ok(
      relyingPartyConfig.parse({ ...config, applications: [{ ...application, apiKeyDigests: [made.apiKeyDigest] }] }),
    )
    assert.equal(relyingPartyConfig.parse({ ...config, applications }).applications[0]?.id, 'portal')
  })

  test('the guide: a program with openid-client logs a person in', { skip: noCurl }, async () => {
    const url = here('http://localhost:3003/')
    await until(async () => (await fetch(url, { redirect: 'manual' })).status === 302, 'openid.ts does not answer')
    const visit = `
page=$(curl -s -L -c jar-openid -b jar-openid -H 'accept: text/html' ${url})
link=$(echo "$page" | sed -n 's/.*id="wallet-link" href="\\([^"]*\\)".*/\\1/p' | sed 's/&amp;/\\&/g')
npx fiducia wallet present "$link" --cross-device --yes
state=$(echo "$page" | sed -n 's/.*data-state-url="\\([^"]*\\)".*/\\1/p')
back=$(curl -s -c jar-openid -b jar-openid "$state" | sed -n 's/.*"redirect_uri":"\\([^"]*\\)".*/\\1/p')
curl -s -L -c jar-openid -b jar-openid -H 'accept: text/html' "$back"
`
    assert.match(await shell.run(visit), /\nBuongiorno, Mario\.\n$/)
  })

  test('the guide: the settings of an OpenID Provider', () => {
    const openid = openIdLoginConfig.parse(JSON.parse(block('jsonc', 'openid')))
    const { dcqlQueries } = relyingPartyConfig.parse(JSON.parse(block('json')))
    const urls = { loopbackHttp: false }
    assert.deepEqual(openIdLoginFaults(openid, { queries: Object.keys(dcqlQueries), profiles: ['seed'], urls }), [])
  })

  test('the guide: the request that redeems a reference is valid, and an unknown reference is refused', async () => {
    const [head = '', body = ''] = block('http').split('\n\n')
    const [line = '', ...headers] = head.split('\n')
    const [method = '', path = ''] = line.split(' ')
    const { application_key } = JSON.parse(readFileSync(join(cwd, '.fiducia/sandbox.json'), 'utf8'))
    const response = await fetch(`${sandbox.state.relying_party}${path}`, {
      method,
      headers: headers.map((header) => header.replace('KEY', application_key).split(': ') as [string, string]),
      body: body.replace('REFERENCE', 'x'.repeat(43)),
    })
    const { error, error_description } = await response.json()
    assert.deepEqual([response.status, error], [400, 'invalid_grant'])
    assert.match(error_description, /reference_unknown/)
  })

  /** Reads the output of `fiducia api-key`. */
  function madeKey(out: string) {
    const [, apiKey = '', apiKeyDigest = ''] = /^API key +(\S+)\nfor apiKeyDigests +(\S+)\n$/.exec(out) ?? []
    return { apiKey, apiKeyDigest }
  }

  /** Settings for each surface that the guide names. The service does not start with an unknown one. */
  const surfaces = Object.fromEntries(
    [...guide.matchAll(/`(relying-party\/api\/[^`]+)`/g)].map(([, name = '']) => [
      name,
      { perSecond: 500, burst: 2000 },
    ]),
  )

  /** Writes the guide's settings, with a key of this run, to the file that `init` has written. */
  function writeRole(apiKeyDigest: string): void {
    const file = join(cwd, 'relying-party/relying-party.json')
    const settings = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
    const { applications, ...role } = JSON.parse(here(block('json')))
    const [application] = applications
    role.applications = [...settings.role.applications, { ...application, apiKeyDigests: [apiKeyDigest] }]
    assert.equal(Object.keys(surfaces).length, 2)
    writeFileSync(file, JSON.stringify({ ...settings, role, limits: { rate: { surfaces } } }))
  }

  test('the guide: a service is initialized, served, added to the federation, trusted, and accepts an order', async () => {
    const port = await freeBase()
    const service = `http://localhost:${port}`
    names.set('https://wallet.comune.example', service)
    names.set('https://anchor.example', sandbox.state.trust_anchor)
    const { apiKeyDigest, apiKey } = madeKey(await shell.run('npx fiducia api-key'))
    assert.match(await shell.run(here(block('sh', 'init'))), /^pinned {2}http:\S+ {2}\S+\nwrote /)
    writeRole(apiKeyDigest)
    const own = { FIDUCIA_LISTEN_PORT: String(port), FIDUCIA_OPERATIONS_PORT: String(await freeBase()) }
    const [, ...words] = block('sh', 'serve').trim().split(' ')
    assert.equal(words.shift(), 'fiducia')
    const env = {
      ...environment,
      ...own,
      FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '0',
      FIDUCIA_LIMITS_MAXIMUM_LAG_MILLISECONDS: '600000',
    }
    const [node = '', ...program] = fiduciaProgram(nodeOptions)
    const child = spawn(node, [...program, ...words], { cwd, env, stdio: 'ignore' })
    stops.push(() => child.kill() && once(child, 'exit'))
    const configuration = `${service}/.well-known/openid-federation`
    await until(() => fetch(configuration).then((response) => response.ok), 'the service does not answer')

    process.env.FIDUCIA_ADMIN_TOKEN = sandbox.state.admin_token
    const joined = await shell.run(here(block('sh', 'join')))
    assert.match(joined, /^would be registered: [\s\S]*^registered http:\S+ as /m)
    assert.match(await shell.run(here(block('sh', 'watch'))), /^TRUSTED /)
    const order = await fetch(`${service}/api/presentations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ request: 'login', return_url: 'https://comune.example/wallet', state: 'a-fresh-value' }),
    })
    assert.equal(order.status, 201)
    await samplePortal(service)
    await samplePortal(sandbox.state.relying_party, '--sandbox')
    const elsewhere = { cwd: freshDirectory(), env: environment }
    const besideNone = [...nodeOptions, join(cwd, 'relying-party/portal.ts'), '--sandbox']
    await assert.rejects(promisify(execFile)(process.execPath, besideNone, elsewhere), (thrown: { stderr?: string }) =>
      /There is no \.fiducia\/sandbox\.json: .*: npx fiducia --no-demo\n/.test(thrown.stderr ?? ''),
    )
  })

  /** Runs the application that `init` has written. It must show the button, and begin a presentation at the service. */
  async function samplePortal(service: string, ...words: readonly string[]): Promise<void> {
    const portal = `http://localhost:${await freeBase()}`
    const program = [...nodeOptions, 'relying-party/portal.ts', ...words]
    const env = { ...environment, PORT: new URL(portal).port }
    const child = spawn(process.execPath, program, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
    stops.push(() => child.kill())
    const [said] = await once(child.stdout, 'data')
    assert.equal(String(said), `The portal: ${portal}\n`)
    const home = await (await fetch(portal)).text()
    assert.match(home, /<it-wallet-button href="\/area"><a href="\/area">/)
    const [, script = ''] = /src="([^"]*it-wallet-button\.js)"/.exec(home) ?? []
    assert.equal(new URL(script).origin, new URL(service).origin)
    assert.equal((await fetch(script)).headers.get('access-control-allow-origin'), '*')
    const asked = await fetch(`${portal}/area`, { headers: { accept: 'text/html' } })
    const [, action = ''] = /action="([^"]*)"/.exec(await asked.text()) ?? []
    const visit = await fetch(action.replaceAll('&amp;', '&'), { method: 'POST', redirect: 'manual' })
    assert.equal(visit.status, 303)
    assert.ok(visit.headers.get('location')?.startsWith(`${service}/presentations/begin?id=`))
  }

  test('the README shows the portal of the guide', () => {
    assert.ok(read('README.md').includes(`\`\`\`ts\n${block('ts', 'portal.ts')}\`\`\``))
  })
})
