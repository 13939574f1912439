import assert from 'node:assert/strict'
import { test } from 'node:test'
import { organization } from '../../../test/support/federation.ts'
import { translateQuery } from '../application/pid-query.ts'
import { relyingPartyConfig } from '../config.ts'
import { defaultDcqlQuery } from './default-requests.ts'

test('RP-26 RP-61 the default definition has the algorithms that the service accepts, as its vp_formats do', () => {
  const url = 'https://rp.example'
  const accepted = { sdJwtAlgorithms: ['EdDSA'], algorithms: ['ES256', 'EdDSA'] }
  const base = { entityId: url, clientName: 'Comune', organization, authorityHints: ['https://anchor.example'] }
  const { presentationDefinitions: definitions } = relyingPartyConfig.parse({ ...base, ...accepted })
  assert.deepEqual(
    definitions[0]?.input_descriptors.map(({ format }) => format),
    [{ 'vc+sd-jwt': { 'sd-jwt_alg_values': ['EdDSA'] } }, { jwt: { alg: ['ES256', 'EdDSA'] } }],
  )
  const own = [{ id: 'pid-login', input_descriptors: [{ id: 'a', format: { 'vc+sd-jwt': {} }, constraints: {} }] }]
  const configured = { ...base, ...accepted, presentationDefinitions: own, askWalletAttestation: false }
  assert.deepEqual(relyingPartyConfig.parse(configured).presentationDefinitions, own)
})

test('RP-139 a PID type contains the identifier of the superior unchanged', () => {
  const authority = "https://anchor.example/$&$'$$"
  const types = [`${authority}/vct/v1.0.0/personidentificationdata`]
  const typesOf = ({ credentials }: ReturnType<typeof defaultDcqlQuery>) => credentials[0]?.meta?.vct_values
  assert.deepEqual(typesOf(defaultDcqlQuery('it-wallet-1.0', authority)), types)
  const entity = { profile: 'it-wallet-1.0' as const, authorityHints: [authority] }
  assert.deepEqual(typesOf(translateQuery(entity, defaultDcqlQuery('seed', authority))), types)
})

test('RP-139 a path into a wrapper of older drafts is sent as the application wrote it (D-1043)', () => {
  const authority = 'https://anchor.example'
  const paths = [
    ['credentialSubject', 'tax_id_number'],
    ['verified_claims', 'claims', 'birthdate'],
  ]
  const [asked] = defaultDcqlQuery('seed', authority).credentials
  assert.ok(asked)
  const query = { credentials: [{ ...asked, claims: [...paths, ['birthdate']].map((path) => ({ path })) }] }
  const entity = { profile: 'it-wallet-1.0' as const, authorityHints: [authority] }
  assert.deepEqual(
    translateQuery(entity, query).credentials[0]?.claims?.map(({ path }) => path),
    [...paths, ['birth_date']],
  )
})
