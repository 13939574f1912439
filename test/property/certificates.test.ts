/** Certificates of untrusted parties: parsers that never throw, and name constraints as sets of hosts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failed } from '../../src/base/index.ts'
import { createCertificateEvaluator } from '../../src/certificate-trust/index.ts'
import { parseCertificateList, parsePathCertificate } from '../../src/x509/index.ts'
import { checkNameConstraints } from '../../src/x509/name-constraints.ts'
import { fuzzEvaluator, fuzzParsers } from '../support/certificates/fuzzed-certificates.ts'

test('FED-71 FED-80 faulty certificates and lists are refused with a code, or parsed', async () => {
  const codes = await fuzzParsers(3000, 'certificates')
  for (const code of ['x509_malformed', 'x509_extension_malformed', 'crl_malformed']) assert.ok(codes.has(code), code)
})

test('FED-72 FED-80 no member with a fault in a certificate or a list is accepted', async () => {
  const codes = await fuzzEvaluator(300, 'evaluator')
  assert.ok(codes.size >= 5, [...codes].join())
})

const runs = { numRuns: 300, seed: 43 }

test('FED-71 random bytes are neither a certificate nor a list', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      assert.ok(failed(parsePathCertificate(bytes, 'x5c')) && failed(parseCertificateList(bytes, 'crl')))
    }),
    runs,
  )
})

test('FED-70 random JSON is not an x5c member', async () => {
  const fetch = () => Promise.reject(new Error('nothing is fetched'))
  const context = { clock: { now: () => 0 }, fetch, urls: { loopbackHttp: false }, roots: [] }
  const { evaluate } = createCertificateEvaluator({ ...context, skewSeconds: 0, graceSeconds: 0 })
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.base64String())), async (x5c) => {
      assert.ok(failed(await evaluate(x5c as never, 'https://host.example', 'x5c')))
    }),
    runs,
  )
})

const labels = fc.array(fc.constantFrom('a', 'b', 'example'), { minLength: 1, maxLength: 4 })
const isBelow = (host: readonly string[], domain: readonly string[]): boolean =>
  host.length >= domain.length && domain.every((label, index) => host[host.length - domain.length + index] === label)

/** Returns the verdict on one name below one subtree. The subject is empty. */
const judge = (kind: 'dns' | 'uri', name: string, subtree: string, place: 'permitted' | 'excluded') => {
  const names = [{ kind, text: kind === 'uri' ? `https://${name}/path` : name }] as const
  const constraints = { permitted: [], excluded: [], [place]: [{ kind, text: subtree }] }
  const certificate = { subject: Uint8Array.of(0x30, 0), names } as never
  return checkNameConstraints(certificate, constraints, 'x5c')?.code ?? 'acceptable'
}

test('FED-76 a DNS name is within its own domain and each parent domain, in any letter case', () => {
  fc.assert(
    fc.property(labels, labels, fc.boolean(), (host, domain, isUpper) => {
      const name = isUpper ? host.join('.').toUpperCase() : host.join('.')
      const within = isBelow(host, domain)
      assert.equal(judge('dns', name, domain.join('.'), 'permitted') === 'acceptable', within)
      assert.equal(judge('dns', name, domain.join('.'), 'excluded') === 'acceptable', !within)
    }),
    runs,
  )
})

test('FED-76 a URI is within a constraint on its host, and within a domain with a leading dot only as a subdomain', () => {
  fc.assert(
    fc.property(labels, labels, (host, domain) => {
      const [name, own] = [host.join('.'), domain.join('.')]
      const isBelowOwn = isBelow(host, domain) && host.length > domain.length
      assert.equal(judge('uri', name, own, 'permitted') === 'acceptable', name === own)
      assert.equal(judge('uri', name, own, 'excluded') === 'acceptable', name !== own)
      assert.equal(judge('uri', name, `.${own}`, 'permitted') === 'acceptable', isBelowOwn)
      assert.equal(judge('uri', name, `.${own}`, 'excluded') === 'acceptable', !isBelowOwn)
    }),
    runs,
  )
})

test('FED-76 a URI constraint https://HOST contains exactly the URIs that the constraint HOST contains', () => {
  fc.assert(
    fc.property(labels, labels, fc.constantFrom('https://', 'HTTPS://'), (host, domain, scheme) => {
      const [name, own] = [host.join('.'), domain.join('.')]
      for (const place of ['permitted', 'excluded'] as const)
        assert.equal(judge('uri', name, `${scheme}${own}`, place), judge('uri', name, own, place))
    }),
    runs,
  )
})

test('FED-76 an excluded DNS name *.DOMAIN excludes exactly the hosts that DOMAIN excludes', () => {
  fc.assert(
    fc.property(labels, labels, fc.boolean(), (host, domain, isWildcard) => {
      const [name, own] = [`${isWildcard ? '*.' : ''}${host.join('.')}`, domain.join('.')]
      assert.equal(judge('dns', name, `*.${own}`, 'excluded'), judge('dns', name, own, 'excluded'))
    }),
    runs,
  )
})

for (const address of ['127.0.0.1', '::1'])
  test(`FED-76 a DNS constraint with the address ${address} excludes no host, and permits none`, () => {
    for (const name of ['a.example', '*.example']) {
      assert.equal(judge('dns', name, address, 'excluded'), 'acceptable')
      assert.equal(judge('dns', name, address, 'permitted'), 'x509_name_not_permitted')
    }
  })

const unreadable: readonly (readonly [kind: 'dns' | 'uri', subtree: string])[] = [
  ...['https://a.example/', 'https://a.example/b', 'https://a.example:443', 'https://user@a.example'].map(
    (subtree) => ['uri', subtree] as const,
  ),
  ...['https://', 'https://.a.example', 'https://*.a.example', 'https://127.0.0.1', 'https://https://a.example'].map(
    (subtree) => ['uri', subtree] as const,
  ),
  ...['http://a.example', '//a.example', '*.a.example', '127.0.0.1', ''].map((subtree) => ['uri', subtree] as const),
  ...['.a.example', '*.', '*', '*.*.a.example', 'a.*.example', '*.127.0.0.1', '127.0.0', '[::1]'].map(
    (subtree) => ['dns', subtree] as const,
  ),
]

for (const [kind, subtree] of unreadable)
  test(`FED-76 refuses every path below a ${kind} constraint of another form: ${subtree || 'empty'}`, () => {
    for (const place of ['permitted', 'excluded'] as const)
      assert.equal(judge(kind, 'a.example', subtree, place), 'x509_constraint_unsupported')
  })

test('FED-76 refuses every path below a permitted DNS name with a wildcard', () => {
  assert.equal(judge('dns', 'b.a.example', '*.a.example', 'permitted'), 'x509_constraint_unsupported')
})

test('FED-76 a wildcard is excluded with each host that it matches', () => {
  assert.equal(judge('dns', '*.example', 'a.example', 'excluded'), 'x509_name_excluded')
  assert.equal(judge('dns', '*.example', 'example', 'excluded'), 'x509_name_excluded')
  assert.equal(judge('dns', '*.example', 'a.other', 'excluded'), 'acceptable')
  assert.equal(judge('dns', '*.example', 'a.example', 'permitted'), 'x509_name_not_permitted')
})

for (const name of ['user@host.example', 'host.example.', '127.0.0.1', '[::1]', 'host_.example', 'a..example', ''])
  test(`FED-76 a URI whose host cannot be compared is refused: ${name}`, () => {
    assert.equal(judge('uri', name, 'host.example', 'permitted'), 'x509_name_not_permitted')
    assert.equal(judge('uri', name, 'other.example', 'excluded'), 'x509_name_excluded')
  })
