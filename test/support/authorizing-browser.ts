/** A browser at a PID Provider: the steps up to the consent page, and assertions about pages and redirects. */
import assert from 'node:assert/strict'
import { ofObject } from './par-refusals.ts'
import { type Browser, beginIssuance, callback, type Issuance, openBrowser, pushed, state } from './pid-issuance.ts'
import { type FixtureOptions, pidProviderFixture, pidProviderId } from './pid-provider-fixture.ts'
import { person } from './scripted-identity-provider.ts'
import { assertRefusal } from './wire-refusal.ts'

/** Starts a PID Provider whose national login is scripted. `claims` replaces claims of the Request Objects. */
export async function openProvider(options: FixtureOptions = {}, claims?: Readonly<Record<string, unknown>>) {
  const fixture = await pidProviderFixture(options)
  const { identityProvider, sink } = fixture
  const begun = async (): Promise<{ issuance: Issuance; requestUri: string; browser: Browser }> => {
    identityProvider.script = { attributes: person, level: 'high' }
    const issuance = await beginIssuance(fixture)
    const requestUri = await pushed(issuance, claims ? ofObject(claims) : {})
    return { issuance, requestUri, browser: await openBrowser(issuance, requestUri) }
  }
  const loggedIn = async () => {
    const all = await begun()
    assert.equal((await callback(all.issuance, all.browser)).headers.get('location'), `${pidProviderId}/consent`)
    return all
  }

  /** Asserts a refusal on a page: no redirect, not cacheable, not in a frame. */
  async function onPage(response: Response, id: string, code: string, status = 400): Promise<void> {
    const text = await response.clone().text()
    await assertRefusal(response, sink, { id, code, status })
    assert.equal(response.headers.get('location'), null)
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
    assertPageHeaders(response)
    assert.match(text, /<html lang="it">/)
  }
  return { fixture, identityProvider, sink, begun, loggedIn, onPage }
}

export function assertPageHeaders(response: Response): void {
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('referrer-policy'), 'no-referrer')
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
}

/** Asserts that the redirect gives the wallet an error, its state and our issuer identifier. */
export function assertErrorRedirect(location: URL, error: string): void {
  assert.equal(location.origin + location.pathname, 'https://wallet.example/cb')
  assert.deepEqual(
    ['app', 'error', 'state', 'iss', 'code'].map((name) => location.searchParams.get(name)),
    ['1', error, state, pidProviderId, null],
  )
}
