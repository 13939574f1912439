/**
 * The level of assurance that a wallet attests, at the fetch and in the response. It is reported to the application,
 * and required if the service is configured so (RP-04, RP-46).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDpopProof } from '../../../src/oauth/index.ts'
import { type FetchBend, fetchAttested } from '../../support/attested-fetch.ts'
import { changing } from '../../support/cases.ts'
import {
  answerForm,
  assertRefused,
  attestationOf,
  type Bend,
  bodyOf,
  createBrowser,
  type FixtureOptions,
  fetchRequest,
  post,
  present,
  refusesResponse,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  type Started,
  start,
  testWallet,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const wallet = await testWallet(fixture)

const high = 'https://trust-list.eu/aal/high'
/** The two ways in which the exchange proves possession of an attested key. */
const byScope = { variants: ['scope'] }
const signed = { responseProtections: ['signed_encrypted'] }

const attestedFetch = (change: FetchBend = {}, at = fixture) => fetchAttested(at, wallet, change)

test('RP-04 the attested level is stored; a fetch without DPoP header gets the Request Object, and no level is stored', async () => {
  const { response, started } = await attestedFetch()
  assert.equal(response.status, 200)
  const session = await fixture.stores.presentationSessions.find(started.id)
  assert.equal(session?.attestedLevel, 'https://trust-list.eu/aal/high')
  const bare = await attestedFetch({ headers: changing({ dpop: undefined }) })
  assert.equal(bare.response.status, 200)
  assert.equal((await fixture.stores.presentationSessions.find(bare.started.id))?.attestedLevel, undefined)
})

test('RP-04 the application receives the level attested at the fetch, or the lowest level without an attestation', async () => {
  const levels: string[] = []
  const at = await relyingPartyFixture({
    config: { askWalletAttestation: false },
    receive: ({ result }) => {
      levels.push(result.walletLevel)
      return undefined
    },
  })
  const own = await testWallet(at)
  const without: Bend = { members: changing({ wallet_attestation: undefined }, 'vp_token') }
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

test('RP-46 a fetch without the required level gets 401 with WWW-Authenticate: DPoP', async () => {
  const required = await relyingPartyFixture({ config: { ...byScope, requiredWalletLevels: [high] } })
  assert.equal((await attestedFetch({}, required)).response.status, 200)
  const bare = await attestedFetch({ headers: changing({ dpop: undefined }) }, required)
  await assertRefused(required, bare.response, ['RP-46', 'wallet_level_too_low', 401, 'invalid_token'])
  assert.match(bare.response.headers.get('www-authenticate') ?? '', /^DPoP /)
  const higher = await relyingPartyFixture({ config: { ...byScope, requiredWalletLevels: ['other'] } })
  const low = await attestedFetch({}, higher)
  await assertRefused(higher, low.response, ['RP-46', 'wallet_level_too_low', 401, 'invalid_token'])
})

const attestedAs = (aal: string | undefined): Bend => ({
  attestation: changing({ aal: aal }),
})

test('RP-46 variant 2 requires no level at the fetch, but in the attestation of the signed response', async () => {
  const at = await relyingPartyFixture({ config: { ...signed, requiredWalletLevels: [high] } })
  const protection = 'signed_encrypted'
  for (const query of ['variant=dcql&request_uri_method=get', 'variant=dcql&request_uri_method=post'])
    assert.equal((await present(at, { query, bend: { protection } })).response.status, 200)
  for (const aal of ['https://trust-list.eu/aal/low', undefined])
    await refusesResponse(at, ['RP-46', '', { ...attestedAs(aal), protection }, 'wallet_level_too_low', 403], ['dcql'])
})

test('RP-46 variant 1 requires the level in the response too, regardless of the level at the fetch', async () => {
  const at = await relyingPartyFixture({ config: { ...byScope, requiredWalletLevels: [high] } })
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

test('RP-04 an attestation without level in the response counts as the lowest, regardless of the level at the fetch', async () => {
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

test('RP-46 the challenge contains an error only if the request contained an attestation', async () => {
  const at = await relyingPartyFixture({ config: { ...byScope, requiredWalletLevels: ['other'] } })
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

test('RP-108 refuses an attestation of another key than the key proved at the fetch', async () => {
  const at = await relyingPartyFixture({ config: { ...byScope, requiredWalletLevels: [high] } })
  const borrowed = await attestationOf(at, await testWallet(at))
  for (const [attestationJwt, status] of [
    [undefined, 200],
    [() => borrowed, 403],
  ] as const) {
    const request = await requestObjectOf((await attestedFetch({}, at)).response)
    const response = await post(
      at,
      await answerForm(at, wallet, request, { ...(attestationJwt && { attestationJwt }) }),
    )
    if (status === 403) await assertRefused(at, response, ['RP-108', 'wallet_key_unproven', 403])
    else assert.equal(response.status, status)
  }
})

test('RP-108 a service that requires a level but no proof of the attested key does not start', async () => {
  const starts = async (config: object): Promise<boolean> =>
    relyingPartyFixture({ config: { requiredWalletLevels: [high], ...config } }).then(
      () => true,
      (fault: Error) => {
        assert.match(fault.message, /nothing proves the attested key/)
        return false
      },
    )
  for (const config of [
    {},
    { variants: ['dcql'] },
    { responseProtections: ['encrypted', 'signed_encrypted'] },
    { ...signed, responseModes: ['direct_post.jwt', 'direct_post'] },
  ])
    assert.equal(await starts(config), false, JSON.stringify(config))
  for (const config of [byScope, signed, { responseProtections: ['signed'] }]) assert.equal(await starts(config), true)
})

test('RP-46 RP-49 a scope without the Wallet Attestation prevents the start only if the service offers variant 1', async () => {
  const withoutAttestation = { scope: 'PersonIdentificationData', responseProtections: ['signed'] } as const
  const starts = (config: object) => relyingPartyFixture({ config: { ...withoutAttestation, ...config } })
  for (const variants of [['scope'], ['dcql', 'scope']])
    await assert.rejects(starts({ variants }), /must ask for the Wallet Attestation/)
  const at = await starts({ variants: ['dcql'], requiredWalletLevels: [high] })
  const { response } = await present(at, { query: '', bend: { protection: 'signed' } })
  assert.equal(response.status, 200)
})

test('RP-108 the result states whether the attested key was proved', async () => {
  const proven: unknown[] = []
  const receive: FixtureOptions['receive'] = ({ result }) => {
    proven.push([result.walletAttested, result.walletLevelProven])
    return undefined
  }
  const at = await relyingPartyFixture({ receive })
  const show = async (started: Started, response: Response): Promise<unknown> =>
    started.browser.get((await bodyOf(response)).redirect_uri)
  const { started, response } = await present(at, { query: 'variant=dcql' })
  await show(started, response)
  const fetched = await attestedFetch({}, at)
  await show(fetched.started, await post(at, await answerForm(at, wallet, await requestObjectOf(fetched.response))))
  const other = await attestedFetch({}, at)
  const borrowed = await attestationOf(at, await testWallet(at))
  const form = await answerForm(at, wallet, await requestObjectOf(other.response), { attestationJwt: () => borrowed })
  await show(other.started, await post(at, form))
  const signing = await relyingPartyFixture({ config: signed, receive })
  const last = await present(signing, { query: 'variant=dcql', bend: { protection: 'signed_encrypted' } })
  await show(last.started, last.response)
  assert.deepEqual(proven, [
    [true, false],
    [true, true],
    [true, false],
    [true, true],
  ])
})

test('RP-109 a service offers only its configured variant, and uses it by default', async () => {
  for (const [variants, offered, not] of [
    [['scope'], 'scope', 'dcql'],
    [['dcql'], 'dcql', 'scope'],
  ] as const) {
    const at = await relyingPartyFixture({ config: { variants } })
    const home = await (await createBrowser(at).get(`${rpId}/`)).text()
    assert.ok(home.includes(`id="start-${offered}-`) && !home.includes(`id="start-${not}-`))
    assert.equal((await start(at, '')).parameters.has('state'), offered === 'dcql')
    const response = await createBrowser(at).get(`${rpId}/presentations/new?variant=${not}`)
    assert.equal(response.status, 400)
    assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.code, 'parameter_value_unknown')
  }
})
