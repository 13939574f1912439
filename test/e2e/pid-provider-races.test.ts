/**
 * Fifty concurrent requests over HTTP to a separate process on a SQLite file: exactly one of them can use each
 * single-use value.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  beginIssuance,
  bodyOf,
  callback,
  consentPage,
  consentTokenOf,
  credentialMessage,
  formHeaders,
  locationOf,
  obtainCode,
  obtainTokens,
  openBrowser,
  pushed,
  tokenMessage,
} from '../support/pid-issuance.ts'
import { type CrashSite, crashSite } from '../support/pid-provider-process.ts'

const fifty = <T>(run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => run(n)))

let site: CrashSite
before(async () => {
  site = await crashSite()
  await site.start()
})
after(() => site.close())

/** Counts the answers by status, and refusals by status and failure code. */
async function outcomes(responses: readonly Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const [, code = ''] = /\((\w+) at /.exec(String((await bodyOf(response)).error_description)) ?? []
    const name = response.status < 400 ? `${response.status}` : `${response.status} ${code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

test('PP-17 one of fifty uses of one code gets a token', async () => {
  const issuance = await beginIssuance(site)
  const code = await obtainCode(issuance)
  const messages = await fifty(() => tokenMessage(issuance, code))
  const counts = await outcomes(await fifty((n) => site.send('/token', messages[n])))
  assert.deepEqual(counts, { '200': 1, '400 code_used': 49 })
})

test('PP-11 one of fifty consents to one request_uri gets a code', async () => {
  const issuance = await beginIssuance(site)
  const requestUri = await pushed(issuance)
  const forms = await fifty(async () => {
    const browser = await openBrowser(issuance, requestUri)
    await callback(issuance, browser)
    const token = consentTokenOf(await (await consentPage(issuance, browser)).text())
    return { cookie: browser.cookie, body: `consent_token=${token}&decision=accept` }
  })
  const responses = await fifty((n) => {
    const { cookie = '', body = '' } = forms[n] ?? {}
    return site.send('/consent', { method: 'POST', headers: { ...formHeaders, cookie }, body })
  })
  assert.equal(responses.filter((response) => locationOf(response).searchParams.has('code')).length, 1)
})

test('PP-27 one of fifty requests with one c_nonce gets a PID', async () => {
  const issuance = await beginIssuance(site)
  const tokens = await obtainTokens(issuance)
  const messages = await fifty(() => credentialMessage(issuance, tokens))
  const counts = await outcomes(await fifty((n) => site.send('/credential', messages[n])))
  assert.deepEqual(counts, { '200': 1, '400 c_nonce_used': 49 })
})

test('PP-83 one of fifty requests with one DPoP proof, each with its own c_nonce, gets a PID', async () => {
  const issuance = await beginIssuance(site)
  const tokens = await obtainTokens(issuance)
  const { headers } = await credentialMessage(issuance, tokens)
  const messages = await fifty(async () => {
    const { c_nonce } = await bodyOf(await site.send('/nonce', { method: 'POST' }))
    return credentialMessage(issuance, tokens, { cNonce: String(c_nonce), headers: { dpop: headers.dpop } })
  })
  const counts = await outcomes(await fifty((n) => site.send('/credential', messages[n])))
  assert.deepEqual(counts, { '200': 1, '400 dpop_proof_used': 49 })
  const mine = (await site.register()).filter(({ holderThumbprint }) => holderThumbprint === issuance.wallet.holder.kid)
  assert.equal(mine.length, 1)
})
