/** Guarantees of every endpoint of the Relying Party for any request, and the entity configuration. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { responseSizeLimit } from '../../../src/oid4vp/index.ts'
import { relyingPartyConfig } from '../../../src/relying-party/index.ts'
import { createSqliteRelyingPartyStores } from '../../../src/stores/sqlite/relying-party-stores.ts'
import { refusalsOf } from '../../support/cases.ts'
import { observeOutput } from '../../support/decisions.ts'
import { organization } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { mdocQuery } from '../../support/mdoc-presentation.ts'
import {
  assertRefused,
  bodyOf,
  metadataOf,
  relyingPartyFixture,
  rpId,
  start,
} from '../../support/relying-party-fixture.ts'
import { profileFixture } from '../../support/relying-party-profiles.ts'

const fixture = await relyingPartyFixture()
const form = 'application/x-www-form-urlencoded'
const send = (path: string, method: string, body?: BodyInit, headers: Record<string, string> = {}) =>
  fixture.send(new Request(rpId + path, { method, headers, ...(body !== undefined && { body }) }))

for (const path of ['/response', '/request?id=x']) {
  const long = `a=${'x'.repeat(responseSizeLimit)}`
  const rows = refusalsOf({
    'GEN-07 media_type_unsupported': {
      'another media type': [() => send(path, 'POST', '{}', { 'content-type': 'application/json' }), 415],
    },
    'GEN-07 body_too_large': {
      'a body that is too long': [() => send(path, 'POST', long, { 'content-type': form }), 413],
    },
    'GEN-09 parameter_duplicated': {
      'a doubled parameter': [() => send(path, 'POST', 'a=1&a=2', { 'content-type': form }), 400],
    },
    'GEN-23 parameter_malformed': {
      'a broken escape': [() => send(path, 'POST', 'a=%zz', { 'content-type': form }), 400],
    },
    'GEN-23 not_utf8': {
      'a body that is not UTF-8': [() => send(path, 'POST', new Uint8Array([0xff]), { 'content-type': form }), 400],
    },
    'GEN-29 header_duplicated': {
      'two media types': [() => send(path, 'POST', 'a=1', { 'content-type': `${form}, ${form}` }), 400],
    },
    'GEN-07 method_not_allowed': { 'another method': [() => send(path, 'PUT', 'a=1', { 'content-type': form }), 405] },
  })
  for (const [id, title, [run, status], code] of rows)
    test(`${id} POST ${path} refuses ${title}`, async () => assertRefused(fixture, await run(), [id, code, status]))
}

test('GEN-07 GET endpoints name the methods that they accept', async () => {
  for (const path of [
    '/',
    '/presentations/new',
    '/session-state',
    '/presentation-result',
    '/.well-known/openid-federation',
  ]) {
    const allowed = path === '/' || path.startsWith('/.well-known') ? 'GET, HEAD' : 'GET'
    const response = await send(path, 'POST', 'a=1', { 'content-type': form })
    assert.equal(response.status, 405)
    assert.equal(response.headers.get('allow'), allowed, path)
  }
  assert.equal((await send('/nothing', 'GET')).status, 404)
})

test('GEN-09 a doubled query parameter is refused; a page refuses it with an HTML page', async () => {
  assert.equal((await send('/request?id=a&id=b', 'GET')).status, 400)
  const page = await send('/presentation-result?response_code=a&response_code=b', 'GET')
  assert.equal(page.status, 400)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
})

test('GEN-23 random bytes cause no 5xx', async () => {
  for (let count = 0; count < 200; count += 1) {
    const bytes = fixture.random.bytes(count)
    const text = Buffer.from(bytes).toString('latin1')
    for (const path of ['/response', '/request?id=x']) {
      const response = await send(path, 'POST', `response=${encodeURIComponent(text)}&state=x`, {
        'content-type': form,
      })
      assert.ok(response.status >= 400 && response.status < 500)
      const raw = await send(path, 'POST', new Uint8Array(bytes), { 'content-type': form })
      assert.ok(raw.status >= 400 && raw.status < 500)
    }
  }
  assert.deepEqual(fixture.faults, [])
})

test('RP-01 RP-21 RP-22 RP-23 RP-25 RP-26 RP-27 the Entity Configuration has all members that wallets need', async () => {
  const response = await send('/.well-known/openid-federation', 'GET')
  assert.equal(response.headers.get('content-type'), 'application/entity-statement+jwt')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const { header, payload } = decodeJwt(await response.text())
  assert.equal(header.typ, 'entity-statement+jwt')
  assert.deepEqual([payload.iss, payload.sub], [rpId, rpId])
  // biome-ignore lint/suspicious/noExplicitAny: read as JSON
  const metadata = payload.metadata as any
  assert.deepEqual(metadata.federation_entity, organization)
  const registration = { client_registration_types: ['automatic'] }
  assert.deepEqual({ ...metadata.wallet_relying_party, ...registration }, metadata.openid_credential_verifier)
  const rp = metadata.wallet_relying_party
  assert.deepEqual(
    [rp.client_id, rp.client_name, rp.application_type, rp.request_uris, rp.redirect_uris],
    [rpId, 'Comune di Prova', 'web', [`${rpId}/request`], [`${rpId}/presentation-result`]],
  )
  assert.deepEqual([rp.response_uris_supported, rp.response_uris], [[`${rpId}/response`], [`${rpId}/response`]])
  assert.deepEqual(rp.vp_formats['vc+sd-jwt'], { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] })
  assert.deepEqual(rp.vp_formats['vc+sd-jwt'], rp.vp_formats['dc+sd-jwt'])
  assert.equal(rp.authorization_signed_response_alg, 'ES256')
  assert.deepEqual(
    [rp.authorization_encrypted_response_alg, rp.authorization_encrypted_response_enc],
    ['ECDH-ES', 'A256GCM'],
  )
  assert.deepEqual(
    rp.jwks.keys.map((key: { use: string }) => key.use),
    ['sig', 'enc'],
  )
  for (const key of rp.jwks.keys) assert.ok(key.kid && !('d' in key))
  const [definition] = rp.presentation_definitions_supported
  for (const descriptor of definition.input_descriptors) {
    assert.deepEqual(Object.keys(descriptor), ['id', 'name', 'purpose', 'format', 'constraints'])
    assert.equal(descriptor.constraints.limit_disclosure, 'required')
    for (const field of descriptor.constraints.fields) assert.ok(field.path.length > 0)
  }
  assert.deepEqual(
    definition.input_descriptors.map(({ format }: { format: object }) => format),
    [
      { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
      { jwt: { alg: ['ES256', 'ES384', 'ES512'] } },
    ],
    'D-240: the format names that parsers of presentation definitions accept',
  )
  for (const id of ['RP-01', 'RP-21', 'RP-22', 'RP-23', 'RP-25', 'RP-26', 'RP-27']) observeOutput(id)
})

test('RP-27 a service that accepts only signed responses publishes no encryption', async () => {
  const at = await relyingPartyFixture({ config: { responseProtections: ['signed'] } })
  const { wallet_relying_party: published } = await metadataOf(at)
  assert.equal('authorization_encrypted_response_alg' in published, false)
  assert.equal('authorization_encrypted_response_enc' in published, false)
  const { keys } = published.jwks as { keys: { use: string }[] }
  assert.deepEqual(
    keys.map(({ use }) => use),
    ['sig'],
  )
})

const base = { entityId: rpId, clientName: 'Comune', organization, authorityHints: ['https://anchor.example'] }
const typed = { id: 'a', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
const profile = 'it-wallet-1.4'
const levelByScope = { variants: ['scope'], requiredWalletLevels: ['https://trust-list.eu/aal/high'] }
const unboundQuery = { ...typed, require_cryptographic_holder_binding: false }
const refusedConfigs: [string, string, object][] = [
  ['RP-22', 'an identifier over plain http', { entityId: 'http://rp.example' }],
  ['RP-24', 'the signature algorithm none', { signedResponseAlg: 'none' }],
  ['RP-24', 'a MAC as signature algorithm', { signedResponseAlg: 'HS256' }],
  ['RP-21', 'an empty list of contacts', { contacts: [] }],
  ['RP-21', 'a blank contact', { contacts: ['a@rp.example', ' '] }],
  [
    'FED-13',
    'an organisation with an empty list of contacts',
    { organization: { ...base.organization, contacts: [] } },
  ],
  ['RP-27', 'an unknown content encryption', { encryptedResponseEnc: 'A192GCM' }],
  ['RP-25', 'an algorithm that no mdoc has', { mdocAlgorithms: ['ES256', 'RS256'] }],
  [
    'RP-25',
    'algorithms of mdocs, but none of device signatures',
    { mdocAlgorithms: ['ES256'], algorithms: ['RS256'], signedResponseAlg: 'RS256' },
  ],
  ['RP-24', 'a signature algorithm that it refuses in responses', { algorithms: ['ES384'] }],
  ['RP-25', 'no algorithm for credentials', { sdJwtAlgorithms: [] }],
  ['RP-25', 'a MAC for credentials', { sdJwtAlgorithms: ['HS256'] }],
  ['RP-35', 'an unknown scope', { scope: 'unknown' }],
  ['RP-35', 'a scope with an unknown value', { scope: 'PersonIdentificationData unknown' }],
  ['RP-37', 'a query without credentials', { dcqlQuery: { credentials: [] } }],
  ['RP-37', 'an id with blanks', { dcqlQuery: { credentials: [{ ...typed, id: 'a b' }] } }],
  ['RP-37', 'a query without a type', { dcqlQuery: { credentials: [{ ...typed, meta: {} }] } }],
  [
    'RP-37',
    'a query with the id of the added query for the Wallet Attestation',
    { dcqlQuery: { credentials: [{ ...typed, id: 'wallet_attestation' }] } },
  ],
  ['RP-37', 'a named query without a type', { dcqlQueries: { login: { credentials: [{ ...typed, meta: {} }] } } }],
  [
    'RP-37',
    'a query for a format that it cannot verify',
    { dcqlQuery: { credentials: [{ ...typed, format: 'jwt_vc_json' }] } },
  ],
  [
    'RP-37',
    'a named query for a format that it cannot verify',
    { dcqlQueries: { login: { credentials: [{ ...typed, format: 'sd-jwt' }] } } },
  ],
  [
    'RP-37',
    'a query for an mdoc, but only algorithms that no mdoc has',
    { dcqlQuery: mdocQuery, algorithms: ['RS256'], signedResponseAlg: 'RS256' },
  ],
  ['RP-63', 'a query without holder binding', { dcqlQuery: { credentials: [unboundQuery] } }],
  [
    'RP-136',
    'a type of the Wallet Attestation that does not name it',
    { walletAttestationTypes: ['https://anchor.example/WalletAttestation', 'urn:example:wia'] },
  ],
  ['RP-46', 'a required level but no Wallet Attestation', { ...levelByScope, askWalletAttestation: false }],
  [
    'RP-49',
    'signed responses only but no Wallet Attestation',
    { responseProtections: ['signed', 'signed_encrypted'], askWalletAttestation: false },
  ],
  [
    'RP-46',
    'a required level and a scope without Wallet Attestation',
    { ...levelByScope, scope: 'PersonIdentificationData' },
  ],
  [
    'RP-90',
    'a malformed return URL',
    { applications: [{ id: 'a', apiKeyDigests: ['A'.repeat(43)], returnUrls: ['nonsense'] }] },
  ],
  ['RP-26', 'a definition without descriptors', { presentationDefinitions: [{ id: 'x' }] }],
  [
    'RP-26',
    'a definition with submission requirements',
    {
      scope: 'a',
      presentationDefinitions: [
        {
          id: 'x',
          input_descriptors: [{ id: 'a', group: ['g'], constraints: {} }],
          submission_requirements: [{ rule: 'pick', count: 1, from: 'g' }],
        },
      ],
    },
  ],
  ['RP-02', 'a wallet endpoint with the scheme javascript', { walletAuthorizationEndpoint: 'javascript:alert(1)' }],
]

const acceptedConfigs: [string, string, object][] = [
  ['RP-35', 'variant 2 alone and no presentation definition', { variants: ['dcql'], presentationDefinitions: [] }],
  ['RP-35', 'a profile without variant 1 and no presentation definition', { profile, presentationDefinitions: [] }],
  [
    'RP-37',
    'variant 1 alone and a query for a format that it cannot verify',
    { variants: ['scope'], dcqlQuery: { credentials: [{ ...typed, format: 'jwt_vc_json' }] } },
  ],
  [
    'RP-49',
    'signed responses, but a profile without them and no Wallet Attestation',
    { profile, responseProtections: ['signed'], askWalletAttestation: false },
  ],
]
for (const [id, title, change] of acceptedConfigs)
  test(`${id} starts with ${title}`, () => {
    assert.deepEqual(relyingPartyConfig.safeParse({ ...base, ...change }).error, undefined)
  })

for (const [id, title, change] of refusedConfigs)
  test(`${id} does not start with ${title}`, () => {
    assert.equal(relyingPartyConfig.safeParse(base).success, true)
    const { error } = relyingPartyConfig.safeParse({ ...base, ...change })
    assert.notEqual(error?.issues[0]?.message ?? 'Invalid input', 'Invalid input')
  })

test('GEN-19 plain http on loopback is refused unless loopbackHttp is set', () => {
  const local = { ...base, entityId: 'http://localhost:4004' }
  assert.equal(relyingPartyConfig.safeParse(local).success, false)
  assert.equal(relyingPartyConfig.safeParse({ ...local, loopbackHttp: true }).success, true)
})

test('RP-49 does not start with a published encryption that it cannot decrypt', async () => {
  await assert.rejects(
    relyingPartyFixture({ config: { encryptedResponseEnc: 'A256GCM' }, encryptions: ['A128GCM'] }),
    TypeError,
  )
  const both = ['A256GCM', 'A128GCM'] as const
  await assert.rejects(profileFixture('it-wallet-1.4', { encryptions: ['A256GCM'] }), TypeError)
  await profileFixture('it-wallet-1.4', { config: { encryptedResponseEnc: 'A128CBC-HS256' }, encryptions: both })
})

test('GEN-27 an unreachable store causes a 500 without detail, as JSON for wallets and as a page for people', async () => {
  const reject = () => Promise.reject(new Error('secret'))
  const broken = createSqliteRelyingPartyStores({
    read: reject,
    write: reject,
    statements: { read: reject, write: reject },
    claim: reject,
    forget: reject,
    prune: reject,
    requireCommits: async () => undefined,
    foreignWrites: () => 0,
    close: async () => undefined,
  })
  const at = await relyingPartyFixture({ stores: broken })
  const page = await at.send(new Request(`${rpId}/presentations/new`))
  assert.equal(page.status, 500)
  assert.ok(!(await page.text()).includes('secret'))
  const request = await at.send(new Request(`${rpId}/request?id=x`))
  assert.deepEqual([request.status, (await bodyOf(request)).error], [500, 'server_error'])
})

test('pages have a Content-Security-Policy against inline scripts, and contain no inline script', async () => {
  const { response, page } = await start(fixture)
  const policy = response.headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.ok(!/unsafe-inline|unsafe-eval/.test(policy))
  assert.ok(!/<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/.test(page))
  const [, script = ''] = /<script src="([^"]+)"/.exec(page) ?? []
  assert.equal(script, `${rpId}/assets/presentation.js`)
  const served = await fixture.send(new Request(script))
  assert.match(served.headers.get('content-type') ?? '', /^text\/javascript/)
  assert.match(
    (await fixture.send(new Request(`${rpId}/assets/relying-party.css`))).headers.get('content-type') ?? '',
    /^text\/css/,
  )
})
