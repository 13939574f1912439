/**
 * The faults of any JWT, in each of the four kinds that a wallet accepts from others: Wallet Attestation, access token,
 * PID, Request Object. The requirement differs between them; the code does not.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../../src/base/index.ts'
import type { Signer } from '../../../src/jose/index.ts'
import { commonJwtFaults, decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createPresentationBench, nextBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { issuerId } from '../../support/scripted-issuer.ts'

type Forge = (compact: string, signer: Signer) => Promise<string> | string
type Fault = readonly [id: string, title: string, forge: Forge, code: string]

interface Received {
  readonly name: string
  /** Makes the wallet receive the forged JWT. */
  readonly take: (bench: PresentationBench, forge: Forge) => Promise<unknown>
  readonly faults: readonly Fault[]
}

const parties = await createPresentationBench()

const wrongAlgorithm: Fault = [
  'GEN-11',
  'an algorithm that does not fit the key',
  (jwt, signer) => forgeJwt(jwt, signer, { header: { alg: 'ES384' } }),
  'key_mismatch',
]
const cnf =
  (change: object): Forge =>
  (jwt, signer) => {
    const { jwk } = decodeJwt(jwt).payload.cnf as { readonly jwk: object }
    return forgeJwt(jwt, signer, { payload: { cnf: { jwk: { ...jwk, ...change } } } })
  }
const keyFaults: readonly Fault[] = [
  ['GEN-15', 'a private key in cnf', cnf({ d: 'AAAA' }), 'jwk_private'],
  ['GEN-16', 'a coordinate of the wrong length in cnf', cnf({ x: 'AAAA' }), 'jwk_malformed'],
]
/** A credential's own `typ` is a fault only for other kinds of JWT. */
const notForCredentials = ({ 1: title }: Fault): boolean => title !== 'the typ of another kind'
/** The wallet does not verify the signature of an access token, so it accepts any known algorithm there (D-47). */
const notUnverified = ({ 3: code }: Fault): boolean => code !== 'signature_invalid' && code !== 'alg_unsupported'
const unknownAlgorithm: Fault = [
  'GEN-03',
  'an unknown algorithm',
  (jwt, signer) => forgeJwt(jwt, signer, { header: { alg: 'X512' } }),
  'alg_unsupported',
]

const received: readonly Received[] = [
  {
    name: 'Wallet Attestation',
    faults: [...commonJwtFaults, wrongAlgorithm, ...keyFaults],
    take: async ({ wallet, fixture }, forge) => {
      fixture.interceptAnswer(async (request, answer) => {
        if (new URL(request.url).pathname !== '/token') return answer
        const forged = await forge(await answer.text(), fixture.attestationSigner)
        return new Response(forged, { headers: { 'content-type': 'application/jwt' } })
      })
      await wallet.attest().finally(() => fixture.interceptAnswer(undefined))
    },
  },
  {
    name: 'access token',
    faults: [...commonJwtFaults.filter(notUnverified), unknownAlgorithm],
    take: ({ wallet, issuer }, forge) => {
      issuer.bends.tokenText = (token) => forge(token, issuer.signer)
      return wallet.obtainPid(issuerId)
    },
  },
  {
    name: 'PID',
    faults: [...commonJwtFaults.filter(notForCredentials), wrongAlgorithm],
    take: ({ wallet, issuer }, forge) => {
      issuer.bends.pidText = async (sdJwt) => {
        const [jwt = '', ...rest] = sdJwt.split('~')
        return [await forge(jwt, issuer.signer), ...rest].join('~')
      }
      return wallet.obtainPid(issuerId)
    },
  },
  {
    name: 'Request Object',
    faults: [...commonJwtFaults, wrongAlgorithm],
    take: ({ wallet, relyingParty }, forge) => {
      relyingParty.bends.text = (jwt) => forge(jwt, relyingParty.signer)
      return wallet.present(relyingParty.engagement())
    },
  },
]

for (const { name, take, faults } of received)
  for (const [id, title, forge, code] of faults)
    test(`${id} the wallet refuses a ${name} with ${title}`, async () => {
      const thrown = await take(nextBench(parties), forge).then(
        () => assert.fail('was accepted'),
        (reason: unknown) => reason,
      )
      if (!(thrown instanceof Refusal)) throw thrown
      assert.equal(thrown.code, code, `at ${thrown.at}`)
    })

for (const { name, take } of received)
  test(`the wallet accepts a genuine ${name}`, async () => {
    await take(nextBench(parties), (jwt) => jwt)
  })
