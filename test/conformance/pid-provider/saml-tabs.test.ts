/**
 * Several tabs of one browser that log in over SAML, or over both channels: each reaches its own result (RP-97, D-477).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerConsent,
  authorize,
  beginIssuance,
  callback,
  consentPage,
  consentTokenOf,
  type Issuance,
  locationOf,
  pushed,
} from '../../support/pid-issuance.ts'
import { writeAnswer } from '../../support/saml-faults.ts'
import { createSamlBench, factsOf, openSamlBrowser, postAnswer, type SamlBrowser } from '../../support/saml-login.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const bench = await createSamlBench()
const { fixture, idpKey } = bench

/** One browser's cookies. A form of another site sends only `SameSite=None` cookies; own pages get the others. */
function cookieJar() {
  const cookies = new Map<string, { readonly pair: string; readonly fromForms: boolean }>()
  const sent = (fromForms: boolean): string =>
    [...cookies.values()]
      .filter((one) => one.fromForms === fromForms)
      .map(({ pair }) => pair)
      .join('; ')
  return {
    take: (response: Response): void => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1)
        const [name = '', value = ''] = pair.split('=')
        if (value === '') cookies.delete(name)
        else cookies.set(name, { pair, fromForms: line.endsWith('SameSite=None') })
      }
    },
    own: () => sent(false),
    form: () => sent(true),
  }
}

type Jar = ReturnType<typeof cookieJar>
interface Tab {
  readonly issuance: Issuance
  logIn(): Promise<Response>
}

type OpenTab = (jar: Jar) => Promise<Tab>

async function samlTab(jar: Jar): Promise<Tab & { readonly browser: SamlBrowser }> {
  const browser = await openSamlBrowser(bench, jar.own())
  jar.take(browser.response)
  const logIn = async (): Promise<Response> => {
    const xml = writeAnswer(factsOf(fixture, browser), idpKey)
    return postAnswer(bench, browser, xml, { headers: { cookie: jar.form() } })
  }
  return { issuance: browser.issuance, browser, logIn }
}

async function oidcTab(jar: Jar): Promise<Tab> {
  const issuance = await beginIssuance(fixture)
  const response = await authorize(issuance, await pushed(issuance), { provider: 'cie' }, jar.own())
  jar.take(response)
  const state = locationOf(response).searchParams.get('state') ?? ''
  return { issuance, logIn: () => callback(issuance, { cookie: jar.own(), state }) }
}

/** Logs in, and returns the token of the consent form that the tab then shows. */
async function toConsent(jar: Jar, tab: Tab): Promise<string> {
  const response = await tab.logIn()
  assert.ok(locationOf(response).pathname.endsWith('/consent'), await response.clone().text())
  jar.take(response)
  return consentTokenOf(await (await consentPage(tab.issuance, { cookie: jar.own(), state: '' })).text())
}

async function answerTab(jar: Jar, { issuance }: Tab, consent_token: string): Promise<void> {
  const response = await answerConsent(issuance, { cookie: jar.own(), state: '' }, { consent_token })
  assert.ok(locationOf(response).searchParams.has('code'), await response.clone().text())
  jar.take(response)
}

const pairs: Readonly<Record<string, readonly [OpenTab, OpenTab]>> = {
  'SAML and SAML': [samlTab, samlTab],
  'SAML and OIDC': [samlTab, oidcTab],
  'OIDC and SAML': [oidcTab, samlTab],
}
for (const [title, [first, second]] of Object.entries(pairs))
  for (const reversed of [false, true])
    test(`RP-97 two tabs over ${title} log in and consent, ${reversed ? 'the later' : 'the earlier'} first`, async () => {
      const jar = cookieJar()
      const tabs = [await first(jar), await second(jar)] as const
      const [early, late] = reversed ? [tabs[1], tabs[0]] : tabs
      const [one, other] = [await toConsent(jar, early), await toConsent(jar, late)]
      assert.notEqual(one, other)
      await answerTab(jar, early, one)
      await answerTab(jar, late, other)
      assert.deepEqual([jar.own(), jar.form()], ['', ''], 'no cookie outlives the sessions')
    })

test('RP-97 a tab that begins a login does not affect another tab that asks for consent', async () => {
  const jar = cookieJar()
  const asking = await samlTab(jar)
  const token = await toConsent(jar, asking)
  const begun = await samlTab(jar)
  await answerTab(jar, asking, token)
  await answerTab(jar, begun, await toConsent(jar, begun))
})

test('PP-60 a login that fails in one tab ends only its own session', async () => {
  const jar = cookieJar()
  const [failing, other] = [await samlTab(jar), await samlTab(jar)]
  const foreign = writeAnswer({ ...factsOf(fixture, failing.browser), requestId: '_another' }, idpKey)
  const response = await postAnswer(bench, failing.browser, foreign, { headers: { cookie: jar.form() } })
  assert.equal(locationOf(response).searchParams.get('error'), 'access_denied')
  jar.take(response)
  await answerTab(jar, other, await toConsent(jar, other))
})

test('PP-60 PP-65 a form with the RelayState of another browser ends no session', async () => {
  const jar = cookieJar()
  const tab = await samlTab(jar)
  const stranger = await samlTab(cookieJar())
  const xml = writeAnswer(factsOf(fixture, stranger.browser), idpKey)
  const response = await postAnswer(bench, stranger.browser, xml, { headers: { cookie: jar.form() } })
  await assertRefusal(response, fixture.sink, { id: 'PP-65', code: 'relay_state_mismatch', status: 400 })
  await answerTab(jar, tab, await toConsent(jar, tab))
})

test('RP-97 a browser has four logins over SAML; the fifth replaces the oldest, whose answer is then refused', async () => {
  const jar = cookieJar()
  const tabs: Tab[] = []
  for (let count = 0; count < 5; count += 1) tabs.push(await samlTab(jar))
  const [oldest, ...kept] = tabs
  assert.ok(oldest)
  await assertRefusal(await oldest.logIn(), fixture.sink, { id: 'PP-65', code: 'relay_state_mismatch', status: 400 })
  for (const tab of kept) await answerTab(jar, tab, await toConsent(jar, tab))
})
