/** A complete login over SAML: our adapter, a browser, and an independent identity provider over HTTP. */

import assert from 'node:assert/strict'
import { sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { codeOf } from '../../../../test/support/refuses.ts'
import {
  begin,
  callbackUrl,
  complete,
  idp,
  login,
  mario,
  national,
  now,
  ownKey,
  stranger,
} from '../../../../test/support/saml-idp.ts'
import { failed } from '../../../base/index.ts'
import type { NationalLoginCode } from '../../../pid-provider/index.ts'
import { LoginRefused } from '../../login-script.ts'
import { createUserAgent, isDeparture } from '../../user-agent.ts'
import { anomalies } from './accounts.ts'
import { serveSamlIdp } from './serve.ts'

describe('the national login over SAML', () => {
  test('PP-13 PP-64 a user of level High logs in, and their attributes arrive as over OpenID Connect', async () => {
    const { page, result } = await login(mario)
    assert.ok(!failed(result), codeOf(result))
    const { subject, authenticatedAt, ...rest } = result
    assert.deepEqual(rest, {
      provider: 'spid',
      issuer: idp.entityId,
      levelOfAssurance: 'high',
      attributes: {
        given_name: 'Mario',
        family_name: 'Rossi',
        birthdate: '1980-01-01',
        place_of_birth: { locality: 'H501', region: 'RM' },
        fiscal_number: 'TINIT-RSSMRA80A01H501U',
      },
    })
    assert.match(subject, /^_[0-9a-f]{40}$/)
    assert.ok(Math.abs(authenticatedAt - now()) < 10)
    assert.equal(page.forms[0]?.action, callbackUrl)
    assert.deepEqual([...(page.forms[0]?.fields.keys() ?? [])], ['SAMLResponse', 'RelayState'])
  })

  test('the transient subject is different at every login', async () => {
    const [first, second] = [await login(mario), await login(mario)]
    assert.ok(!failed(first.result) && !failed(second.result))
    assert.notEqual(first.result.subject, second.result.subject)
  })

  for (const [username, level, expected] of [
    ['lucia.bianchi', undefined, 'substantial'],
    ['paolo.verdi', undefined, 'low'],
    ['mario.rossi', 'low', 'low'],
    ['mario.rossi', 'substantial', 'substantial'],
  ] as const)
    test(`PP-61 a login of ${username}, for which High was requested, has the level that the provider states: ${expected}`, async () => {
      const { result } = await login({ username, password: 'sandbox', ...(level === undefined ? {} : { level }) })
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, expected)
    })

  for (const [username, name, place] of [
    ['nicolo.dangelo', "Nicolò D'Angelò", { locality: 'G273', region: 'PA' }],
    ['amelia.kowalska', 'Amélia Kowalska-Łuczak', { locality: 'Z127' }],
  ] as const)
    test(`PP-68 the name of ${username} arrives unchanged`, async () => {
      const { result } = await login({ username, password: 'sandbox' })
      assert.ok(!failed(result), codeOf(result))
      assert.equal(`${result.attributes.given_name} ${result.attributes.family_name}`, name)
      assert.deepEqual(result.attributes.place_of_birth, place)
    })

  test('PP-67 refuses a user without a tax code', async () => {
    assert.equal(codeOf((await login({ username: 'senza.codice', password: 'sandbox' })).result), 'attribute_missing')
  })

  const outcomes: Readonly<Record<string, NationalLoginCode>> = {
    19: 'user_credentials_failed',
    20: 'user_level_unavailable',
    21: 'user_timed_out',
    22: 'user_consent_refused',
    23: 'user_blocked',
    24: 'user_login_required',
    25: 'user_cancelled',
  }
  for (const anomaly of anomalies)
    test(`PP-66 the anomaly nr${anomaly} ends in ${outcomes[anomaly]}`, async () => {
      const { result } = await login({ username: `errore.nr${anomaly}`, password: 'sandbox' })
      assert.equal(codeOf(result), outcomes[anomaly])
    })

  test('PP-66 a suspended user is blocked, and a provider that is unavailable shows its own error page', async () => {
    assert.equal(codeOf((await login({ username: 'utente.sospeso', password: 'sandbox' })).result), 'user_blocked')
    await assert.rejects(
      login({ username: 'servizio.fermo', password: 'sandbox' }),
      (thrown) => thrown instanceof LoginRefused && thrown.page.status === 503,
    )
  })

  test('PP-60 PP-65 refuses the answer to a login that another session began', async () => {
    const { page } = await login(mario)
    assert.equal(codeOf(await complete(await begin(), page)), 'relay_state_mismatch')
  })

  test('PP-63 refuses an answer that was changed in transit', async () => {
    const { begun, page } = await login(mario)
    const message = Buffer.from(page.forms[0]?.fields.get('SAMLResponse') ?? '', 'base64').toString()
    const parameters = new Map(page.forms[0]?.fields)
    parameters.set('SAMLResponse', Buffer.from(message.replace('>Mario<', '>Luigi<')).toString('base64'))
    assert.equal(
      codeOf(await national.complete({ parameters, pending: begun.pending, now: now() })),
      'assertion_signature_invalid',
    )
  })
})

describe('PP-113 the identity provider refuses a request', () => {
  const open = async (url: string): Promise<number> => {
    const visit = await createUserAgent().open(url)
    assert.ok(!isDeparture(visit))
    return visit.status
  }
  const changed = async (change: (url: URL) => void): Promise<string> => {
    const url = new URL((await begin()).location)
    change(url)
    return url.href
  }

  test('PP-113 that is signed with another key, changed, or not signed', async () => {
    assert.equal(await open((await begin()).location), 200)
    assert.equal(await open((await begin(stranger)).location), 400)
    assert.equal(await open(await changed(({ searchParams }) => searchParams.set('RelayState', 'x'))), 400)
    assert.equal(await open(await changed(({ searchParams }) => searchParams.delete('Signature'))), 400)
    assert.equal(
      await open(
        await changed((url) => {
          url.search = ''
        }),
      ),
      400,
    )
  })

  test('PP-113 with a callback that our metadata do not name', async () => {
    assert.equal(await open((await begin(national, 'http://localhost:9/pid-provider/login/other')).location), 200)
    assert.equal(await open((await begin(national, 'http://localhost:9/evil')).location), 400)
  })

  test('the metadata name the existing endpoints in the order of the schema (SAML 2.0 metadata §2.4.3)', async () => {
    const metadata = await (await fetch(idp.metadataUrl)).text()
    const [, descriptor = ''] = /<IDPSSODescriptor\b[^>]*>(.*)<\/IDPSSODescriptor>/s.exec(metadata) ?? []
    const members = [...descriptor.matchAll(/<(KeyDescriptor|NameIDFormat|\w+Service)\b/g)].map(([, name]) => name)
    assert.deepEqual(members, ['KeyDescriptor', 'NameIDFormat', 'SingleSignOnService'])
    const places = [...descriptor.matchAll(/\bLocation="([^"]*)"/g)].map(([, place = '']) => place)
    assert.deepEqual(places, [`${idp.entityId}/sso`])
    for (const place of places) assert.notEqual(await open(place), 404)
  })

  test('an unknown path is not found', async () => {
    assert.equal(await open(`${idp.entityId}/nowhere`), 404)
    assert.equal(await open(`${idp.entityId}/style.css`), 200)
  })
})

test('the provider also runs in this process, prints nothing, and releases its port', async (t) => {
  const prints = (['info', 'log', 'error', 'warn'] as const).map((name) => t.mock.method(console, name, () => {}))
  const inProcess = await serveSamlIdp({ port: 0, serviceProviders: [] })
  const response = await fetch(inProcess.metadataUrl)
  assert.equal(response.headers.get('content-type'), 'application/samlmetadata+xml')
  assert.match(await response.text(), /WantAuthnRequestsSigned="true"/)
  await inProcess.stop()
  await assert.rejects(fetch(inProcess.metadataUrl))
  for (const print of prints) assert.equal(print.mock.callCount(), 0)
})

test('refuses a signed request with more than 16 kB of XML, wherever it is in the query', async () => {
  const { location } = await begin()
  const [origin = '', query = ''] = location.split('?')
  const signed = query.slice(0, query.indexOf('&Signature='))
  const message = new URLSearchParams(query).get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(message, 'base64'))
  const statusWith = async (length: number, before = ''): Promise<number> => {
    const grown = deflateRawSync(Buffer.concat([xml, Buffer.alloc(length - xml.length, ' ')])).toString('base64')
    const asked = before + signed.replace(/SAMLRequest=[^&]*/, `SAMLRequest=${encodeURIComponent(grown)}`)
    const signature = encodeURIComponent(sign('sha256', Buffer.from(asked), ownKey.privateKey).toString('base64'))
    return (await fetch(`${origin}?${asked}&Signature=${signature}`, { redirect: 'manual' })).status
  }
  assert.deepEqual([await statusWith(16_384), await statusWith(16_385)], [303, 400])
  const doubled = `SAMLRequest=${encodeURIComponent(message)}&`
  assert.deepEqual([await statusWith(16_384, doubled), await statusWith(16_385, doubled)], [303, 400])
})

test('accepts a signed query with a question mark in a value (RFC 3986 §3.4)', async () => {
  const { location } = await begin()
  const [origin = '', query = ''] = location.split('?')
  const signed = query.slice(0, query.indexOf('&Signature=')).replace(/RelayState=[^&]*/, 'RelayState=a?b')
  const signature = encodeURIComponent(sign('sha256', Buffer.from(signed), ownKey.privateKey).toString('base64'))
  const { status } = await fetch(`${origin}?${signed}&Signature=${signature}`, { redirect: 'manual' })
  assert.equal(status, 303)
})

test('a request may name its callback by the index in the metadata instead of the URL (SAML 2.0 core §3.4.1)', async () => {
  const { location } = await begin()
  const [origin = '', query = ''] = location.split('?')
  const message = new URLSearchParams(query).get('SAMLRequest') ?? ''
  const xml = inflateRawSync(Buffer.from(message, 'base64')).toString()
  const visit = async (reference: string): Promise<readonly [status: number, callback?: string | undefined]> => {
    const changed = xml.replace(/AssertionConsumerServiceURL="[^"]*" ProtocolBinding="[^"]*"/, reference)
    const named = encodeURIComponent(deflateRawSync(changed).toString('base64'))
    const signed = query.slice(0, query.indexOf('&Signature=')).replace(/SAMLRequest=[^&]*/, `SAMLRequest=${named}`)
    const signature = encodeURIComponent(sign('sha256', Buffer.from(signed), ownKey.privateKey).toString('base64'))
    const agent = createUserAgent()
    const page = await agent.open(`${origin}?${signed}&Signature=${signature}`)
    if (isDeparture(page) || page.status !== 200) return [isDeparture(page) ? 0 : page.status]
    const cancelled = await agent.submit(page, { button: 'cancel' })
    return [page.status, isDeparture(cancelled) ? undefined : cancelled.forms[0]?.action]
  }
  for (const reference of [
    'AssertionConsumerServiceIndex="1"',
    "AssertionConsumerServiceIndex = '1'",
    `AssertionConsumerServiceURL='${callbackUrl.replace('h', '&#104;')}'`,
  ])
    assert.deepEqual(await visit(reference), [200, callbackUrl], reference)
  for (const reference of [
    'AssertionConsumerServiceIndex="9"',
    `AssertionConsumerServiceIndex="1" AssertionConsumerServiceURL="${callbackUrl}"`,
    '',
  ])
    assert.deepEqual(await visit(reference), [400], reference)
})
