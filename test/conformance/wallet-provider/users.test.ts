/**
 * Users at the Wallet Provider: an instance is linked to its user when it registers, at both endpoints. The user can
 * read whether it is revoked, and can revoke it, with the requests of IT-Wallet 1.0. The app's authorization server
 * identifies the user.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../../src/jose/index.ts'
import type { SoftwareDevice } from '../../../src/software-device/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { forgeJwt } from '../../support/forge-jwt.ts'
import { appServer, createUserTokens } from '../../support/user-tokens.ts'
import {
  createWalletProviderBench,
  jsonType,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'
import { genJsonRows, genJwsRows } from '../gen-rows.ts'

const tokens = await createUserTokens()
const { publicJwk } = tokens.signer
/** The app's server names its encryption key as its key for tokens (D-1038). */
const encryptionKey = { ...(await generateSigner(walletSide)).publicJwk, kid: publicJwk.kid, use: 'enc' }
const users = { ...tokens.users, jwks: { keys: [encryptionKey, publicJwk] } }
const bench = await createWalletProviderBench({ config: { users } })
const { clock, sink, stores, vendor } = bench
const at = (id: string): string => `${walletProviderId}/wallet-instances/${encodeURIComponent(id)}/status`
const bearer = async (user: string) => `Bearer ${await tokens.tokenOf(user, clock.now())}`

const send = (id: string, authorization: string | undefined, init: RequestInit = {}): Promise<Response> => {
  const headers = { 'content-type': jsonType, ...(authorization && { authorization }) }
  return bench.network.fetch(new Request(at(id), { headers, ...init }))
}
const read = async (id: string, user: string) => send(id, await bearer(user))
const revoke = async (id: string, user: string, body: object = { status: 'REVOKED' }) =>
  send(id, await bearer(user), { method: 'PUT', body: JSON.stringify(body) })

const registrationPaths = ['/wallet-instance', '/wallet-instances'] as const
type RegistrationPath = (typeof registrationPaths)[number]

async function register(
  device: SoftwareDevice,
  authorization?: string,
  path: RegistrationPath = '/wallet-instances',
): Promise<Response> {
  const body = JSON.stringify(await bench.registrationBody(device))
  const headers = { 'content-type': jsonType, ...(authorization && { authorization }) }
  return bench.network.fetch(new Request(`${walletProviderId}${path}`, { method: 'POST', body, headers }))
}
async function registeredBy(user: string): Promise<SoftwareDevice> {
  const device = await vendor.createDevice()
  assert.equal((await register(device, await bearer(user))).status, 204)
  return device
}

const unauthorized = { status: 401, error: 'unauthorized' }
const unknown = { id: 'WP-88', code: 'instance_unknown', status: 404, error: 'not_found', at: 'path.id' }

test('WP-88 a user can read whether an instance is revoked, by its tag and as the current instance', async () => {
  const first = await registeredBy('mario')
  clock.advance(1)
  const second = await registeredBy('mario')
  const response = await read(first.hardwareKeyTag, 'mario')
  assert.deepEqual(
    [response.status, response.headers.get('content-type'), response.headers.get('cache-control')],
    [200, 'application/json', 'no-store'],
  )
  assert.deepEqual(await response.json(), { id: first.hardwareKeyTag, is_revoked: false })
  assert.deepEqual(await (await read('current', 'mario')).json(), { id: second.hardwareKeyTag, is_revoked: false })
  observeOutput('WP-88')
})

test('WP-88 an instance that belongs to another user or to no user, or does not exist, is unknown', async () => {
  const { hardwareKeyTag } = await registeredBy('anna')
  const alone = await vendor.createDevice()
  assert.equal((await register(alone)).status, 204)
  for (const id of [hardwareKeyTag, alone.hardwareKeyTag, 'nothing']) {
    await bench.refuses(read(id, 'luigi'), unknown)
    await bench.refuses(revoke(id, 'luigi'), unknown)
  }
  await bench.refuses(read('current', 'luigi'), unknown)
  const { hardwareKeyTag: still } = alone
  for (const tag of [hardwareKeyTag, still])
    assert.equal((await stores.walletInstances.find(tag))?.status, 'registered')
})

test('WP-89 a user revokes an instance, also repeatedly, and no attestation is issued to it any more', async () => {
  const device = await registeredBy('carla')
  assert.equal((await bench.attest(device)).status, 200)
  for (let times = 0; times < 2; times += 1) {
    const response = await revoke(device.hardwareKeyTag, 'carla')
    assert.deepEqual([response.status, await response.text()], [204, ''])
    assert.equal(sink.decisions.at(-1)?.evidence.change, times === 0 ? 'revoked' : undefined, 'WP-194')
  }
  assert.deepEqual(await (await read('current', 'carla')).json(), {
    id: device.hardwareKeyTag,
    is_revoked: true,
    revocation_reason: 'REVOKED_BY_USER',
  })
  assert.equal((await bench.attest(device, { itWallet1: true })).status, 403)
  const history = await stores.walletInstances.history(device.hardwareKeyTag)
  assert.deepEqual(
    history.map(({ change, actor }) => [change, actor]),
    [
      ['registered', 'wallet'],
      ['linked', 'user'],
      ['operational', 'wallet'],
      ['revoked', 'user'],
    ],
  )
})

test('WP-88 a revocation has a reason that IT-Wallet 1.0 defines, or no reason', async () => {
  const statusAfter = async (reason: 'device_certificate_revoked' | 'device_below_minimum') => {
    const { hardwareKeyTag } = await registeredBy('rosa')
    await stores.walletInstances.revoke({ hardwareKeyTag, reason, now: clock.now() })
    const { id: _, ...rest } = (await (await read(hardwareKeyTag, 'rosa')).json()) as Record<string, unknown>
    return rest
  }
  assert.deepEqual(await statusAfter('device_certificate_revoked'), {
    is_revoked: true,
    revocation_reason: 'CERTIFICATE_REVOKED_BY_ISSUER',
  })
  assert.deepEqual(await statusAfter('device_below_minimum'), { is_revoked: true })
})

test('WP-89 any other status than REVOKED is refused, and changes nothing', async () => {
  const { hardwareKeyTag } = await registeredBy('dora')
  for (const body of [{}, { status: 'revoked' }, { status: 'ACTIVE' }, { status: null }, { status: ['REVOKED'] }])
    await bench.refuses(revoke(hardwareKeyTag, 'dora', body), 'WP-89 status_malformed 400 bad_request')
  assert.equal((await stores.walletInstances.find(hardwareKeyTag))?.status, 'registered')
})

for (const path of registrationPaths) {
  test(`WP-90 a registration with an invalid token is refused, and does not use up its challenge: ${path}`, async () => {
    const device = await vendor.createDevice()
    const body = JSON.stringify(await bench.registrationBody(device))
    const user = `elsa${path}`
    const attempt = (authorization: string) =>
      bench.network.fetch(
        new Request(`${walletProviderId}${path}`, {
          method: 'POST',
          body,
          headers: { 'content-type': jsonType, authorization },
        }),
      )
    const stale = await tokens.tokenOf(user, clock.now() - 3600)
    await bench.refuses(attempt(`Bearer ${stale}`), { id: 'GEN-04', code: 'expired', ...unauthorized })
    await bench.refuses(attempt('Bearer a b'), 'WP-87 authorization_malformed 401 unauthorized')
    assert.equal((await attempt(await bearer(user))).status, 204)
    assert.equal((await read('current', user)).status, 200)
  })

  test(`WP-12 WP-90 a registration with a user's token links the instance, and a registration without a token links no user: ${path}`, async () => {
    const user = `fabio${path}`
    for (const authorization of [undefined, 'Basic YTpi'])
      assert.equal((await register(await vendor.createDevice(), authorization, path)).status, 204)
    await bench.refuses(read('current', user), unknown)
    const device = await vendor.createDevice()
    assert.equal((await register(device, await bearer(user), path)).status, 204)
    assert.deepEqual(await (await read('current', user)).json(), { id: device.hardwareKeyTag, is_revoked: false })
    const history = await stores.walletInstances.history(device.hardwareKeyTag)
    assert.deepEqual(
      history.map(({ change, actor }) => [change, actor]),
      [
        ['registered', 'wallet'],
        ['linked', 'user'],
      ],
    )
  })
}

test('WP-87 without an authorization server, the status endpoint does not exist and registration ignores a token', async () => {
  const plain = await createWalletProviderBench()
  const authorization = await bearer('gino')
  const asked = await plain.network.fetch(new Request(at('current'), { headers: { authorization } }))
  assert.equal(asked.status, 404)
  const device = await plain.vendor.createDevice()
  const body = JSON.stringify(await plain.registrationBody(device))
  const headers = { 'content-type': jsonType, authorization: 'Bearer x' }
  const registered = await plain.network.fetch(
    new Request(`${walletProviderId}/wallet-instance`, { method: 'POST', body, headers }),
  )
  assert.equal(registered.status, 204)
})

const { hardwareKeyTag: ofMario } = await registeredBy('mario')
const payloads: readonly (readonly [code: string, change: Readonly<Record<string, unknown>>])[] = [
  ['iss_mismatch', { iss: 'https://another.example' }],
  ['iss_mismatch', { iss: undefined }],
  ['aud_mismatch', { aud: 'https://another.example' }],
  ['aud_mismatch', { aud: ['https://another.example'] }],
  ['aud_mismatch', { aud: undefined }],
  ['exp_missing', { exp: undefined }],
  ['sub_malformed', { sub: undefined }],
  ['sub_malformed', { sub: '' }],
  ['sub_malformed', { sub: 7 }],
  ['sub_malformed', { sub: 'x'.repeat(257) }],
]
for (const [code, payload] of payloads)
  test(`WP-87 refuses a token with ${JSON.stringify(payload).slice(0, 60)}`, async () => {
    const token = await forgeJwt(await tokens.tokenOf('mario', clock.now()), tokens.signer, { payload })
    await bench.refuses(send(ofMario, `Bearer ${token}`), { id: 'WP-87', code, ...unauthorized })
  })

test('WP-87 refuses an unknown key, a missing token and another scheme, and names the scheme Bearer', async () => {
  const token = await tokens.tokenOf('mario', clock.now())
  const strange = await forgeJwt(token, tokens.signer, { header: { kid: 'another' } })
  const refused = async (authorization: string | undefined, code: string, challenge = 'Bearer realm="users"') => {
    const response = await send(ofMario, authorization)
    assert.equal(response.headers.get('www-authenticate'), challenge)
    await bench.refuses(response, { id: 'WP-87', code, ...unauthorized })
  }
  await refused(`Bearer ${strange}`, 'kid_unknown', 'Bearer realm="users", error="invalid_token"')
  await refused(undefined, 'authorization_missing')
  for (const header of ['Bearer', `DPoP ${token}`, `Bearer ${'x'.repeat(8193)}`])
    await refused(header, 'authorization_malformed')
})

test('WP-87 accepts a token with several audiences, and a token for the configured audience', async () => {
  const forged = (aud: unknown) =>
    tokens.tokenOf('mario', clock.now()).then((token) => forgeJwt(token, tokens.signer, { payload: { aud } }))
  const several = await forged(['https://another.example', walletProviderId])
  assert.equal((await send(ofMario, `Bearer ${several}`)).status, 200)
  const audience = 'wallet-provider'
  const named = await createWalletProviderBench({ config: { users: { ...tokens.users, audience } } })
  const asked = async (aud: string) => {
    const headers = { authorization: `Bearer ${await forged(aud)}` }
    return (await named.network.fetch(new Request(at('current'), { headers }))).status
  }
  assert.deepEqual([await asked(audience), await asked(walletProviderId)], [404, 401])
})

test('WP-87 neither a decision nor an answer contains the name of a user', async () => {
  await registeredBy('somebody-with-a-name')
  const response = await read('nothing', 'somebody-with-a-name')
  assert.doesNotMatch(await response.text(), /somebody/)
  assert.doesNotMatch(JSON.stringify(sink.decisions), /somebody/)
  // The issuer of a token can be evidence of a refusal (D-585), but is not written elsewhere.
  const unless = (name: string, value: unknown): unknown =>
    name === 'expected' || name === 'found' ? undefined : value
  assert.doesNotMatch(JSON.stringify(sink.decisions, unless), new RegExp(appServer))
})

const surface = 'wallet-provider/wallet-instances/:id/status'
const envelope: Readonly<Record<string, { readonly status: number; readonly error: string }>> = {
  media_type_unsupported: { status: 415, error: 'invalid_request' },
  coding_unsupported: { status: 415, error: 'invalid_request' },
  body_too_large: { status: 413, error: 'invalid_request' },
}

genJsonRows({
  surface,
  sink,
  fetch: bench.network.fetch,
  bodyLimit: 65_536,
  answer: (code) => envelope[code] ?? { status: 400, error: 'bad_request' },
  url: at(ofMario),
  method: 'PUT',
  allow: 'GET, PUT',
  valid: async () => ({ content: { status: 'REVOKED' }, headers: { authorization: await bearer('mario') } }),
  accepted: 204,
})

/** The common part of the rows for the user's token at these endpoints. */
const tokenRows = {
  sink,
  artefact: 'user’s token',
  typ: 'at+jwt',
  owned: { typ_mismatch: 'WP-87', signature_invalid: 'WP-87' },
  answer: () => unauthorized,
}

const tokenOfMario = async () => ({ jwt: await tokens.tokenOf('mario', clock.now()), signer: tokens.signer })

genJwsRows({
  ...tokenRows,
  surface,
  accepted: 200,
  attempt: async () => ({ ...(await tokenOfMario()), send: (jwt) => send(ofMario, `Bearer ${jwt}`) }),
})

for (const path of registrationPaths)
  genJwsRows({
    ...tokenRows,
    surface: `wallet-provider${path}`,
    accepted: 204,
    attempt: async () => ({
      ...(await tokenOfMario()),
      send: async (jwt) => register(await vendor.createDevice(), `Bearer ${jwt}`, path),
    }),
  })
