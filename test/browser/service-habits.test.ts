/**
 * The actions of `browser-habits.test.ts` at the pages of the roles: the Relying Party's demonstration and the PID
 * Provider (RP-95, RP-97, PP-60).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type BrowserWindows,
  openBrowserWindows,
  openTab,
  prefetch,
  restartBrowser,
  type Visitor,
} from '../support/browser.ts'
import type { Network } from '../support/network.ts'
import { beginIssuance, pushed } from '../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../support/pid-provider-fixture.ts'
import {
  answerForm,
  fetchRequest,
  post,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  testWallet,
} from '../support/relying-party-fixture.ts'

const page = (text: string, status = 200): Response =>
  new Response(`<!doctype html><title>${text}</title><p id="${text}">${text}</p>`, {
    status,
    headers: { 'content-type': 'text/html' },
  })

/**
 * Puts a proxy before an origin, which also has a page of its own without a policy. Returns a function that makes the
 * proxy lose the next answer at a path.
 */
function connectProxy(network: Network, origin: string, app: (request: Request) => Promise<Response>) {
  let lost: string | undefined
  network.connect(origin, async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/other') return page('other')
    const answered = await app(request)
    if (pathname !== lost) return answered
    lost = undefined
    return page('lost', 504)
  })
  return (path: string): void => {
    lost = path
  }
}
const answerIsLost = ({ page: open }: Visitor) => open.waitForSelector('#lost')

describe('the pages of a Relying Party', async () => {
  const fixture = await relyingPartyFixture()
  const wallet = await testWallet(fixture)
  const lose = connectProxy(fixture.network, rpId, (request) => fixture.send(request))
  let windows: BrowserWindows
  before(async () => {
    fixture.network.connect('https://wallet.example', async ({ url }) => {
      const parameters = new URL(url).searchParams
      const requestUri = parameters.get('request_uri') ?? ''
      const object = await requestObjectOf(await fetchRequest(fixture, { requestUri, parameters }))
      const answered = await post(fixture, await answerForm(fixture, wallet, object))
      const { redirect_uri: location } = (await answered.json()) as { redirect_uri: string }
      return new Response(null, { status: 303, headers: { location } })
    })
    windows = await openBrowserWindows(fixture.network.fetch)
  })
  after(() => windows?.close())

  const home = `${rpId}/`
  const button = (flow: 'same' | 'cross'): string => `#start-dcql-${flow}-device`
  const open = async (): Promise<Visitor> => {
    const visitor = await windows.open('en')
    await visitor.page.goto(home)
    return visitor
  }
  const hasResult = async ({ page: shown }: Visitor): Promise<void> => {
    await shown.waitForSelector('#claim-given_name')
    assert.equal(await shown.textContent('#claim-given_name'), 'Ada')
  }
  const waitForLink = async ({ page: shown }: Visitor): Promise<string> => {
    await shown.waitForSelector('#state-waiting', { state: 'visible' })
    return (await shown.getAttribute('#wallet-link', 'href')) ?? ''
  }

  test('RP-95 a prefetch by Chromium begins no presentation', async () => {
    const visitor = await windows.open('en')
    await visitor.page.goto(`${rpId}/other`)
    const start = `${rpId}/presentations/new?variant=dcql&flow=same-device`
    assert.deepEqual(await prefetch(visitor, start), [503, 503])
    assert.deepEqual(await visitor.page.context().cookies(), [])
    await visitor.page.goto(start)
    await hasResult(visitor)
  })

  test('RP-97 the back button leads from the result to the choice, and another presentation can begin', async () => {
    const visitor = await open()
    await visitor.page.click(button('same'))
    await hasResult(visitor)
    await visitor.page.goBack()
    await visitor.page.click(button('cross'))
    await waitForLink(visitor)
    await visitor.page.goBack()
    await visitor.page.click(button('same'))
    await hasResult(visitor)
  })

  test('RP-97 a double press of a button leads to the result', async () => {
    for (const flow of ['same', 'cross'] as const) {
      const visitor = await open()
      await visitor.page.dblclick(button(flow))
      const phone = await windows.open('en')
      if (flow === 'cross') await phone.page.goto(await waitForLink(visitor))
      await hasResult(visitor)
    }
  })

  test('RP-97 a reload shows the result although answers to the start and to the result were lost', async () => {
    const visitor = await open()
    for (const path of ['/presentations/new', '/presentation-result']) {
      lose(path)
      await visitor.page.goto(home)
      await visitor.page.click(button('same'))
      await answerIsLost(visitor)
    }
    await visitor.page.reload()
    await hasResult(visitor)
  })

  test('RP-97 a restarted browser continues in its restored tab, while it waits and with the result', async () => {
    const first = await open()
    await first.page.click(button('cross'))
    const link = await waitForLink(first)
    const again = await restartBrowser(first)
    assert.equal(await waitForLink(again), link)
    await (await windows.open('en')).page.goto(link)
    await hasResult(again)
    await hasResult(await restartBrowser(again))
  })
})

describe('the pages of a PID Provider', async () => {
  const fixture = await pidProviderFixture({ identityProviders: ['cie', 'spid'] })
  const { network } = fixture
  const lose = connectProxy(network, pidProviderId, fixture.provider.app)
  /** True while people stop at the identity provider. */
  let isUndecided = false
  let windows: BrowserWindows
  before(async () => {
    network.connect('https://wallet.example', async () => page('wallet'))
    for (const id of ['cie', 'spid'])
      network.connect(`https://${id}.idp.example`, async ({ url }) => {
        if (isUndecided) return page('login')
        const answer = new URLSearchParams({ state: new URL(url).searchParams.get('state') ?? '', code: 'x' })
        return new Response(null, {
          status: 302,
          headers: { location: `${pidProviderId}/login/callback/${id}?${answer}` },
        })
      })
    windows = await openBrowserWindows(network.fetch)
  })
  after(() => windows?.close())

  async function authorizationUrl(): Promise<string> {
    const issuance = await beginIssuance(fixture)
    const query = { client_id: issuance.wallet.clientId, request_uri: await pushed(issuance) }
    return `${pidProviderId}/authorize?${new URLSearchParams(query)}`
  }
  const open = async (): Promise<Visitor> => {
    const visitor = await windows.open('en')
    await visitor.page.goto(await authorizationUrl())
    return visitor
  }
  const logIn = async ({ page: shown }: Visitor): Promise<void> => {
    await shown.click('#provider-cie')
    await shown.waitForURL(`${pidProviderId}/consent`)
  }
  const hasCode = async ({ page: shown }: Visitor): Promise<void> => {
    await shown.waitForURL('https://wallet.example/**')
    assert.ok(new URL(shown.url()).searchParams.has('code'), shown.url())
  }
  const accept = async (visitor: Visitor): Promise<void> => {
    await visitor.page.click('#consent-accept')
    await hasCode(visitor)
  }

  test('RP-95 a prefetch by Chromium begins no authorization', async () => {
    const visitor = await windows.open('en')
    await visitor.page.goto(`${pidProviderId}/other`)
    const url = await authorizationUrl()
    assert.deepEqual(await prefetch(visitor, url), [503, 503])
    await visitor.page.goto(url)
    await logIn(visitor)
    await accept(visitor)
  })

  test('PP-60 a person who reloads the choice and the consent gets a code', async () => {
    const visitor = await open()
    await visitor.page.reload()
    await logIn(visitor)
    await visitor.page.reload()
    await accept(visitor)
  })

  test('PP-60 a person goes back from one identity provider and chooses another', async () => {
    const visitor = await open()
    isUndecided = true
    await visitor.page.click('#provider-spid')
    await visitor.page.waitForSelector('#login')
    isUndecided = false
    await visitor.page.goBack()
    await logIn(visitor)
    await accept(visitor)
  })

  test('PP-60 two tabs complete their own issuances', async () => {
    const first = await open()
    const second = await openTab(first)
    await second.page.goto(await authorizationUrl())
    await logIn(second)
    await logIn(first)
    await accept(second)
    await accept(first)
  })

  test('PP-60 double presses of a provider and of the consent lead to a code', async () => {
    const visitor = await open()
    await visitor.page.dblclick('#provider-cie')
    await visitor.page.waitForURL(`${pidProviderId}/consent`)
    await visitor.page.dblclick('#consent-accept')
    await hasCode(visitor)
  })

  test('PP-60 a reload gets the code although the answer to the consent was lost', async () => {
    const visitor = await open()
    await logIn(visitor)
    lose('/consent')
    await visitor.page.click('#consent-accept')
    await answerIsLost(visitor)
    await visitor.page.reload()
    await hasCode(visitor)
  })

  test('PP-60 a restarted browser continues at the choice and at the consent', async () => {
    const first = await open()
    const again = await restartBrowser(first)
    await logIn(again)
    await accept(await restartBrowser(again))
  })
})
