/** Unusual forms that the Relying Party accepts, and values that it never accepts as a key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import {
  answerForm,
  type Bend,
  fetchRequest,
  post,
  present,
  refusesResponse,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const accepts = async (bend: Bend): Promise<void> => {
  const { response } = await present(fixture, { bend })
  assert.equal(response.status, 200, await response.text())
}

test('GEN-13 typ is compared without regard to case and to application/', async () => {
  for (const change of [(typ: string) => typ.toUpperCase(), (typ: string) => `application/${typ}`]) {
    await accepts({ credential: ({ header }) => Object.assign(header, { typ: change('vc+sd-jwt') }) })
    await accepts({ kbJwt: (jwt, signer) => forgeJwt(jwt, signer, { header: { typ: change('kb+jwt') } }) })
    const typ = change('wallet-attestation+jwt')
    await accepts({ attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { header: { typ } }) })
  }
})

test('GEN-21 members and parameters that no rule names are ignored', async () => {
  const further = { payload: { unknown: { a: 1 } }, header: { unknown: 'x' } }
  await accepts({ kbJwt: (jwt, signer) => forgeJwt(jwt, signer, further) })
  await accepts({ attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, further) })
  await accepts({ members: (members) => Object.assign(members, { unknown: 1 }) })
  await accepts({ form: (form) => Object.assign(form, { unknown: 'x' }) })
  const started = await start(fixture, 'variant=dcql&unknown=x')
  await requestObjectOf(await fetchRequest(fixture, { ...started, requestUri: `${started.requestUri}&unknown=x` }))
})

test('GEN-22 a parameter without value counts as not sent', async () => {
  await accepts({ form: (form) => Object.assign(form, { state: '', error: '', vp_token: '' }) })
  assert.equal((await start(fixture, 'variant=&flow=&request_uri_method=')).response.status, 200)
})

test('GEN-25 media types of answers have no parameter; a charset is tolerated on input', async () => {
  const started = await start(fixture)
  const fetched = await fetchRequest(fixture, started)
  assert.equal(fetched.headers.get('content-type'), 'application/oauth-authz-req+jwt')
  const form = await answerForm(fixture, await testWallet(fixture), await requestObjectOf(fetched))
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const body = new URLSearchParams(form).toString()
  const response = await fixture.send(new Request(`${rpId}/response`, { method: 'POST', headers, body }))
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json'])
  observeOutput('GEN-25')
})

test('accepts the state beside the response or only inside it', async () => {
  const wallet = await testWallet(fixture)
  for (const beside of [true, false]) {
    const request = await requestObjectOf(await fetchRequest(fixture, await start(fixture)))
    const form = await answerForm(fixture, wallet, request)
    if (beside) form.state = request.payload.state
    assert.equal((await post(fixture, form)).status, 200)
  }
})

test('GEN-18 a key in a header is not used to verify a credential, a KB-JWT or an attestation', async () => {
  const stranger = await generateSigner(fixture)
  const header = { jwk: stranger.publicJwk, jku: 'https://evil.example/jwks', x5u: 'https://evil.example/x' }
  const forge = (jwt: string) => forgeJwt(jwt, stranger, { header })
  const presented = async (text: string): Promise<string> => {
    const [jwt = '', ...rest] = text.split('~')
    return [await forge(jwt), ...rest].join('~')
  }
  await refusesResponse(fixture, ['RP-60', '', { presented }, 'signature_invalid'])
  await refusesResponse(fixture, ['RP-63', '', { kbJwt: forge }, 'signature_invalid', 403])
  await refusesResponse(fixture, ['RP-14', '', { attestationJwt: forge }, 'signature_invalid', 403])
  assert.ok(fixture.network.exchanges.every(({ request }) => !request.url.includes('evil')))
})
