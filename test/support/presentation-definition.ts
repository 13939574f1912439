/** A PID and definitions that ask for parts of it. */
import type { JsonObject } from '../../src/base/index.ts'
import type { StoredCredential } from '../../src/credential/index.ts'
import { type RequestedDefinition, requestedDefinition } from '../../src/oid4vp/presentation-definition/schema.ts'
import { pidType } from './pid-definition.ts'

const claims: JsonObject = {
  vct: pidType,
  cnf: { jwk: { kty: 'EC' } },
  unique_id: 'u-1',
  given_name: 'Ada',
  adult: true,
  list: [1, 2],
  nothing: null,
  nationalities: ['IT', 'FR'],
  address: { locality: 'Roma', country: 'IT' },
}
export const pid: StoredCredential = { id: 'pid-1', format: 'dc+sd-jwt', alg: 'ES256', keyBindingAlg: 'ES256', claims }
export const attestation: StoredCredential = {
  id: 'wa-1',
  format: 'jwt',
  alg: 'ES256',
  claims: { iss: 'https://wp.example' },
}

export const field = (value: object): RequestedDefinition =>
  requestedDefinition({
    id: 'd',
    input_descriptors: [{ id: 'a', constraints: { fields: [value as { path: string[] }] } }],
  })
export const format = (value: object): RequestedDefinition =>
  requestedDefinition({ id: 'd', input_descriptors: [{ id: 'a', format: value as JsonObject, constraints: {} }] })
