/**
 * The end of a presentation: the user declines, a page opens or cannot open, or the Relying Party sends another answer.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { observeOutput } from '../../support/decisions.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { attestedRedirectUri, relyingPartyId, responseCode, responseUri } from '../../support/scripted-relying-party.ts'

test('WI-89 WI-14 sends a verified Relying Party only an unencrypted access_denied with the state if the user declines', async () => {
  const bench = await createPresentationBench()
  bench.holder.consent = () => ({ given: false })
  const outcome = await bench.present()
  const redirectUri = `${attestedRedirectUri}?response_code=${responseCode}`
  assert.deepEqual(outcome, {
    kind: 'declined',
    profile: 'seed',
    relyingParty: relyingPartyId,
    confirmed: true,
    redirectUri,
    pageOpened: true,
  })
  assert.deepEqual(Object.fromEntries(await bench.lastForm(responseUri)), {
    error: 'access_denied',
    state: 'the-state',
  })
  assert.deepEqual(bench.opened, [redirectUri])
  observeOutput('WI-89')
})

const elsewhere = { redirect_uri: 'https://elsewhere.example' }
const attested = { redirect_uri: attestedRedirectUri }
const withCode = { redirect_uri: `${attestedRedirectUri}?response_code=${responseCode}` }
for (const [title, flow, answer, confirmed] of [
  ['without a page', 'same-device', () => Response.json({}), true],
  ['with a page that is not attested', 'same-device', () => Response.json(elsewhere), true],
  ['with an attested page without a response code', 'same-device', () => Response.json(attested), true],
  ['with the status 403', 'same-device', () => Response.json(withCode, { status: 403 }), false],
  ['with a text that is not JSON', 'same-device', () => new Response('thank you'), true],
  ['without content', 'same-device', () => new Response(null, { status: 204 }), true],
  ['with a redirect', 'same-device', () => new Response(null, { status: 303, headers: { location: '/' } }), false],
  ['not at all', 'same-device', () => Promise.reject(new TypeError('closed')), false],
  ['with a page, across devices', 'cross-device', () => Response.json(withCode), true],
] as const)
  test(`WI-89 WI-18 a declined presentation opens nothing if the Relying Party answers ${title}`, async () => {
    const bench = await createPresentationBench()
    bench.holder.consent = () => ({ given: false })
    bench.relyingParty.bends.answer = async (path) => (path === '/response' ? answer() : undefined)
    const outcome = await bench.present(flow)
    assert.deepEqual(outcome, { kind: 'declined', relyingParty: relyingPartyId, profile: 'seed', confirmed })
    assert.deepEqual([bench.opened, bench.sentTo(attestedRedirectUri)], [[], []])
  })

test('WI-88 opens the redirect_uri on the same device, and fetches it across devices', async () => {
  const bench = await createPresentationBench()
  await bench.present('same-device')
  assert.deepEqual(bench.opened, [`${attestedRedirectUri}?response_code=${responseCode}`])
  assert.equal(bench.sentTo(attestedRedirectUri).length, 0)
  await bench.present('cross-device')
  assert.equal(bench.opened.length, 1)
  assert.equal(bench.sentTo(attestedRedirectUri)[0]?.method, 'GET')
})

/** Creates a bench whose device cannot open a page. */
async function benchWithoutBrowser() {
  const bench = await createPresentationBench()
  bench.holder.page = () => Promise.reject(new Error('no browser'))
  return bench
}
const lastPage = `${attestedRedirectUri}?response_code=${responseCode}`

test('WI-88 a presentation succeeds if its page cannot be opened, and the outcome reports this (D-256)', async () => {
  const bench = await benchWithoutBrowser()
  const of = { kind: 'presented', relyingParty: relyingPartyId, profile: 'seed', redirectUri: lastPage } as const
  assert.deepEqual(await bench.present(), { ...of, pageOpened: false })
  assert.deepEqual([bench.sentTo(responseUri).length, bench.opened], [1, [lastPage]])
  bench.holder.page = undefined
  assert.deepEqual(await bench.present(), { ...of, pageOpened: true })
  bench.relyingParty.bends.answer = (path) =>
    path === new URL(attestedRedirectUri).pathname ? Promise.reject(new TypeError('closed')) : undefined
  const across = await bench.present('cross-device')
  assert.deepEqual(across, { ...of, pageOpened: false })
})

test('WI-89 a refusal is sent even if its page cannot be opened', async () => {
  const bench = await benchWithoutBrowser()
  bench.holder.consent = () => ({ given: false })
  assert.deepEqual(await bench.present(), {
    kind: 'declined',
    profile: 'seed',
    relyingParty: relyingPartyId,
    confirmed: true,
    redirectUri: lastPage,
    pageOpened: false,
  })
  for (const { id } of await bench.wallet.list()) await bench.wallet.remove(id)
  await bench.refuses('WI-82', 'no_matching_credential')
})

test('WI-215 WI-18 a service that attests no redirect_uris gets no data, and the user is not asked', async () => {
  for (const redirect_uris of [undefined, []])
    for (const flow of ['same-device', 'cross-device'] as const) {
      const bench = await createPresentationBench()
      bench.relyingParty.bends.metadata = ({ redirect_uris: _, ...own }) =>
        redirect_uris === undefined ? own : { ...own, redirect_uris }
      const { answer, at } = await refusedBy('WI-215', 'redirect_uris_missing', bench.present(flow))
      assert.deepEqual([at, answer.error], ['metadata.redirect_uris', 'request_invalid'])
      assert.deepEqual([bench.sentTo(responseUri), bench.holder.asked, bench.opened], [[], [], []])
    }
})

test('WI-18 opens the page URL that it returns, without characters that a URL must not contain', async () => {
  const bench = await createPresentationBench()
  const letters = '\u009b\u202e'
  bench.relyingParty.bends.redirect = (url) => `${url}&x=${letters}#\u001b[2J${letters}`
  for (const consent of [undefined, () => ({ given: false }) as const]) {
    bench.holder.consent = consent
    const { redirectUri } = await bench.present()
    assert.match(redirectUri ?? '', /^[!-~]+$/)
    assert.equal(bench.opened.at(-1), redirectUri)
  }
})

const page = { headers: { 'content-type': 'text/html' } }
for (const [title, code, answer] of [
  ['with an empty object', 'redirect_uri_missing', () => Response.json({})],
  ['without a body', 'json_malformed', () => new Response(null)],
  ['with a page', 'json_malformed', () => new Response('<p>Grazie</p>', page)],
  ['with the status 204', 'response_refused', () => new Response(null, { status: 204 })],
  ['with the status 202', 'response_refused', () => Response.json({}, { status: 202 })],
] as const)
  test(`WI-88 D-341 the user reads that the presentation arrived if the service answers ${title}`, async () => {
    const { text, error } = await afterResponse('WI-88', code, answer)
    assert.equal(error, 'response_unanswered')
    assert.match(text, /has received the presentation/)
  })

for (const [title, code, redirect_uri] of [
  ['a page of another host', 'redirect_uri_not_attested', 'https://elsewhere.example/'],
  ['a relative URL', 'redirect_uri_unusable', '/cb'],
  ['a javascript URL', 'redirect_uri_unusable', 'javascript:alert(1)'],
] as const)
  test(`WI-18 D-341 the user reads that the presentation arrived if the service names ${title}`, async () => {
    const { text, error } = await afterResponse('WI-18', code, () => Response.json({ redirect_uri }))
    assert.equal(error, 'redirect_untrusted')
    assert.match(text, /has received the presentation/)
  })

for (const redirect_uri of [attestedRedirectUri, `${attestedRedirectUri}#`, `${attestedRedirectUri}?response_code=`])
  test(`WI-97 opens nothing if a service names ${redirect_uri}, which has no response code`, async () => {
    const answer = () => Response.json({ redirect_uri })
    const { text, error } = await afterResponse('WI-97', 'response_code_missing', answer)
    assert.equal(error, 'redirect_without_code')
    assert.match(text, /has received the presentation/)
  })

for (const type of ['text/plain', 'text/html; charset=utf-8', 'text/json', 'application/octet-stream', undefined])
  test(`WI-98 accepts the same JSON as ${type ?? 'no media type'}, after a response and after a refusal`, async () => {
    const bench = await createPresentationBench()
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
    const body = new TextEncoder().encode(JSON.stringify(withCode))
    bench.relyingParty.bends.answer = (path) => (path === '/response' ? new Response(body, { headers }) : undefined)
    for (const consent of [undefined, () => ({ given: false }) as const]) {
      bench.holder.consent = consent
      await bench.present()
      assert.equal(bench.opened.at(-1), withCode.redirect_uri)
    }
    assert.equal(bench.opened.length, 2)
  })

test('WI-88 D-341 the wallet reports a presentation with a redirected POST as unconfirmed', async () => {
  const moved = () => new Response(null, { status: 303, headers: { location: attestedRedirectUri } })
  const { error } = await afterResponse('WI-88', 'response_refused', moved)
  assert.equal(error, 'response_unconfirmed')
})

/**
 * Asserts the user's message for this answer of the response endpoint; the presentation is posted once, and nothing is
 * opened.
 */
async function afterResponse(requirement: string, code: string, answer: () => Response) {
  const bench = await createPresentationBench()
  bench.relyingParty.bends.answer = (path) => (path === '/response' ? answer() : undefined)
  const refusal = await refusedBy(requirement, code, bench.present())
  assert.deepEqual([bench.opened, bench.sentTo(responseUri).length], [[], 1])
  return refusal.answer
}
