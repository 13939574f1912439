/** The Wallet Provider answers any request with a well-formed error and never with an internal error (GEN-23). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { signJwt } from '../../src/jose/index.ts'
import { createWalletProviderBench, formType, jsonType } from '../support/wallet-provider-bench.ts'
import { assertErrorBody } from '../support/wire-refusal.ts'

const bench = await createWalletProviderBench()
const phone = await bench.registered()
const runs = { numRuns: 200, seed: 7523 }
const paths = ['/nonce', '/wallet-instance', '/token'] as const
const types = [formType, jsonType, `${jsonType}; charset=utf-8`, 'text/plain', '']

/** Asserts a well-formed refusal without an internal error. */
async function assertRefused(response: Response): Promise<void> {
  assert.ok(response.status >= 400 && response.status < 500, String(response.status))
  assertErrorBody(response, (await response.json()) as Record<string, unknown>)
  assert.deepEqual(bench.faults, [])
}
/** Asserts a success or a well-formed refusal, because the changed request may still be valid. */
async function assertNoFault(response: Response): Promise<void> {
  if (response.status !== 200 && response.status !== 204) await assertRefused(response)
}

test('GEN-23 any bytes under any media type are refused with a 4xx', async () => {
  const any = fc.tuple(fc.constantFrom(...paths), fc.constantFrom(...types), fc.uint8Array({ maxLength: 400 }))
  await fc.assert(
    fc.asyncProperty(any, async ([path, type, bytes]) => {
      await assertRefused(await bench.post(path, type === '' ? undefined : type, Uint8Array.from(bytes)))
    }),
    runs,
  )
})

/**
 * Any code point, including half of a surrogate pair. The library's own generator first builds a table of all of them.
 */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: codePoint }))

test('GEN-23 a registration with random JSON as its members is refused with a 4xx', async () => {
  const body = fc.record({ challenge: value, key_attestation: value, hardware_key_tag: value }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (members, isFresh) => {
      const challenge = isFresh ? { challenge: await bench.challenge() } : {}
      await assertRefused(await bench.post('/wallet-instance', jsonType, JSON.stringify({ ...members, ...challenge })))
    }),
    runs,
  )
})

test('GEN-23 any form is refused with a 4xx', async () => {
  const name = fc.constantFrom('grant_type', 'assertion', 'a', '%', '__proto__')
  const pair = fc.tuple(name, fc.oneof(fc.string(), fc.constant('urn:ietf:params:oauth:grant-type:jwt-bearer')))
  const text = fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.map(([key, text]) => `${key}=${text}`).join('&'))
  await fc.assert(
    fc.asyncProperty(text, async (form) => {
      await assertRefused(await bench.post('/token', formType, form))
    }),
    runs,
  )
})

test('GEN-23 any value in any claim or header of a signed request is refused or ignored', async () => {
  const claim = fc.constantFrom(
    ...['iss', 'sub', 'aud', 'iat', 'exp', 'nbf', 'challenge', 'hardware_key_tag', 'hardware_signature'],
    ...['integrity_assertion', 'cnf', 'vp_formats_supported', 'authorization_endpoint', 'jti', 'colour'],
  )
  const header = fc.constantFrom('kid', 'typ', 'jwk', 'x5c', 'trust_chain', 'crit', 'b64', 'zip')
  await fc.assert(
    fc.asyncProperty(fc.boolean(), claim, header, value, async (inHeader, claimName, headerName, any) => {
      const changes = inHeader ? { header: { [headerName]: any } } : { payload: { [claimName]: any } }
      await assertNoFault(await bench.attest(phone, changes))
    }),
    runs,
  )
})

test('GEN-23 a request with random JSON as header and payload is refused with a 4xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), value), fc.dictionary(fc.string(), value), async (header, payload) => {
      const { alg: _, ...rest } = header
      const assertion = await signJwt(bench.attestationSigner, { typ: 'war+jwt', ...rest } as { typ: string }, payload)
      await assertRefused(await bench.sendAssertion(assertion))
    }),
    runs,
  )
})

/** Replaces one character of a text. */
const changedAt = (text: string, place: number, letter: string): string => {
  const index = place % text.length
  return text.slice(0, index) + letter + text.slice(index + 1)
}

test('GEN-23 a valid request with one character changed is refused or accepted, without an internal error', async () => {
  const device = await bench.vendor.createDevice()
  const letter = fc.constantFrom(...'Aa0-_+/=.,"{}[]:\\ \n\u0000é')
  await fc.assert(
    fc.asyncProperty(fc.nat(), letter, fc.boolean(), async (place, changed, isRegistration) => {
      if (isRegistration) {
        const body = JSON.stringify(await bench.registrationBody(device))
        return assertNoFault(await bench.post('/wallet-instance', jsonType, changedAt(body, place, changed)))
      }
      const { assertion } = await bench.attestationRequest(phone)
      return assertNoFault(await bench.sendAssertion(changedAt(assertion, place, changed)))
    }),
    runs,
  )
})

test('GEN-23 key attestations of random bytes, and parts of a genuine one, are refused with a 4xx', async () => {
  const whole = Buffer.from(await phone.keyAttestation('c'), 'base64')
  const cut = fc.tuple(fc.nat(whole.length), fc.nat(whole.length)).map(([from, to]) => whole.subarray(from, to))
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(all)),
    cut,
    fc.uint8Array({ minLength: 1, maxLength: 300 }).map((all) => Buffer.from([0xa3, ...all])),
    fc.uint8Array({ maxLength: 300 }).map((all) => Buffer.from(Buffer.from([0x30, 0x82, ...all]).toString('base64'))),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (all) => {
      const key_attestation = all.toString('base64') || 'A'
      await assertRefused(await bench.register(phone, { body: { key_attestation } }))
    }),
    runs,
  )
})
