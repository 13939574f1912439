import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { acceptedAlgorithms, checkMemberUrls, loopbackHttp, resolveEndpoint, signatureAlgorithm } from './config.ts'

test('accepts known signature algorithms, and defaults to three of them', () => {
  assert.deepEqual(acceptedAlgorithms.parse(undefined), ['ES256', 'ES384', 'ES512'])
  assert.deepEqual(acceptedAlgorithms.parse(['PS256']), ['PS256'])
  assert.equal(signatureAlgorithm.parse('ES256'), 'ES256')
})

for (const refused of [[], ['none'], ['HS256'], ['ES256', 'ES999'], [256], 'ES256'])
  test(`refuses the algorithms ${JSON.stringify(refused)}`, () => {
    assert.equal(acceptedAlgorithms.safeParse(refused).success, false)
  })

test('names what is wrong with an entity identifier, and permits loopback http only if the settings do', () => {
  const schema = z.object({ entityId: z.string(), loopbackHttp }).superRefine(checkMemberUrls)
  const faultOf = (settings: object) =>
    schema.safeParse(settings).error?.issues.map(({ path, message }) => [...path, message])
  const usual =
    'is not an entity identifier. An entity identifier is an https URL without query, fragment and user name'
  assert.deepEqual(faultOf({ entityId: 'http://localhost:1' }), [['entityId', usual]])
  assert.deepEqual(faultOf({ entityId: 'pid.example' }), [['entityId', usual]])
  assert.equal(faultOf({ entityId: 'http://localhost:1', loopbackHttp: true }), undefined)
  assert.equal(faultOf({ entityId: 'https://pid.example' }), undefined)
})

test('FED-142 accepts a resolve endpoint only if others accept it in metadata', () => {
  const schema = z.object({ entityId: z.string(), resolveEndpoint, loopbackHttp }).superRefine(checkMemberUrls)
  const accepts = (resolveEndpoint: string, loopbackHttp = false) =>
    schema.safeParse({ entityId: 'https://pid.example', resolveEndpoint, loopbackHttp }).success
  assert.equal(accepts('https://anchor.example/resolve'), true)
  for (const refused of ['/resolve', 'http://anchor.example/resolve', 'https://anchor.example/resolve#a', ''])
    assert.equal(accepts(refused), false, refused)
  assert.equal(accepts('http://localhost:1/resolve'), false)
  assert.equal(accepts('http://localhost:1/resolve', true), true)
})
