/** The decoder recognises each kind of artefact, and verifies it as far as the pasted text allows. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import {
  validRequest as attestationRequest,
  changed as changedRequest,
} from '../../../test/support/attestation-request.ts'
import { signAll, threeEntities } from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import {
  authority,
  device,
  docType,
  documentSigner,
  issue,
  makeCertificate,
  mdocContext,
  mdocNow,
  withItem,
} from '../../../test/support/mdoc.ts'
import { signer as requester, valid } from '../../../test/support/request-object.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { validAttestation as attestation, ephemeral, provider } from '../../../test/support/wallet-attestation.ts'
import { resourceRequest, tokenRequest } from '../../../test/vectors/rfc9449.ts'
import { disclosures, issuerJwt, issuerKey, keyBindingJwt } from '../../../test/vectors/rfc9901.ts'
import { failed, type NumericDate } from '../../base/index.ts'
import { type Cbor, decodeCbor, encodeCbor, isCborMap, jwkToCoseKey } from '../../cose/index.ts'
import { createTrustMark } from '../../federation/index.ts'
import { encryptJwe, generateSigner, jwkThumbprint, signJwt } from '../../jose/index.ts'
import { openId4VpTranscript, parseMdoc, presentMdoc } from '../../mdoc/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { createAttestationPop, createDpopProof } from '../../oauth/index.ts'
import { createKeyProof } from '../../oid4vci/index.ts'
import { createStatusList, createStatusListToken, setStatus } from '../../status-list/index.ts'
import { decodeAnything } from './decode-anything.ts'
import type { Decoded, Member } from './decoded.ts'
import { isRecognised } from './kinds.ts'
import type { DecodeOptions } from './reading.ts'

const crypto = createNodeCrypto()
const random = seededRandom('decoder')
const ctx = { crypto, random }
const now = fixedClock().now()

const decode = (text: string, options: DecodeOptions = {}, at: NumericDate = now): Promise<Decoded> =>
  decodeAnything({ crypto, clock: fixedClock(at) }, text, options)

/** Returns the results of all checks, with the code of a failure. */
const results = ({ verdicts }: Decoded): Readonly<Record<string, string>> =>
  Object.fromEntries(
    verdicts.map(({ check, part, result, code, by, because }) => [
      part === undefined ? check : `${check} ${part}`,
      code ?? because ?? (by === undefined ? result : `${result} ${by}`),
    ]),
  )

/** Returns CBOR in a byte string with tag 24, nested `levels` times, at most 60. */
const embeddedCbor = (levels: number): Buffer => {
  if (levels === 0) return Buffer.from([1])
  const inner = embeddedCbor(levels - 1)
  return Buffer.concat([Buffer.from([0xd8, 0x18, 0x58, inner.length]), inner])
}

const membersOf = ({ sections }: Decoded): readonly Member[] => sections.flatMap(({ members }) => members)

/** Returns the member at a path through members and nested artefacts. */
function at(decoded: Decoded, ...path: readonly string[]): Member {
  let found: Member | undefined
  let members = membersOf(decoded)
  for (const name of path) {
    found = members.find((member) => member.name === name)
    assert.ok(found, `${name} in ${members.map((member) => member.name)}`)
    members = [...(found.members ?? []), ...(found.nested ? membersOf(found.nested) : [])]
  }
  return found as Member
}

test('a DPoP proof is verified with its own key and against the method, URL and token of its request', async () => {
  const { proof, method, url, accessToken, iat } = resourceRequest
  const alone = await decode(proof, {}, iat)
  assert.equal(alone.kind, 'dpop_proof')
  assert.deepEqual(results(alone), {
    ...{ form: 'verified', typ: 'verified', signature: 'verified header_jwk', times: 'verified' },
    ...{ htm: 'request_absent', htu: 'request_absent', ath: 'access_token_absent', single_use: 'store_only' },
  })
  const right = results(await decode(proof, { request: { method, url: `${url}?a=b` }, accessToken }, iat))
  assert.deepEqual([right.htm, right.htu, right.ath], ['verified', 'verified', 'verified'])
  const wrong = await decode(
    proof,
    { request: { method: 'POST', url: 'https://other.example' }, accessToken: 'x' },
    iat,
  )
  assert.deepEqual(
    [results(wrong).htm, results(wrong).htu, results(wrong).ath],
    ['htm_mismatch', 'htu_mismatch', 'ath_mismatch'],
  )
  const late = (await decode(proof, {}, iat + 3600)).verdicts.find(({ check }) => check === 'times')
  assert.deepEqual([late?.code, late?.at], ['proof_stale', 'dpop.payload.iat'])
  assert.ok(late?.reason && late.remedy)
})

test('the parts of an HTTP message are verified against each other', async () => {
  const attested = await generateSigner(ctx)
  const clientAttestation = await signJwt(
    provider,
    { typ: 'oauth-client-attestation+jwt', kid: provider.kid },
    { iss: 'https://wp.example', sub: attested.kid, iat: now, exp: now + 60, cnf: { jwk: { ...attested.publicJwk } } },
  )
  const pop = await createAttestationPop(ctx, attested, {
    clientId: attested.kid,
    audience: 'https://pid.example',
    now,
  })
  const proof = await createDpopProof(ctx, attested, { method: 'POST', url: 'https://pid.example/token', now })
  const message = [
    'POST /token HTTP/1.1\r\nHost: pid.example',
    `DPoP: ${proof}`,
    `OAuth-Client-Attestation: ${clientAttestation}`,
    `OAuth-Client-Attestation-PoP: ${pop}`,
    'Content-Type: application/x-www-form-urlencoded',
    '',
    'grant_type=authorization_code&code=c-1',
  ].join('\r\n')
  const request = await decode(message)
  assert.equal(request.kind, 'http_request')
  const [proved, possessed] = [at(request, 'dpop').nested, at(request, 'oauth-client-attestation-pop').nested]
  assert.ok(proved && possessed)
  assert.deepEqual([results(proved).htm, results(proved).htu], ['verified', 'verified'])
  assert.equal(results(possessed).signature, 'verified attestation')
  assert.equal(at(request, 'code').value, 'c-1')
  const exchange = await decode(`${message}\n\nHTTP/1.1 400 Bad Request\nFiducia-Trace: AbCdEf012345\n\n{"error":"x"}`)
  assert.equal(exchange.kind, 'http_exchange')
  assert.equal(at(exchange, 'response', 'status').value, 400)
  assert.equal(at(exchange, 'response', 'error').value, 'x')
  const forged = await decode(
    message.replace(pop, await createAttestationPop(ctx, provider, { clientId: 'x', audience: 'y', now })),
  )
  const bad = at(forged, 'oauth-client-attestation-pop').nested
  assert.match(bad ? (results(bad).signature ?? '') : '', /signature_invalid|key_absent/)
  assert.equal((await decode('Fiducia-Trace: AbCdEf012345')).kind, 'trace')
  assert.equal((await decode('AbCdEf012345')).kind, 'trace')
})

test('the URL of a request without a scheme has http on a loopback host, as in a sandbox, and https elsewhere', async () => {
  for (const [host, url, htu] of [
    ['localhost:4103', 'http://localhost:4103/token', 'verified'],
    ['127.0.0.1', 'http://127.0.0.1/token', 'verified'],
    ['pid.example', 'http://pid.example/token', 'htu_mismatch'],
  ] as const) {
    const proof = await createDpopProof(ctx, requester, { method: 'POST', url, now })
    const request = await decode(`POST /token HTTP/1.1\r\nHost: ${host}\r\nDPoP: ${proof}\r\n\r\n`)
    const { nested } = at(request, 'dpop')
    assert.equal(nested && results(nested).htu, htu, host)
  }
})

test('the fields of the request complete a pasted message that lacks its method or its URL', async () => {
  const { proof, method, url, accessToken, iat } = resourceRequest
  const request = { method, url }
  const htuOf = async (text: string, options: DecodeOptions) => {
    const { nested } = at(await decode(text, options, iat), 'dpop')
    return nested && [results(nested).htm, results(nested).htu, results(nested).ath]
  }
  const verified = ['verified', 'verified', 'verified']
  assert.deepEqual(await htuOf(`DPoP: ${proof}`, { request, accessToken }), verified)
  assert.deepEqual(await htuOf(`${method} /resource HTTP/1.1\nDPoP: ${proof}`, { request, accessToken }), verified)
  const other = await htuOf(`POST https://other.example/ HTTP/1.1\nDPoP: ${proof}`, { request, accessToken })
  assert.deepEqual(other, ['htm_mismatch', 'htu_mismatch', 'verified'], 'the message takes precedence')
})

const presented = `${issuerJwt}~${disclosures.familyName}~${disclosures.address}~${disclosures.givenName}~${disclosures.nationalityUs}~${keyBindingJwt}`
const sdTime = 1_748_537_244

test('an SD-JWT with key binding shows disclosures with digest and path, undisclosed digests, key binding and sd_hash', async () => {
  const decoded = await decode(presented, { key: JSON.stringify(issuerKey) }, sdTime)
  assert.equal(decoded.kind, 'sd_jwt_kb')
  assert.deepEqual(results(decoded), {
    ...{ form: 'verified', typ: 'verified', signature: 'verified pasted', times: 'verified' },
    ...{ disclosures: 'verified', key_binding: 'verified cnf', sd_hash: 'verified', issuer: 'issuer_not_evaluated' },
  })
  assert.equal(at(decoded, 'given_name').value, 'John')
  assert.equal(at(decoded, 'given_name', 'digest').value, 'jsu9yVulwQQlhFlM_3JlzMaSFzglhQG0DpfayQwLUK4')
  assert.equal(at(decoded, 'nationalities.0', 'path').value, 'nationalities.0')
  assert.equal(at(decoded, 'undisclosed_digests').value, 6)
  const nested = at(decoded, 'kb_jwt').nested
  assert.equal(nested && results(nested).signature, 'verified cnf')
  const without = results(await decode(presented, {}, sdTime))
  assert.equal(without.signature, 'key_absent')
  const reordered = results(await decode(presented.replace(`~${disclosures.address}`, ''), {}, sdTime))
  assert.equal(reordered.sd_hash, 'sd_hash_mismatch')
  const foreign = await decode(`${issuerJwt}~${Buffer.from('["s","x",1]').toString('base64url')}~`, {}, sdTime)
  assert.deepEqual([foreign.kind, results(foreign).disclosures], ['sd_jwt', 'disclosure_unreferenced'])
  assert.equal(at(foreign, 'x').value, 1)
  assert.equal((await decode(disclosures.givenName)).kind, 'disclosure')
})

test('an mdoc in base64url, base64 or hexadecimal shows its elements, digests, signature and certificate chain', async () => {
  const text = await issue()
  const bytes = Buffer.from(text, 'base64url')
  for (const form of [text, bytes.toString('base64'), bytes.toString('hex')]) {
    const decoded = await decode(form, {}, mdocNow)
    assert.equal(decoded.kind, 'mdoc')
    assert.deepEqual(results(decoded), {
      ...{ form: 'verified', times: 'verified', digests: 'verified', signature: 'verified x5c' },
      certificates: 'root_not_pinned',
    })
    assert.equal(at(decoded, docType, 'given_name').value, 'Ada')
    assert.equal(at(decoded, 'x5chain').nested?.kind, 'certificate')
    assert.equal(at(decoded, 'validityInfo', 'validUntil').time?.event, 'end')
  }
  const pem = pemOf(authority.der)
  assert.equal(results(await decode(text, { key: pem }, mdocNow)).certificates, 'verified pasted')
})

test('the device signature of a DeviceResponse is verified only with the data of its session', async () => {
  const mdoc = parseMdoc(await issue(), { algorithms: ['ES256'] }, 'mdoc')
  assert.ok(!failed(mdoc))
  const session = { clientId: 'https://rp.example', presentationNonce: 'n', responseUri: 'https://rp.example/response' }
  const transcript = openId4VpTranscript(mdocContext, session)
  const response = await presentMdoc(device, mdoc, [[docType, 'given_name']], transcript)
  const decoded = await decode(response, {}, mdocNow)
  assert.equal(decoded.kind, 'device_response')
  assert.equal(results(decoded).device_signature, 'session_absent')
  const given = { client_id: 'https://rp.example', nonce: 'n', response_uri: 'https://rp.example/response' }
  const deviceOf = async (text: string, data: object) => {
    const verdicts = results(await decode(text, { session: JSON.stringify(data) }, mdocNow))
    return Object.entries(verdicts).find(([name]) => name.startsWith('device_signature'))
  }
  assert.deepEqual(await deviceOf(response, given), ['device_signature', 'verified pasted'])
  const { nonce: _, ...lacking } = given
  for (const data of [lacking, { ...given, nonce: 1 }, { ...given, nonce: '\ud800' }])
    assert.deepEqual(await deviceOf(response, data), ['device_signature nonce', 'session_incomplete'])
  assert.deepEqual(await deviceOf(response, { ...given, nonce: 'other' }), [
    'device_signature',
    'device_signature_invalid',
  ])
  const key = device.publicJwk
  const encryptionThumbprint = jwkThumbprint(mdocContext, key)
  const sealed = openId4VpTranscript(mdocContext, { ...session, encryptionThumbprint })
  const encrypted = await presentMdoc(device, mdoc, [[docType, 'given_name']], sealed)
  const withKeys = { ...given, client_metadata: { jwks: { keys: [key] } } }
  assert.deepEqual(await deviceOf(encrypted, withKeys), ['device_signature', 'verified pasted'])
  assert.deepEqual(await deviceOf(encrypted, given), ['device_signature', 'device_signature_invalid'])
  assert.equal(results(decoded).digests, 'verified')
})

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

test('certificates are decoded from PEM and DER, alone and as a chain', async () => {
  const leaf = await decode(Buffer.from(documentSigner.der).toString('base64'), {}, mdocNow)
  assert.deepEqual([leaf.kind, results(leaf).certificates], ['certificate', 'root_not_pinned'])
  assert.equal(at(leaf, 'subject').value, 'CN=Document Signer, C=IT')
  const chain = await decode(pemOf(documentSigner.der) + pemOf(authority.der), {}, mdocNow)
  assert.deepEqual([chain.kind, results(chain).certificates], ['certificate_chain', 'verified self_signed'])
  const turned = await decode(pemOf(authority.der) + pemOf(documentSigner.der), {}, mdocNow)
  assert.match(results(turned).certificates ?? '', /chain_/)
  assert.equal(
    results(await decode(pemOf(documentSigner.der), {}, 0))['times certificate[0]'],
    'certificate_not_yet_valid',
  )
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  assert.equal((await decode(publicKey.export({ type: 'spki', format: 'pem' }).toString())).kind, 'jwk')
  const secret = await decode(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  assert.equal(secret.kind, 'private_key')
})

test('a trust chain is verified link by link: as an array, as lines, and in a header', async () => {
  const { anchor, drafts } = await threeEntities()
  const statements = await signAll(drafts(now))
  const decoded = await decode(JSON.stringify(statements))
  assert.equal(decoded.kind, 'trust_chain')
  assert.deepEqual(results(decoded), {
    form: 'verified',
    ...{ 'link statement[0]': 'verified superior', 'link statement[1]': 'verified superior' },
    ...{ 'link statement[2]': 'verified superior', chain: 'verified', anchor: 'anchor_not_pinned' },
  })
  assert.equal(at(decoded, '[1]').nested?.kind, 'subordinate_statement')
  const jwks = JSON.stringify({ keys: [anchor.signer.publicJwk] })
  assert.equal(results(await decode(statements.join('\n'), { key: jwks })).anchor, 'verified pasted')
  const [leaf = '', , , top = ''] = statements
  for (const [text, key, anchor] of [
    [leaf, undefined, 'anchor_not_pinned'],
    [leaf, 'no key', 'key_unreadable'],
    [leaf, jwks, 'chain_absent'],
    [top, JSON.stringify(requester.publicJwk), 'chain_absent'],
    [top, jwks, 'verified pasted'],
  ] as const)
    assert.equal(results(await decode(text, { key })).anchor, anchor)
  const foreign = await decode(JSON.stringify(statements), { key: JSON.stringify(requester.publicJwk) })
  assert.match(results(foreign).chain ?? '', /anchor_key_mismatch/)
  const short = results(await decode(JSON.stringify([leaf, top])))
  assert.deepEqual([short.chain, short['link statement[0]']], ['link_broken', 'kid_unknown'])
  assert.equal(results(await decode(JSON.stringify(statements), {}, now + 86_400)).chain, 'expired')
  const carrying = await signJwt(requester, { typ: 'JWT', trust_chain: statements }, { sub: 'x' })
  assert.equal(at(await decode(carrying), 'trust_chain').nested?.kind, 'trust_chain')
  const configuration = await decode(leaf)
  assert.deepEqual(
    [configuration.kind, results(configuration).signature],
    ['entity_configuration', 'verified own_jwks'],
  )
})

test('a status list shows the status at an index, which the text or an option gives', async () => {
  const issuer = await generateSigner(ctx)
  const list = createStatusList(2, 64)
  setStatus(list, 12, 2)
  const times = { now, lifetimeSeconds: 600, ttlSeconds: 60 }
  const token = await createStatusListToken(issuer, { uri: 'https://pid.example/1', list, ...times })
  const decoded = await decode(`${token}#12`, { key: JSON.stringify(issuer.publicJwk) })
  assert.deepEqual([decoded.kind, results(decoded).signature], ['status_list_token', 'verified pasted'])
  assert.match(at(decoded, 'status_value').words?.en ?? '', /suspended/)
  assert.deepEqual(
    ['places', 'valid', 'invalid', 'suspended'].map((name) => at(decoded, name).value),
    [64, 63, 0, 1],
  )
  assert.equal(at(await decode(token, { index: 3 }), 'status_value').value, 0)
  assert.equal(results(await decode(token)).status, 'index_absent')
  assert.equal(results(await decode(token, { index: 64 })).status, 'index_out_of_range')
})

test('typ, form and signature are verified of attestations, key proofs, Request Objects and trust marks', async () => {
  const proof = await createKeyProof(ctx, ephemeral, {
    clientId: 'wallet',
    audience: 'https://pid.example',
    cNonce: 'n',
    now,
  })
  const mark = {
    issuer: 'https://ta.example',
    holder: 'https://rp.example',
    trustMarkType: 'https://ta.example/member',
  }
  const trustMark = await createTrustMark(provider, { ...mark, issuedAt: now, expiresAt: now + 60 })
  const request = await signJwt(requester, valid.dcql.header, valid.dcql.payload)
  const key = JSON.stringify({ keys: [provider.publicJwk, requester.publicJwk] })
  for (const [text, kind, signature] of [
    [attestation, 'wallet_attestation', 'verified pasted'],
    [attestationRequest, 'wallet_attestation_request', 'verified cnf'],
    [proof, 'key_proof', 'verified header_jwk'],
    [trustMark, 'trust_mark', 'verified pasted'],
    [request, 'presentation_request_object', 'verified pasted'],
  ] as const) {
    const decoded = await decode(text, { key })
    assert.equal(decoded.kind, kind)
    assert.deepEqual(
      [results(decoded).form, results(decoded).typ, results(decoded).signature],
      ['verified', 'verified', signature],
      kind,
    )
  }
  const misnamed = await decode(await changedRequest({}, { typ: 'JWT' }))
  assert.deepEqual([misnamed.kind, results(misnamed).typ], ['wallet_attestation_request', 'typ_mismatch'])
  assert.equal(results(await decode(await changedRequest({ iss: 'https://other.example' }))).form, 'iss_mismatch')
  const itWallet1 = await decode(await changedRequest({}, { typ: 'wp-war+jwt' }))
  const sameTyp = await decode(await changedRequest({}, { typ: 'application/WP-WAR+JWT' }))
  assert.deepEqual(results(sameTyp), results(itWallet1))
  const pop = await createAttestationPop(ctx, ephemeral, {
    clientId: ephemeral.kid,
    audience: 'https://pid.example',
    now,
  })
  const both = await decode(`${attestation}~${pop}`)
  assert.equal(both.kind, 'attestation_assertion')
  const nested = at(both, 'pop').nested
  assert.equal(nested && results(nested).signature, 'verified attestation')
})

test('a JWE shows its content only with the right private key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const [publicJwk, privateJwk] = [publicKey, privateKey].map((key) => key.export({ format: 'jwk' }))
  const inner = JSON.stringify({ vp_token: { pid: [presented] }, state: 's' })
  const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: publicJwk as never }, inner)
  assert.ok(!failed(jwe))
  assert.equal(results(await decode(jwe)).decryption, 'decryption_key_absent')
  const opened = await decode(jwe, { key: JSON.stringify(privateJwk) }, sdTime)
  assert.equal(results(opened).decryption, 'verified pasted')
  assert.equal(at(opened, 'vp_token', 'pid', '[0]').nested?.kind, 'sd_jwt_kb')
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  assert.equal(results(await decode(jwe, { key: JSON.stringify(other) })).decryption, 'jwe_undecryptable')
})

test('a private key that does not fit a JWE is reported as such, and never makes the decoder fail', async () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const [ec, small] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
  ]
  const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as never
  const toRsa = await encryptJwe(ctx, { alg: 'RSA-OAEP-256', enc: 'A256GCM', recipient: jwkOf(rsa.publicKey) }, '{}')
  const toEc = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: jwkOf(ec.publicKey) }, '{}')
  assert.ok(!failed(toRsa) && !failed(toEc))
  for (const [jwe, { privateKey }, decryption] of [
    [toRsa, rsa, 'verified pasted'],
    [toRsa, ec, 'key_other'],
    [toRsa, small, 'not_supported'],
    [toEc, rsa, 'key_other'],
    [toEc, generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'key_other'],
  ] as const)
    assert.equal(results(await decode(jwe, { key: JSON.stringify(jwkOf(privateKey)) })).decryption, decryption)
})

const definition = {
  id: 'd',
  input_descriptors: [{ id: 'pid', constraints: { fields: [{ path: ['$.given_name'] }] } }],
}

for (const [text, kind, form] of [
  [
    JSON.stringify({ credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['a'] } }] }),
    'dcql_query',
    'verified',
  ],
  [
    JSON.stringify({ dcql_query: { credentials: [{ id: 'a b', format: 'mso_mdoc' }] } }),
    'dcql_query',
    'dcql_malformed',
  ],
  [JSON.stringify(definition), 'presentation_definition', 'verified'],
  [JSON.stringify([{ type: 'openid_credential', format: 'dc+sd-jwt' }]), 'authorization_details', undefined],
  [JSON.stringify({ id: 'a', definition_id: 'b', descriptor_map: [] }), 'presentation_submission', undefined],
  ['haip://authorize?client_id=https://rp.example&request_uri=https://rp.example/r', 'engagement_link', 'verified'],
  ['openid4vp://?client_id=https://rp.example&request_uri=nothing', 'engagement_link', 'request_uri_malformed'],
  ['https://w.example/a?client_id=https://rp.example&amp;request_uri=https://rp.example/r', 'url', undefined],
  ['https://pid.example/token', 'url', undefined],
  ['https://pid.example/authorize?client_id=a&request_uri=urn:ietf:params:oauth:request_uri:x', 'url', undefined],
  ['grant_type=authorization_code&code=c', 'form', 'verified'],
  [JSON.stringify(requester.publicJwk), 'jwk', undefined],
  [JSON.stringify({ keys: [requester.publicJwk] }), 'jwks', undefined],
  [Buffer.from(encodeCbor(jwkToCoseKey(requester.publicJwk))).toString('hex'), 'cose_key', undefined],
  ['83010203', 'cbor', 'verified'],
  ['{"a":1,"a":2}', 'json', 'json_duplicate_member'],
  [`"${tokenRequest.proof}"`, 'dpop_proof', 'verified'],
  [`DPoP ${tokenRequest.proof}`, 'dpop_proof', 'verified'],
  [tokenRequest.proof.replace(/(.{64})/g, '$1\n'), 'dpop_proof', 'jws_malformed'],
  ['eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', 'jwt', 'alg_none'],
  ['hello', 'unknown', undefined],
  ['certificates', 'unknown', undefined],
  ['eyJhbGciOi', 'unknown', 'jws_malformed'],
  ['   ', 'empty', undefined],
] as const)
  test(`recognises ${kind} in ${text.slice(0, 50).replace(/\s+/g, ' ')}`, async () => {
    const decoded = await decode(text, {}, tokenRequest.iat)
    assert.deepEqual([decoded.kind, results(decoded).form], [kind, form])
  })

test('a COSE key shows its public parameters only, under the names of its type', async () => {
  const keys: readonly (readonly [number, number, readonly string[]])[] = [
    [1, 4, ['crv', 'x', '-3', '-4']],
    [2, 4, ['crv', 'x', 'y', '-4']],
    [3, 8, ['n', 'e', '-3', '-4', '-5', '-6', '-7', '-8']],
    [4, 1, ['-1']],
    [9, 2, ['-1', '-2']],
  ]
  for (const [type, count, expected] of keys) {
    const parameters = Array.from({ length: count }, (_, index): [number, number] => [-1 - index, index])
    const decoded = await decode(Buffer.from(encodeCbor(new Map([[1, type], ...parameters]))).toString('hex'))
    const shown = membersOf(decoded).slice(1)
    assert.deepEqual(
      shown.map(({ name }) => name),
      expected,
    )
    for (const { name, value } of shown) assert.equal(value === '…', name.startsWith('-'), `${type} ${name}`)
  }
})

test('the size of the text, the depth of nesting and the number of members are limited', async () => {
  const large = await decode('a'.repeat(262_145))
  assert.equal(large.kind, 'too_large')
  const [{ found } = {}] = (await decode('€'.repeat(100_000))).verdicts
  assert.equal(found, '300000', 'bytes, like the limit')
  assert.ok(!isRecognised(large.kind))
  let nested = await signJwt(requester, { typ: 'JWT' }, { sub: 'innermost' })
  for (let depth = 0; depth < 8; depth += 1) nested = await signJwt(requester, { typ: 'JWT' }, { inner: nested })
  let depth = 0
  for (let one: Decoded | undefined = await decode(nested); one; one = at(one, 'inner').nested) depth += 1
  assert.equal(depth, 7)
  const wide = await decode(
    JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, index]))),
  )
  assert.equal(membersOf(wide).length, 3001)
  const numbers = Array.from({ length: 65 }, (_, index) => index)
  const lists = await decode(JSON.stringify({ whole: numbers.slice(1), cut: numbers }))
  assert.deepEqual(at(lists, 'whole').value, numbers.slice(1))
  assert.deepEqual(at(lists, 'cut').value, [...numbers.slice(0, 64), '…'])
  const wideCbor = Buffer.from(encodeCbor(Array.from({ length: 4000 }, (_, index) => index))).toString('hex')
  assert.equal(membersOf(await decode(wideCbor)).at(-1)?.name, '…')
})

test('CBOR in byte strings is decoded up to a depth of 6', async () => {
  const values = [6, 7].map(async (levels) => membersOf(await decode(embeddedCbor(levels).toString('hex')))[0]?.value)
  assert.deepEqual(await Promise.all(values), [1, "h'01'"])
})

test('a private key on a curve without a JWK form is not recognised, and does not decrypt', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  assert.equal((await decode(pem)).kind, 'unknown')
  assert.equal((await decode('{}', { key: pem })).kind, 'json')
})

test('the secret part of a private key is not shown, alone or inside another value', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = privateKey.export({ format: 'jwk' })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const holder = { ephemeral: jwk, list: [[jwk]], text: JSON.stringify(jwk), pem }
  const token = await signJwt(requester, { typ: 'JWT' }, { cnf: { jwk } as never })
  const alone = await decode(JSON.stringify(jwk))
  assert.deepEqual([alone.kind, results(alone).key], ['private_key', 'jwk_private'])
  for (const text of [JSON.stringify(jwk), JSON.stringify(holder), JSON.stringify([holder]), token]) {
    const shown = JSON.stringify(await decode(text))
    assert.ok(!shown.includes(String(jwk.d)), text.slice(0, 20))
    assert.ok(!shown.includes(pem.split('\n')[1] ?? pem), text.slice(0, 20))
  }
})

test('the text of a value is not shown if a private key is anywhere in it', async () => {
  const { privateKey: jwkSource } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = jwkSource.export({ format: 'jwk' })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const inner = JSON.stringify({ a: { list: [jwk] }, pem })
  for (const text of [{ pem }, { list: [pem] }, { inner }, { outer: JSON.stringify({ inner }) }]) {
    const shown = JSON.stringify(await decode(JSON.stringify(text)))
    assert.ok(!shown.includes(String(jwk.d)), Object.keys(text).join())
    assert.ok(!shown.includes(pem.split('\n')[1] ?? pem), Object.keys(text).join())
  }
})

test('a member with the name of a method of objects has no words', async () => {
  for (const text of ['{"constructor":"name"}', 'https://a.example/?__proto__=toString'])
    for (const { name, words } of membersOf(await decode(text))) assert.equal(words, undefined, `${text} ${name}`)
})

test('each list that is cut at the limit of members ends with an ellipsis', async () => {
  const objects = Array.from({ length: 4000 }, (_, index) => ({ a: index }))
  const disclosure = (index: number): string => Buffer.from(`["s","n${index}",1]`).toString('base64url')
  const many = `${issuerJwt}~${objects.map((_, index) => disclosure(index)).join('~')}~`
  const nameSpaces = new Map(objects.map((_, index): [string, Cbor] => [`n${index}`, []]))
  const parts: readonly [Cbor, Cbor][] = [
    ['nameSpaces', nameSpaces],
    ['issuerAuth', []],
  ]
  const mdoc = Buffer.from(encodeCbor(new Map(parts)))
  for (const text of [JSON.stringify(objects), JSON.stringify({ keys: objects }), many, mdoc.toString('hex')]) {
    const [first] = (await decode(text)).sections
    assert.ok(
      first?.members.some(({ name }) => name === '…'),
      text.slice(0, 20),
    )
  }
})

test('a failed signature of a DPoP proof is no failure of its form, and the other checks are made', async () => {
  const { proof, method, accessToken, iat } = resourceRequest
  const other = tokenRequest.proof.split('.')[2] ?? ''
  const forged = `${proof.split('.').slice(0, 2).join('.')}.${other}`
  const checks = results(await decode(forged, { request: { method, url: 'https://other.example' }, accessToken }, iat))
  assert.deepEqual(
    [checks.form, checks.signature, checks.htm, checks.htu, checks.ath],
    ['verified', 'signature_invalid', 'verified', 'htu_mismatch', 'verified'],
  )
})

test('a Status List Token without a required member is malformed', async () => {
  const payload = { sub: 'https://pid.example/1', iat: now, status_list: { bits: 1, lst: 'eNpjAAAAAQAB' } }
  for (const broken of [
    { ...payload, sub: 1 },
    { ...payload, iat: 'x' },
    { ...payload, status_list: { bits: 3, lst: 'eNpjAAAAAQAB' } },
  ]) {
    const token = await signJwt(requester, { typ: 'statuslist+jwt' }, broken)
    assert.equal(results(await decode(token)).form, 'status_token_malformed')
  }
  const token = await signJwt(requester, { typ: 'statuslist+jwt' }, payload)
  assert.equal(results(await decode(token)).form, 'verified')
})

test('a pasted key that cannot be read is the reason why nothing is verified', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const recipient = publicKey.export({ format: 'jwk' })
  const jwe = await encryptJwe(ctx, { alg: 'ECDH-ES', enc: 'A256GCM', recipient: recipient as never }, '{}')
  assert.ok(!failed(jwe))
  const key = 'not a key'
  assert.equal(results(await decode(attestation, { key })).signature, 'key_unreadable')
  assert.equal(results(await decode(jwe, { key })).decryption, 'key_unreadable')
  assert.equal(results(await decode(await issue(), { key }, mdocNow)).certificates, 'key_unreadable')
  assert.equal(results(await decode(pemOf(documentSigner.der), { key }, mdocNow)).certificates, 'key_unreadable')
  const statements = await signAll((await threeEntities()).drafts(now))
  assert.equal(results(await decode(JSON.stringify(statements), { key })).anchor, 'key_unreadable')
})

test('an SD-JWT with an unsupported hash fails with this reason', async () => {
  const token = await signJwt(requester, { typ: 'dc+sd-jwt' }, { vct: 'a', _sd_alg: 'md5', _sd: ['x'] })
  const keyBinding = await signJwt(requester, { typ: 'kb+jwt' }, { nonce: 'n', aud: 'a', iat: now, sd_hash: 'x' })
  assert.equal(results(await decode(`${token}~${keyBinding}`)).sd_hash, 'sd_alg_unsupported')
})

test('a link that is too long is reported with its length and the limit', async () => {
  const link = 'haip://authorize?client_id=https://rp.example&request_uri=https://rp.example/r&state='
  const { kind, verdicts } = await decode(link.padEnd(9000, 'a'))
  const [{ code, found, reason = '' } = {}] = verdicts
  assert.deepEqual([kind, code, found], ['engagement_link', 'engagement_malformed', '9000 characters'])
  assert.match(reason, /more than 8192 characters/)
})

test('a list of tokens that are no statements is no trust chain', async () => {
  const { proof } = tokenRequest
  for (const text of [`${attestation}\n${proof}`, JSON.stringify([attestation, proof])]) {
    const decoded = await decode(text)
    assert.equal(decoded.kind, 'json')
    assert.deepEqual(
      [at(decoded, '[0]').nested?.kind, at(decoded, '[1]').nested?.kind],
      ['wallet_attestation', 'dpop_proof'],
    )
  }
})

test('a body of multipart/form-data is shown as text', async () => {
  const message =
    'POST /a HTTP/1.1\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: a=b&c\n--x--'
  assert.match(String(at(await decode(message), 'body').value), /^--x/)
})

test('a COSE_Sign1 is verified with the key of the certificate in its headers', async () => {
  const mdoc = decodeCbor(Buffer.from(await issue(), 'base64url'), 'mdoc', { anyValue: true })
  assert.ok(!failed(mdoc) && isCborMap(mdoc))
  const sign1 = await decode(Buffer.from(encodeCbor(mdoc.get('issuerAuth') ?? null)).toString('hex'), {}, mdocNow)
  assert.deepEqual([sign1.kind, results(sign1).signature], ['cose_sign1', 'verified x5c'])
})

test('each failed check of an mdoc is reported at its own place only', async () => {
  const text = await issue()
  const key = pemOf(authority.der)
  const rest = { form: 'verified', times: 'verified', certificates: 'verified pasted' }
  const changed = withItem(text, (members) => void members.set('elementValue', 'Eva'))
  assert.deepEqual(results(await decode(changed, { key }, mdocNow)), {
    ...{ ...rest, digests: 'digest_mismatch', signature: 'verified x5c' },
  })
  const mdoc = decodeCbor(Buffer.from(text, 'base64url'), 'mdoc', { anyValue: true })
  assert.ok(!failed(mdoc) && isCborMap(mdoc))
  const [signedHeaders = null, headers = null, payload = null] = mdoc.get('issuerAuth') as readonly Cbor[]
  const issuerAuth: Cbor = [signedHeaders, headers, payload, new Uint8Array(64).fill(1)]
  const forged = encodeCbor(new Map<Cbor, Cbor>([...mdoc, ['issuerAuth', issuerAuth]]))
  assert.deepEqual(results(await decode(Buffer.from(forged).toString('hex'), { key }, mdocNow)), {
    ...{ ...rest, digests: 'verified', signature: 'cose_signature_invalid' },
  })
  const late = results(await decode(changed, { key }, mdocNow + 10 * 365 * 86_400))
  assert.deepEqual([late.times, late.digests, late.signature], ['mdoc_expired', 'digest_mismatch', 'verified x5c'])
})

test('a certificate chain with an unsupported key of an issuer is not verifiable', async () => {
  const [algorithm, key] = [Buffer.from('300406022a03', 'hex'), Buffer.from('03020000', 'hex')]
  const spki = Buffer.concat([Buffer.from([0x30, algorithm.length + key.length]), algorithm, key])
  const root = makeCertificate(undefined, { subject: 'CN=Root', authority: true, spki })
  const chain = await decode(pemOf(makeCertificate(root).der) + pemOf(root.der), {}, mdocNow)
  assert.deepEqual([chain.kind, results(chain).certificates], ['certificate_chain', 'not_supported'])
})

test('the certificates of a chain with a malformed one keep their numbers, and the chain is not verified', async () => {
  const root = makeCertificate(undefined, { subject: 'CN=Root', authority: true })
  const pem = [makeCertificate(root).der, Uint8Array.of(0x30, 0), root.der].map(pemOf).join('')
  const chain = await decode(pem, {}, mdocNow + 100 * 365 * 86_400)
  assert.equal(chain.kind, 'certificate_chain')
  assert.deepEqual(
    chain.sections.flatMap(({ members }) => members.map(({ name }) => name)),
    ['[0]', '[2]'],
  )
  const expired = chain.verdicts.filter(({ check }) => check === 'times').map(({ at }) => at)
  assert.deepEqual(expired, ['certificate[0]', 'certificate[2]'])
  const found = results(chain)
  assert.deepEqual([found.form, found.certificates], ['certificate_malformed', undefined])
})
