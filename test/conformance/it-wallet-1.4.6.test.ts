/** Our Relying Party of 1.4 and the deployed wallet of 1.4.6, by vectors from the wallet's sources. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changing } from '../support/cases.ts'
import { type DecodedRequest, responseForm, violatedRules } from '../support/deployed-wallet.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import {
  assertRefused,
  type Bendable,
  fetchRequest,
  post,
  presentPid,
  requestObjectOf,
  rpId,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'
import { answerIn, profileFixture } from '../support/relying-party-profiles.ts'
import { memberRules } from '../vectors/it-wallet-1.4.6.ts'

const profile = 'it-wallet-1.4'
const clientId = `openid_federation:${rpId}`
const expected = { clientId, entityId: rpId }

const at = await profileFixture(profile)
/** Starts a presentation on the same device, and fetches the request as the wallet does. */
const requested = async () => {
  const started = await start(at, 'flow=same-device')
  assert.equal(started.parameters.get('client_id'), clientId)
  return { started, request: await requestObjectOf(await fetchRequest(at, started)) }
}
const publishedMetadata = async (): Promise<Bendable> => {
  const answer = await at.send(new Request(`${rpId}/.well-known/openid-federation`))
  return (decodeJwt(await answer.text()).payload as Bendable).metadata.openid_credential_verifier
}
const valid: DecodedRequest = (await requested()).request

test('our Request Object satisfies the reader of 1.4.6', async () => {
  assert.deepEqual(violatedRules(valid, expected), [])
  const members = Object.keys(valid.payload.client_metadata)
  for (const name of ['jwks', 'encrypted_response_enc_values_supported', 'vp_formats_supported', 'logo_uri'])
    assert.ok(members.includes(name), name)
})

describe('the reader of 1.4.6 refuses our Request Object by the rule of the member', () => {
  const changed = (change: (request: Bendable) => void): DecodedRequest => {
    const copy = structuredClone({ header: valid.header, payload: valid.payload })
    change(copy)
    return copy
  }
  const parentOf = (path: string): string => path.split('.').slice(0, -1).join('.')
  const nameOf = (path: string): string => path.split('.').at(-1) ?? ''
  for (const { path, required } of memberRules) {
    if (required)
      test(`without ${path}`, () => {
        const request = changed(changing({ [nameOf(path)]: undefined }, parentOf(path)))
        assert.deepEqual(violatedRules(request, expected), [path])
      })
    test(`with 7 as ${path}`, () => {
      const value = path === 'payload.iat' || path === 'payload.exp' ? '7' : 7
      const request = changed(changing({ [nameOf(path)]: value }, parentOf(path)))
      assert.deepEqual(violatedRules(request, expected), [path])
    })
  }
  const faults: readonly (readonly [what: string, change: (request: Bendable) => void, rule: string])[] = [
    ['without the prefix', changing({ client_id: rpId }, 'payload'), 'client_id'],
    ['of another entity', changing({ client_id: `${clientId}/other` }, 'payload'), 'client_id'],
    [
      'with a response key without kid',
      changing({ kid: undefined }, 'payload.client_metadata.jwks.keys.0'),
      'payload.client_metadata.jwks.keys.kid',
    ],
    [
      'with a response URI of another host',
      changing({ response_uri: 'https://www.rp.example/response' }, 'payload'),
      'certificate response_uri',
    ],
    ['with an empty x5c', changing({ x5c: [] }, 'header'), 'header.x5c'],
  ]
  for (const [what, change, rule] of faults)
    test(what, () => assert.deepEqual(violatedRules(changed(change), expected), [rule]))
})

/** Makes a response as the wallet does. `change` applies to the request before the wallet sees it. */
async function answered(change: (payload: Bendable) => void = () => undefined) {
  const { started, request } = await requested()
  const payload = structuredClone(request.payload)
  change(payload)
  const pid = await presentPid(at, await testWallet(at), { ...request, payload }, answerIn(profile, { payload }))
  return { started, response: await post(at, await responseForm({ payload }, await publishedMetadata(), { pid })) }
}

test('RP-65 RP-133 a response as 1.4.6 makes it is accepted, and the browser gets the claims', async () => {
  const { started, response } = await answered()
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  const page = await started.browser.get(redirectUri)
  assert.deepEqual([page.status, /Rossi/.test(await page.text())], [200, true])
})

test('RP-133 a response as 1.4.6 makes it without client_metadata is accepted: to the key of the metadata', async () => {
  const { response } = await answered(changing({ client_metadata: undefined }))
  assert.equal(response.status, 200, await response.clone().text())
})

test('RP-65 RP-66 RP-133 a response of 1.4.6 to a changed request is refused', async () => {
  const refusedFor = async (change: (payload: Bendable) => void, rule: readonly [string, string, number]) =>
    assertRefused(at, (await answered(change)).response, rule)
  await refusedFor(changing({ client_id: 'openid_federation:https://other.example' }), ['RP-65', 'aud_mismatch', 403])
  await refusedFor(changing({ nonce: '1'.repeat(48) }), ['RP-66', 'nonce_mismatch', 403])
  await refusedFor(changing({ state: (await requested()).request.payload.state }), ['RP-133', 'state_mismatch', 400])
})
