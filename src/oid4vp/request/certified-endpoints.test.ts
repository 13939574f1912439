import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CertifiedNames, checkCertifiedEndpoints } from './certified-endpoints.ts'

const endpoint = 'https://rp.example/1.4/response'
const names = (dnsNames: readonly string[], uris: readonly string[]): CertifiedNames => ({ dnsNames, uris })

describe('the names of a certificate that cover an endpoint', () => {
  const covering: readonly (readonly [what: string, names: CertifiedNames, url?: string])[] = [
    ['its host', names(['rp.example'], [])],
    ['its host in capitals', names(['RP.Example'], [])],
    ['a wildcard for its first label', names(['*.Verifiers.example'], []), 'https://rp.verifiers.example/response'],
    ['its full URL, without the host', names(['other.example'], ['https://x.example', endpoint])],
    ['its full URL with the default port', names([], ['https://RP.example:443/1.4/response'])],
  ]
  for (const [what, certified, url = endpoint] of covering)
    test(`WI-135 ${what}`, () => assert.equal(checkCertifiedEndpoints({ response_uri: url }, certified), undefined))
})

describe('names that do not cover an endpoint', () => {
  const others: readonly (readonly [what: string, names: CertifiedNames, url?: string])[] = [
    ['none', names([], [])],
    ['a wildcard for a whole domain of the first level', names(['*.example'], [])],
    ['a wildcard for two labels', names(['*.verifiers.example'], []), 'https://a.b.verifiers.example/response'],
    ['a wildcard for its subdomains', names(['*.rp.example'], [])],
    ['a wildcard for a part of a label', names(['r*.verifiers.example'], []), 'https://rp.verifiers.example/response'],
    ['a wildcard in another label', names(['rp.*.example'], []), 'https://rp.verifiers.example/response'],
    ['a wildcard for an empty label', names(['*.verifiers.example'], []), 'https://.verifiers.example/response'],
    ['a wildcard for a domain with a final dot', names(['*.rp.example.'], []), 'https://a.rp.example./response'],
    ['a wildcard for a host with a long label', names(['*.b.--'], []), `https://a.b.${'c'.repeat(200_000)}.--/`],
    ['a wildcard for an address', names(['*.0.0.1'], []), 'https://127.0.0.1/response'],
    ['the domain above its host', names(['example'], [])],
    ['the URL of its entity', names([], ['https://rp.example/1.4'])],
    ['its URL with a query', names([], [`${endpoint}?x=y`])],
    ['its URL with another port', names([], ['https://rp.example:8443/1.4/response'])],
    ['its URL with http', names([], ['http://rp.example/1.4/response'])],
    ['a text that is no URL', names([], ['rp.example'])],
  ]
  for (const [what, certified, url = endpoint] of others)
    test(`WI-135 ${what}`, () => {
      const failure = checkCertifiedEndpoints({ request_uri: undefined, response_uri: url }, certified)
      assert.deepEqual([failure?.code, failure?.at], ['endpoint_not_certified', 'response_uri'])
    })
})

test('WI-135 each endpoint must be covered, and one that is no URL never is', () => {
  const both = { response_uri: endpoint, redirect_uri: 'https://other.example/done' }
  assert.equal(checkCertifiedEndpoints(both, names(['rp.example'], []))?.at, 'redirect_uri')
  assert.equal(checkCertifiedEndpoints(both, names(['rp.example'], [both.redirect_uri])), undefined)
  assert.equal(checkCertifiedEndpoints({ request_uri: 'rp.example' }, names([], ['rp.example']))?.at, 'request_uri')
})
