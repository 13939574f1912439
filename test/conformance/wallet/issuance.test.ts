/** The wallet obtains a PID: its requests, its retries, and the providers that it refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { parseJws, type Signer, verifyJws } from '../../../src/jose/index.ts'
import { codeChallengeOf } from '../../../src/oauth/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths, pidClaims } from '../../support/scripted-issuer.ts'
import { formOf, sentTo } from '../../support/set-up-wallet.ts'
import { walletRedirectUri } from '../../support/wallet-parts.ts'

/** Returns true if the key signed the JWT. */
async function signedBy(compact: string, jwk: unknown): Promise<boolean> {
  const typ = [decodeJwt(compact).header.typ as string | undefined]
  const jws = parseJws(compact, { typ, algorithms: ['ES256'] }, 'jwt')
  return 'payload' in jws && 'payload' in (await verifyJws({ crypto }, jws, jwk as Signer['publicJwk'], 'jwt'))
}

test('WI-10 WI-34 obtains, checks and stores a PID', async () => {
  const { wallet, phone } = await createIssuanceBench()
  assert.deepEqual(await wallet.findIssuers(), [{ issuer: issuerId, name: 'Ente di Prova' }])
  const pid = await wallet.obtainPid(issuerId)
  assert.equal((await wallet.status()).state, 'valid')
  const [listed] = await wallet.list()
  assert.equal(listed?.state, 'valid')
  assert.deepEqual((await wallet.show(pid.id)).claims, pidClaims)
  assert.ok(phone.state.keys.has(pid.keyTag))
  await wallet.remove(pid.id)
  assert.deepEqual(await wallet.list(), [])
  assert.equal(phone.state.keys.has(pid.keyTag), false)
})

test('the removal of a PID deletes its DPoP key, although the hardware does not delete the key of the PID', async () => {
  const { wallet, phone } = await createIssuanceBench()
  const before = phone.state.keys.size
  const pid = await wallet.obtainPid(issuerId)
  const { deleteKey } = phone.secureKeys
  const fails = (tag: string) => (tag === pid.keyTag ? Promise.reject(new Error('busy')) : deleteKey(tag))
  Object.assign(phone.secureKeys, { deleteKey: fails })
  await assert.rejects(wallet.remove(pid.id), /busy/)
  assert.deepEqual(await wallet.list(), [])
  assert.equal(phone.state.keys.size, before + 1, 'only the key of the PID is left')
})

test('WI-07 WI-36 WI-37 pushes a signed request with PKCE and a state, and its form and object agree', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  await wallet.obtainPid(issuerId)
  const [first, second] = await Promise.all(sentTo(fixture, issuerId + issuerPaths.par).map(formOf))
  const { header, payload } = decodeJwt(first?.get('request') ?? '')
  const attestation = decodeJwt(first?.get('client_assertion') ?? '')
  const attested = (attestation.payload.cnf as { jwk: unknown }).jwk
  assert.deepEqual(
    [...(first?.keys() ?? [])],
    [
      'response_type',
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'request',
      'client_assertion_type',
      'client_assertion',
    ],
  )
  assert.equal(attestation.header.typ, 'wallet-attestation+jwt')
  for (const name of ['response_type', 'client_id', 'code_challenge', 'code_challenge_method', 'client_assertion_type'])
    assert.equal(payload[name], first?.get(name), name)
  assert.equal(payload.client_assertion_type, 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation')
  observeOutput('WI-36')
  assert.equal(header.kid, attestation.payload.sub)
  assert.equal(payload.client_id, attestation.payload.sub)
  assert.equal(payload.response_type, 'code')
  assert.equal(payload.redirect_uri, walletRedirectUri)
  assert.deepEqual(payload.authorization_details, [
    { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } },
  ])
  assert.ok(await signedBy(first?.get('request') ?? '', attested))
  observeOutput('WI-37')
  const other = decodeJwt(second?.get('request') ?? '').payload
  assert.equal(payload.code_challenge_method, 'S256')
  assert.notEqual(other.state, payload.state)
  assert.notEqual(other.code_challenge, payload.code_challenge)
  observeOutput('WI-07')
})

test('WI-35 uses the endpoints of the metadata, whatever their paths', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  for (const path of [issuerPaths.par, issuerPaths.token, issuerPaths.credential])
    assert.equal(sentTo(fixture, path).length, 1)
})

test('WI-39 opens the authorization endpoint with client_id and request_uri only', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const url = new URL(authorizationUrl)
  assert.equal(url.origin + url.pathname, issuerId + issuerPaths.authorize)
  assert.deepEqual([...url.searchParams.keys()], ['client_id', 'request_uri'])
  assert.match(authorizationUrl, /request_uri=urn%3Aietf%3A/)
  const form = await formOf(sentTo(fixture, issuerId + issuerPaths.par)[0])
  assert.equal(url.searchParams.get('client_id'), form.get('client_id'))
  observeOutput('WI-39')
})

test('WI-38 WI-43 WI-44 redeems the code with the pushed values, its verifier and an assertion', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  const pushed = await formOf(sentTo(fixture, issuerId + issuerPaths.par)[0])
  const [request] = sentTo(fixture, issuerId + issuerPaths.token)
  const form = await formOf(request)
  assert.deepEqual([...form.keys()].sort(), [
    'client_assertion',
    'client_assertion_type',
    'client_id',
    'code',
    'code_verifier',
    'grant_type',
    'redirect_uri',
  ])
  assert.equal(form.get('grant_type'), 'authorization_code')
  assert.equal(form.get('code'), 'the-code')
  assert.equal(form.get('client_id'), pushed.get('client_id'))
  assert.equal(form.get('redirect_uri'), walletRedirectUri)
  assert.match(form.get('code_verifier') ?? '', /^[A-Za-z0-9._~-]{43,128}$/)
  assert.equal(codeChallengeOf({ crypto }, form.get('code_verifier') ?? ''), pushed.get('code_challenge'))
  assert.ok(request?.headers.get('dpop'))
  observeOutput('WI-43')
  const { payload } = decodeJwt(form.get('client_assertion') ?? '')
  const { cnf } = decodeJwt(pushed.get('client_assertion') ?? '').payload as { cnf: { jwk: unknown } }
  assert.equal(form.get('client_assertion_type'), 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
  assert.deepEqual([payload.iss, payload.sub, payload.aud], [form.get('client_id'), form.get('client_id'), issuerId])
  assert.ok((payload.exp as number) - (payload.iat as number) <= 300)
  assert.match(payload.jti as string, /^[0-9a-f-]{36}$/)
  assert.ok(await signedBy(form.get('client_assertion') ?? '', cnf.jwk))
  observeOutput('WI-44')
})

test('WI-08 WI-45 WI-46 proves possession of one DPoP key with a new proof for each request', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  const [token, credential] = [
    sentTo(fixture, issuerId + issuerPaths.token)[0],
    sentTo(fixture, issuerId + issuerPaths.credential)[0],
  ]
  const proofs = [token, credential].map((request) => decodeJwt(request?.headers.get('dpop') ?? ''))
  for (const { header, payload } of proofs) {
    assert.equal(header.typ, 'dpop+jwt')
    assert.equal(header.alg, 'ES256')
    assert.deepEqual(Object.keys(header.jwk as object).sort(), ['crv', 'kty', 'x', 'y'])
    assert.match(payload.jti as string, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.equal(payload.htm, 'POST')
    assert.equal(payload.iat, fixture.clock.now())
  }
  assert.deepEqual(
    proofs.map(({ payload }) => payload.htu),
    [issuerId + issuerPaths.token, issuerId + issuerPaths.credential],
  )
  assert.deepEqual(proofs[0]?.header.jwk, proofs[1]?.header.jwk)
  assert.notEqual(proofs[0]?.payload.jti, proofs[1]?.payload.jti)
  observeOutput('WI-45')
  const exchange = fixture.network.exchanges.find(({ request }) => request === token)
  const { access_token } = (await (exchange as { response: Response }).response.json()) as { access_token: string }
  assert.equal(credential?.headers.get('authorization'), `DPoP ${access_token}`)
  assert.equal(proofs[0]?.payload.ath, undefined)
  assert.equal(proofs[1]?.payload.ath, codeChallengeOf({ crypto }, access_token))
  observeOutput('WI-46')
})

test('WI-50 WI-51 WI-52 requests each PID with a different key, and proves possession of the key', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  await wallet.obtainPid(issuerId)
  const bodies = await Promise.all(
    sentTo(fixture, issuerId + issuerPaths.credential).map((one) => one.json() as Promise<JsonObject>),
  )
  const [{ proof, ...body } = {} as JsonObject] = bodies
  assert.deepEqual(body, { credential_definition: { type: ['eu.eudiw.pid.it'] }, format: 'vc+sd-jwt' })
  assert.equal((proof as JsonObject).proof_type, 'jwt')
  assert.equal(sentTo(fixture, issuerId + issuerPaths.credential)[0]?.headers.get('content-type'), 'application/json')
  observeOutput('WI-51')
  const proofs = bodies.map((one) => String((one.proof as JsonObject).jwt))
  const { header, payload } = decodeJwt(proofs[0] ?? '')
  assert.equal(header.typ, 'openid4vci-proof+jwt')
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'jwk', 'kid', 'typ'])
  assert.deepEqual(payload, {
    iss: (await formOf(sentTo(fixture, issuerId + issuerPaths.par)[0])).get('client_id'),
    aud: issuerId,
    iat: fixture.clock.now(),
    nonce: 'c'.repeat(40),
  })
  assert.ok(await signedBy(proofs[0] ?? '', header.jwk))
  observeOutput('WI-52')
  assert.notEqual(decodeJwt(proofs[1] ?? '').header.kid, header.kid)
})

test('WI-51 requests by format, even from an issuer that offers the identifiers of later drafts (D-126)', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const credential_identifiers = ['pid-of-ada']
  issuer.bends.tokenBody = (body) => ({
    ...body,
    authorization_details: [{ type: 'openid_credential', credential_configuration_id: 'pid', credential_identifiers }],
  })
  await wallet.obtainPid(issuerId)
  const [request] = sentTo(fixture, issuerId + issuerPaths.credential)
  const asked = (await request?.json()) as JsonObject | undefined
  const { proof: _, ...body } = asked ?? {}
  assert.deepEqual(body, { credential_definition: { type: ['eu.eudiw.pid.it'] }, format: 'vc+sd-jwt' })
})

test('WI-55 renews with the c_nonce of the last response until the access token expires', async () => {
  const { wallet, fixture } = await createIssuanceBench()
  const first = await wallet.obtainPid(issuerId)
  const second = await wallet.renewPid(first.id)
  assert.notEqual(second.keyTag, first.keyTag)
  const renewal = sentTo(fixture, issuerId + issuerPaths.credential)[1] as Request
  const { proof } = (await renewal.json()) as { proof: { jwt: string } }
  assert.equal(decodeJwt(proof.jwt).payload.nonce, 'd'.repeat(40))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.token).length, 1)
  fixture.clock.advance(300)
  await refusedBy('WI-55', 'grant_expired', wallet.renewPid(second.id))
})

test('WI-42 shows the error of an authorization response, and requests no token', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  issuer.bends.redirect = (url) => {
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    url.searchParams.set('error_description', 'The level of the login is too low.')
    return url.href
  }
  const refusal = await refusedBy('WI-42', 'authorization_refused', wallet.obtainPid(issuerId))
  assert.match(refusal.answer.text, /The level of the login is too low\./)
  assert.equal(sentTo(fixture, issuerId + issuerPaths.token).length, 0)
})

for (const [code, error, sentence] of [
  ['access_denied', 'issuance_unauthorized', /you did not complete the login, you refused consent/],
  ['server_error', 'issuer_unavailable', /is not available: try again later/],
  ['temporarily_unavailable', 'issuer_unavailable', /is not available: try again later/],
  ['invalid_request', 'issuer_refused', /refused the issuance/],
  ['constructor', 'issuer_refused', /refused the issuance/],
] as const)
  test(`WI-218 explains the error ${code} of an authorization response as ${error}`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    issuer.bends.redirect = (url) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', code)
      return url.href
    }
    const { answer } = await refusedBy('WI-42', 'authorization_refused', wallet.obtainPid(issuerId))
    assert.equal(answer.error, error)
    assert.match(answer.text, sentence)
  })

test('WI-58 accepts a PID signed with a federation key of the issuer', async () => {
  const { wallet, issuer } = await createIssuanceBench()
  issuer.bends.pidSigner = issuer.federationSigner
  issuer.bends.pid = (content) => ({ ...content, header: { ...content.header, kid: issuer.federationSigner.kid } })
  assert.equal((await wallet.obtainPid(issuerId)).issuer, issuerId)
})

for (const [name, value] of [
  ['birthdate', '1980'],
  ['birthdate', '0000-01-10'],
  ['place_of_birth', 'Roma'],
  ['unique_id', 7],
  ['tax_id_number', { country: 'IT' }],
] as const)
  test(`WI-61 accepts a PID whose ${name} is ${JSON.stringify(value)} (D-254)`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    issuer.bends.pid = (content) => ({ ...content, disclosable: { ...content.disclosable, [name]: value } })
    const { id } = await wallet.obtainPid(issuerId)
    assert.deepEqual((await wallet.show(id)).claims, { ...pidClaims, [name]: value })
  })

for (const [title, signedBy, keysOf, refused] of [
  ['has one fitting key in its metadata', 'metadata', (keys) => keys.slice(0, 1), undefined],
  ['has no key in its metadata and one federation key', 'federation', () => [], undefined],
  ['has two fitting keys in its metadata', 'metadata', (keys) => keys, 'kid_unknown'],
  ['has only a key in its metadata that did not sign', 'federation', (keys) => keys.slice(0, 1), 'signature_invalid'],
] as readonly (readonly [
  string,
  'metadata' | 'federation',
  (keys: readonly JsonObject[]) => readonly JsonObject[],
  string | undefined,
])[])
  test(`WI-58 ${refused ? 'discards' : 'accepts'} a PID without kid if its issuer ${title} (D-234)`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    issuer.bends.metadata = ({ jwks, ...metadata }) => ({
      ...metadata,
      jwks: { keys: keysOf((jwks as { readonly keys: readonly JsonObject[] }).keys) },
    })
    issuer.bends.pidSigner = signedBy === 'metadata' ? issuer.signer : issuer.federationSigner
    issuer.bends.pid = ({ header: { kid: _, ...header }, ...content }) => ({ ...content, header })
    const run = wallet.obtainPid(issuerId)
    if (refused === undefined) assert.equal((await run).issuer, issuerId)
    else await refusedBy('WI-58', refused, run)
  })

test('WI-11 the wallet’s files do not contain a PID in plain text', async () => {
  const { wallet, blobs } = await createIssuanceBench()
  await wallet.obtainPid(issuerId)
  for (const name of await blobs.names()) {
    const text = new TextDecoder('latin1').decode(await blobs.get(name))
    assert.doesNotMatch(text, /Rossi|eyJhbGci|sd-jwt/, name)
  }
})
