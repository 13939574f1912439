/**
 * The simulated devices with a third-party wallet: registration and attestation with only `fetch`, `node:crypto` and
 * the two URLs of `sandbox.json`.
 */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { test } from 'node:test'
import { sharedSandbox } from '../support/sandbox-process.ts'

const sandbox = sharedSandbox()

const postJson = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const challenge = async (): Promise<string> => {
  const answer = (await (await fetch(`${sandbox().state.wallet_provider}/nonce`)).json()) as { nonce: string }
  return answer.nonce
}

interface Device {
  readonly id: string
  readonly hardware_key_tag: string
}

async function newDevice(profile?: string, platform = 'android'): Promise<Device> {
  const response = await postJson(`${sandbox().state.console}/devices`, {
    platform,
    ...(profile && { profile }),
  })
  assert.equal(response.status, 201)
  return (await response.json()) as Device
}

async function register(device: Device): Promise<Response> {
  const nonce = await challenge()
  const url = `${sandbox().state.console}/devices/${device.id}/key-attestation`
  const evidence = (await (await postJson(url, { challenge: nonce })).json()) as object
  return postJson(`${sandbox().state.wallet_provider}/wallet-instance`, { challenge: nonce, ...evidence })
}

async function attest(device: Device): Promise<Response> {
  const provider = sandbox().state.wallet_provider
  const nonce = await challenge()
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  const client_data = JSON.stringify({ challenge: nonce, jwk_thumbprint: thumbprint })
  const evidence = await postJson(`${sandbox().state.console}/devices/${device.id}/assertion`, { client_data })
  const now = Math.floor(Date.now() / 1000)
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = `${encode({ alg: 'ES256', typ: 'war+jwt', kid: thumbprint })}.${encode({
    iss: `${provider}/instance/${thumbprint}`,
    sub: provider,
    aud: provider,
    challenge: nonce,
    hardware_key_tag: device.hardware_key_tag,
    ...((await evidence.json()) as object),
    cnf: { jwk: { kty, crv, x, y } },
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
    request_object_signing_alg_values_supported: ['ES256'],
    presentation_definition_uri_supported: false,
    iat: now,
    exp: now + 300,
  })}`
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const assertion = `${unsigned}.${signature.toString('base64url')}`
  return fetch(`${provider}/token`, { method: 'POST', body: new URLSearchParams({ grant_type, assertion }) })
}

test('a wallet without a phone registers and is attested', async () => {
  const device = await newDevice()
  assert.equal((await register(device)).status, 204)
  const answer = await attest(device)
  assert.equal(answer.status, 200, await answer.clone().text())
  assert.equal(answer.headers.get('content-type'), 'application/jwt')
})

test('genuine, aged and odd profiles are accepted, and each fault is refused by its rule', async () => {
  for (const profile of ['strongbox', 'factory', 'old_os', 'unknown_tag', 'sign_and_verify'])
    assert.equal((await register(await newDevice(profile))).status, 204, profile)
  for (const [profile, code] of [
    ['software', 'integrity_check_error'],
    ['unlocked', 'integrity_check_error'],
    ['wrong_challenge', 'invalid_request'],
    ['foreign_root', 'invalid_request'],
  ] as const) {
    const refused = await register(await newDevice(profile))
    assert.equal(refused.status, 403, profile)
    const { error, error_description } = (await refused.json()) as Record<string, string>
    assert.equal(error, code, `${profile}: ${error_description}`)
    assert.match(error_description ?? '', /\) \[WP-\d+\] /)
  }
  const classic = await newDevice('classic_token')
  assert.equal((await register(classic)).status, 204)
  assert.equal((await attest(classic)).status, 200)
  const forger = await newDevice('token_signed_by_another')
  assert.equal((await register(forger)).status, 204)
  assert.equal((await attest(forger)).status, 403)
  assert.equal((await attest(forger)).status, 403, 'the forgery revoked the instance')
})

test('a wallet without an iPhone registers, and is attested twice', async () => {
  for (const profile of [
    undefined,
    'whole_assertion',
    'raw_signature',
    'ios_27_extensions',
    'ios_27_extensions_unflagged',
  ]) {
    const device = await newDevice(profile, 'ios')
    assert.match(device.hardware_key_tag, /^[\w-]{43}$/)
    assert.equal((await register(device)).status, 204, profile ?? 'the default')
    for (const _ of [1, 2]) {
      const answer = await attest(device)
      assert.equal(answer.status, 200, await answer.clone().text())
      assert.equal(answer.headers.get('content-type'), 'application/jwt')
    }
  }
})

test('each fault of an iPhone is refused by its rule, at registration or at attestation', async () => {
  const { ios } = await profiles()
  for (const { name, kind, shows } of ios.profiles) {
    if (kind !== 'fault') continue
    const device = await newDevice(name, 'ios')
    const registered = await register(device)
    const refused = shows === 'key_attestation' ? registered : await attest(device)
    if (shows === 'assertion') assert.equal(registered.status, 204, name)
    assert.ok(refused.status === 400 || refused.status === 403, name)
    const { error_description } = (await refused.json()) as Record<string, string>
    assert.match(error_description ?? '', /\) \[(WP|DIS)-\d+\] /, name)
  }
})

interface ProfileList {
  readonly default: string
  readonly profiles: readonly { readonly name: string; readonly kind: string; readonly shows: string }[]
}

const profiles = async (): Promise<ProfileList & { readonly ios: ProfileList }> =>
  (await (await fetch(`${sandbox().state.console}/devices/profiles`)).json()) as ProfileList & { ios: ProfileList }

test('the listed profiles are unique and of known kinds, and the last one of each platform can be ordered', async () => {
  const list = await profiles()
  assert.deepEqual([list.default, list.ios.default], ['tee', 'secure_enclave'])
  const rows: [ProfileList, string, readonly string[]][] = [
    [list, 'android', ['tee', 'strongbox', 'software', 'unlocked']],
    [list.ios, 'ios', ['secure_enclave', 'development_key', 'other_app', 'rolled_back_counter']],
  ]
  for (const [table, platform, expected] of rows) {
    const names = table.profiles.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const name of expected) assert.ok(names.includes(name), name)
    assert.ok((await newDevice(names.at(-1), platform)).id)
    for (const { kind, shows } of table.profiles) {
      assert.ok(['genuine', 'odd', 'aged', 'fault'].includes(kind))
      assert.ok(['key_attestation', 'assertion', 'none'].includes(shows))
    }
  }
})

test('an invalid request for a device is refused with a reason', async () => {
  const { console } = sandbox().state
  const { id } = await newDevice()
  const rows: [path: string, body: unknown, status: number, reason: RegExp][] = [
    ['/devices', { platform: 'symbian' }, 400, /"android" or "ios"/],
    ['/devices', { platform: 'ios', profile: 'strongbox' }, 400, /GET \/devices\/profiles/],
    ['/devices', {}, 400, /"android"/],
    ['/devices', { platform: 'android', profile: 'none' }, 400, /GET \/devices\/profiles/],
    ['/devices', { platform: 'android', profile: ['tee'] }, 400, /GET \/devices\/profiles/],
    [`/devices/${id}/key-attestation`, {}, 400, /"challenge"/],
    [`/devices/${id}/key-attestation`, { challenge: '' }, 400, /"challenge"/],
    [`/devices/${id}/assertion`, { client_data: { challenge: 'c' } }, 400, /"client_data"/],
    [`/devices/${id}/assertion`, { client_data: 'c'.repeat(4097) }, 400, /1 to 4096 characters/],
    ['/devices/none/assertion', { client_data: 'c' }, 404, /no such device/],
    ['/devices/..%2Fdevice-vendor/assertion', { client_data: 'c' }, 404, /no such device/],
  ]
  for (const [path, body, status, reason] of rows) {
    const response = await postJson(console + path, body)
    assert.equal(response.status, status, path)
    assert.match(((await response.json()) as { error_description: string }).error_description, reason)
  }
  assert.equal((await fetch(`${console}/devices`, { method: 'POST', body: 'platform=android' })).status, 415)
  assert.equal((await fetch(`${console}/devices`)).status, 405)
})

test('client data is accepted as its two members, which the sandbox then serializes', async () => {
  const { id } = await newDevice()
  const url = `${sandbox().state.console}/devices/${id}/assertion`
  const answer = await postJson(url, { client_data: { jwk_thumbprint: 'b', challenge: 'a' } })
  assert.deepEqual(Object.keys((await answer.json()) as object), ['hardware_signature', 'integrity_assertion'])
})

test('a request with a foreign Host or Origin is refused', async () => {
  const url = `${sandbox().state.console}/devices`
  assert.equal((await postJson(url, { platform: 'android' }, { origin: 'https://evil.example' })).status, 403)
  assert.equal(await statusWithHost('evil.example'), 403)
  assert.equal(await statusWithHost(`localhost:${sandbox().base}`), 200)
})

/** Sends a request with this `Host`, which `fetch` does not permit. */
const statusWithHost = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    plainRequest(`${sandbox().state.console}/devices/profiles`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
