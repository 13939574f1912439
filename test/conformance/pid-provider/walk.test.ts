/** One complete issuance from the wallet's side: every answer, the access token and the PID, and its cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url } from '../../../src/base/index.ts'
import type { PidClaims } from '../../../src/pid-provider/index.ts'
import { parseSdJwt, verifySdJwt } from '../../../src/sd-jwt/index.ts'
import { containsWord } from '../../support/contains-word.ts'
import { observeOutput } from '../../support/decisions.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  credentialMessage,
  type Issuance,
  obtainCode,
  obtainPid,
  obtainTokens,
  push,
  pushed,
  redeem,
  requestCredential,
  tokenMessage,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, testWallet, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { expectSuccess } from '../../support/refuses.ts'
import { person } from '../../support/scripted-identity-provider.ts'

const fixture = await pidProviderFixture()
const nonce = /^[A-Za-z0-9]{32,}$/

async function readPid(credential: string, holderFixture = fixture) {
  const policy = { typ: ['vc+sd-jwt'], algorithms: holderFixture.config.algorithms } as const
  const parsed = expectSuccess(parseSdJwt(credential, policy))
  const times = { now: holderFixture.clock.now(), skew: 0 }
  return expectSuccess(await verifySdJwt(holderFixture, parsed, holderFixture.credentialSigner.publicJwk, times))
}

test('PP-20 PP-21 PP-22 PP-76 PP-85 PP-87 the token response and the access token have the specified content', async () => {
  const issuance = await beginIssuance(fixture)
  const response = await redeem(issuance, await obtainCode(issuance))
  const body = await bodyOf(response)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(body.token_type, 'DPoP')
  assert.deepEqual([body.expires_in, body.c_nonce_expires_in], [900, 300])
  assert.match(String(body.c_nonce), nonce)
  assert.deepEqual(body.authorization_details, [
    { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } },
  ])
  const { header, payload } = decodeJwt(String(body.access_token))
  assert.deepEqual(header, { alg: 'ES256', typ: 'at+jwt', kid: fixture.credentialSigner.kid })
  const clientId = `${walletProviderId}/instance/${issuance.wallet.clientId}`
  const { sub, jti, ...rest } = payload
  assert.match(String(sub), /^[A-Za-z0-9_-]{43}$/)
  assert.match(String(jti), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const jkt = issuance.wallet.dpop.kid
  const now = fixture.clock.now()
  assert.deepEqual(rest, {
    iss: pidProviderId,
    client_id: clientId,
    aud: clientId,
    iat: now,
    exp: now + 900,
    nonce: body.c_nonce,
    jkt,
    cnf: { jkt },
  })
  for (const id of ['PP-20', 'PP-21', 'PP-22', 'PP-76', 'PP-85', 'PP-87']) observeOutput(id)
})

test('PP-28 PP-98 PP-100 the credential response has the specified content', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const response = await requestCredential(issuance, tokens)
  const body = await bodyOf(response)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('pragma'), 'no-cache')
  assert.deepEqual(Object.keys(body).sort(), ['c_nonce', 'c_nonce_expires_in', 'credential', 'format'])
  assert.equal(body.format, 'vc+sd-jwt')
  assert.equal(body.c_nonce_expires_in, 300)
  assert.match(String(body.c_nonce), nonce)
  assert.notEqual(body.c_nonce, tokens.c_nonce)
  for (const id of ['PP-28', 'PP-98', 'PP-100']) observeOutput(id)
})

test('PP-29 PP-103 PP-104 PP-105 PP-106 PP-107 PP-109 PP-40 the PID has the specified content', async () => {
  const issuance = await beginIssuance(fixture)
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
  const { header, payload } = decodeJwt(credential.split('~')[0] ?? '')
  assert.deepEqual(header, { alg: 'ES256', typ: 'vc+sd-jwt', kid: fixture.credentialSigner.kid })
  assert.notEqual(fixture.credentialSigner.kid, fixture.federationSigner.kid)
  const { _sd, status, ...plain } = payload as { _sd: string[]; status: { status_list: { idx: number; uri: string } } }
  const now = fixture.clock.now()
  const { x, y } = issuance.wallet.holder.publicJwk
  assert.deepEqual(plain, {
    iss: pidProviderId,
    sub: issuance.wallet.holder.kid,
    iat: now,
    exp: now + 365 * 86_400,
    type: 'eu.eudiw.pid.it',
    vct: 'eu.eudiw.pid.it',
    cnf: { jwk: { crv: 'P-256', kty: 'EC', x, y } },
    _sd_alg: 'sha-256',
  })
  assert.equal(_sd.length, 6)
  assert.deepEqual(_sd, [..._sd].sort())
  assert.match(status.status_list.uri, /^https:\/\/pid\.example\/statuslists\/[0-7]$/)
  assert.ok(credential.endsWith('~') && credential.split('~').length === 8, 'six disclosures, no key binding')
  const disclosures = credential.split('~').slice(1, -1)
  const salts = disclosures.map((text) => JSON.parse(Buffer.from(text, 'base64url').toString())[0] as string)
  assert.equal(new Set(salts).size, 6)
  for (const salt of salts) assert.equal(decodeBase64url(salt)?.length, 16)
  const { claims } = await readPid(credential)
  const { unique_id, ...values } = Object.fromEntries(
    Object.entries(claims).filter(([name]) => !(name in plain) && name !== 'status'),
  )
  assert.deepEqual(values, {
    given_name: 'Ada',
    family_name: 'Rossi',
    birthdate: '1984-02-29',
    place_of_birth: { locality: 'H501', region: 'RM' },
    tax_id_number: person.fiscal_number,
  })
  assert.match(String(unique_id), /^[A-Za-z0-9_-]{43}$/)
  for (const id of ['PP-29', 'PP-40', 'PP-103', 'PP-104', 'PP-105', 'PP-106', 'PP-107', 'PP-109']) observeOutput(id)
})

test('PP-104 PP-29 claims can be nested under verified_claims, and each can be disclosed separately', async () => {
  const nested = await pidProviderFixture({ config: { claimsLayout: 'verified_claims' } })
  const issuance = await beginIssuance(nested)
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
  const { payload } = decodeJwt(credential.split('~')[0] ?? '')
  const inside = (payload.verified_claims as { claims: object; verification: object }).claims
  assert.deepEqual(Object.keys(inside), ['_sd'])
  const { claims } = await readPid(credential, nested)
  const read = (claims.verified_claims as unknown as { claims: PidClaims }).claims
  assert.equal(read.given_name, 'Ada')
  assert.equal(Object.keys(read).length, 6)
})

const claimsOf = async (issuance: Issuance, within = fixture): Promise<Record<string, unknown>> => {
  const { credential } = await obtainPid(issuance, await obtainTokens(issuance))
  return (await readPid(credential, within)).claims
}

test('PP-68 unique_id is stable for a person, and differs between persons', async () => {
  const { identityProvider } = fixture
  const first = await claimsOf(await beginIssuance(fixture))
  const second = await claimsOf(await beginIssuance(fixture))
  assert.equal(first.unique_id, second.unique_id)
  identityProvider.script.attributes = { ...person, fiscal_number: 'TINIT-VRDLGU80A01H501Z' }
  const other = await claimsOf(await beginIssuance(fixture))
  identityProvider.script.attributes = person
  assert.notEqual(other.unique_id, first.unique_id)
  assert.equal(other.tax_id_number, 'TINIT-VRDLGU80A01H501Z')
})

test('PP-86 sub is pairwise: it is stable at one client, and differs at another client', async () => {
  const wallet = await testWallet(fixture)
  const subOf = async (issuance: Issuance) => decodeJwt((await obtainTokens(issuance)).access_token).payload.sub
  const first = await subOf(await beginIssuance(fixture, wallet))
  assert.equal(await subOf(await beginIssuance(fixture, wallet)), first)
  assert.notEqual(await subOf(await beginIssuance(fixture)), first)
})

test('PP-33 PP-114 PP-31 a second credential under one token revokes the first, which stays in the register', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const first = await obtainPid(issuance, tokens)
  const { issuedCredentials } = fixture.stores
  const byHolder = () => issuedCredentials.search({ holderThumbprint: issuance.wallet.holder.kid })
  assert.deepEqual(
    (await byHolder()).map(({ status }) => status),
    ['valid'],
  )
  await obtainPid(issuance, tokens, { cNonce: first.c_nonce })
  assert.deepEqual((await byHolder()).map(({ status }) => status).sort(), ['revoked', 'valid'])
})

test('PP-31 a PID that cannot be registered is not sent', async () => {
  const broken = await pidProviderFixture()
  const issuance = await beginIssuance(broken)
  const tokens = await obtainTokens(issuance)
  Object.assign(broken.stores.issuedCredentials, { register: () => Promise.reject(new Error('disk full')) })
  const response = await requestCredential(issuance, tokens)
  assert.equal(response.status, 500)
  assert.ok(!(await response.text()).includes('~'))
  assert.equal(broken.faults.length, 1)
})

test('PP-109 an index in use is replaced by another one; full lists cause a 503, which uses up nothing', async () => {
  const crowded = await pidProviderFixture()
  const issuance = await beginIssuance(crowded)
  const tokens = await obtainTokens(issuance)
  const { register } = crowded.stores.issuedCredentials
  const tried: number[] = []
  let collisions = Number.POSITIVE_INFINITY
  Object.assign(crowded.stores.issuedCredentials, {
    register: async (input: Parameters<typeof register>[0]) => {
      tried.push(input.credential.statusIndex)
      return tried.length > collisions ? register(input) : { lost: 'status_index' }
    },
  })
  const full = await requestCredential(issuance, tokens)
  assert.deepEqual([full.status, (await bodyOf(full)).error], [503, 'temporarily_unavailable'])
  assert.equal(new Set(tried).size, 16)
  tried.length = 0
  collisions = 2
  const { credential } = await obtainPid(issuance, tokens)
  const { status } = decodeJwt(credential.split('~')[0] ?? '').payload as { status: { status_list: { idx: number } } }
  assert.equal(status.status_list.idx, tried[2])
})

test('PP-101 the nonce endpoint issues c_nonces that a key proof can use', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const response = await fixture.send('/nonce', { method: 'POST' })
  const body = await bodyOf(response)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(String(body.c_nonce), nonce)
  await obtainPid(issuance, tokens, { cNonce: String(body.c_nonce) })
  assert.equal((await fixture.send('/nonce')).status, 405)
  observeOutput('PP-101')
})

test('each step costs only the necessary signatures and verifications', async () => {
  const { counting } = fixture
  const issuance = await beginIssuance(fixture)
  await pushed(await beginIssuance(fixture))
  const costs = async (run: () => Promise<Response>) => {
    counting.take()
    const response = await run()
    assert.ok(response.ok, await response.clone().text())
    const { verify, importKey, sign } = counting.take()
    return { verify, importKey, sign }
  }
  const cold = await costs(() => push(issuance))
  assert.ok(cold.verify <= 4, 'attestation, Request Object, and the two statements of its trust chain')
  assert.deepEqual(await costs(() => push(issuance)), { verify: 1, importKey: 0, sign: 0 })
  const code = await obtainCode(issuance)
  const message = await tokenMessage(issuance, code)
  let answer: Response | undefined
  const token = await costs(async () => {
    answer = await fixture.send('/token', message)
    return answer.clone()
  })
  assert.deepEqual(token, { verify: 2, importKey: 1, sign: 1 })
  const tokens = (await bodyOf(answer as Response)) as never
  const credential = await credentialMessage(issuance, tokens)
  const issued = await costs(() => fixture.send('/credential', credential))
  assert.ok(issued.verify === 2 && issued.importKey <= 2 && issued.sign === 1, JSON.stringify(issued))
})

test('GEN-24 decisions contain no claim, token or identifier of the person', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const { credential } = await obtainPid(issuance, tokens)
  const log = JSON.stringify(fixture.sink.decisions)
  for (const secret of ['Ada', 'Rossi', person.fiscal_number, tokens.access_token, tokens.c_nonce, credential])
    assert.ok(!containsWord(log, String(secret)), String(secret))
  assert.deepEqual(fixture.faults, [])
})
