/**
 * Faulty or unusual queries of a Relying Party for an mdoc: the wallet sends an element only if the query names it by
 * namespace and name; otherwise it sends nothing and does not ask the user.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import type { Cbor, CborTag } from '../../../src/cose/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { pidSupport } from '../../../src/oid4vci/index.ts'
import { decoded, map } from '../../support/mdoc.ts'
import { createPresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { domesticNamespace as domestic, issuerId } from '../../support/scripted-issuer.ts'
import { responseUri } from '../../support/scripted-relying-party.ts'

const { doctype } = pidSupport
const bench = await createPresentationBench()
const { bends } = bench.relyingParty
await bench.wallet.obtainPid(issuerId, { format: formatMdoc })

const givenName = { path: [doctype, 'given_name'] }
const query = (claims: readonly object[] | undefined, change: object = {}): object => ({
  credentials: [
    {
      id: 'pid',
      format: formatMdoc,
      meta: { doctype_value: doctype },
      ...(claims === undefined ? {} : { claims }),
      ...change,
    },
  ],
})
const paths = (...path: (string | number | null)[]): object => query([{ path }])

/** Opens the link of a request with this query. */
function present(dcql: object): Promise<unknown> {
  bench.relyingParty.removeBends()
  bends.query = dcql as typeof bends.query
  bends.metadata = (members) => ({ ...members, vp_formats: { mso_mdoc: { alg: ['ES256'] } } })
  return bench.present()
}

const unmatched = 'no_matching_credential'
for (const [title, dcql, code] of [
  ['another type', query([givenName], { meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }), unmatched],
  ['the type in upper case', query([givenName], { meta: { doctype_value: doctype.toUpperCase() } }), unmatched],
  ['a type that is a number', query([givenName], { meta: { doctype_value: 5 } }), 'dcql_malformed'],
  ['another namespace', paths('org.example', 'given_name'), unmatched],
  ['the element in the wrong namespace', paths(doctype, 'tax_id_code'), unmatched],
  ['the name that the claim has in an SD-JWT', paths(domestic, 'tax_id_number'), unmatched],
  ['an empty namespace', paths('', 'given_name'), unmatched],
  ['the name __proto__', paths('__proto__', 'given_name'), unmatched],
  ['the name constructor', paths('constructor', 'name'), unmatched],
  ['only a namespace', paths(doctype), unmatched],
  ['only an element', paths('given_name'), unmatched],
  ['a path of three', paths(doctype, 'given_name', 'x'), unmatched],
  ['all elements of a namespace', paths(doctype, null), unmatched],
  ['the index of an element', paths(doctype, 0), unmatched],
  ['any namespace', paths(null, 'given_name'), unmatched],
  ['an empty path', paths(), 'dcql_malformed'],
  ['namespace and claim_name', query([{ namespace: doctype, claim_name: 'given_name' }]), 'dcql_malformed'],
  ['intent_to_retain as a text', query([{ ...givenName, intent_to_retain: 'yes' }]), 'dcql_malformed'],
  ['intent_to_retain null', query([{ ...givenName, intent_to_retain: null }]), 'dcql_malformed'],
  ['another value', query([{ ...givenName, values: ['Eva'] }]), unmatched],
  ['a value of another type', query([{ ...givenName, values: [1] }]), unmatched],
  ['an empty list of values', query([{ ...givenName, values: [] }]), 'dcql_malformed'],
  ['a value that is an object', query([{ ...givenName, values: [{}] }]), 'dcql_malformed'],
  ['an absent element beside a present one', query([givenName, { path: [doctype, 'x'] }]), unmatched],
  ['an empty list of claims', query([]), 'dcql_malformed'],
  ['another authority', query([givenName], { trusted_authorities: [{ type: 'aki', values: ['AAAA'] }] }), unmatched],
] as const)
  test(`WI-82 refuses a query with ${title}, and does not ask the user`, async () => {
    const before = bench.asked.length
    await refusedBy('WI-82', code, present(dcql))
    assert.equal(bench.asked.length, before)
  })

test('WI-82 the wallet sends only the elements that the query names', async () => {
  const born = { path: [doctype, 'birth_date'] }
  for (const [dcql, expected] of [
    [query([givenName]), { [doctype]: ['given_name'] }],
    [query([givenName, givenName]), { [doctype]: ['given_name'] }],
    [query([{ ...givenName, values: ['Eva', 'Ada'] }]), { [doctype]: ['given_name'] }],
    [query([{ ...born, values: ['1980-01-10'] }]), { [doctype]: ['birth_date'] }],
    [query([givenName], { meta: {} }), { [doctype]: ['given_name'] }],
    [query([givenName], { require_cryptographic_holder_binding: false }), { [doctype]: ['given_name'] }],
    [
      query([{ path: [domestic, 'tax_id_code'] }, givenName]),
      { [doctype]: ['given_name'], [domestic]: ['tax_id_code'] },
    ],
    [query(undefined), {}],
  ] as const) {
    await present(dcql)
    assert.deepEqual(await elementsSent(), expected)
  }
})

/** Returns the names of the elements in the last response, by namespace. */
async function elementsSent(): Promise<object> {
  const { vp_token: token } = await bench.decryptResponse(await bench.lastForm(responseUri))
  const [text] = [(token as JsonObject).pid].flat()
  const [document] = decoded(Buffer.from(String(text), 'base64url')).get('documents') as Cbor[]
  const spaces = map(map(document).get('issuerSigned')).get('nameSpaces')
  return Object.fromEntries(
    [...map(spaces ?? new Map())].map(([name, items]) => [
      name,
      (items as CborTag[]).map(({ value }) => decoded(value as Uint8Array).get('elementIdentifier')),
    ]),
  )
}
