/**
 * A wallet of IT-Wallet 1.0 in the whole ecosystem: registration, attestation, PID and presentation, each in that
 * version's format and hand-written. After the revocation of its instance, every party refuses the attestation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type PublicJwk } from '../../src/base/index.ts'
import { bareJwk, encryptJwe, type Signer, signJwt } from '../../src/jose/index.ts'
import { createAttestationPop } from '../../src/oauth/index.ts'
import { createUserAgent, isDeparture, logInAndAgree } from '../../src/sandbox/index.ts'
import { createKeyBindingJwt, presentSdJwt } from '../../src/sd-jwt/index.ts'
import type { SoftwareDevice } from '../../src/software-device/index.ts'
import { serialiseClientData } from '../../src/wallet-attestation/index.ts'
import { adminToken, createTestEcosystem, origins, type TestEcosystem } from '../support/ecosystem.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import {
  beginIssuance,
  bodyOf,
  type Issuance,
  push,
  redeem,
  redirectUri,
  requestCredential,
} from '../support/pid-issuance.ts'
import { testWallet } from '../support/pid-provider-fixture.ts'

const { walletProvider, pidProvider, relyingParty } = origins
const json = { 'content-type': 'application/json' }
const administrator = { ...json, authorization: `Bearer ${adminToken}` }

interface Phone {
  readonly ecosystem: TestEcosystem
  readonly device: SoftwareDevice
}

const sendTo = ({ network }: TestEcosystem, url: string, init?: RequestInit): Promise<Response> =>
  network.fetch(new Request(url, init))
const post = (ecosystem: TestEcosystem, path: string, body: object): Promise<Response> =>
  sendTo(ecosystem, walletProvider + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
const challengeOf = async (ecosystem: TestEcosystem): Promise<string> =>
  String((await bodyOf(await sendTo(ecosystem, `${walletProvider}/nonce`, { headers: json }))).nonce)

async function registered(ecosystem: TestEcosystem): Promise<Phone> {
  const device = await ecosystem.parts.vendor.createDevice()
  const challenge = await challengeOf(ecosystem)
  const key_attestation = await device.keyAttestation(challenge)
  const body = { challenge, key_attestation, hardware_key_tag: device.hardwareKeyTag }
  assert.equal((await post(ecosystem, '/wallet-instances', body)).status, 204)
  return { ecosystem, device }
}

async function attest({ ecosystem, device }: Phone, key: Signer): Promise<string> {
  const nonce = await challengeOf(ecosystem)
  const now = ecosystem.clock.now()
  const assertion = await signJwt(
    key,
    { typ: 'wp-war+jwt', kid: key.kid },
    {
      ...{ iss: key.kid, aud: walletProvider, nonce, hardware_key_tag: device.hardwareKeyTag },
      ...(await device.assertion(serialiseClientData({ challenge: nonce, jwk_thumbprint: key.kid }))),
      ...{ cnf: { jwk: { ...bareJwk(key.publicJwk), kid: key.kid } }, iat: now, exp: now + 3600 },
    },
  )
  const response = await post(ecosystem, '/wallet-attestations', { assertion })
  const body = await bodyOf(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  const [one] = body.wallet_attestations as { format: string; wallet_attestation: string }[]
  assert.equal(one?.format, 'jwt')
  return one?.wallet_attestation ?? ''
}

/** Obtains a PID with the attestation in headers and one configuration of the final text. */
async function obtainPid(issuance: Issuance, { network, clock }: TestEcosystem): Promise<string> {
  const { fixture, wallet } = issuance
  const { clientId, attestation, attested } = wallet
  const headers = async () => ({
    'OAuth-Client-Attestation': attestation,
    'OAuth-Client-Attestation-PoP': await createAttestationPop(fixture, attested, {
      clientId,
      audience: pidProvider,
      now: clock.now(),
    }),
  })
  const bare = { client_assertion: undefined, client_assertion_type: undefined }
  const id = 'dc_sd_jwt_eu.eudiw.pid.it'
  const wanted = [{ type: 'openid_credential', credential_configuration_id: id }]
  const sparse = { ...bare, response_type: undefined, code_challenge: undefined, code_challenge_method: undefined }
  const object = { payload: { authorization_details: wanted } }
  const pushed = await bodyOf(await push(issuance, { form: sparse, headers: await headers(), object }))
  assert.ok(pushed.request_uri, JSON.stringify(pushed))
  const page = `${pidProvider}/authorize?${new URLSearchParams({ client_id: clientId, request_uri: String(pushed.request_uri) })}`
  const person = { username: 'mario.rossi', password: 'sandbox', provider: 'cie' }
  const back = await logInAndAgree(createUserAgent({ fetch: network.fetch }), page, person, redirectUri)
  const code = new URL(back).searchParams.get('code') ?? ''
  const tokens = await bodyOf(await redeem(issuance, code, { form: bare, headers: await headers() }))
  assert.ok(tokens.access_token, JSON.stringify(tokens))
  const { c_nonce } = await bodyOf(await fixture.send('/nonce', { method: 'POST' }))
  const granted = { access_token: String(tokens.access_token), c_nonce: String(c_nonce) }
  const body = { format: undefined, credential_definition: undefined, credential_identifier: id }
  const issued = await bodyOf(await requestCredential(issuance, granted, { body }))
  const [one] = (issued.credentials ?? []) as { credential: string }[]
  assert.ok(one, JSON.stringify(issued))
  return one.credential
}

const issuanceFor = async (phone: Phone): Promise<Issuance> => {
  const { ecosystem } = phone
  const fixture = {
    ...ecosystem.parts,
    clock: ecosystem.clock,
    identityProvider: { id: 'cie' },
    attest: (key: Signer) => attest(phone, key),
    send: (path: string, init?: RequestInit) => sendTo(ecosystem, pidProvider + path, init),
  }
  return beginIssuance(fixture, await testWallet(fixture))
}

/** Presents by variant 2 on the same device: the engagement, the Request Object, the response. */
async function present({ ecosystem }: Phone, { wallet }: Issuance, pid: string) {
  const { crypto } = ecosystem.parts
  const browser = createUserAgent({ fetch: ecosystem.network.fetch, language: 'en' })
  const start = `${relyingParty}/presentations/new?variant=dcql&flow=same-device&request_uri_method=get`
  const link = await browser.open(start, (url) => url.hostname === 'wallet.example')
  assert.ok(isDeparture(link))
  const requestUri = new URL(link.location).searchParams.get('request_uri') ?? ''
  const { payload } = decodeJwt(await (await sendTo(ecosystem, requestUri)).text())
  const { nonce, state, response_uri } = payload as Record<string, string>
  const shown = presentSdJwt(
    { crypto },
    pid,
    ['given_name', 'family_name', 'tax_id_number'].map((name) => [name]),
  )
  assert.ok(!failed(shown))
  const binding = { aud: relyingParty, nonce: nonce ?? '', now: ecosystem.clock.now() }
  const bound = await createKeyBindingJwt({ crypto }, wallet.holder, shown, binding)
  assert.ok(!failed(bound))
  const vp_token = { pid: shown + bound, wallet_attestation: wallet.attestation }
  const configuration = await (await sendTo(ecosystem, `${relyingParty}/.well-known/openid-federation`)).text()
  const { metadata } = decodeJwt(configuration).payload as unknown as {
    metadata: { openid_credential_verifier: { jwks: { keys: (PublicJwk & { use?: string })[] } } }
  }
  const recipient = metadata.openid_credential_verifier.jwks.keys.find(({ use }) => use === 'enc')
  assert.ok(recipient)
  const to = { alg: 'ECDH-ES', enc: 'A256GCM', recipient } as const
  const response = await encryptJwe(ecosystem.parts, to, JSON.stringify({ vp_token, state }))
  assert.ok(!failed(response))
  const answer = await sendTo(ecosystem, response_uri ?? '', {
    method: 'POST',
    body: new URLSearchParams({ response }),
  })
  return { browser, answer }
}

test('WP-85 a wallet of IT-Wallet 1.0 registers, obtains its PID and presents it, and the page shows the data', async () => {
  const ecosystem = await createTestEcosystem()
  const phone = await registered(ecosystem)
  const issuance = await issuanceFor(phone)
  assert.equal(decodeJwt(issuance.wallet.attestation).header.typ, 'oauth-client-attestation+jwt')
  const pid = await obtainPid(issuance, ecosystem)
  const { browser, answer } = await present(phone, issuance, pid)
  const body = await bodyOf(answer)
  assert.equal(answer.status, 200, JSON.stringify(body))
  const page = await browser.open(String(body.redirect_uri))
  assert.ok(!isDeparture(page))
  assert.match(page.text, /id="claim-given_name" class="claim">Mario</)
  const outcomes = new Set(ecosystem.decisions.decisions.map(({ outcome }) => outcome))
  assert.deepEqual(outcomes, new Set(['accepted']))
})

test('WP-75 WP-85 a revoked instance gets no attestation, and PID Provider and Relying Party refuse its earlier one', async () => {
  const ecosystem = await createTestEcosystem()
  const phone = await registered(ecosystem)
  const issuance = await issuanceFor(phone)
  const pid = await obtainPid(issuance, ecosystem)
  const revoked = await sendTo(ecosystem, `${walletProvider}/admin/wallet-instances/revoke`, {
    method: 'POST',
    headers: administrator,
    body: JSON.stringify({ hardware_key_tag: phone.device.hardwareKeyTag, reason: 'revoked_by_user' }),
  })
  assert.equal(revoked.status, 204, await revoked.text())
  ecosystem.clock.advance(120)
  await assert.rejects(attest(phone, issuance.wallet.attested), /is revoked.*"status":403/)
  await assert.rejects(obtainPid(issuance, ecosystem), /invalid_client/)
  const { answer } = await present(phone, issuance, pid)
  assert.equal(answer.status, 403)
  const refusal = ecosystem.decisions.lastRefusal()
  const { requirement, code } = refusal?.checks.at(-1) ?? {}
  assert.deepEqual([refusal?.surface, requirement, code], ['relying-party/response', 'RP-70', 'revoked'])
  const register = await bodyOf(await sendTo(ecosystem, `${pidProvider}/admin/credentials`, { headers: administrator }))
  const [own] = register.credentials as { status: string }[]
  assert.equal(own?.status, 'valid', 'the PID is still valid, so the attestation was refused')
})
