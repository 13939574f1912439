/** The pages of the sandbox's SAML identity provider that a person sees. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf } from '../../../../test/support/refuses.ts'
import { begin, complete, login, mario } from '../../../../test/support/saml-idp.ts'
import type { BegunLogin } from '../../../pid-provider/index.ts'
import { LoginRefused, logInToForm } from '../../login-script.ts'
import { createUserAgent, isDeparture, type Page } from '../../user-agent.ts'

async function openLogin(agent = createUserAgent({ language: 'en' })): Promise<{ begun: BegunLogin; page: Page }> {
  const begun = await begin()
  const page = await agent.open(begun.location)
  assert.ok(!isDeparture(page))
  return { begun, page }
}

describe('the pages of the SAML identity provider', () => {
  test('PP-66 cancelling the login, refusing consent, and three wrong passwords have different outcomes', async () => {
    const agent = createUserAgent()
    const cancelled = await openLogin(agent)
    const answer = await agent.submit(cancelled.page, { button: 'cancel' })
    assert.ok(!isDeparture(answer))
    assert.equal(codeOf(await complete(cancelled.begun, answer)), 'user_cancelled')

    const refused = await openLogin(agent)
    const consent = await agent.submit(refused.page, { fields: { ...mario } })
    assert.ok(!isDeparture(consent))
    assert.match(consent.text, /RSSMRA80A01H501U/)
    assert.doesNotMatch(consent.text, /mario\.rossi@/)
    const refusal = await agent.submit(consent, { button: 'cancel' })
    assert.ok(!isDeparture(refusal))
    assert.equal(codeOf(await complete(refused.begun, refusal)), 'user_consent_refused')

    const guessed = await openLogin(agent)
    let page = guessed.page
    for (const status of [403, 403, 200]) {
      const next = await agent.submit(page, { fields: { username: 'mario.rossi', password: 'wrong' } })
      assert.ok(!isDeparture(next))
      assert.equal(next.status, status)
      page = next
    }
    assert.equal(codeOf(await complete(guessed.begun, page)), 'user_credentials_failed')
  })

  test('login and consent name the service in the language of the page', async () => {
    for (const [language, titles] of [
      ['it', ['Accedi a Ente', 'Dati che saranno inviati a Ente']],
      ['en', ['Sign in to Body', 'Data that will be sent to Body']],
    ] as const) {
      const agent = createUserAgent({ language })
      const { page } = await openLogin(agent)
      const consent = await agent.submit(page, { fields: { ...mario } })
      assert.ok(!isDeparture(consent))
      for (const [index, { text }] of [page, consent].entries()) assert.ok(text.includes(`<h1>${titles[index]}</h1>`))
    }
  })

  test('a wrong password, an unknown user and a level that the user does not have show the form again', async () => {
    for (const credentials of [
      { username: 'mario.rossi', password: 'wrong' },
      { username: 'nobody', password: 'sandbox' },
      { username: 'paolo.verdi', password: 'sandbox', level: 'high' },
    ])
      await assert.rejects(login(credentials), (thrown) => thrown instanceof LoginRefused && thrown.page.status === 403)
  })

  test('the pages have no script, and are neither framed nor cached', async () => {
    const { page } = await openLogin()
    const { page: answer } = await login(mario)
    for (const { text, headers } of [page, answer]) {
      assert.doesNotMatch(text, /<script|onload|onclick|style="/)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    }
    assert.equal(answer.forms[0]?.buttons.length, 1)
  })

  test('PP-61 a second login in the same browser asks for the password again', async () => {
    const agent = createUserAgent()
    await logInToForm(agent, (await begin()).location, mario)
    assert.ok((await openLogin(agent)).page.forms[0]?.fields.has('password'))
  })

  test('a login form that is sent twice asks for consent twice', async () => {
    const agent = createUserAgent()
    const { page } = await openLogin(agent)
    for (const visit of [
      await agent.submit(page, { fields: { ...mario } }),
      await agent.submit(page, { fields: { ...mario } }),
      await agent.open(page.url),
    ]) {
      assert.ok(!isDeparture(visit))
      assert.equal(visit.status, 200)
      assert.match(visit.text, /value="consent"/)
    }
  })

  test('a form that is sent again after the answer shows the same answer', async () => {
    const agent = createUserAgent()
    const { begun, page } = await openLogin(agent)
    const consent = await agent.submit(page, { fields: { ...mario } })
    assert.ok(!isDeparture(consent))
    const answer = await agent.submit(consent)
    assert.ok(!isDeparture(answer))
    for (const visit of [
      await agent.submit(consent),
      await agent.submit(consent, { button: 'cancel' }),
      await agent.submit(page, { fields: { ...mario } }),
      await agent.open(page.url),
    ]) {
      assert.ok(!isDeparture(visit))
      assert.deepEqual([visit.status, visit.text], [200, answer.text])
    }
    assert.equal(codeOf(await complete(begun, answer)), 'accepted')
  })

  test('a login that another browser began is answered with an error page, even after its end', async () => {
    const agent = createUserAgent({ language: 'en' })
    const { page } = await openLogin(agent)
    for (const end of [async () => undefined, () => agent.submit(page, { button: 'cancel' })]) {
      await end()
      const foreign = await createUserAgent({ language: 'en' }).open(page.url)
      assert.ok(!isDeparture(foreign))
      assert.equal(foreign.status, 400)
      assert.match(foreign.text, /expired/)
    }
  })
})
