/** The form in which a SAML identity provider answers: the checks of every form, with its own limit of 512 KiB. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRefusalPage } from '../../support/page-refusal.ts'
import { writeAnswer } from '../../support/saml-faults.ts'
import {
  createSamlBench,
  factsOf,
  openSamlBrowser,
  postAnswer,
  reopen,
  samlCallbackUrl,
  samlIssuer,
} from '../../support/saml-login.ts'
import { genFormRows } from '../gen-rows.ts'

const bench = await createSamlBench()
const { fixture, idpKey } = bench
const opened = await openSamlBrowser(bench)
const xml = writeAnswer(factsOf(fixture, opened), idpKey)
const statuses: Readonly<Record<string, number>> = {
  body_too_large: 413,
  media_type_unsupported: 415,
  coding_unsupported: 415,
}

genFormRows({
  surface: 'pid-provider/login/callback/:provider',
  sink: fixture.sink,
  url: samlCallbackUrl,
  fetch: async (request) => readRefusalPage(await fixture.provider.app(request)),
  accepted: 303,
  allow: 'GET, POST',
  bodyLimit: 524_288,
  answer: (code) => ({ status: statuses[code] ?? 400, error: 'invalid_request' }),
  valid: async () => ({
    content: { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: opened.relayState },
    headers: { cookie: (await reopen(bench, opened)).loginCookie, origin: samlIssuer },
  }),
})

test('PP-64 accepts a form of 400 KB', async () => {
  const response = await postAnswer(bench, await reopen(bench, opened), xml, { form: { more: 'x'.repeat(400_000) } })
  assert.equal(response.status, 303)
})
