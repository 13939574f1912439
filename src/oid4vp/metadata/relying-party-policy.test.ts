import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../test/support/cases.ts'
import { checkRelyingPartyPolicy, requestedDefinition, type TrustedRequestObject } from '../index.ts'

interface Bounds {
  readonly credentialTypesAllowed?: readonly string[]
  readonly claimsAllowed?: readonly string[]
}

const pid = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['eu.eudiw.pid.it'] },
  claims: [{ path: ['given_name'] }, { path: ['vct'] }],
}
const attestation = { id: 'wallet_attestation', format: 'jwt', claims: [{ path: ['iss'] }, { path: ['aal'] }] }
const dcql = (...credentials: object[]) => ({ kind: 'dcql', query: { credentials } })
const fields = (...paths: string[]) => [
  { path: ['$.vct'], filter: { type: 'string', const: 'eu.eudiw.pid.it' } },
  ...paths.map((path) => ({ path: [path] })),
]
const scope = (...wanted: object[]) => ({
  kind: 'scope',
  definition: requestedDefinition({
    id: 'd',
    input_descriptors: [
      { id: 'pid', format: { 'vc+sd-jwt': {} }, constraints: { fields: wanted as { path: string[] }[] } },
      { id: 'wa', format: { jwt: {} }, constraints: { fields: [{ path: ['$.aal'] }] } },
    ],
  }),
})

function verdict(request: object, relyingPartyMetadata: Bounds): string {
  const refusal = checkRelyingPartyPolicy({ ...request, relyingPartyMetadata } as unknown as TrustedRequestObject)
  return refusal?.code ?? 'allowed'
}

const open = { id: 'any', format: 'dc+sd-jwt', claims: [{ path: ['given_name'] }] }
const mdoc = { id: 'm', format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path: ['ns', 'given_name'] }] }
const types = (...names: string[]): Bounds => ({ credentialTypesAllowed: names })
const claims = (...names: string[]): Bounds => ({ claimsAllowed: names })
const any = { id: 'pid', format: 'dc+sd-jwt', claims: [{ path: [null] }] }

const mdocScope = (format: Record<string, unknown>, ...paths: string[]) => ({
  kind: 'scope',
  definition: requestedDefinition({
    id: 'd',
    input_descriptors: [{ id: 'doctype', format, constraints: { fields: paths.map((path) => ({ path: [path] })) } }],
  }),
})
const bothFormats = (wanted: { path: string[]; filter: object }) => ({
  kind: 'scope',
  definition: requestedDefinition({
    id: 'd',
    input_descriptors: [
      {
        id: 'doctype',
        format: { 'vc+sd-jwt': {}, mso_mdoc: {} },
        constraints: { fields: [wanted as { path: string[] }] },
      },
    ],
  }),
})
const onlyMdoc = { mso_mdoc: {} }
const rows = casesOf({
  allowed: {
    'no bounds': [dcql(pid, attestation), {}],
    'a Wallet Attestation by its type': [
      dcql({ ...attestation, meta: { vct_values: ['https://registry.example/WalletAttestation'] } }),
      { ...types('x'), ...claims('x') },
    ],
    'a Wallet Attestation as an SD-JWT': [
      dcql(pid, { id: 'wa', format: 'dc+sd-jwt', meta: { vct_values: ['https://wp.example/WalletAttestation'] } }),
      { ...types('eu.eudiw.pid.it'), ...claims('given_name') },
    ],
    'an mdoc of an allowed type in variant 1': [mdocScope(onlyMdoc, "$['ns']['a']"), types('doctype')],
    'an allowed element in variant 1': [mdocScope(onlyMdoc, "$['ns']['given_name']"), claims('given_name')],
    'an allowed type': [dcql(pid, attestation), types('eu.eudiw.pid.it')],
    'an allowed claim': [dcql(pid, attestation), claims('given_name')],
    'the other name of an allowed claim': [
      dcql({ ...pid, claims: [{ path: ['tax_id_code'] }] }),
      claims('tax_id_number'),
    ],
    'a technical claim': [dcql({ ...pid, claims: [{ path: ['iss'] }] }), claims('given_name')],
    'an mdoc element': [dcql(mdoc), { ...types('d'), ...claims('given_name') }],
    'a scope within the bounds': [
      scope(...fields('$.given_name')),
      { ...types('eu.eudiw.pid.it'), ...claims('given_name') },
    ],
    'a scope whose filter lists allowed types': [
      scope({ path: ['$.vct'], filter: { enum: ['eu.eudiw.pid.it', 'mDL'] } }),
      types('mDL', 'eu.eudiw.pid.it'),
    ],
    'a descriptor that an mdoc of an allowed type could answer too': [
      bothFormats({ path: ['$.vct'], filter: { const: 'eu.eudiw.pid.it' } }),
      types('eu.eudiw.pid.it', 'doctype'),
    ],
  },
  credential_type_not_allowed: {
    'an SD-JWT of the Wallet Attestation or of another type': [
      dcql({ ...pid, meta: { vct_values: ['https://wp.example/WalletAttestation', 'eu.eudiw.pid.it'] } }),
      types('x'),
    ],
    'a credential of another type as jwt': [dcql({ ...pid, format: 'jwt' }), types('x')],
    'an mdoc of another type in variant 1': [mdocScope(onlyMdoc), types('x')],
    'a descriptor that an SD-JWT of any type could answer too': [
      mdocScope({ mso_mdoc: {}, 'vc+sd-jwt': {} }),
      types('doctype'),
    ],
    'another type': [dcql(pid), types('mDL')],
    'two types of which one is not allowed': [
      dcql({ ...pid, meta: { vct_values: ['eu.eudiw.pid.it', 'x'] } }),
      types('eu.eudiw.pid.it'),
    ],
    'an open type': [dcql(open), types('eu.eudiw.pid.it')],
    'a scope whose filter on the type is optional': [
      scope({ path: ['$.vct'], filter: { const: 'eu.eudiw.pid.it' }, optional: true }, { path: ['$.given_name'] }),
      types('eu.eudiw.pid.it'),
    ],
    'a scope whose type is filtered among the claims of the person': [
      scope({ path: ['$.credentialSubject.vct'], filter: { const: 'eu.eudiw.pid.it' } }),
      types('eu.eudiw.pid.it'),
    ],
    'an mdoc of another type': [dcql(mdoc), types('other')],
    'a scope of another type': [scope(...fields('$.given_name')), types('mDL')],
    'a scope of an open type': [scope({ path: ['$.given_name'] }), types('eu.eudiw.pid.it')],
    'an allowed type beside another': [dcql(pid, mdoc), types('eu.eudiw.pid.it')],
    'another type beside an allowed one': [dcql(mdoc, pid), types('eu.eudiw.pid.it')],
    'a scope whose filter lists a type that is not allowed': [
      scope({ path: ['$.vct'], filter: { enum: ['eu.eudiw.pid.it', 'mDL'] } }),
      types('eu.eudiw.pid.it'),
    ],
    'a scope that lists an allowed type among the values of another claim': [
      scope({ path: ['$.nickname'], filter: { enum: ['eu.eudiw.pid.it'] } }),
      types('eu.eudiw.pid.it'),
    ],
    'a scope whose type may be in another claim': [
      scope({ path: ['$.vct', '$.nickname'], filter: { const: 'eu.eudiw.pid.it' } }),
      types('eu.eudiw.pid.it'),
    ],
    'a descriptor that an mdoc of another type could answer too': [
      bothFormats({ path: ['$.vct'], filter: { enum: ['eu.eudiw.pid.it'] } }),
      types('eu.eudiw.pid.it'),
    ],
  },
  claim_not_allowed: {
    'a claim beyond the bounds as jwt': [dcql({ ...pid, format: 'jwt' }), claims('tax_id_number')],
    'another element in variant 1': [mdocScope(onlyMdoc, "$['given_name']['x']"), claims('given_name')],
    'another claim': [dcql(pid), claims('family_name')],
    'the whole verified_claims': [dcql({ ...pid, claims: [{ path: ['verified_claims'] }] }), claims('given_name')],
    'all members': [dcql(any), claims('given_name')],
    'an mdoc element with the name of a technical claim': [
      dcql({ ...mdoc, claims: [{ path: ['ns', 'status'] }] }),
      claims('given_name'),
    ],
    'an mdoc element with the name of a technical claim in variant 1': [
      mdocScope(onlyMdoc, "$['ns']['type']"),
      claims('given_name'),
    ],
    'a claim about the person with the name of a technical claim': [
      dcql({ ...pid, claims: [{ path: ['credentialSubject', 'status'] }] }),
      claims('given_name'),
    ],
    'a claim about the person with the name of a technical claim in variant 1': [
      scope(...fields('$.verified_claims.claims.type')),
      claims('given_name'),
    ],
    'an mdoc namespace named like a claim': [dcql(mdoc), claims('ns')],
    'a scope with another claim': [
      scope(...fields('$.given_name', '$.credentialSubject.birthdate')),
      claims('given_name'),
    ],
    'an alternative path to a claim that is not allowed': [
      scope({ path: ['$.given_name', '$.birthdate'] }),
      claims('given_name'),
    ],
    'an allowed claim beside a credential with another': [
      dcql(pid, { ...pid, id: 'second', claims: [{ path: ['family_name'] }] }),
      claims('given_name'),
    ],
    'a path that cannot be read': [scope({ path: ['$..given_name'] }), claims('given_name')],
  },
})

for (const [title, [request, bounds], code] of rows)
  test(`WI-83 ${title}: ${code}`, () => assert.equal(verdict(request, bounds), code))

test('WI-83 a refusal names the place of the credential query or input descriptor', () => {
  const placeOf = (request: object, relyingPartyMetadata: Bounds) =>
    checkRelyingPartyPolicy({ ...request, relyingPartyMetadata } as unknown as TrustedRequestObject)?.at
  assert.equal(placeOf(dcql(attestation, pid), types('mDL')), 'dcql_query.credentials.1')
  assert.equal(placeOf(dcql(attestation, pid), claims('birthdate')), 'dcql_query.credentials.1')
  assert.equal(placeOf(scope(...fields('$.given_name')), types('mDL')), 'input_descriptors.0')
})
