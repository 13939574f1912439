/**
 * States of the wallet screen, for `console-wallet.test.ts` (each once) and `console-wallet.long.ts` (in every view).
 */
import assert from 'node:assert/strict'
import {
  type ConsentQuestion,
  type ConsoleWallet,
  createWalletScreen,
  type PhoneChoice,
  type Screen,
  type WalletCredential,
  type WalletDesk,
  type WalletEvent,
  type WalletOverview,
  type WalletRequest,
} from '../../src/console/index.ts'
import { renderQrCode } from '../../src/relying-party/pages/qr-code.ts'
import { describeCheck, ruleText } from '../../src/rules/index.ts'
import type { ConsoleState, ConsoleVisitor } from '../support/browser-console.ts'
import { fixedClock } from '../support/fixed-clock.ts'

export const consoleUrl = 'https://console.example'
const now = fixedClock().now()
const day = 86_400
const party = 'Comune di Roccasecca dei Volsci, Servizi demografici'
const wide = 'WMWMWMWM-'.repeat(12)
const genuine: PhoneChoice = { platform: 'android', profile: 'tee', kind: 'genuine' }
const devices: readonly PhoneChoice[] = [
  genuine,
  { platform: 'android', profile: 'unlocked_bootloader_with_a_long_name', kind: 'fault' },
  { platform: 'ios', profile: 'secure_enclave', kind: 'genuine' },
]

const credential = (state: WalletCredential['state'], format = 'vc+sd-jwt'): WalletCredential => ({
  ...{ id: `${state}-${format.length}`, format, issuer: `https://pid.example/${wide}`, issuerName: 'Fornitore di PID' },
  ...{ type: format === 'mso_mdoc' ? 'eu.europa.ec.eudiw.pid.1' : 'eu.eudiw.pid.it', state, holder: 'Mario Rossi' },
  ...{ receivedAt: now - 30 * day, expiresAt: state === 'expired' ? now - day : now + 335 * day },
})

const claims = {
  given_name: 'Mario',
  family_name: 'Rossi',
  birthdate: '1980-01-01',
  place_of_birth: { locality: 'Roma', country: 'IT' },
  tax_id_number: 'TINIT-RSSMRA80A01H501U',
  [`a_claim_of_another_type_${wide}`]: wide,
}

const relyingParty = {
  ...{ entityId: `https://rp.example/${wide}`, name: party, organization: 'Comune di Roccasecca' },
  policyUri: 'https://rp.example/privacy',
  profile: 'seed' as const,
  erasureEndpoint: undefined,
}

const offered = (id: string, given: string): ConsentQuestion['items'][number]['candidates'][number] => ({
  ...{ id, type: 'eu.eudiw.pid.it', issuer: 'https://pid.example' },
  claims: [
    { path: ['given_name'], value: given },
    { path: ['birthdate'], value: '1980-01-01', intentToRetain: true },
    { path: ['place_of_birth'], value: claims.place_of_birth },
    { path: [wide], value: wide },
  ],
})

const question: ConsentQuestion = {
  relyingParty,
  walletAttestationAsked: false,
  items: [
    {
      id: 'pid',
      purpose: 'Per iscriverti alla mensa scolastica',
      candidates: [offered('c1', 'Mario'), offered('c2', 'Lucia')],
    },
    { id: 'other', purpose: undefined, optional: true, candidates: [{ ...offered('c3', 'Mario'), claims: [] }] },
  ],
}

const event = (id: string, rest: Partial<WalletEvent> = {}): WalletEvent => ({
  ...{ id, at: now - 60, kind: 'presentation', outcome: 'done', party, trace: 'WMWMWMWMWMWM' },
  ...rest,
})

const events: readonly WalletEvent[] = [
  event('done', { claims: ['given_name', 'birthdate'], continueAt: 'https://rp.example/result' }),
  event('refused', {
    outcome: 'refused',
    refusal: {
      error: 'response_refused',
      text: `The service did not accept the presentation. It said: the status is revoked ${wide}`,
      block: {
        ...{ reason: 'The service refused the response.', code: 'response_refused', at: 'response_uri' },
        ...{ remedy: 'Read what the service says.', requirement: 'WI-88', rule: 'The service answers with 200.' },
      },
    },
  }),
  event('declined', { outcome: 'declined', claims: [], timedOut: true, unconfirmed: true }),
  event('issued', { kind: 'issuance', party: 'Fornitore di PID', credential: credential('valid').id, at: now - 3600 }),
  event('failed', { kind: 'revocation', outcome: 'failed', at: now - 2 * day }),
  event('set-up', { kind: 'set-up', at: now - 3 * day }),
]

/** A realistic request, for the pictures of the documentation. */
const pictured: ConsentQuestion = {
  relyingParty: {
    ...{ entityId: 'https://mensa.comune.example', name: 'Mensa scolastica' },
    ...{
      organization: 'Comune di Roccasecca',
      policyUri: 'https://mensa.comune.example/privacy',
      profile: 'seed' as const,
      erasureEndpoint: undefined,
    },
  },
  walletAttestationAsked: true,
  items: [
    {
      ...{ id: 'pid', purpose: 'Per iscriverti alla mensa scolastica' },
      candidates: [
        {
          ...offered('c1', 'Mario'),
          claims: [
            { path: ['given_name'], value: 'Mario' },
            { path: ['family_name'], value: 'Rossi' },
            { path: ['birthdate'], value: '1980-01-01' },
            { path: ['tax_id_number'], value: 'TINIT-RSSMRA80A01H501U' },
          ],
        },
      ],
    },
  ],
}
const picturedRefusal = event('revoked', {
  ...{ outcome: 'refused', party: 'Mensa scolastica' },
  refusal: {
    ...{ error: 'credential_revoked', text: 'The credential in this wallet that answers this request was revoked.' },
    block: {
      ...describeCheck({ requirement: 'WI-82', code: 'no_matching_credential', at: 'query.revoked' }),
      ...{ rule: ruleText('WI-82') ?? '' },
    },
  },
})
const histories: Readonly<Record<string, readonly WalletEvent[]>> = {
  operational: [],
  pictured: [picturedRefusal, ...events.filter(({ kind }) => kind === 'set-up' || kind === 'issuance')],
}

/** Content of the wallet of a session. The name of a session is that of its state. */
const overviews: Readonly<Record<string, Partial<WalletOverview>>> = {
  installed: { state: 'installed', attestations: [] },
  operational: { state: 'operational' },
  valid: {
    state: 'valid',
    credentials: [credential('valid'), credential('valid', 'mso_mdoc'), credential('suspended')],
  },
  pictured: { state: 'valid', credentials: [credential('valid'), credential('valid', 'mso_mdoc')] },
  expired: { state: 'operational', credentials: [credential('expired')] },
  revoked: {
    state: 'revoked',
    attestations: [],
    credentials: [credential('revoked'), credential('revoked', 'mso_mdoc')],
  },
}

const requests: Readonly<Record<string, WalletRequest>> = {
  pictured: { state: 'question', question: pictured, endsAt: now + 300 },
  question: { state: 'question', question, endsAt: now + 300 },
  unanswerable: {
    state: 'unanswerable',
    question: { relyingParty, items: [{ purpose: 'Per iscriverti', type: wide, claims: ['given_name', `${wide}.x`] }] },
    endsAt: now + 300,
  },
  working: { state: 'working' },
  done: { state: 'ended', event: events[0] as WalletEvent },
}

/** Links that were presented, in the order of the presses. */
const presented: string[] = []

/** A wallet that shows one state, and whose actions end at once. */
function scriptedWallet(name: string): ConsoleWallet {
  const overview: WalletOverview = {
    ...{ state: 'operational', device: genuine, hardwareKeyTag: wide, walletProvider: 'Fornitore di wallet' },
    ...{ attestations: [now + 3600], credentials: [] },
    ...overviews[name],
  }
  const end = async (id: string): Promise<WalletEvent> => events.find((one) => one.id === id) as WalletEvent
  return {
    overview: async () => overview,
    setUp: () => end('set-up'),
    issuers: async () =>
      name === 'expired' ? [] : [{ issuer: 'https://pid.example', name: `Fornitore di PID ${wide}` }],
    beginIssuance: async () => login,
    login: (id) => (id === login.id ? login : undefined),
    completeIssuance: () => end('issued'),
    credential: async (id) => {
      const found = overview.credentials.find((one) => one.id === id)
      return found && { ...found, claims }
    },
    remove: () => end('done'),
    revoke: () => end('failed'),
    present: async (link) => {
      presented.push(link)
      return 'question'
    },
    request: (id) => requests[id],
    answer: async (_id, answer) => (answer.given ? requests.done : { state: 'ended', event: await end('declined') }),
    openRequests: () => (name === 'valid' ? [{ id: 'question', party }] : []),
    history: () => histories[name] ?? events,
  }
}

const login = {
  id: 'login',
  authorizationUrl: 'https://pid.example/authorize?client_id=x',
  issuerName: 'Fornitore di PID',
}

const wallets: WalletDesk = {
  devices,
  find: (session) => (session === undefined ? undefined : scriptedWallet(session)),
  create: () => ({ session: 'operational', wallet: scriptedWallet('operational') }),
  forget: () => undefined,
  flowPathOf: ({ trace }) => trace && `/flows/trace/${trace}`,
  shownCodes: () => [{ at: now - 20, party, link: `${consoleUrl}/wallet/authorization?client_id=https://rp.example` }],
}

export const walletScreens: readonly Screen[] = [
  createWalletScreen({
    ...{ clock: fixedClock(), wallets },
    roles: [
      { name: 'wallet-provider', url: 'https://wallet-provider.example' },
      { name: 'relying-party', url: 'https://rp.example' },
    ],
  }),
]

/** Opens a path with the wallet of a session. */
export const withSession = async (
  { page }: Pick<ConsoleVisitor, 'page'>,
  session: string,
  path: string,
): Promise<void> => {
  await page.context().addCookies([{ name: '__Host-console-wallet', value: session, url: consoleUrl, secure: true }])
  await page.goto(`${consoleUrl}${path}`)
}

const state = (
  name: string,
  session: string,
  path: string,
  check: (visitor: ConsoleVisitor) => Promise<void> = async () => undefined,
  settings?: ConsoleState['settings'],
): ConsoleState => ({
  name: `wallet: ${name}`,
  path: '/health',
  ...(settings && { settings }),
  enter: async (visitor) => {
    await withSession(visitor, session, path)
    for (const summary of await visitor.page.locator('main summary').all()) await summary.click()
    await check(visitor)
  },
})

const has =
  (...selectors: readonly string[]) =>
  async ({ page }: ConsoleVisitor): Promise<void> => {
    for (const selector of selectors) assert.equal(await page.locator(selector).count(), 1, selector)
  }

const image = (): Buffer => Buffer.from(renderQrCode('https://w.example/?client_id=https://rp.example&request_uri=x'))

export const walletStates: readonly ConsoleState[] = [
  {
    name: 'wallet: an empty phone is set up with one click',
    path: '/wallet',
    enter: async ({ page }) => {
      await page.selectOption('#wallet-device-choice', 'ios/secure_enclave')
      await page.click('#wallet-set-up')
      await page.waitForURL(/\/wallet\/history\/set-up$/)
      await page.context().clearCookies({ name: '__Host-console-wallet' })
      await page.goto(`${consoleUrl}/wallet`)
    },
  },
  state('a phone whose set-up did not succeed', 'installed', '/wallet', has('#wallet-set-up')),
  state('no document yet', 'operational', '/wallet', has('#wallet-no-credentials', '#wallet-add')),
  state(
    'several documents, and a waiting request',
    'valid',
    '/wallet',
    has('#wallet-waiting-question', '#wallet-scan'),
  ),
  state('an expired document', 'expired', '/wallet', has('.wallet-expired')),
  state('a revoked wallet', 'revoked', '/wallet', has('#wallet-revoked', '#wallet-forget')),
  state('a document with its data', 'valid', '/wallet/credentials/valid-9', async ({ page, language }) => {
    const shown = (await page.textContent('.wallet-claims')) ?? ''
    assert.match(shown, language === 'it' ? /1 gennaio 1980/ : /1 January 1980/)
    assert.doesNotMatch(shown, /TINIT|given_name/)
  }),
  state('the choice of a PID', 'operational', '/wallet/pid', has('#wallet-request-pid')),
  state('no provider to choose', 'expired', '/wallet/pid', has('#wallet-no-provider')),
  state('the link to the provider', 'operational', '/wallet/pid', async ({ page }) => {
    await page.click('#wallet-request-pid')
    assert.equal(await page.getAttribute('#wallet-go-to-provider', 'href'), login.authorizationUrl)
  }),
  state('scanning, with an image that is not a code', 'valid', '/wallet/scan', async ({ page }) => {
    await page.fill('#wallet-scan-text', 'data:image/png;base64,AAAA')
    await page.click('#wallet-read')
    await page.waitForSelector('#wallet-scan-failed')
  }),
  state('scanning without script', 'valid', '/wallet/scan', has('#wallet-read', '#wallet-take-0'), {
    javaScriptEnabled: false,
  }),
  state(
    'a link of a service',
    'valid',
    '/wallet/authorization?client_id=https%3A%2F%2Frp.example&request_uri=x',
    has('#wallet-see'),
  ),
  state('a link of a service before the set-up', 'installed', '/wallet/authorization?client_id=x', async ({ page }) => {
    await page.click('#wallet-set-up')
    await page.waitForURL(/\/wallet\/authorization\?client_id=x$/)
  }),
  state('consent', 'valid', '/wallet/requests/question', has('#wallet-agree', '#wallet-trusted', '#wallet-unattested')),
  state('a scanned image, another document, and one claim left out', 'valid', '/wallet/scan', async ({ page }) => {
    presented.length = 0
    await page.setInputFiles('#wallet-scan-image', { name: 'a.svg', mimeType: 'image/svg+xml', buffer: image() })
    await page.waitForURL(/requests\/question$/)
    assert.deepEqual(presented, ['https://w.example/?client_id=https://rp.example&request_uri=x'])
    await page.click('#wallet-candidate-0-1')
    await page.uncheck('#wallet-claim-0-0')
    assert.match((await page.textContent('#wallet-item-0')) ?? '', /Lucia/)
  }),
  state('a request that no document satisfies', 'valid', '/wallet/requests/unanswerable', has('#wallet-acknowledge')),
  state('a wallet that is working', 'valid', '/wallet/requests/working', has('#wallet-working')),
  state('a request that does not exist', 'valid', '/wallet/requests/none', has('#wallet-gone')),
  state('data sent', 'valid', '/wallet/requests/question', async (visitor) => {
    await visitor.page.click('#wallet-agree')
    await has('#wallet-continue', '#wallet-sent', '#wallet-flow')(visitor)
  }),
  state('refused', 'valid', '/wallet/history/refused', has('#wallet-refusal', '#wallet-refusal-said', '#wallet-flow')),
  state('declined after the time to answer', 'valid', '/wallet/history/declined', has('#wallet-nothing-sent')),
  state('history', 'valid', '/wallet/history', has('#wallet-event-refused')),
  state('the question before a revocation', 'valid', '/wallet/revoke', has('#wallet-confirm', '#wallet-cancel')),
  state('device', 'valid', '/wallet/device', has('#wallet-revoke', '#wallet-revoke-call-curl')),
  {
    name: 'wallet: no wallet in this browser',
    path: '/wallet/history/done',
    enter: async ({ page }) => assert.equal(await page.locator('#wallet-none').count(), 1),
  },
]
