/** A presentation definition that asks for a PID and a Wallet Attestation, and the result of its scope. */
import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import { type PresentationDefinition, type RequestedDefinition, resolveScope } from '../../src/oid4vp/index.ts'

export const pidType = 'eu.eudiw.pid.it'
const fields = [
  { path: ['$.vct'], filter: { type: 'string', const: pidType } },
  { path: ['$.cnf.jwk'], filter: { type: 'object' } },
  { path: ['$.unique_id', '$.personal_id'] },
]
export const definition: PresentationDefinition = {
  id: 'd76c51b7',
  input_descriptors: [
    {
      id: 'Pid',
      name: 'PID',
      purpose: 'login',
      format: { 'vc+sd-jwt': { alg: ['ES256', 'ES384'] } },
      constraints: { limit_disclosure: 'required', fields },
    },
    {
      id: 'WalletAttestation',
      format: { jwt: { alg: ['ES256'] } },
      constraints: { fields: [{ path: ['$.iss'], filter: { type: 'string' } }] },
    },
  ],
}
export const resolved = (
  scope: string,
  definitions: readonly PresentationDefinition[] = [definition],
): RequestedDefinition => {
  const requested = resolveScope(scope, definitions)
  assert.ok(!failed(requested))
  return requested
}
export const both = resolved('d76c51b7')
