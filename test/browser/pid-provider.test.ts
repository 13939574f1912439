/**
 * The PID Provider's pages for a person: on a phone, by the keyboard alone. The SAML identity
 * provider is another site, and the browser posts its form.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fail } from '../../src/base/index.ts'
import { loginAttributes, type PersonSourceCode } from '../../src/pid-provider/index.ts'
import { explanations } from '../../src/pid-provider/pages/error-texts.ts'
import {
  type BrowserWindows,
  examine,
  examineAndCapture,
  languagesOfRun,
  openBrowserWindows,
  pressByKeyboard,
  readAloud,
  type Visitor,
} from '../support/browser.ts'
import { beginIssuance, type Issuance, pushed } from '../support/pid-issuance.ts'
import { pidProviderId } from '../support/pid-provider-fixture.ts'
import { replace, successStatus, writeResponse } from '../support/saml.ts'
import { writeAnswer } from '../support/saml-faults.ts'
import { createSamlBench, samlCallbackUrl, samlIssuer } from '../support/saml-login.ts'
import { person } from '../support/scripted-identity-provider.ts'

const bench = await createSamlBench({
  personSource: {
    attributesOf: async (login) =>
      sourceFailure ? fail(sourceFailure, 'person_source') : loginAttributes.attributesOf(login),
  },
})
const { fixture, idpKey } = bench
const { identityProvider, network } = fixture
let windows: BrowserWindows
let samlStatus: string | undefined
let sourceFailure: PersonSourceCode | undefined

/**
 * Returns the identity provider's page: a form and a button. It finds the request by the session that the role has
 * stored.
 */
async function samlPage(request: Request): Promise<Response> {
  const relayState = new URL(request.url).searchParams.get('RelayState') ?? ''
  const facts = {
    requestId: requestIds.get(relayState) ?? '',
    issuer: samlIssuer,
    audience: pidProviderId,
    callbackUrl: samlCallbackUrl,
    now: fixture.clock.now(),
  }
  const xml =
    samlStatus === undefined
      ? writeAnswer(facts, idpKey)
      : replace(successStatus, samlStatus)(writeResponse(facts, successStatus))
  const field = (name: string, value: string): string => `<input type="hidden" name="${name}" value="${value}">`
  const fields = field('SAMLResponse', Buffer.from(xml).toString('base64')) + field('RelayState', relayState)
  const html = `<!doctype html><html lang="it"><title>IdP</title><form method="post" action="${samlCallbackUrl}">${fields}<button id="go">Go</button></form>`
  return new Response(html, { headers: { 'content-type': 'text/html' } })
}

/** The AuthnRequest's ID by RelayState, which an identity provider reads from the request. */
const requestIds = new Map<string, string>()
const { begin } = fixture.stores.authorizationSessions
Object.assign(fixture.stores.authorizationSessions, {
  begin: (session: Parameters<typeof begin>[0]) => {
    const { relayState, requestId } = session.pendingLogin
    requestIds.set(String(relayState), String(requestId))
    return begin(session)
  },
})

const plain = (text: string): Response =>
  new Response(`<!doctype html><title>${text}</title><p>${text}</p>`, { headers: { 'content-type': 'text/html' } })

before(async () => {
  network.connect(samlIssuer, samlPage)
  network.connect('https://wallet.example', async () => plain('the wallet'))
  network.connect('https://cie.idp.example', async (request) => {
    const state = new URL(request.url).searchParams.get('state') ?? ''
    const location = `${pidProviderId}/login/callback/cie?${new URLSearchParams({ state, code: 'x' })}`
    return new Response(null, { status: 302, headers: { location } })
  })
  windows = await openBrowserWindows(network.fetch)
})
after(() => windows?.close())

async function authorizationUrl(provider?: string): Promise<string> {
  const issuance: Issuance = await beginIssuance(fixture)
  const query = {
    client_id: issuance.wallet.clientId,
    request_uri: await pushed(issuance),
    ...(provider && { provider }),
  }
  return `${pidProviderId}/authorize?${new URLSearchParams(query)}`
}

const atWallet = async ({ page }: Visitor): Promise<URLSearchParams> => {
  await page.waitForURL('https://wallet.example/**')
  return new URL(page.url()).searchParams
}
const atConsent = ({ page }: Visitor): Promise<void> => page.waitForURL(`${pidProviderId}/consent`)

for (const language of languagesOfRun())
  describe(`the pages of the PID Provider (${language})`, () => {
    test('PP-14 PP-113 a person chooses a login, consents and returns to the wallet, by Tab and Enter', async () => {
      identityProvider.script = { attributes: person, level: 'high' }
      const visitor = await windows.open(language)
      await visitor.page.goto(await authorizationUrl())
      await examineAndCapture(visitor, 'pid-provider-login-choice')
      await pressByKeyboard(visitor, '#provider-cie')
      await atConsent(visitor)
      await examineAndCapture(visitor, 'pid-provider-consent')
      assert.equal(await visitor.page.textContent('#claim-tax_id_number'), person.fiscal_number.replace('TINIT-', ''))
      await visitor.page.evaluate(
        `document.getElementById('wallet-provider').textContent = 'https://' + 'x'.repeat(100)`,
      )
      await examine(visitor, 'a wallet provider with an identifier and no name')
      await pressByKeyboard(visitor, '#consent-accept')
      const answer = await atWallet(visitor)
      assert.ok(answer.has('code') && !answer.has('error'))
      await visitor.page.goBack()
      const words = explanations.invalid_session?.[language] ?? '?'
      assert.ok(
        (await visitor.page.textContent('#explanation'))?.includes(words),
        'the page of a finished session must explain how to start again',
      )
    })

    test('PP-14 a person who refuses returns to the wallet without a code', async () => {
      const visitor = await windows.open(language)
      await visitor.page.goto(await authorizationUrl('cie'))
      await atConsent(visitor)
      await pressByKeyboard(visitor, '#consent-refuse')
      assert.equal((await atWallet(visitor)).get('error'), 'access_denied')
    })

    test('PP-60 the browser sends the login cookie with the form of the SAML identity provider, which is another site', async () => {
      const visitor = await windows.open(language)
      await visitor.page.goto(await authorizationUrl('spid'))
      await pressByKeyboard(visitor, '#go')
      await atConsent(visitor)
      await examine(visitor, 'pid-provider-consent-saml')
      const cookies = await visitor.page.context().cookies(samlCallbackUrl)
      assert.deepEqual(cookies.map(({ name, sameSite }) => [name, sameSite]).toSorted(), [
        ['__Host-pid-provider-session', 'Lax'],
        ['__Secure-pid-provider-login', 'None'],
      ])
      await pressByKeyboard(visitor, '#consent-accept')
      assert.ok((await atWallet(visitor)).has('code'))
    })

    test('PP-66 a cancelled login is explained, and a person returns to the wallet by keyboard', async () => {
      samlStatus =
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/><samlp:StatusMessage>ErrorCode nr25</samlp:StatusMessage></samlp:Status>'
      const visitor = await windows.open(language)
      await visitor.page.goto(await authorizationUrl('spid'))
      await pressByKeyboard(visitor, '#go')
      await visitor.page.waitForSelector('#explanation')
      samlStatus = undefined
      await examineAndCapture(visitor, 'pid-provider-error-explained')
      const trace = await visitor.page.textContent('#trace')
      await visitor.page.reload()
      assert.equal(await visitor.page.textContent('#trace'), trace, 'the reloaded page must have the same trace')
      await pressByKeyboard(visitor, '#return-to-wallet')
      assert.equal((await atWallet(visitor)).get('error'), 'access_denied')
    })

    test('PP-13 PP-58 a page explains too low a level, and an unreachable source', async () => {
      const visitor = await windows.open(language)
      const low = { attributes: person, level: 'substantial' } as const
      identityProvider.script = low
      await visitor.page.goto(await authorizationUrl('cie'))
      identityProvider.script = { attributes: person, level: 'high' }
      await examineAndCapture(visitor, 'pid-provider-error-level')
      await visitor.page.goto('https://wallet.example/elsewhere')
      await visitor.page.goBack()
      assert.match((await visitor.page.textContent('#explanation')) ?? '', /SPID/)
      await pressByKeyboard(visitor, '#return-to-wallet')
      assert.equal((await atWallet(visitor)).get('error'), 'access_denied')
      sourceFailure = 'person_source_unreachable'
      await visitor.page.goto(await authorizationUrl('cie'))
      sourceFailure = undefined
      await examine(visitor, 'pid-provider-error-source')
      await pressByKeyboard(visitor, '#return-to-wallet')
      assert.equal((await atWallet(visitor)).get('error'), 'temporarily_unavailable')
    })

    test('PP-54 PP-60 a page of a failed flow explains it, with hidden details', async () => {
      const visitor = await windows.open(language)
      for (const [path, name] of [
        ['/authorize?client_id=a&request_uri=b', 'pid-provider-error-request'],
        ['/consent', 'pid-provider-error-session'],
      ] as const) {
        await visitor.page.goto(pidProviderId + path)
        await examineAndCapture(visitor, name)
        await pressByKeyboard(visitor, 'summary')
        await visitor.page.waitForSelector('#trace', { state: 'visible' })
        await examine(visitor, `${name}-details`)
      }
    })

    test('PP-58 a page explains a fault of the PID Provider', async () => {
      const visitor = await windows.open(language)
      const { find } = fixture.stores.pushedRequests
      Object.assign(fixture.stores.pushedRequests, { find: () => Promise.reject(new Error('disk')) })
      await visitor.page.goto(`${pidProviderId}/authorize?client_id=a&request_uri=b`)
      Object.assign(fixture.stores.pushedRequests, { find })
      await examine(visitor, 'pid-provider-error-fault')
      assert.equal(fixture.faults.splice(0).length, 1)
    })
  })

test('PP-14 a screen reader reads the claims before the warning, and the warning before the two answers', async () => {
  identityProvider.script = { attributes: person, level: 'high' }
  const visitor = await windows.open('en')
  await visitor.page.goto(await authorizationUrl('cie'))
  await atConsent(visitor)
  const read = await readAloud(visitor)
  const start = read.findIndex(([role]) => role === 'main')
  const spoken = read.slice(start).map(([role, name]) => `${role}: ${name}`)
  const places = [
    'main: ',
    'heading: Issuance of person identification data',
    'term: ',
    'StaticText: Given name',
    'StaticText: Ada',
    'StaticText: 29 February 1984',
    'StaticText: If you agree, the data go to ',
    'button: I agree to the issuance',
    'button: I refuse',
    'link: Privacy policy',
  ].map((line) => spoken.findIndex((one) => one.startsWith(line)))
  assert.ok(!places.includes(-1), `${places} of ${spoken.join('\n')}`)
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.equal(spoken.filter((one) => one.startsWith('heading:')).length, 1)
})
