import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConsoleApp } from '../../../test/support/console-app.ts'
import type { ConsentQuestion, ConsoleWallet, WalletDesk, WalletEvent } from './wallet-port.ts'
import { createWalletScreen } from './wallet-screen.ts'

const event: WalletEvent = { id: 'a', at: 0, kind: 'set-up', outcome: 'done' }
const wallet = { setUp: async () => event } as Partial<ConsoleWallet> as ConsoleWallet
const desk = {
  devices: [{ platform: 'android', profile: 'usual', kind: 'genuine' }],
  find: () => undefined,
  create: () => ({ session: 's', wallet }),
} as Partial<WalletDesk> as WalletDesk

test('leads a wallet that is set up to the request that opened it, unless a header cannot contain its query', async () => {
  const app = createConsoleApp((clock) => [createWalletScreen({ clock, wallets: desk, roles: [] })])
  const locationAfter = async (query?: string) => {
    const form = { device: 'android/usual', ...(query !== undefined && { query }) }
    const { status, headers } = await app.post('/wallet/set-up', form)
    assert.equal(status, 303)
    return headers.get('location')
  }
  assert.equal(await locationAfter('client_id=x&a=%E2%82%AC'), '/wallet/authorization?client_id=x&a=%E2%82%AC')
  assert.equal(await locationAfter(), '/wallet/history/a')
  for (const query of ['client_id=€', 'a b', 'a\r\nb']) assert.equal(await locationAfter(query), '/wallet/history/a')
})

const candidates = ['a', 'b'].map((id) => ({
  ...{ id, type: 'pid', issuer: 'https://pid.example' },
  claims: [{ path: ['given_name'], value: id }],
}))
const question: ConsentQuestion = {
  relyingParty: {
    ...{ entityId: 'https://rp.example', name: 'A service', organization: undefined, policyUri: undefined },
    ...{ profile: 'seed', erasureEndpoint: undefined },
  },
  walletAttestationAsked: true,
  items: [
    { id: 'first', purpose: undefined, candidates },
    { id: 'second', purpose: undefined, candidates },
  ],
}

test('a page that asks for several credentials keeps the other choices, and its API call sends the chosen ones', async () => {
  const asked = {
    request: () => ({ state: 'question', question, endsAt: 1_768_478_700 }),
    history: () => [],
  } as Partial<ConsoleWallet> as ConsoleWallet
  const { get } = createConsoleApp((clock) => [
    createWalletScreen({ clock, wallets: { ...desk, find: () => asked }, roles: [] }),
  ])
  const page = await (await get('/wallet/requests/r?choice-0=1')).text()
  assert.match(page, /name="credential-0" value="b"/)
  assert.match(page, /id="wallet-candidate-1-1" href="\/wallet\/requests\/r\?choice-0=1&amp;choice-1=1"/)
  assert.match(page, /id="wallet-candidate-0-0" href="\/wallet\/requests\/r\?choice-0=0&amp;choice-1=0"/)
  assert.match(page, /--data-raw [^<]*credential-0=b[^<]*credential-1=a/)
})

/** Creates a console whose wallet asks the person about these items. */
function createAppAsking(items: typeof question.items) {
  const asked = {
    request: () => ({ state: 'question', question: { ...question, items }, endsAt: 1_768_478_700 }),
    history: () => [],
  } as Partial<ConsoleWallet> as ConsoleWallet
  return createConsoleApp((clock) => [
    createWalletScreen({ clock, wallets: { ...desk, find: () => asked }, roles: [] }),
  ])
}

test('WI-14 the consent page names the place of birth, also if only its municipality is requested', async () => {
  const claims = [
    { path: ['place_of_birth'], value: { locality: 'H501', region: 'RM', country: 'IT' } },
    { path: ['place_of_birth', 'locality'], value: 'H501' },
  ]
  for (const claim of claims) {
    const candidate = { id: 'a', type: 'pid', issuer: 'https://pid.example', claims: [claim] }
    const items = [{ id: 'only', purpose: undefined, candidates: [candidate, { ...candidate, id: 'b' }] }]
    const { get } = createAppAsking(items)
    for (const language of ['it', 'en']) {
      const page = await (await get('/wallet/requests/r', language)).text()
      assert.match(page, /<strong>Roma \(RM\)<\/strong>/)
      assert.doesNotMatch(page, /H501/)
    }
  }
})

test('the wallet asks for confirmation before it deletes or revokes something', async () => {
  const credential = { id: 'c', type: 'pid', format: 'mso_mdoc', state: 'valid', claims: {} }
  const calls: string[] = []
  const known = {
    ...{ history: () => [], credential: async () => credential, overview: async () => ({ state: 'valid' }) },
    remove: async () => void calls.push('remove'),
    revoke: async () => {
      calls.push('revoke')
      return event
    },
  } as unknown as ConsoleWallet
  const wallets = { ...desk, find: () => known, forget: () => void calls.push('forget') }
  const app = createConsoleApp((clock) => [createWalletScreen({ clock, wallets, roles: [] })])
  for (const [path, call, italian, english] of [
    ['/wallet/credentials/c/remove', 'remove', /Elimina dal wallet/, /Delete from the wallet/],
    ['/wallet/revoke', 'revoke', /Non si può annullare/, /It cannot be undone/],
    ['/wallet/forget', 'forget', /Cancella questo wallet/, /Deletes this wallet/],
  ] as const) {
    for (const [language, words] of [
      ['it', italian],
      ['en', english],
    ] as const) {
      const page = await (await app.get(path, language)).text()
      assert.match(page, words)
      assert.match(page, new RegExp(`action="${path}"[^]*id="wallet-confirm"[^]*id="wallet-cancel"`))
    }
    assert.deepEqual(calls, [])
    assert.equal((await app.post(path, {})).status, 303)
    assert.deepEqual(calls.splice(0), [call])
  }
})

test('the page of a result is titled by the outcome, and promises messages only if some are recorded', async () => {
  const block = { code: 'x', at: '', requirement: 'WI-42', reason: '', remedy: '' }
  const events: readonly WalletEvent[] = [
    { id: 'a', at: 0, kind: 'issuance', outcome: 'refused', trace: 't', action: 'with-messages' },
    { id: 'b', at: 0, kind: 'presentation', outcome: 'refused', trace: 't' },
    {
      ...{ id: 'c', at: 0, kind: 'presentation', outcome: 'refused' },
      refusal: { error: 'engagement_unreadable', text: '', block },
    },
  ]
  const known = { history: () => events } as Partial<ConsoleWallet> as ConsoleWallet
  const wallets = {
    ...{ ...desk, find: () => known },
    flowPathOf: ({ action }: WalletEvent) => action && `/flows/${action}`,
  }
  const { get } = createConsoleApp((clock) => [createWalletScreen({ clock, wallets, roles: [] })])
  for (const [id, language, title, link] of [
    ['a', 'it', 'Il PID non è stato rilasciato', 'href="/flows/with-messages">Guarda che cosa è successo, messaggio'],
    ['a', 'en', 'The PID was not issued', 'href="/flows/with-messages">See what happened, message by message'],
    ['b', 'it', 'Presentazione rifiutata', 'href="/flows/trace/t">Guarda la decisione'],
    ['b', 'en', 'Presentation refused', 'href="/flows/trace/t">See the decision'],
    ['c', 'it', 'Nessuna richiesta riconosciuta', undefined],
    ['c', 'en', 'No request recognised', undefined],
  ] as const) {
    const page = await (await get(`/wallet/history/${id}`, language)).text()
    assert.ok(page.includes(`<title>${title}`), `${id} ${language}`)
    assert.ok(link === undefined ? !page.includes('wallet-happened') : page.includes(link), `${id} ${language}`)
  }
})

test('the page for an unknown ID has a title that fits every kind of ID', async () => {
  const known = {
    request: () => undefined,
    credential: async () => undefined,
    history: () => [],
  } as Partial<ConsoleWallet> as ConsoleWallet
  const { get } = createConsoleApp((clock) => [
    createWalletScreen({ clock, wallets: { ...desk, find: () => known }, roles: [] }),
  ])
  for (const kind of ['requests', 'credentials', 'history']) {
    const response = await get(`/wallet/${kind}/none`)
    assert.equal(response.status, 404)
    assert.match(await response.text(), /<title>[^<]*This page no longer exists/)
  }
})

test('credentials of one type with equal values are told apart by their issuers', async () => {
  const [first] = candidates
  assert.ok(first)
  const sameValues = [first, { ...first, id: 'c', issuer: 'https://other.example' }]
  const items = [{ id: 'only', purpose: undefined, candidates: sameValues }]
  const { get } = createAppAsking(items)
  const page = await (await get('/wallet/requests/r')).text()
  assert.match(page, /id="wallet-candidate-0-1"[^>]*>[^<]*, a, https:\/\/other\.example</)
})

test('a link whose client has no host is named by its identifier, without invisible characters', async () => {
  const known = { overview: async () => ({ state: 'valid' }), history: () => [] } as unknown as ConsoleWallet
  const { get } = createConsoleApp((clock) => [
    createWalletScreen({ clock, wallets: { ...desk, find: () => known }, roles: [] }),
  ])
  for (const [clientId, name] of [
    ['openid_federation:https://rp.example/x', 'rp.example'],
    ['did:example:123', 'did:example:123'],
    ['evil\u202ename', 'evil'],
  ] as const) {
    const page = await (await get(`/wallet/authorization?${new URLSearchParams({ client_id: clientId })}`)).text()
    const [, named = ''] = /id="wallet-named">([^<]*)</.exec(page) ?? []
    assert.ok(named.startsWith(name) && !named.includes('\u202e'), `${clientId}: ${named}`)
  }
})
