/**
 * The level of assurance that a wallet attests, at the fetch and in the response: told to the application, and demanded
 * where the service says so (RP-04, RP-46).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDpopProof } from '../../src/oauth/index.ts'
import { type FetchBend, fetchAttested } from '../support/attested-fetch.ts'
import {
  answerForm,
  assertRefused,
  attestationOf,
  type Bend,
  bodyOf,
  fetchRequest,
  post,
  present,
  refusesResponse,
  relyingPartyFixture,
  requestObjectOf,
  start,
  testWallet,
} from '../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const wallet = await testWallet(fixture)

const attestedFetch = (change: FetchBend = {}, at = fixture) => fetchAttested(at, wallet, change)

test('RP-04 the attested level is kept; without DPoP header the lowest is assumed and the object given all the same', async () => {
  const { response, started } = await attestedFetch()
  assert.equal(response.status, 200)
  const session = await fixture.stores.presentationSessions.find(started.id)
  assert.equal(session?.attestedLevel, 'https://trust-list.eu/aal/high')
  const bare = await attestedFetch({
    headers: (one) => {
      delete one.dpop
    },
  })
  assert.equal(bare.response.status, 200)
  assert.equal((await fixture.stores.presentationSessions.find(bare.started.id))?.attestedLevel, undefined)
})

test('RP-04 the application is told the level: attested at the fetch, in the response, or the lowest', async () => {
  const levels: string[] = []
  const at = await relyingPartyFixture({
    config: { askWalletAttestation: false },
    receive: ({ result }) => {
      levels.push(result.walletLevel)
      return undefined
    },
  })
  const own = await testWallet(at)
  const without: Bend = {
    members: (one) => {
      delete one.vp_token.wallet_attestation
    },
  }
  for (const attested of [true, false]) {
    const started = await start(at, 'variant=dcql&request_uri_method=get')
    const attestation = await attestationOf(at, own)
    const input = { method: 'GET', url: started.requestUri, now: at.clock.now(), accessToken: attestation }
    const dpop = await createDpopProof(at, own.attested, input)
    const headers: Record<string, string> = attested ? { authorization: `DPoP ${attestation}`, dpop } : {}
    const request = await requestObjectOf(await fetchRequest(at, started, undefined, headers))
    const response = await post(at, await answerForm(at, own, request, without))
    await started.browser.get((await bodyOf(response)).redirect_uri)
  }
  assert.deepEqual(levels, ['https://trust-list.eu/aal/high', 'https://trust-list.eu/aal/low'])
})

test('RP-46 a level can be required: without it 401 with WWW-Authenticate: DPoP', async () => {
  const required = await relyingPartyFixture({ config: { requiredWalletLevels: ['https://trust-list.eu/aal/high'] } })
  assert.equal((await attestedFetch({}, required)).response.status, 200)
  const bare = await attestedFetch(
    {
      headers: (one) => {
        delete one.dpop
      },
    },
    required,
  )
  await assertRefused(required, bare.response, ['RP-46', 'wallet_level_too_low', 401, 'invalid_token'])
  assert.match(bare.response.headers.get('www-authenticate') ?? '', /^DPoP /)
  const higher = await relyingPartyFixture({ config: { requiredWalletLevels: ['other'] } })
  const low = await attestedFetch({}, higher)
  await assertRefused(higher, low.response, ['RP-46', 'wallet_level_too_low', 401, 'invalid_token'])
})

const high = 'https://trust-list.eu/aal/high'
const attestedAs = (aal: string | undefined): Bend => ({
  attestation: (content) => {
    content.aal = aal
  },
})

test('RP-46 in variant 2 nothing is demanded at the fetch: the attestation in the response decides', async () => {
  const at = await relyingPartyFixture({ config: { requiredWalletLevels: [high] } })
  for (const query of ['variant=dcql&request_uri_method=get', 'variant=dcql&request_uri_method=post'])
    assert.equal((await present(at, { query })).response.status, 200)
  for (const aal of ['https://trust-list.eu/aal/low', undefined])
    await refusesResponse(at, ['RP-46', '', attestedAs(aal), 'wallet_level_too_low', 403], ['dcql'])
})

test('RP-46 in variant 1 the response needs the level too, whoever has fetched', async () => {
  const at = await relyingPartyFixture({ config: { requiredWalletLevels: [high] } })
  for (const [aal, status] of [
    [high, 200],
    ['https://trust-list.eu/aal/low', 403],
  ] as const) {
    const request = await requestObjectOf((await attestedFetch({}, at)).response)
    const response = await post(at, await answerForm(at, wallet, request, attestedAs(aal)))
    assert.equal(response.status, status)
    if (status === 403) await assertRefused(at, response, ['RP-46', 'wallet_level_too_low', 403])
  }
})

test('RP-04 an attestation in the response that states no level is of the lowest, whoever has fetched', async () => {
  const levels: string[] = []
  const at = await relyingPartyFixture({
    receive: ({ result }) => {
      levels.push(result.walletLevel)
      return undefined
    },
  })
  for (const aal of [high, undefined]) {
    const { started, response } = await attestedFetch({}, at)
    const answered = await post(at, await answerForm(at, wallet, await requestObjectOf(response), attestedAs(aal)))
    await started.browser.get((await bodyOf(answered)).redirect_uri)
  }
  assert.deepEqual(levels, [high, 'https://trust-list.eu/aal/low'])
})

test('RP-46 the challenge names an error only to whoever has shown an attestation', async () => {
  const at = await relyingPartyFixture({ config: { requiredWalletLevels: ['other'] } })
  const challengeOf = async (change: FetchBend): Promise<string | null> =>
    (await attestedFetch(change, at)).response.headers.get('www-authenticate')
  const without = (...names: string[]): FetchBend => ({
    headers: (one) => {
      for (const name of names) delete one[name]
    },
  })
  assert.match((await challengeOf({})) ?? '', /^DPoP error="invalid_token", algs=/)
  for (const bare of [without('dpop', 'authorization'), without('authorization')])
    assert.match((await challengeOf(bare)) ?? '', /^DPoP algs=/)
})
