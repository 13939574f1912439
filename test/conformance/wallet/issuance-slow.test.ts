/** Issuances in which the hardware or the provider takes longer than the clock difference that a party accepts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { formOf, sentTo } from '../../support/set-up-wallet.ts'

test('WI-49 WI-55 accepts a token that was issued while the wallet waited, and counts its lifetime from the request', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  issuer.bends.answer = (path) => {
    if (path === issuerPaths.token) fixture.clock.advance(60)
    return undefined
  }
  issuer.bends.credentialBody = (body) => ({ ...body, c_nonce_expires_in: 7200 })
  const { id } = await wallet.obtainPid(issuerId)
  fixture.clock.advance(300 - 61)
  await wallet.renewPid(id)
  fixture.clock.advance(1)
  await refusedBy('WI-55', 'grant_expired', wallet.renewPid(id))
})

test('WI-49 refuses an access token that expired before its response arrived', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  issuer.bends.tokenText = (token) => {
    fixture.clock.advance(330)
    return token
  }
  await refusedBy('WI-49', 'expired', wallet.obtainPid(issuerId))
})

const provedAt = (compact: string | null | undefined): unknown => decodeJwt(compact ?? '').payload.iat

for (const path of [issuerPaths.token, issuerPaths.credential])
  test(`WI-08 WI-47 each attempt at ${path} has the time of that attempt in its DPoP proof and in its other JWT`, async () => {
    const { wallet, issuer, fixture } = await createIssuanceBench()
    const arrivedAt: number[] = []
    issuer.bends.answer = (asked) => {
      if (asked !== path) return undefined
      arrivedAt.push(fixture.clock.now())
      if (arrivedAt.length > 1) return undefined
      fixture.clock.advance(60)
      return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': 'n-1' } })
    }
    await wallet.obtainPid(issuerId)
    const requests = sentTo(fixture, issuerId + path)
    assert.deepEqual(
      requests.map((one) => provedAt(one.headers.get('dpop'))),
      arrivedAt,
    )
    const others = requests.map(async (one) =>
      path === issuerPaths.token
        ? (await formOf(one)).get('client_assertion')
        : String((((await one.json()) as JsonObject).proof as JsonObject).jwt),
    )
    assert.deepEqual((await Promise.all(others)).map(provedAt), arrivedAt)
  })

test('WI-44 WI-52 a JWT has the time after an earlier signature of the hardware for the same request', async () => {
  const { wallet, fixture, phone } = await createIssuanceBench()
  const { generateKey } = phone.secureKeys
  phone.secureKeys.generateKey = async (environment) => {
    const key = await generateKey(environment)
    const sign = async (data: Uint8Array) => {
      fixture.clock.advance(20)
      return key.sign(data)
    }
    const slow = { ...key, sign }
    phone.state.keys.set(key.tag, { key: slow, environment })
    return slow
  }
  await wallet.obtainPid(issuerId)
  const [token] = sentTo(fixture, issuerId + issuerPaths.token)
  const assertedAt = provedAt((await formOf(token)).get('client_assertion'))
  assert.equal(Number(assertedAt) - Number(provedAt(token?.headers.get('dpop'))), 20)
  const [credential] = sentTo(fixture, issuerId + issuerPaths.credential)
  const { proof } = ((await credential?.json()) ?? {}) as { readonly proof?: { readonly jwt: string } }
  assert.equal(Number(provedAt(proof?.jwt)) - Number(provedAt(credential?.headers.get('dpop'))), 20)
})
