/**
 * Runs @sd-jwt/core on the same claims and presentations, with its fastest set-up: synchronous `node:crypto` in its
 * callbacks.
 */
import { randomBytes } from 'node:crypto'
import { SDJwtInstance } from '@sd-jwt/core'
import { authorityKey, boundAt, hiddenClaims, inputCount, presentationNonce, walletKeys } from '../floors/artefacts.ts'
import { importJwk, sha256, signBytes, verifyBytes } from '../floors/primitives.ts'

const instance = new SDJwtInstance({
  hashAlg: 'sha-256',
  hasher: (data) => Buffer.from(sha256(typeof data === 'string' ? data : Buffer.from(data)), 'base64url'),
  saltGenerator: (length) => randomBytes(length).toString('base64url'),
  signAlg: 'ES256',
  signer: async (data) => signBytes(data, authorityKey).toString('base64url'),
  verifier: async (data, signature) => verifyBytes(data, authorityKey.publicKey, Buffer.from(signature, 'base64url')),
  kbVerifier: async (data, signature, payload) => {
    const { cnf } = payload as { cnf?: { jwk: Parameters<typeof importJwk>[0] } }
    return cnf !== undefined && verifyBytes(data, importJwk(cnf.jwk), Buffer.from(signature, 'base64url'))
  },
})

const names = hiddenClaims.map(([name]) => name)

const holders = Array.from({ length: inputCount }, (_, index) => walletKeys(index).holder.publicJwk)

export const issueByPeer = (input: number): Promise<string> => {
  const plain = { iss: 'https://pid-provider.example', iat: boundAt, exp: 4_102_444_800, vct: 'eu.eudiw.pid.it' }
  const cnf = { jwk: holders[input % inputCount] }
  const claims: Record<string, unknown> = { ...plain, cnf, ...Object.fromEntries(hiddenClaims) }
  return instance.issue(claims, { _sd: names } as never, { header: { typ: 'vc+sd-jwt' } })
}

export const verifyByPeer = (presentation: string): Promise<unknown> =>
  instance.verify(presentation, { currentDate: boundAt, keyBindingNonce: presentationNonce })
