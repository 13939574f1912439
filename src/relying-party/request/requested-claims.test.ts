import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyConfig } from '../config.ts'
import { requestedClaims } from './requested-claims.ts'

type Config = Parameters<typeof requestedClaims>[0]
const noConfig: Config = { presentationDefinitions: [] }

const ofQuery = (...credentials: object[]) =>
  requestedClaims(noConfig, { variant: 'dcql', query: { credentials } as never })
const ofDescriptors = (...descriptors: { format?: object; paths: string[] }[]) => {
  const input_descriptors = descriptors.map(({ format, paths }, index) => ({
    id: `d${index}`,
    ...(format && { format }),
    constraints: { fields: paths.map((path) => ({ path: [path] })) },
  }))
  const presentationDefinitions = [
    { id: 'all', input_descriptors },
  ] as unknown as RelyingPartyConfig['presentationDefinitions']
  return requestedClaims({ presentationDefinitions }, { variant: 'scope', query: { scope: 'all' } })
}
const claims = (...names: string[]) => names.map((name) => ({ path: [name] }))

test('RP-99 the page names the claims of a credential that a query of format jwt asks for', () => {
  const meta = { vct_values: ['eu.eudiw.pid.it'] }
  assert.deepEqual(ofQuery({ id: 'pid', format: 'jwt', meta, claims: claims('given_name', 'iat') }), ['given_name'])
})

test('RP-56 the page does not name the claims of a Wallet Attestation, in any of its formats', () => {
  const pid = { id: 'pid', format: 'dc+sd-jwt', claims: claims('given_name') }
  const meta = { vct_values: ['https://it.example/WalletAttestation'] }
  for (const attestation of [
    { format: 'jwt', claims: claims('aal') },
    { format: 'jwt', meta, claims: claims('given_name', 'aal') },
    { format: 'wallet-attestation+jwt', claims: claims('aal') },
  ])
    assert.deepEqual(ofQuery(pid, { id: 'wallet', ...attestation }), ['given_name'], attestation.format)
  for (const format of [{ jwt: {} }, { 'wallet-attestation+jwt': {} }])
    assert.deepEqual(ofDescriptors({ paths: ['$.given_name'] }, { format, paths: ['$.aal'] }), ['given_name'])
  const either = { format: { jwt: {}, 'dc+sd-jwt': {} }, paths: ['$.birthdate'] }
  assert.deepEqual(ofDescriptors(either), ['birthdate'])
})

test('the page names the claims of the scope that an application ordered', () => {
  const definition = (id: string, path: string) => ({
    id,
    input_descriptors: [{ id, constraints: { fields: [{ path: [path] }] } }],
  })
  const config = {
    scope: 'name',
    presentationDefinitions: [definition('name', '$.given_name'), definition('birth', '$.birthdate')],
  }
  assert.deepEqual(requestedClaims(config, { variant: 'scope', query: { scope: 'birth' } }), ['birthdate'])
})

test('RP-12 the page names the elements of an mdoc, in a query and in an input descriptor', () => {
  const [namespace, element] = ['eu.europa.ec.eudi.pid.1', 'family_name']
  const mdoc = { id: 'pid', format: 'mso_mdoc', claims: [{ path: [namespace, element] }] }
  assert.deepEqual(ofQuery(mdoc), [element])
  const format = { mso_mdoc: {} }
  assert.deepEqual(ofDescriptors({ format, paths: [`$['${namespace}']['${element}']`] }), [element])
})

test('RP-57 the page names claims without the wrappers of older drafts', () => {
  const paths = ['$.credentialSubject.given_name', '$.verified_claims.claims.birthdate']
  assert.deepEqual(ofDescriptors({ paths }), ['given_name', 'birthdate'])
  assert.deepEqual(ofDescriptors({ paths: ['$.type', '$.credentialSubject.type'] }), ['type'])
})

test('the page names each claim once, in the order of the request, by its first step', () => {
  const paths = ['$.vct', "$['given_name']", '$.address.locality', '$.address.country', '$.nationalities[*]', '$']
  assert.deepEqual(ofDescriptors({ paths }), ['given_name', 'address', 'nationalities'])
})
