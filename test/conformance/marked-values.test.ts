/**
 * No personal value, token, nonce or key is disclosed: each member of each message that a wallet sends gets a mark, one
 * at a time and all together, and every output is searched (GEN-24, D-585).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url, isShownPlace } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createDeviceBench } from '../support/device-integrity.ts'
import { decodeJwt, forgeJwt } from '../support/forge-jwt.ts'
import { markedVariants, nextMark, watchOutputs } from '../support/marked-values.ts'
import {
  beginIssuance,
  bodyOf,
  type Issuance,
  obtainCode,
  obtainPid,
  obtainTokens,
  push,
  redeem,
  requestCredential,
  requestObject,
  tokenMessage,
} from '../support/pid-issuance.ts'
import { pidProviderFixture } from '../support/pid-provider-fixture.ts'
import {
  type Bend,
  fetchRequest,
  present,
  person as presented,
  relyingPartyFixture,
  start,
} from '../support/relying-party-fixture.ts'
import { person } from '../support/scripted-identity-provider.ts'
import { createWalletProviderBench, jsonType } from '../support/wallet-provider-bench.ts'

/** Sends each variant, and searches the outputs for its mark. Some variants must be refused. */
async function searchAll(
  outputs: ReturnType<typeof watchOutputs>,
  about: string,
  variants: ReturnType<typeof markedVariants>,
  send: (variant: ReturnType<typeof markedVariants>[number]) => Promise<Response>,
): Promise<void> {
  assert.ok(variants.length > 1, about)
  let refused = 0
  for (const variant of variants) {
    const status = await outputs.answered(await send(variant))
    if (status >= 400) refused += 1
    const marks = isShownPlace(placeOf(variant.member)) ? [] : [variant.mark] // D-585
    await outputs.assertSilent(`${about}, ${variant.member} (${status})`, marks)
  }
  assert.ok(refused > 0, `${about}: nothing was refused`)
}

/** Returns the place of a member. An element of a list has the place of the list. */
const placeOf = (member: string): string => member.replace(/(?:\.(?:[\w-]+_alg_values|\d+|dc\+sd-jwt))+$/, '')

test('GEN-24 a PID Provider discloses no member of a wallet’s requests', async () => {
  const fixture = await pidProviderFixture()
  const outputs = watchOutputs('pid-provider', fixture.sink)
  const search = (about: string, variants: ReturnType<typeof markedVariants>, send: Parameters<typeof searchAll>[3]) =>
    searchAll(outputs, about, variants, send)
  const begin = (): Promise<Issuance> => beginIssuance(fixture)

  const first = await begin()
  const object = decodeJwt(await requestObject(first))
  await search('payload of the Request Object', markedVariants(object.payload), async ({ value: payload }) =>
    push(await begin(), { object: { payload } }),
  )
  await search(
    'header of the Request Object',
    markedVariants({ ...object.header, jwk: { kty: 'EC', x: 'x' } }),
    async (one) => {
      const { alg: _, ...header } = one.value
      return push(await begin(), { object: { header } })
    },
  )
  const attestation = decodeJwt(first.wallet.attestation)
  const form = {
    client_id: 'x',
    response_type: 'code',
    code_challenge: 'x',
    code_challenge_method: 'S256',
    request: 'x',
  }
  await search(
    'pushed form',
    markedVariants({ ...form, client_assertion: 'x', client_assertion_type: 'x' }),
    async (one) => push(await begin(), { form: { [one.member]: one.mark } }),
  )
  await search('payload of the Wallet Attestation', markedVariants(attestation.payload), async ({ value: payload }) =>
    push(first, { attestation: await forgeJwt(first.wallet.attestation, fixture.attestationSigner, { payload }) }),
  )
  const fields = {
    client_id: 'x',
    grant_type: 'x',
    code: 'x',
    redirect_uri: 'x',
    code_verifier: 'x',
    client_assertion: 'x',
  }
  await search('token form', markedVariants(fields), async ({ member, mark }) => {
    const issuance = await begin()
    return redeem(issuance, await obtainCode(issuance), { form: { [member]: mark } })
  })
  const message = new URLSearchParams(String((await tokenMessage(first, 'x')).body))
  const assertion = decodeJwt(message.get('client_assertion') ?? '')
  await search('client assertion', markedVariants(assertion.payload), async ({ value: payload }) => {
    const issuance = await begin()
    return redeem(issuance, await obtainCode(issuance), { assertion: { payload: { ...payload } } })
  })
  const proof = { jti: 'x', htm: 'x', htu: 'x', iat: 1, ath: 'x', nonce: 'x' }
  await search('DPoP proof', markedVariants(proof), async ({ member, mark }) => {
    const issuance = await begin()
    return redeem(issuance, await obtainCode(issuance), { dpop: { payload: { [member]: mark } } })
  })
  const credentialOf = async (bend: Parameters<typeof requestCredential>[2]) => {
    const issuance = await begin()
    return requestCredential(issuance, await obtainTokens(issuance), bend)
  }
  await search('key proof', markedVariants({ iss: 'x', aud: 'x', iat: 1, nonce: 'x' }), ({ member, mark }) =>
    credentialOf({ proof: { payload: { [member]: mark } } }),
  )
  await search(
    'header of the key proof',
    markedVariants({ kid: 'x', jwk: { kty: 'EC', crv: 'P-256', x: 'x', y: 'x' } }),
    ({ value }) => credentialOf({ proof: { header: value } }),
  )
  const body = { format: 'x', vct: 'x', credential_definition: { type: 'x' }, proof: { proof_type: 'x', jwt: 'x' } }
  await search('credential request', markedVariants({ ...body, further: 'x' }), ({ value, member }) =>
    credentialOf({ body: { [member.split('.')[0] as string]: value[member.split('.')[0] as string] } }),
  )
  await search(
    'headers of the credential request',
    markedVariants({ authorization: 'x', dpop: 'x' }),
    ({ member, mark }) => credentialOf({ headers: { [member]: `DPoP ${mark}` } }),
  )
  assert.deepEqual(fixture.faults, [])
})

test('GEN-24 a PID Provider discloses no attribute of the person, and no token, nonce or key', async () => {
  const fixture = await pidProviderFixture()
  const outputs = watchOutputs('pid-provider', fixture.sink)
  const names = { given_name: nextMark(), family_name: nextMark() }
  fixture.identityProvider.script = { attributes: { ...person, ...names }, level: 'high' }
  const issuance = await beginIssuance(fixture)
  const code = await obtainCode(issuance)
  const tokens = await bodyOf(await redeem(issuance, code))
  const { access_token, c_nonce } = tokens as { access_token: string; c_nonce: string }
  const { credential } = await obtainPid(issuance, { access_token, c_nonce })
  await outputs.answered(await redeem(issuance, code))
  await outputs.answered(await requestCredential(issuance, { access_token, c_nonce }))
  const { attested, dpop, holder } = issuance.wallet
  const keys = [attested, dpop, holder].map(({ publicJwk }) => String(publicJwk.x))
  const secrets = [
    ...Object.values(names),
    person.fiscal_number,
    code,
    access_token,
    c_nonce,
    credential,
    issuance.verifier,
  ]
  await outputs.assertSilent('issuance', [...secrets, ...keys])
})

test('GEN-24 a Wallet Provider discloses no member of a wallet’s requests', async () => {
  const devices = await createDeviceBench()
  const bench = await createWalletProviderBench({ devices })
  const outputs = watchOutputs('wallet-provider', bench.sink)
  const phone = await bench.registered()
  const body = await bench.registrationBody(await devices.vendor.createDevice())
  await searchAll(outputs, 'registration', markedVariants({ ...body, further: 'x' }), ({ value }) =>
    bench.post('/wallet-instance', jsonType, JSON.stringify(value)),
  )
  const { header, payload } = decodeJwt((await bench.attestationRequest(phone)).assertion)
  const { alg: _, ...rest } = header
  await searchAll(outputs, 'header of the attestation request', markedVariants(rest), ({ value }) =>
    bench.attest(phone, { header: value }),
  )
  await searchAll(outputs, 'payload of the attestation request', markedVariants(payload), ({ member, value }) => {
    const [name = ''] = member.split('.')
    return bench.attest(phone, { payload: { [name]: value[name] } })
  })
  await searchAll(
    outputs,
    'token form',
    markedVariants({ grant_type: 'x', assertion: 'x', scope: 'x' }),
    ({ member, mark }) => bench.sendAssertion('x', { [member]: mark }),
  )
  const texts = [phone.hardwareKeyTag, String(phone.publicJwk.x)]
  const { challenge } = await bench.attestationRequest(phone)
  await outputs.answered(await bench.attest(phone, { challenge }))
  await outputs.answered(await bench.attest(phone, { challenge }))
  await outputs.assertSilent('a challenge that is used twice', [...texts, challenge])
})

test('GEN-24 a Relying Party discloses no claim of a person, whatever the reason of a refusal', async () => {
  const fixture = await relyingPartyFixture()
  const outputs = watchOutputs('relying-party', fixture.sink)
  const marks = Object.fromEntries(Object.keys(presented).map((name) => [name, nextMark()]))
  const stranger = await generateSigner(fixture)
  const plain =
    (change: object): NonNullable<Bend['credential']> =>
    (content) => {
      content.disclosable = { ...marks }
      Object.assign(content.plain, { sub: marks.given_name, unique_id: marks.family_name }, change)
    }
  const bends: Readonly<Record<string, Bend>> = {
    'another audience': { binding: (one) => void Object.assign(one, { aud: 'https://other.example' }) },
    'another nonce': { binding: (one) => void Object.assign(one, { nonce: marks.given_name }) },
    'another key': { binding: (one) => void Object.assign(one, { signer: stranger }) },
    'other disclosures': { presented: (text) => text.replace(/[^~]+~$/, '') },
    'a missing claim': { disclose: ['given_name'] },
    'another type': { credential: plain({ vct: 'urn:example:diploma' }) },
    'an expired credential': { credential: plain({ exp: 1 }) },
    'an issuer that is a person': { credential: plain({ iss: marks.given_name }) },
    'a malformed status': {
      credential: plain({ status: { status_list: { idx: marks.given_name, uri: marks.family_name } } }),
    },
    'a malformed cnf': { credential: plain({ cnf: { jwk: { kty: marks.given_name } } }) },
    'another state': { members: (one) => void Object.assign(one, { state: marks.given_name }) },
    'no attestation': { members: (one) => void delete one.vp_token.wallet_attestation },
    'a further presentation': {
      members: (one) => void Object.assign(one.vp_token, { [String(marks.given_name)]: 'x' }),
    },
    'a response that is not encrypted': { protection: 'signed' },
    'a malformed response': {
      form: (form) => void Object.assign(form, { response: encodeBase64url(String(marks.given_name)) }),
    },
    'an error with personal data': {
      form: (form) => void Object.assign(form, { error: marks.given_name, error_description: marks.family_name }),
    },
  }
  for (const [title, bend] of Object.entries(bends)) {
    const { response, request } = await present(fixture, { bend: { credential: plain({}), ...bend } })
    assert.ok((await outputs.answered(response)) >= 400, title)
    const { nonce, state } = request.payload
    // The wallet repeats the id of a query, and the place of a failure names it.
    const texts = title === 'a further presentation' ? [] : Object.values(marks)
    await outputs.assertSilent(title, [...texts, nonce, state])
  }
  const metadata = { vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['RS256'] } }, further: 'x' }
  await searchAll(outputs, 'wallet_metadata', markedVariants(metadata), async ({ value }) =>
    fetchRequest(fixture, await start(fixture), { wallet_metadata: JSON.stringify(value) }),
  )
  assert.deepEqual(fixture.faults, [])
})
