import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { Refusal } from '../../base/index.ts'
import { createNodeCrypto, createNodeRandom } from '../../node/index.ts'
import { createSealedRecords } from '../../wallet/index.ts'
import { register as registerWallet } from '../commands/wallet.ts'
import { runProgram } from '../program.ts'
import { UserError } from '../user-error.ts'
import { createPersonsBrowser, createScriptedBrowser } from './browser.ts'
import { describeRefusal } from './open-wallet.ts'
import { createSimulatedPhone } from './simulated-phone.ts'
import { createStandingConsent, createTerminalConsent, describeRequest } from './terminal-consent.ts'
import {
  createFileBlobStore,
  createFileSink,
  openStorageSecret,
  readSettings,
  writeSettings,
} from './wallet-directory.ts'

const temporary = (): string => freshDirectory()
const terminal = () => {
  const said: string[] = []
  return { said, out: (text: string) => void said.push(text), err: (text: string) => void said.push(text) }
}

async function run(...words: string[]) {
  const heard = terminal()
  const code = await runProgram([registerWallet], words, heard)
  return { code, said: heard.said.join('') }
}

const settings = {
  walletProvider: 'http://localhost:1',
  console: 'http://localhost:2',
  trustAnchor: 'http://localhost:3',
  anchorKeys: [{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y', kid: 'k' }],
  certificateAuthorities: [],
}

test('each command says in one sentence that there is no wallet', async () => {
  const directory = temporary()
  for (const words of [['list'], ['attest'], ['show', 'x'], ['remove', 'x'], ['add-pid'], ['present', 'x', '--yes']]) {
    const { code, said } = await run('wallet', '--wallet', directory, ...words)
    assert.equal(code, 1)
    assert.equal(said, `There is no wallet in ${directory}: run "fiducia wallet init" first.\n`)
  }
})

test('init says that no sandbox is running', async () => {
  const data = temporary()
  const { code, said } = await run('wallet', '--wallet', temporary(), 'init', '--data', data)
  assert.equal(code, 1)
  assert.equal(said, `No sandbox is running in ${data}: start it with "npm start -- --data ${data}".\n`)
})

test('init keeps a wallet on its platform, and knows two', async () => {
  const directory = temporary()
  writeSettings(directory, settings)
  const other = await run('wallet', '--wallet', directory, 'init', '--platform', 'ios')
  assert.deepEqual([other.code, /--again/.test(other.said)], [1, true])
  const unknown = await run('wallet', '--wallet', directory, 'init', '--platform', 'symbian')
  assert.deepEqual([unknown.code, /android, ios/.test(unknown.said)], [1, true])
})

test('what the wallet refuses becomes one sentence with its rule', async () => {
  const directory = temporary()
  writeSettings(directory, settings)
  const former = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = temporary()
  try {
    const attested = await run('wallet', '--wallet', directory, 'attest')
    assert.equal(attested.said, 'The wallet is not set up yet. (not_registered) [WI-03]\n')
    const shown = await run('wallet', '--wallet', directory, 'show', 'x')
    assert.match(shown.said, /^The wallet holds no such credential\./)
    const half = await run('wallet', '--wallet', directory, 'add-pid', '--username', 'ada')
    assert.equal(half.said, '--username and --password belong together.\n')
    const alone = await run('wallet', '--wallet', directory, 'add-pid', '--identity-provider', 'spid')
    assert.equal(alone.said, '--identity-provider needs --username and --password.\n')
    const log = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trim().split('\n')
    assert.deepEqual(
      log.map((line) => JSON.parse(line).decision.outcome),
      ['refused', 'refused'],
    )
  } finally {
    if (former === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = former
  }
})

test('list names a credential whose end no calendar knows', async () => {
  const directory = temporary()
  writeSettings(directory, settings)
  const former = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = temporary()
  try {
    const parts = { crypto: createNodeCrypto(), random: createNodeRandom() }
    const secret = openStorageSecret(directory, process.env)
    const records = createSealedRecords(parts, createFileBlobStore(directory), secret)
    const held = { id: 'one', format: 'vc+sd-jwt', credential: '', issuer: 'https://pid.example', type: 'pid' }
    await records.put('credential-one', { ...held, alg: 'ES256', keyTag: 'k', receivedAt: 1, expiresAt: 1e300 })
    const { code, said } = await run('wallet', '--wallet', directory, 'list')
    assert.deepEqual([code, said], [0, 'one  pid  https://pid.example  valid  until after the year 9999\n'])
  } finally {
    if (former === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = former
  }
})

test('what the wallet refuses leaves the person a next step', async () => {
  const directory = temporary()
  writeSettings(directory, settings)
  const former = process.env.XDG_CONFIG_HOME
  process.env.XDG_CONFIG_HOME = temporary()
  try {
    const login = ['--provider', 'http://localhost:4', '--username', 'ada', '--password', 'x']
    const added = await run('wallet', '--wallet', directory, 'add-pid', ...login)
    assert.match(added.said, /cannot be reached.* \[GEN-27\] Is the sandbox running\? "npm start" starts it\.\n$/)
    const unheard = await run('wallet', '--wallet', directory, 'present', 'x')
    assert.equal(unheard.said, 'Nobody is at the terminal to consent: say --yes to agree to everything.\n')
  } finally {
    if (former === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = former
  }
  const refusal = (code: string, at = '') =>
    describeRefusal(new Refusal('t', { status: 403, error: 'untrusted', text: 'No member.' }, 'WI-06', code, at))
  const nextStep = '"fiducia wallet init" says whether this wallet is of the sandbox that runs.'
  assert.equal(refusal('no_trust_chain'), `No member. (no_trust_chain) [WI-06] ${nextStep}`)
  for (const [at, advice] of [
    [
      'trust_chain.not_yet_valid.statement[0].payload.iat',
      /What to change: compare the clocks.* "fiducia wallet init"/,
    ],
    ['trust_chain.anchor_key_mismatch', /What to change: the anchor signs with a key that is not pinned here/],
    ['trust_chain.constructor', /^No member\. \(no_trust_chain at trust_chain\.constructor\) \[WI-06\] "fiducia/],
  ] as const)
    assert.match(refusal('no_trust_chain', at), advice)
  assert.match(
    refusal('trust_chain_expired', 'trust_chain.status_unexpected.statement'),
    /removed \("fiducia federation/,
  )
  assert.equal(refusal('trust_mark_missing'), 'No member. (trust_mark_missing) [WI-06]')
})

test('settings that are none are named', () => {
  const directory = temporary()
  writeFileSync(join(directory, 'settings.json'), '{}', { mode: 0o600 })
  assert.throws(() => readSettings(directory), UserError)
})

test('WI-11 files are replaced whole, readable by their owner only, and their key lies elsewhere', async () => {
  const [directory, home] = [temporary(), temporary()]
  const blobs = createFileBlobStore(directory)
  assert.deepEqual(await blobs.names(), [])
  assert.equal(await blobs.get('a/b'), undefined)
  await blobs.put('a/b', Uint8Array.of(1))
  await blobs.put('a/b', Uint8Array.of(2, 3))
  assert.deepEqual([...((await blobs.get('a/b')) ?? [])], [2, 3])
  assert.deepEqual(await blobs.names(), ['a/b'])
  const [file = ''] = readdirSync(join(directory, 'sealed'))
  assert.equal(statSync(join(directory, 'sealed', file)).mode & 0o077, 0)
  const key = await openStorageSecret(directory, { XDG_CONFIG_HOME: home }).storageKey()
  assert.equal(key.length, 32)
  assert.deepEqual(await openStorageSecret(directory, { XDG_CONFIG_HOME: home }).storageKey(), key)
  assert.notDeepEqual(await openStorageSecret(temporary(), { XDG_CONFIG_HOME: home }).storageKey(), key)
  assert.deepEqual(readdirSync(directory), ['sealed'])
  await blobs.delete('a/b')
  assert.deepEqual(await blobs.names(), [])
})

test('a record’s name, also one that came with a link, leads nowhere out of the wallet’s directory', async () => {
  const directory = temporary()
  const blobs = createFileBlobStore(join(directory, 'wallet'))
  const names = ['issuance-../../../outside', '../outside', '/tmp/outside', '..', '.', 'x\0y']
  for (const name of names) {
    assert.equal(await blobs.get(name), undefined)
    await blobs.put(name, Uint8Array.of(1))
    assert.deepEqual([...((await blobs.get(name)) ?? [])], [1])
  }
  assert.deepEqual((await blobs.names()).toSorted(), names.toSorted())
  assert.deepEqual(readdirSync(directory), ['wallet'])
  assert.deepEqual(readdirSync(join(directory, 'wallet')), ['sealed'])
  assert.equal(readdirSync(join(directory, 'wallet', 'sealed')).length, names.length)
})

test('WI-19 the log has one line for each decision', () => {
  const directory = temporary()
  const sink = createFileSink(directory)
  const decision = { trace: 't', surface: 's', at: 1, checks: [], evidence: {} }
  sink.record({ ...decision, outcome: 'refused' })
  sink.record({ ...decision, outcome: 'accepted' })
  const lines = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).event),
    ['refused', 'accepted'],
  )
})

test('the simulated phone asks the console for its evidence and keeps the other keys itself', async () => {
  const calls: { readonly path: string; readonly body: unknown }[] = []
  const answers: Readonly<Record<string, object>> = {
    '/devices': { id: '7', hardware_key_tag: 'tag' },
    '/devices/7/key-attestation': { key_attestation: 'ka', hardware_key_tag: 'tag' },
    '/devices/7/assertion': { hardware_signature: 'hs', integrity_assertion: 'ia' },
  }
  const [crypto, random] = [createNodeCrypto(), createNodeRandom()]
  const secret = { storageKey: async () => new Uint8Array(32) }
  const records = createSealedRecords({ crypto, random }, createFileBlobStore(temporary()), secret)
  const open = (known = true, platform?: 'ios') =>
    createSimulatedPhone({
      crypto,
      platform,
      records,
      console: 'http://localhost:4000',
      fetch: async (request) => {
        const path = new URL(request.url).pathname
        calls.push({ path, body: await request.json() })
        return known
          ? Response.json(answers[path], { status: path === '/devices' ? 201 : 200 })
          : new Response('{}', { status: 404 })
      },
    })
  const phone = open()
  assert.deepEqual(await phone.secureKeys.generateHardwareKey('trusted-environment', 'wish', 'c'), { tag: 'tag' })
  assert.equal(await open().deviceIntegrity.keyAttestation('c', 'tag'), 'ka')
  assert.deepEqual(await phone.deviceIntegrity.assertion('d', 'tag'), {
    hardware_signature: 'hs',
    integrity_assertion: 'ia',
  })
  assert.deepEqual(calls, [
    { path: '/devices', body: { platform: 'android' } },
    { path: '/devices/7/key-attestation', body: { challenge: 'c' } },
    { path: '/devices/7/assertion', body: { client_data: 'd' } },
  ])
  const made = await phone.secureKeys.generateKey('trusted-environment')
  const reopened = await open().secureKeys.openKey(made.tag)
  assert.deepEqual(reopened?.publicJwk, made.publicJwk)
  const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
  const key = await crypto.importVerificationKey(made.publicJwk, scheme)
  const data = Uint8Array.of(1, 2, 3)
  const signature = (await reopened?.sign(data)) ?? new Uint8Array()
  assert.ok(key && (await crypto.verify(scheme, key, data, signature)))
  await phone.secureKeys.deleteKey(made.tag)
  assert.equal(await phone.secureKeys.openKey(made.tag), undefined)
  await assert.rejects(open(false).deviceIntegrity.assertion('d', 'tag'), /no longer knows this device/)
  const { secureKeys } = open(true, 'ios')
  assert.deepEqual([secureKeys.platform, await secureKeys.environments()], ['ios', ['secure-element']])
  await secureKeys.generateHardwareKey('secure-element', 'wish', 'c')
  assert.deepEqual(calls.at(-2), { path: '/devices', body: { platform: 'ios' } })
  await phone.secureKeys.deleteHardwareKeys()
  await assert.rejects(phone.deviceIntegrity.keyAttestation('c', 'tag'), /has no device/)
})

test('an odd answer of the console is one sentence', async () => {
  const [crypto, random] = [createNodeCrypto(), createNodeRandom()]
  const secret = { storageKey: async () => new Uint8Array(32) }
  const records = createSealedRecords({ crypto, random }, createFileBlobStore(temporary()), secret)
  for (const [at, answers] of [
    ['id', { '/devices': { hardware_key_tag: 'tag' } }],
    ['key_attestation', { '/devices': { id: '7', hardware_key_tag: 'tag' }, '/devices/7/key-attestation': {} }],
  ] as const) {
    const fetch = async ({ url }: Request) => Response.json(new Map(Object.entries(answers)).get(new URL(url).pathname))
    const { secureKeys } = createSimulatedPhone({ crypto, records, console: 'http://localhost:4000', fetch })
    await assert.rejects(secureKeys.generateHardwareKey('trusted-environment', 'wish', 'c'), (thrown) => {
      assert.ok(thrown instanceof UserError)
      assert.match(thrown.message, new RegExp(`^What answers at http://localhost:4000 is no console .*\\(${at}\\)`))
      return true
    })
  }
})

test("the person's browser comes back to a page on loopback, and only to that", async () => {
  const launched: string[] = []
  const browser = await createPersonsBrowser(terminal(), { launch: (url) => void launched.push(url) })
  try {
    assert.match(browser.redirectUri, /^http:\/\/127\.0\.0\.1:\d+\/issued$/)
    const back = browser.authorize('https://pid.example/login', browser.redirectUri, 's')
    assert.deepEqual(launched, ['https://pid.example/login'])
    assert.equal((await fetch(new URL('/favicon.ico', browser.redirectUri))).status, 404)
    for (const target of [
      '//[',
      '//other.example/issued?state=s',
      '/issued',
      '/issued?code=c&iss=i',
      '/issued?code=c&state=x',
    ])
      assert.equal(await statusOf(browser.redirectUri, target), 404, target)
    const page = await fetch(`${browser.redirectUri}?code=c&state=s&iss=i`)
    assert.match(await page.text(), /close this page/)
    assert.equal(await back, `${browser.redirectUri}?code=c&state=s&iss=i`)
  } finally {
    browser.close()
  }
})

/** Of a request for a target that `fetch` would not send. */
const statusOf = (url: string, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { path }, (response) => resolve(response.resume().statusCode)).once('error', reject)
  })

const page = (html: string): Response => new Response(html, { headers: { 'content-type': 'text/html' } })
const form = (action: string, inner: string): string =>
  `<form method="post" action="${action}">${inner}<button class="primary">Go</button></form>`

test('a scripted browser logs in once, consents, and stops where the wallet is to be opened', async () => {
  const posted: string[] = []
  const browser = createScriptedBrowser(
    async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST') posted.push(`${pathname} ${await request.text()}`)
      if (pathname === '/login')
        return page(form('/password', '<input name="username"><input name="password" type="password">'))
      if (pathname === '/password') return page(form('/consent', '<input type="hidden" name="t" value="1">'))
      return new Response(null, { status: 302, headers: { location: `${browser.redirectUri}?code=c` } })
    },
    { username: 'ada', password: 'secret' },
    terminal(),
  )
  assert.equal(await browser.authorize('https://idp.example/login', '', 's'), `${browser.redirectUri}?code=c`)
  assert.deepEqual(posted, ['/password username=ada&password=secret', '/consent t=1'])
})

test('a scripted browser takes the identity provider that is named, or the one that is offered', async () => {
  const choice = form(
    '/choice',
    '<input type="radio" name="provider" value="a" checked><input type="radio" name="provider" value="b">',
  )
  const chosen = async (provider?: string): Promise<string | undefined> => {
    const posted: string[] = []
    const browser = createScriptedBrowser(
      async (request) => {
        if (request.method !== 'POST') return page(choice)
        posted.push(await request.text())
        return provider === 'none'
          ? page(choice)
          : new Response(null, { status: 302, headers: { location: `${browser.redirectUri}?code=c` } })
      },
      { username: 'ada', password: 'secret', ...(provider !== undefined && { provider }) },
      terminal(),
    )
    await browser.authorize('https://pid.example/authorize', '', 's')
    return posted[0]
  }
  assert.equal(await chosen(), 'provider=a')
  assert.equal(await chosen('b'), 'provider=b')
  await assert.rejects(
    chosen('none'),
    /^UserError: The login stopped at https:\/\/pid\.example \(status 200\): see --username, --password and --identity-provider\.$/,
  )
})

test('a scripted browser gives up when the password is asked for again, and at a page without a way on', async () => {
  const login = form('/again', '<input name="username"><input name="password" type="password">')
  for (const html of [login, '<p>Sorry']) {
    const browser = createScriptedBrowser(async () => page(html), { username: 'a', password: 'b' }, terminal())
    await assert.rejects(browser.authorize('https://idp.example/login', '', 's'), UserError)
  }
})

const request = {
  relyingParty: {
    entityId: 'https://rp.example',
    name: 'Banca\u001b[2J',
    organization: 'Banca S.p.A.',
    policyUri: 'https://rp.example/privacy',
    logoUri: undefined,
  },
  items: [
    {
      id: 'pid',
      purpose: 'To open an account',
      candidates: [{ id: '1', type: 'PID', issuer: 'i', claims: [{ path: ['given_name'], value: 'Ada' }] }],
    },
  ],
}

test('WI-14 the request is put in words, and nothing in it moves the cursor', async () => {
  const text = describeRequest(request)
  assert.match(text, /https:\/\/rp\.example.*Banca S\.p\.A\..*privacy.*To open an account.*given_name/s)
  assert.ok(!text.includes('\u001b'))
  const heard = terminal()
  const answer = await createStandingConsent(heard).ask(request)
  assert.deepEqual(answer, { given: true, items: [{ id: 'pid', credential: '1', claims: [['given_name']] }] })
  assert.match(heard.said.join(''), /asks for/)
  await assert.rejects(createTerminalConsent(false).ask(request), /--yes/)
})
