/** The pages of the sandbox's national identity provider that a person sees. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { begin, callbackUrl, clientId, complete, englishName, idp } from '../../../test/support/national-login.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { failed } from '../../base/index.ts'
import { fiscalNumberClaim } from '../../pid-provider/login/national-attributes.ts'
import { LoginRefused, logInFrom } from '../login-script.ts'
import { createUserAgent, isDeparture, type Page } from '../user-agent.ts'

describe('the pages of the national identity provider', () => {
  const openLogin = async (language: string): Promise<Page> => {
    const visit = await createUserAgent({ language }).open((await begin()).location)
    assert.ok(!isDeparture(visit))
    return visit
  }

  test('the login page is a form in the language that the browser prefers, without script, and escapes names', async () => {
    const [italian, english] = [await openLogin('it'), await openLogin('en-GB,en;q=0.9,it;q=0.5')]
    assert.match(
      italian.text,
      /lang="it"[\s\S]*Nome utente[\s\S]*PID Provider &lt;sandbox&gt;|PID Provider &lt;sandbox&gt;/,
    )
    assert.match(english.text, /lang="en"[\s\S]*Username/)
    for (const page of [italian, english]) {
      assert.doesNotMatch(page.text, /<script|onclick|style="/)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    }
  })

  test('login and consent name the service in the language of the page, if its metadata have the name', async () => {
    for (const [language, heading] of [
      ['it', 'Accedi a PID Provider &lt;sandbox&gt;'],
      ['en', `Sign in to ${englishName}`],
    ] as const) {
      const page = await openLogin(language)
      assert.ok(page.text.includes(`<h1>${heading}</h1>`), page.text)
    }
    const agent = createUserAgent({ language: 'en' })
    const page = await agent.open((await begin()).location)
    assert.ok(!isDeparture(page))
    const consent = await agent.submit(page, { fields: { username: 'mario.rossi', password: 'sandbox' } })
    assert.ok(!isDeparture(consent) && consent.text.includes(`Data that will be sent to ${englishName}`))
  })

  test('an unknown path is a page in the language of the reader', async () => {
    for (const [language, words] of [
      ['it', 'La richiesta non può essere accolta'],
      ['en', 'The request cannot be accepted'],
    ] as const)
      for (const path of ['/nowhere', '/auth/nowhere/x']) {
        const response = await fetch(idp.issuer + path, { headers: { 'accept-language': language } })
        assert.equal(response.status, 404)
        assert.match(response.headers.get('content-type') ?? '', /^text\/html/)
        assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
        assert.ok((await response.text()).includes(words))
      }
    assert.equal((await fetch(`${idp.issuer}/nowhere`, { method: 'POST' })).status, 404)
  })

  test('a wrong password, an unknown user and a level that the user does not have show the form again', async () => {
    for (const credentials of [
      { username: 'mario.rossi', password: 'wrong' },
      { username: 'nobody', password: 'sandbox' },
      { username: 'paolo.verdi', password: 'sandbox', level: 'high' },
      { username: 'mario.rossi', password: 'sandbox', level: 'constructor' },
    ]) {
      const { location } = await begin()
      await assert.rejects(
        logInFrom(createUserAgent(), location, credentials),
        (thrown) =>
          thrown instanceof LoginRefused && thrown.page.status === 403 && /role="alert"/.test(thrown.page.text),
      )
    }
  })

  test('PP-66 cancelling the login ends in user_denied', async () => {
    const agent = createUserAgent()
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!isDeparture(page))
    const visit = await agent.submit(page, { button: 'cancel', stopAt: ({ port }) => port === '9' })
    assert.ok(isDeparture(visit))
    assert.equal(new URL(visit.location).searchParams.get('error'), 'access_denied')
    assert.equal(codeOf(await complete(begun, visit.location)), 'user_denied')
  })

  test('PP-66 refusing consent ends in user_denied', async () => {
    const agent = createUserAgent()
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!isDeparture(page))
    const consent = await agent.submit(page, { fields: { username: 'mario.rossi', password: 'sandbox' } })
    assert.ok(!isDeparture(consent))
    assert.match(consent.text, /RSSMRA80A01H501U/)
    assert.equal(consent.forms[0]?.buttons.filter(({ primary }) => primary).length, 1)
    const visit = await agent.submit(consent, { button: 'cancel', stopAt: ({ port }) => port === '9' })
    assert.ok(isDeparture(visit))
    assert.equal(codeOf(await complete(begun, visit.location)), 'user_denied')
  })

  test('the consent page lists each claim that the scope profile releases, in the words of both languages', async () => {
    const rows = {
      it: [
        ['Nome', 'Mario'],
        ['Cognome', 'Rossi'],
        ['Data di nascita', '1 gennaio 1980'],
        ['Sesso', 'maschio'],
        ['Luogo di nascita', 'Roma (RM)'],
        ['Codice fiscale', 'RSSMRA80A01H501U'],
      ],
      en: [
        ['Given name', 'Mario'],
        ['Family name', 'Rossi'],
        ['Date of birth', '1 January 1980'],
        ['Sex', 'male'],
        ['Place of birth', 'Roma (RM)'],
        ['Italian tax code', 'RSSMRA80A01H501U'],
      ],
    }
    for (const [language, expected] of Object.entries(rows)) {
      const agent = createUserAgent({ language })
      const page = await agent.open((await begin([fiscalNumberClaim])).location)
      assert.ok(!isDeparture(page))
      const consent = await agent.submit(page, { fields: { username: 'mario.rossi', password: 'sandbox' } })
      assert.ok(!isDeparture(consent))
      assert.deepEqual(
        [...consent.text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, label, value]) => [label, value]),
        expected,
      )
    }
  })

  test('PP-61 a second login in the same browser asks for the password again', async () => {
    const agent = createUserAgent()
    await logInFrom(agent, (await begin()).location, { username: 'mario.rossi', password: 'sandbox' })
    const page = await agent.open((await begin()).location)
    assert.ok(!isDeparture(page) && page.forms[0]?.fields.has('password'))
  })

  test('PP-13 a second user logs in with the same browser, without script, and the first session has ended', async () => {
    for (const language of ['it', 'en']) {
      const agent = createUserAgent({ language })
      for (const [username, taxCode] of [
        ['mario.rossi', 'TINIT-RSSMRA80A01H501U'],
        ['amelia.kowalska', 'TINIT-KWLMLA90H47Z127R'],
        ['mario.rossi', 'TINIT-RSSMRA80A01H501U'],
      ] as const) {
        const begun = await begin()
        const away = await logInFrom(agent, begun.location, { username, password: 'sandbox' })
        const result = await complete(begun, away)
        assert.equal(failed(result) ? result.code : result.attributes.fiscal_number, taxCode, username)
      }
    }
  })

  test('a form that is sent twice, or again after going back, leads to the same page as the first time', async () => {
    const agent = createUserAgent()
    const stopAt = ({ port }: URL): boolean => port === '9'
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!isDeparture(page))
    const fields = { username: 'mario.rossi', password: 'sandbox' }
    const consent = await agent.submit(page, { fields })
    for (const visit of [consent, await agent.submit(page, { fields }), await agent.open(page.url)]) {
      assert.ok(!isDeparture(visit))
      assert.deepEqual([visit.status, visit.url], [200, isDeparture(consent) ? '' : consent.url])
      assert.match(visit.text, /RSSMRA80A01H501U/)
    }
    assert.ok(!isDeparture(consent))
    const away = await agent.submit(consent, { stopAt })
    assert.ok(isDeparture(away))
    for (const visit of [
      await agent.submit(consent, { stopAt }),
      await agent.submit(consent, { button: 'cancel', stopAt }),
      await agent.submit(page, { fields, stopAt }),
      await agent.open(page.url, stopAt),
    ])
      assert.deepEqual(visit, away)
    for (const { url } of [page, consent]) {
      const stranger = await createUserAgent({ language: 'en' }).open(url, stopAt)
      assert.ok(!isDeparture(stranger) && stranger.status === 400 && stranger.text.includes('expired'))
    }
    assert.equal(codeOf(await complete(begun, away.location)), 'accepted')
  })

  test('two concurrent continuations of a login lead to the same page', async () => {
    const agent = createUserAgent()
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!isDeparture(page))
    const left = await agent.submit(page, {
      fields: { username: 'mario.rossi', password: 'sandbox' },
      stopAt: ({ pathname }) => pathname.startsWith('/auth/'),
    })
    assert.ok(isDeparture(left))
    const visits = await Promise.all([1, 2].map(() => agent.open(left.location)))
    for (const visit of visits) {
      assert.ok(!isDeparture(visit))
      assert.equal(visit.status, 200, visit.text)
      assert.match(visit.text, /RSSMRA80A01H501U/)
    }
    const stranger = await createUserAgent({ language: 'en' }).open(left.location)
    assert.ok(!isDeparture(stranger) && stranger.status === 400)
  })

  test('a repeated continuation of a login sets the same cookies again', async () => {
    const agent = createUserAgent()
    const page = await agent.open((await begin()).location)
    assert.ok(!isDeparture(page))
    const left = await agent.submit(page, {
      fields: { username: 'mario.rossi', password: 'sandbox' },
      stopAt: ({ pathname }) => pathname.startsWith('/auth/'),
    })
    assert.ok(isDeparture(left))
    const cookie = agent.cookies.header(new URL(left.location)) ?? ''
    const resume = async () => {
      const { headers } = await fetch(left.location, { redirect: 'manual', headers: { cookie } })
      return [headers.get('location'), headers.getSetCookie()]
    }
    const first = await resume()
    assert.ok(first[1]?.length)
    assert.deepEqual(await resume(), first)
  })

  test('an interaction that another browser began is answered with an error page', async () => {
    const page = await openLogin('en')
    const stranger = await createUserAgent({ language: 'en' }).open(page.url)
    assert.ok(!isDeparture(stranger))
    assert.equal(stranger.status, 400)
    assert.match(stranger.text, /expired/)
  })

  test('PP-113 the provider refuses a changed request object', async () => {
    const url = new URL((await begin()).location)
    const [header, , signature] = url.searchParams.get('request')?.split('.') ?? []
    const forged = Buffer.from(JSON.stringify({ client_id: clientId, redirect_uri: callbackUrl })).toString('base64url')
    url.searchParams.set('request', `${header}.${forged}.${signature}`)
    const visit = await createUserAgent().open(url.href, ({ port }) => port === '9')
    assert.ok(isDeparture(visit))
    assert.equal(new URL(visit.location).searchParams.get('error'), 'invalid_request_object')
  })
})
