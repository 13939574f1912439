/**
 * A PID Provider whose credential endpoint accepts a form, as in the specification's example, but not JSON, as in its
 * text (D-429).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import type { WalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

const form = 'application/x-www-form-urlencoded'
const asked = ({ network }: WalletProviderFixture): Request[] =>
  network.exchanges.map(({ request }) => request).filter(({ url }) => url === issuerId + issuerPaths.credential)
const mediaTypeOf = (request: Request): string | null => request.headers.get('content-type')
const fieldsOf = async (request: Request | undefined): Promise<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(await request?.clone().text()))

const onlyForms = (path: string, request: Request): Response | undefined =>
  path === issuerPaths.credential && mediaTypeOf(request) !== form ? new Response(null, { status: 415 }) : undefined

for (const format of ['vc+sd-jwt', 'mso_mdoc'] as const)
  test(`WI-51 D-429 requests a PID as ${format} again with a form if the issuer does not accept JSON`, async () => {
    const { wallet, issuer, fixture } = await createIssuanceBench()
    issuer.bends.answer = onlyForms
    const pid = await wallet.obtainPid(issuerId, { format })
    assert.equal(pid.format, format)
    const requests = asked(fixture)
    assert.deepEqual(requests.map(mediaTypeOf), ['application/json', form])
    const [asJson, asForm] = [(await requests[0]?.clone().json()) as JsonObject, await fieldsOf(requests[1])]
    const { proof, credential_definition, ...texts } = asForm
    const { proof: _, credential_definition: definition, ...same } = asJson
    assert.deepEqual(texts, same)
    assert.deepEqual(JSON.parse(credential_definition ?? ''), definition)
    const { jwt, ...kind } = JSON.parse(proof ?? '')
    assert.deepEqual(kind, { proof_type: 'jwt' })
    assert.equal(decodeJwt(jwt).payload.nonce, 'c'.repeat(40))
    const proofs = requests.map((one) => decodeJwt(one.headers.get('dpop') ?? '').payload.jti)
    assert.notEqual(proofs[0], proofs[1], 'WI-08: a new proof')
  })

test('WI-53 D-429 retries with a new c_nonce in the accepted encoding', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  let refused = 0
  issuer.bends.answer = (path, request) => {
    const instead = onlyForms(path, request)
    if (instead || path !== issuerPaths.credential || refused > 0) return instead
    refused += 1
    return Response.json({ error: 'invalid_proof', c_nonce: 'e'.repeat(40) }, { status: 400 })
  }
  await wallet.obtainPid(issuerId)
  const requests = asked(fixture)
  assert.deepEqual(requests.map(mediaTypeOf), ['application/json', form, form])
  const { proof } = await fieldsOf(requests[2])
  assert.equal(decodeJwt(JSON.parse(proof ?? '').jwt).payload.nonce, 'e'.repeat(40))
})

test('WI-42 D-429 fails if neither encoding is accepted, and sends only JSON after any other refusal', async () => {
  for (const [status, times] of [
    [415, 2],
    [400, 1],
    [406, 1],
  ] as const) {
    const { wallet, issuer, fixture } = await createIssuanceBench()
    issuer.bends.answer = (path) => (path === issuerPaths.credential ? new Response(null, { status }) : undefined)
    await refusedBy('WI-42', 'credential_refused', wallet.obtainPid(issuerId))
    assert.equal(asked(fixture).length, times)
  }
})
