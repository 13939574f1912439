/**
 * Revocation by the provider through its administration interface.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { administrationAnswer, administrator, as, tokenOf } from '../../support/wallet-provider-administration.ts'
import { createWalletProviderBench, jsonType, walletProviderId } from '../../support/wallet-provider-bench.ts'
import { genJsonRows } from '../gen-rows.ts'

const administrators = [administrator('reader', []), administrator('operator', ['revoke']), administrator('owner')]
const bench = await createWalletProviderBench({ context: { administrators } })
const { clock, devices, sink } = bench
const path = '/admin/wallet-instances/revoke'
const { authorization } = as('operator')

const revoke = (
  hardware_key_tag: string,
  {
    headers = {},
    body = {},
  }: { headers?: Record<string, string | undefined>; body?: Readonly<Record<string, unknown>> } = {},
) => {
  const all = Object.entries({ 'content-type': jsonType, authorization, ...headers })
  const kept = all.filter((entry): entry is [string, string] => entry[1] !== undefined)
  const text = JSON.stringify({ hardware_key_tag, reason: 'revoked_by_provider', ...body })
  return bench.send(path, { method: 'POST', headers: kept, body: text })
}
const find = (tag: string) => bench.stores.walletInstances.find(tag)

test('WP-76 a provider does not start if a token of an administrator is too short or cannot be sent (D-335)', async () => {
  for (const [token, fault] of [
    ['ADMIN_TOKEN', /administrator eve has fewer than 32 characters$/],
    ['correct horse battery staple, and more', /administrator eve cannot be sent as a bearer token/],
  ] as const)
    await assert.rejects(
      createWalletProviderBench({ devices, context: { administrators: [...administrators, { name: 'eve', token }] } }),
      fault,
    )
})

test('WP-28 WP-76 an administrator revokes an instance: 204, and no attestation from then on', async () => {
  for (const [isOperational, name] of [
    [false, 'operator'],
    [true, 'owner'],
  ] as const) {
    const device = await bench.registered()
    if (isOperational) assert.equal((await bench.attest(device)).status, 200)
    const response = await revoke(device.hardwareKeyTag, { headers: as(name) })
    assert.deepEqual([response.status, await response.text()], [204, ''])
    assert.equal(response.headers.get('cache-control'), 'no-store')
    await bench.refuses(bench.attest(device), 'WP-20 instance_revoked 403 invalid_request')
  }
})

test('WP-76 revoking again answers 204 and changes neither time nor reason', async () => {
  const device = await bench.registered()
  const revokedAt = clock.now()
  assert.equal((await revoke(device.hardwareKeyTag, { body: { reason: 'revoked_by_user' } })).status, 204)
  clock.advance(60)
  assert.equal((await revoke(device.hardwareKeyTag)).status, 204)
  const expected = { status: 'revoked', revokedAt, revocationReason: 'revoked_by_user' }
  assert.partialDeepStrictEqual(await find(device.hardwareKeyTag), expected)
})

const unauthorized = { id: 'WP-76', status: 401, error: 'unauthorized' }
for (const [what, header, code] of [
  ['no authorization', undefined, 'authorization_missing'],
  ['another scheme', `Basic ${tokenOf('operator')}`, 'authorization_malformed'],
  ['no token', 'Bearer', 'authorization_malformed'],
  ['an unknown token', 'Bearer nobody', 'token_unknown'],
  ['a token with an additional letter', `${authorization}x`, 'token_unknown'],
  ['the digest in place of the token', digestOf('operator'), 'token_unknown'],
] as const) {
  test(`WP-76 refuses a revocation with ${what}: 401 unauthorized`, async () => {
    const device = await bench.registered()
    const response = await revoke(device.hardwareKeyTag, { headers: { authorization: header } })
    const challenge = `Bearer realm="administration"${code === 'token_unknown' ? ', error="invalid_token"' : ''}`
    assert.equal(response.headers.get('www-authenticate'), challenge)
    await bench.refuses(response, { ...unauthorized, code })
    assert.equal((await find(device.hardwareKeyTag))?.status, 'registered')
  })
}

function digestOf(name: string): string {
  return `Bearer ${createHash('sha256').update(tokenOf(name)).digest('base64url')}`
}

test('WP-76 refuses an administrator without the right to revoke: 403 forbidden', async () => {
  const device = await bench.registered()
  const response = await revoke(device.hardwareKeyTag, { headers: as('reader') })
  await bench.refuses(response, 'GEN-45 right_missing 403 forbidden')
  assert.equal((await find(device.hardwareKeyTag))?.status, 'registered')
})

test('WP-76 answers 404 for an unknown instance', async () => {
  await bench.refuses(revoke('nobody'), 'WP-76 instance_unknown 404 not_found')
})

for (const [what, body] of [
  ['no tag', { hardware_key_tag: undefined }],
  ['an empty tag', { hardware_key_tag: '' }],
  ['a tag that is not a string', { hardware_key_tag: 7 }],
  ['no reason', { reason: undefined }],
  ['a reason that is not an administrator’s', { reason: 'evidence_forged' }],
  ['a further member', { force: true }],
] as const) {
  test(`WP-76 refuses a revocation with ${what}: 400`, async () => {
    const device = await bench.registered()
    await bench.refuses(revoke(device.hardwareKeyTag, { body }), 'WP-76 revocation_malformed 400 bad_request')
    assert.equal((await find(device.hardwareKeyTag))?.status, 'registered')
  })
}

test('WP-76 refuses a page of another origin, another host and a cross-site request, even with a valid token: 403', async () => {
  const device = await bench.registered()
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { host: 'evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const response = await revoke(device.hardwareKeyTag, { headers })
    assert.equal(response.status, 403)
    assert.equal(((await response.json()) as { error: string }).error, 'access_denied')
  }
  assert.equal((await find(device.hardwareKeyTag))?.status, 'registered')
  assert.equal((await revoke(device.hardwareKeyTag, { headers: { origin: walletProviderId } })).status, 204)
})

test('WP-76 no other spelling of the path bypasses the check of the origin', async () => {
  const device = await bench.registered()
  const body = JSON.stringify({ hardware_key_tag: device.hardwareKeyTag, reason: 'revoked_by_provider' })
  const headers = { 'content-type': jsonType, authorization, origin: 'https://evil.example' }
  for (const spelling of [
    '/%61dmin/wallet-instances/revoke',
    '//admin/wallet-instances/revoke',
    '/x/..%2fadmin/wallet-instances/revoke',
  ])
    assert.equal((await bench.send(spelling, { method: 'POST', headers, body })).status, 404, spelling)
  assert.equal((await find(device.hardwareKeyTag))?.status, 'registered')
})

test('WP-76 a provider without administrators has no such endpoint', async () => {
  const plain = await createWalletProviderBench({ devices })
  const response = await plain.post(path, jsonType, '{}')
  assert.equal(response.status, 404)
})

test('WP-31 a request that is refused for a revoked instance does not use up its challenge', async () => {
  const device = await bench.registered()
  assert.equal((await revoke(device.hardwareKeyTag)).status, 204)
  const challenge = await bench.challenge()
  assert.equal((await bench.attest(device, { challenge })).status, 403)
  assert.equal((await bench.attest(await bench.registered(), { challenge })).status, 200)
})

genJsonRows({
  surface: `wallet-provider${path}`,
  sink,
  fetch: bench.network.fetch,
  url: `${walletProviderId}${path}`,
  valid: async () => {
    const { hardwareKeyTag } = await bench.registered()
    return {
      content: { hardware_key_tag: hardwareKeyTag, reason: 'revoked_by_provider' },
      headers: { authorization },
    }
  },
  bodyLimit: 65_536,
  accepted: 204,
  answer: administrationAnswer,
  unknownMember: { id: 'WP-76', code: 'revocation_malformed', status: 400, error: 'bad_request' },
})
