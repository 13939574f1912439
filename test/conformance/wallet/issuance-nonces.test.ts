/** Nonces and errors that a provider states in headers during an issuance (RFC 9449 §8, §9; RFC 6750 §3). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import type { WalletAnswer } from '../../../src/wallet/answers.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { formOf, sentTo } from '../../support/set-up-wallet.ts'

test('WI-47 WI-08 repeats a request after use_dpop_nonce, with a new proof and a new assertion', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  issuer.bends.answer = (path, request) => {
    const { payload } = decodeJwt(request.headers.get('dpop') ?? 'e30.e30.')
    if (path !== issuerPaths.token || payload.nonce === 'n-1') return undefined
    return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': 'n-1' } })
  }
  await wallet.obtainPid(issuerId)
  const requests = sentTo(fixture, issuerId + issuerPaths.token)
  assert.equal(requests.length, 2)
  const jtis = requests.map((request) => decodeJwt(request.headers.get('dpop') ?? '').payload.jti)
  assert.notEqual(jtis[0], jtis[1])
  const assertions = await Promise.all(requests.map(async (one) => (await formOf(one)).get('client_assertion') ?? ''))
  assert.notEqual(decodeJwt(assertions[0] ?? '').payload.jti, decodeJwt(assertions[1] ?? '').payload.jti)
})

test('WI-47 gives up after a second use_dpop_nonce', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  let count = 0
  issuer.bends.answer = (path) => {
    if (path !== issuerPaths.token) return undefined
    count += 1
    return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': `n-${count}` } })
  }
  await refusedBy('WI-42', 'token_refused', wallet.obtainPid(issuerId))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.token).length, 2)
})

test('WI-47 uses the DPoP nonce of the last answer, even of a success, if the provider accepts each nonce once', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const nonces: unknown[] = []
  let last = 0
  let isTaken = false
  issuer.bends.answer = async (path, request) => {
    if (isTaken || (path !== issuerPaths.token && path !== issuerPaths.credential)) return undefined
    const { nonce } = decodeJwt(request.headers.get('dpop') ?? '').payload
    nonces.push(nonce)
    isTaken = last > 0 && nonce === `n-${last}`
    last += 1
    const next = { 'dpop-nonce': `n-${last}` }
    if (!isTaken) return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: next })
    const { body, status, headers } = await fixture.network.fetch(request)
    isTaken = false
    return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...next } })
  }
  await wallet.obtainPid(issuerId)
  assert.deepEqual(nonces, [undefined, 'n-1', 'n-2'], 'RFC 9449 §8.2')
})

test('WI-47 repeats a credential request after use_dpop_nonce in WWW-Authenticate (RFC 9449 §9)', async () => {
  const { wallet, issuer } = await createIssuanceBench()
  const nonces: unknown[] = []
  issuer.bends.answer = (path, request) => {
    if (path !== issuerPaths.credential) return undefined
    nonces.push(decodeJwt(request.headers.get('dpop') ?? '').payload.nonce)
    const headers = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'n-1' }
    return nonces.length === 1 ? new Response(null, { status: 401, headers }) : undefined
  }
  await wallet.obtainPid(issuerId)
  assert.deepEqual(nonces, [undefined, 'n-1'])
})

for (const challenge of [
  'DPoP error=use_dpop_nonce, algs="ES256"',
  'Bearer realm="a, b", DPoP algs="ES256", Error = "use_dpop_nonce"',
])
  test(`WI-47 finds use_dpop_nonce in the challenge ${challenge}`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    const nonces: unknown[] = []
    issuer.bends.answer = (path, request) => {
      if (path !== issuerPaths.credential) return undefined
      nonces.push(decodeJwt(request.headers.get('dpop') ?? '').payload.nonce)
      const headers = { 'www-authenticate': challenge, 'dpop-nonce': 'n-1' }
      return nonces.length === 1 ? new Response(null, { status: 401, headers }) : undefined
    }
    await wallet.obtainPid(issuerId)
    assert.deepEqual(nonces, [undefined, 'n-1'])
  })

test('WI-47 does not take a part of another value for use_dpop_nonce', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const challenge = 'DPoP error="invalid_token", error_description="not error=use_dpop_nonce"'
  issuer.bends.answer = (path) => {
    if (path !== issuerPaths.credential) return undefined
    return new Response(null, { status: 401, headers: { 'www-authenticate': challenge, 'dpop-nonce': 'n-1' } })
  }
  await refusedBy('WI-42', 'credential_refused', wallet.obtainPid(issuerId))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.credential).length, 1)
})

for (const [what, error, times] of [
  ['retries after', 'invalid_proof', 1],
  ['retries after', 'invalid_or_missing_proof', 1],
  ['retries after', 'invalid_nonce', 1],
  ['gives up after a second', 'invalid_proof'],
] as const)
  test(`WI-53 ${what} ${error} with a new c_nonce`, async () => {
    const { wallet, issuer, fixture } = await createIssuanceBench()
    let refusals = times ?? 9
    issuer.bends.answer = (path) => {
      if (path !== issuerPaths.credential || refusals === 0) return undefined
      refusals -= 1
      return Response.json({ error, c_nonce: 'e'.repeat(40), c_nonce_expires_in: 60 }, { status: 400 })
    }
    const run = wallet.obtainPid(issuerId)
    if (times === undefined) await refusedBy('WI-42', 'credential_refused', run)
    else await run
    const sent = await Promise.all(
      sentTo(fixture, issuerId + issuerPaths.credential).map((one) => one.json() as Promise<JsonObject>),
    )
    const nonces = sent.map(({ proof }) => decodeJwt(String((proof as JsonObject).jwt)).payload.nonce)
    assert.deepEqual(nonces, ['c'.repeat(40), 'e'.repeat(40)])
  })

for (const [what, status, cNonce] of [
  ['a 400 with the c_nonce that was used', 400, 'c'.repeat(40)],
  ['a 400 without c_nonce', 400, undefined],
  ['a 403 with a new c_nonce', 403, 'e'.repeat(40)],
] as const)
  test(`WI-53 does not retry after ${what}`, async () => {
    const { wallet, issuer, fixture } = await createIssuanceBench()
    issuer.bends.answer = (path) =>
      path === issuerPaths.credential
        ? Response.json({ error: 'invalid_proof', c_nonce: cNonce }, { status })
        : undefined
    await refusedBy('WI-42', 'credential_refused', wallet.obtainPid(issuerId))
    assert.equal(sentTo(fixture, issuerId + issuerPaths.credential).length, 1)
  })

for (const [challenge, reason] of [
  ['DPoP error="invalid_request", error_description="The \\"format\\" is missing."', 'The "format" is missing.'],
  ['DPoP error=insufficient_scope', 'insufficient_scope'],
] as const)
  test(`WI-189 shows the reason of a refusal that is stated only in the challenge ${challenge}`, async () => {
    const { wallet, issuer } = await createIssuanceBench()
    issuer.bends.answer = (path) =>
      path === issuerPaths.credential
        ? new Response(null, { status: 403, headers: { 'www-authenticate': challenge } })
        : undefined
    const refusal = await refusedBy('WI-42', 'credential_refused', wallet.obtainPid(issuerId))
    assert.ok((refusal.answer as WalletAnswer).text.endsWith(` It said: ${reason}`))
  })
