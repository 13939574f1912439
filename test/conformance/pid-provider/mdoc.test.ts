/** The PID as an mdoc: the issued document, its register entry, and its issuer in the metadata. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url, type Json, type JsonObject, type PublicJwk } from '../../../src/base/index.ts'
import { formatValue } from '../../../src/console/wallet/claim-words.ts'
import { bareJwk, sameKey } from '../../../src/jose/index.ts'
import { mdocClaims, parseMdoc, randomBytes, verifyIssuerSigned } from '../../../src/mdoc/index.ts'
import { createAuthorizationDetail, formatMdoc, formatSdJwt } from '../../../src/oauth/index.ts'
import { pidSupport, trustedMdocIssuers } from '../../../src/oid4vci/index.ts'
import { describeClaim } from '../../../src/pages/index.ts'
import { createPidProvider } from '../../../src/pid-provider/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { didJwk, didKey } from '../../support/key-dids.ts'
import { decoded } from '../../support/mdoc.ts'
import {
  beginIssuance,
  bodyOf,
  type Issuance,
  obtainPid,
  obtainTokens,
  push,
  requestCredential,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { rsaSigner } from '../../support/rsa-keys.ts'
import { person } from '../../support/scripted-identity-provider.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
const { doctype } = pidSupport
const domestic = 'eu.europa.ec.eudiw.pid.it.1'
const asMdoc = { format: formatMdoc, doctype }

const both = {
  object: {
    payload: {
      authorization_details: [
        createAuthorizationDetail(formatSdJwt, pidSupport),
        createAuthorizationDetail(formatMdoc, pidSupport),
      ] as unknown as Json,
    },
  },
}

async function granted(): Promise<{ readonly issuance: Issuance; readonly tokens: Tokens }> {
  const issuance = await beginIssuance(fixture)
  return { issuance, tokens: await obtainTokens(issuance, both) }
}

async function publishedKeys(): Promise<readonly PublicJwk[]> {
  const { payload } = decodeJwt(await (await fixture.send('/.well-known/openid-federation')).text())
  // biome-ignore lint/suspicious/noExplicitAny: a document to look into
  return (payload.metadata as any).openid_credential_issuer.jwks.keys
}

async function received(credential: string) {
  const parsed = parseMdoc(credential, { algorithms: ['ES256'] }, 'mdoc')
  assert.ok('mso' in parsed)
  const trusted = trustedMdocIssuers(await publishedKeys())
  const mdoc = await verifyIssuerSigned(
    fixture,
    parsed,
    { docType: doctype, trusted, now: clock.now(), skew: 0 },
    'mdoc',
  )
  assert.ok('mso' in mdoc, 'code' in mdoc ? mdoc.code : '')
  return mdoc
}

test('PP-30 PP-108 an mdoc PID is bound to the proven key and signed below the published authority', async () => {
  const { issuance, tokens } = await granted()
  const response = await requestCredential(issuance, tokens, { body: asMdoc })
  const body = await bodyOf(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  assert.equal(body.format, 'mso_mdoc')
  const credential = String(body.credential)
  assert.ok(decodeBase64url(credential))
  const mdoc = await received(credential)
  assert.equal(mdoc.mso.docType, doctype)
  assert.ok(sameKey(mdoc.mso.deviceKey, issuance.wallet.holder.publicJwk))
  const claims = mdocClaims(mdoc) as Record<string, Record<string, Json>>
  assert.deepEqual(Object.keys(claims), [doctype, domestic])
  const main = claims[doctype] ?? {}
  assert.deepEqual(Object.keys(main).sort(), [
    'birth_date',
    'birth_place',
    'expiry_date',
    'family_name',
    'given_name',
    'issue_date',
    'issuing_authority',
    'issuing_country',
  ])
  assert.deepEqual(Object.keys(claims[domestic] ?? {}).sort(), ['personal_administrative_number', 'tax_id_code'])
  assert.match(String(claims[domestic]?.tax_id_code), /^TINIT-/)
  const digests = [...mdoc.mso.valueDigests].map(([name, ids]) => [name, ids.size])
  assert.deepEqual(digests, [
    [doctype, 8],
    [domestic, 2],
  ])
  for (const { encoded, name, value } of mdoc.items) {
    assert.ok((decoded(encoded).get('random') as Uint8Array).length >= randomBytes)
    const isDate = ['birth_date', 'issue_date', 'expiry_date'].includes(name)
    assert.equal((value as { tag?: number }).tag, isDate ? 1004 : undefined)
  }
  const { signed, validFrom, validUntil } = mdoc.mso.validityInfo
  assert.deepEqual([signed, validFrom], [clock.now(), clock.now()])
  assert.equal(validUntil, clock.now() + fixture.config.credentialLifetimeSeconds)
  assert.equal(mdoc.x5chain.length, 1)
  observeOutput('PP-30')
  observeOutput('PP-108')
})

test('PP-108 WI-14 pages and wallet show the place of birth of an mdoc without its codes', async () => {
  for (const [place, text, shown] of [
    [{ locality: 'H501', region: 'RM' }, 'H501, RM', 'Roma (RM)'],
    [{ locality: 'H501', region: 'RM', country: 'IT' }, 'H501, RM, IT', 'Roma (RM)'],
    [{ locality: 'Z127', country: 'PL' }, 'Z127, PL', 'Polonia'],
    [{ locality: 'Z127' }, 'Z127', 'Polonia'],
    [{ locality: 'Roma' }, 'Roma', 'Roma'],
  ] as const) {
    fixture.identityProvider.script = { attributes: { ...person, place_of_birth: place }, level: 'high' }
    const { issuance, tokens } = await granted()
    const { credential } = await obtainPid(issuance, tokens, { body: asMdoc })
    const { birth_place = null } = (mdocClaims(await received(credential)) as Record<string, JsonObject>)[doctype] ?? {}
    assert.equal(birth_place, text)
    assert.equal(describeClaim('it', 'birth_place', birth_place), shown)
    assert.equal(formatValue('it', 'birth_place', birth_place), shown)
  }
})

test('PP-126 the key of a DID becomes the device key', async () => {
  const { issuance, tokens } = await granted()
  const { publicJwk } = issuance.wallet.holder
  for (const kid of [didKey(publicJwk), didJwk(bareJwk(publicJwk))]) {
    const cNonce = String((await bodyOf(await fixture.send('/nonce', { method: 'POST' }))).c_nonce)
    const proof = { header: { jwk: undefined, kid } }
    const { credential } = await obtainPid(issuance, tokens, { body: asMdoc, proof, cNonce })
    const mdoc = await received(credential)
    assert.ok(sameKey(mdoc.mso.deviceKey, publicJwk))
  }
})

test('PP-31 PP-109 the register contains the credential with its index in a status list', async () => {
  const { issuance, tokens } = await granted()
  const { credential } = await obtainPid(issuance, tokens, { body: asMdoc })
  const mdoc = await received(credential)
  const entries = await fixture.stores.issuedCredentials.search({ holderThumbprint: issuance.wallet.holder.kid })
  const [entry] = entries
  assert.equal(entries.length, 1)
  assert.equal(entry?.format, 'mso_mdoc')
  const status = mdoc.mso.status as { status_list: { idx: number; uri: string } }
  assert.equal(status.status_list.idx, entry?.statusIndex)
  assert.equal(status.status_list.uri, `${pidProviderId}/statuslists/${entry?.statusList}`)
})

test('PP-114 one token gets one valid PID of each format', async () => {
  const { issuance, tokens } = await granted()
  const first = await obtainPid(issuance, tokens)
  const second = await obtainPid(issuance, tokens, { cNonce: first.c_nonce, body: asMdoc })
  await obtainPid(issuance, tokens, { cNonce: second.c_nonce, body: asMdoc })
  const entries = await fixture.stores.issuedCredentials.search({ holderThumbprint: issuance.wallet.holder.kid })
  assert.deepEqual(entries.map(({ format, status }) => `${format} ${status}`).sort(), [
    'mso_mdoc revoked',
    'mso_mdoc valid',
    'vc+sd-jwt valid',
  ])
})

for (const [id, title, body, code, error] of [
  ['PP-93', 'no doctype', { format: formatMdoc }, 'doctype_missing', 'invalid_credential_request'],
  [
    'PP-93',
    'an unknown doctype',
    { ...asMdoc, doctype: 'org.iso.18013.5.1.mDL' },
    'doctype_unsupported',
    'unsupported_credential_type',
  ],
] as const) {
  test(`${id} credential refuses an mdoc with ${title}`, async () => {
    const { issuance, tokens } = await granted()
    const response = await requestCredential(issuance, tokens, { body })
    await assertRefusal(response, sink, { id, code, status: 400, error })
  })
}

test('PP-07 PAR refuses the doctype of another document', async () => {
  const detail = { ...createAuthorizationDetail(formatMdoc, pidSupport), doctype: 'org.iso.18013.5.1.mDL' }
  const object = { payload: { authorization_details: [detail] } }
  await assertRefusal(
    await push(await beginIssuance(fixture), { object }),
    sink,
    'PP-07 detail_doctype_unsupported 400 invalid_authorization_details request.payload.authorization_details.0.doctype',
  )
})

test('PP-92 an mdoc is not issued under a grant of the other format', async () => {
  const issuance = await beginIssuance(fixture)
  const response = await requestCredential(issuance, await obtainTokens(issuance), { body: asMdoc })
  const refusal = { id: 'PP-92', code: 'not_granted', status: 400, error: 'invalid_credential_request' }
  await assertRefusal(response, sink, refusal)
})

test('PP-25 a provider of one format refuses the other', async () => {
  const narrow = await pidProviderFixture({ config: { formats: [formatSdJwt] } })
  const issuance = await beginIssuance(narrow)
  const response = await requestCredential(issuance, await obtainTokens(issuance), { body: asMdoc })
  const refusal = { id: 'PP-25', code: 'format_unsupported', status: 400, error: 'unsupported_credential_format' }
  await assertRefusal(response, narrow.sink, refusal)
})

test('PP-26 PP-99 an RSA key is refused for an mdoc, and accepted for an SD-JWT', async () => {
  const wide = await pidProviderFixture({ config: { algorithms: ['ES256', 'RS256'] } })
  const { wallet, ...issuance } = await beginIssuance(wide)
  const holder = await rsaSigner()
  const rsa = { ...issuance, wallet: { ...wallet, holder } }
  const tokens = await obtainTokens(rsa, both)
  const response = await requestCredential(rsa, tokens, { body: asMdoc })
  const refusal = { id: 'PP-26', code: 'proof_key_no_cose_key', status: 400, error: 'invalid_proof' }
  const { c_nonce: cNonce } = (await assertRefusal(response, wide.sink, refusal)) as { c_nonce: string }
  await obtainPid(rsa, tokens, { cNonce })
})

test('PP-02 PP-108 the metadata lists the mdoc, and its signer with certificates', async () => {
  const { payload } = decodeJwt(await (await fixture.send('/.well-known/openid-federation')).text())
  // biome-ignore lint/suspicious/noExplicitAny: a document to look into
  const issuer = (payload.metadata as any).openid_credential_issuer
  assert.equal(issuer.credentials_supported[doctype].format, 'mso_mdoc')
  assert.equal(issuer.credentials_supported[doctype].doctype, doctype)
  const key = issuer.jwks.keys.find(({ kid }: PublicJwk) => kid === fixture.mdocIssuer.signer.kid)
  assert.deepEqual(key.x5c, [
    Buffer.from(fixture.mdocIssuer.certificate).toString('base64'),
    Buffer.from(fixture.mdocIssuer.authority).toString('base64'),
  ])
})

test('a provider that issues mdocs and cannot sign them does not start', () => {
  const { config, credentialSigner, identityProviders, sink: decisions } = fixture
  const parts = { config, credentialSigner, identityProviders, decisions } as unknown as Parameters<
    typeof createPidProvider
  >[0]
  assert.throws(() => createPidProvider(parts), /mdocIssuer/)
})

test('PP-108 GEN-27 an mdoc that would outlive its signer’s certificate gets a 503, and the request uses up nothing', async () => {
  const ending = await pidProviderFixture()
  const { config, mdocIssuer } = ending
  ending.clock.advance(mdocIssuer.notAfter - config.credentialLifetimeSeconds - ending.clock.now())
  const issuance = await beginIssuance(ending)
  const tokens = await obtainTokens(issuance, both)
  const last = await obtainPid(issuance, tokens, { body: asMdoc })
  const mdoc = parseMdoc(last.credential, { algorithms: ['ES256'] }, 'mdoc')
  assert.ok('mso' in mdoc)
  assert.equal(mdoc.mso.validityInfo.validUntil, mdocIssuer.notAfter)
  ending.clock.advance(1)
  const response = await requestCredential(issuance, tokens, { cNonce: last.c_nonce, body: asMdoc })
  assert.deepEqual([response.status, (await bodyOf(response)).error], [503, 'temporarily_unavailable'])
  assert.equal(ending.sink.decisions.at(-1)?.outcome, 'failed')
  await obtainPid(issuance, tokens, { cNonce: last.c_nonce })
})

test('PP-108 an mdoc is valid for one year if the configured lifetime is longer', async () => {
  const long = await pidProviderFixture({ config: { credentialLifetimeSeconds: 3650 * 86_400 } })
  const issuance = await beginIssuance(long)
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance, both), { body: asMdoc })
  const mdoc = parseMdoc(credential, { algorithms: ['ES256'] }, 'mdoc')
  assert.ok('mso' in mdoc)
  assert.equal(mdoc.mso.validityInfo.validUntil, long.clock.now() + 365 * 86_400)
})

test('issuing an mdoc costs one signature, and the verifications of its request', async () => {
  const { issuance, tokens } = await granted()
  fixture.counting.take()
  const response = await requestCredential(issuance, tokens, { body: { credential_definition: undefined, ...asMdoc } })
  assert.equal(response.status, 200, await response.clone().text())
  const { verify, importKey, sign } = fixture.counting.take()
  assert.deepEqual({ verify, sign }, { verify: 2, sign: 1 }, 'DPoP proof, key proof; COSE_Sign1')
  assert.ok(importKey <= 2)
})
