/** The queries of OpenID4VP 1.0, with wallets that can answer them and wallets that cannot. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signer } from '../../test/support/authorization-response.ts'
import { codeOf } from '../../test/support/refuses.ts'
import {
  definition,
  encrypted,
  pointed,
  queries,
  submission,
  walletMetadataForms,
} from '../../test/vectors/openid4vp.ts'
import { decodeUtf8, failed, type JsonObject, parseJsonObject, verified } from '../base/index.ts'
import { selectClaims } from '../credential/index.ts'
import { decryptJwe } from '../jose/jwe/decrypt.ts'
import { parseJwe } from '../jose/jwe/header.ts'
import { agreementKey, createNodeCrypto, privateKeyObject } from '../node/node-crypto.ts'
import { evaluateDcql } from './dcql/evaluate.ts'
import { parseDcqlQuery } from './dcql/schema.ts'
import { readRelyingPartyMetadata, type StoredCredential, selectResponseEncryption } from './index.ts'
import { negotiateRequest } from './metadata/negotiate-request.ts'
import { parseWalletMetadata, parseWalletNonce } from './metadata/wallet-metadata.ts'
import { evaluateDefinition } from './presentation-definition/evaluate.ts'
import { parsePresentationDefinition, requestedDefinition } from './presentation-definition/schema.ts'
import { parsePresentationSubmission } from './response/presentation-submission.ts'
import { parseVpToken } from './response/vp-token.ts'

const ctx = { crypto: createNodeCrypto() }
const identity = 'https://credentials.example.com/identity_credential'

const sdJwt = (id: string, vct: string, claims: JsonObject): StoredCredential => ({
  id,
  format: 'dc+sd-jwt',
  claims: { vct, ...claims },
})
const mdoc = (id: string, doctype: string, claims: JsonObject): StoredCredential => ({
  id,
  format: 'mso_mdoc',
  doctype,
  claims,
})

const doe = { given_name: 'John', family_name: 'Doe', address: { street_address: '42 Market Street' } }
const pid = sdJwt('pid', identity, doe)
const reduced = sdJwt('reduced', 'https://credentials.example.com/reduced_identity_credential', doe)
const home = { postal_code: '90210', locality: 'Milliways', region: 'West' }
const residence = sdJwt('residence', 'https://cred.example/residence_credential', home)
const rewards = sdJwt('rewards', 'https://company.example/company_rewards', { rewards_number: 1 })
const mobile = { given_name: 'John', family_name: 'Doe', portrait: 'x' }
const located = { resident_address: 'x', resident_country: 'x' }
const vehicle = mdoc('vehicle', 'org.iso.7367.1.mVRC', {
  'org.iso.7367.1': { vehicle_holder: 'x' },
  'org.iso.18013.5.1': { given_name: 'John' },
})
const license = mdoc('license', 'org.iso.18013.5.1.mDL', { 'org.iso.18013.5.1': mobile })
const photoId = mdoc('photo', 'org.iso.23220.photoid.1', { 'org.iso.18013.5.1': { ...mobile, ...located } })

/** Returns the answerable options as query ids, one list for each set, or the codes of the rejections. */
function answers(name: keyof typeof queries, wallet: readonly StoredCredential[]): unknown {
  for (const strict of [true, false])
    assert.ok(!failed(parseDcqlQuery(queries[name] as unknown as JsonObject, { strict }, 'dcql_query')), name)
  const query = parseDcqlQuery(queries[name] as unknown as JsonObject, { strict: false }, 'dcql_query')
  assert.ok(!failed(query))
  const { satisfiable, sets, queries: outcomes } = evaluateDcql(query, wallet)
  return satisfiable
    ? sets.map(({ options }) => options)
    : outcomes.flatMap(({ rejected }) => rejected.map((one) => one.code))
}

const rows: readonly (readonly [
  name: keyof typeof queries,
  title: string,
  wallet: StoredCredential[],
  want: unknown,
])[] = [
  ['simple', 'the credential', [pid], [[['my_credential']]]],
  ['simple', 'a credential without the street', [sdJwt('x', identity, { ...doe, address: {} })], ['claim_missing']],
  ['simple', 'a credential of another type', [reduced], ['type_mismatch']],
  ['simpleMdoc', 'the mdoc', [vehicle], [[['my_credential']]]],
  ['simpleMdoc', 'an mdoc of another type', [license], ['type_mismatch']],
  ['multipleCredentials', 'both credentials', [pid, vehicle], [[['pid', 'mdl']]]],
  ['multipleCredentials', 'one of two credentials', [pid], ['format_mismatch']],
  ['credentialAlternatives', 'the PID', [pid], [[['pid']], []]],
  [
    'credentialAlternatives',
    'the two reduced credentials and the rewards',
    [reduced, residence, rewards],
    [[['pid_reduced_cred_1', 'pid_reduced_cred_2']], [['nice_to_have']]],
  ],
  ['credentialAlternatives', 'the rewards alone', [rewards], Array(4).fill('type_mismatch')],
  ['complexMdoc', 'a license without an address', [license], [[['mdl-id']], []]],
  ['complexMdoc', 'both mdocs', [license, photoId], [[['mdl-id'], ['photo_card-id']], [['photo_card-address']]]],
  ['values', 'the requested values', [sdJwt('x', identity, { ...doe, ...home })], [[['my_credential']]]],
  ['values', 'another postal code', [sdJwt('x', identity, { ...doe, postal_code: '90212' })], ['claim_value_mismatch']],
  [
    'values',
    'a postal code that is a number',
    [sdJwt('x', identity, { ...doe, postal_code: 90210 })],
    ['claim_value_mismatch'],
  ],
  [
    'jwtVc',
    'an SD-JWT with the same names',
    [sdJwt('x', 'IDCredential', { credentialSubject: doe })],
    ['format_mismatch'],
  ],
]
for (const [name, title, wallet, want] of rows)
  test(`OpenID4VP §7.4 and Appendix D, ${name}: a wallet with ${title}`, () =>
    assert.deepEqual(answers(name, wallet), want))

test('OpenID4VP Appendix D, claimAlternatives: the first available combination of claims is selected', () => {
  const query = parseDcqlQuery(queries.claimAlternatives as unknown as JsonObject, { strict: true }, 'dcql_query')
  assert.ok(!failed(query))
  const selected = (claims: JsonObject) => {
    const [outcome] = evaluateDcql(query, [sdJwt('x', identity, claims)]).queries
    return outcome?.candidates[0]?.claims.map(({ path }) => path[0]) ?? outcome?.rejected[0]?.code
  }
  const [last, birth] = [{ last_name: 'Doe' }, { date_of_birth: '1940-01-01' }]
  assert.deepEqual(selected({ ...last, ...birth, ...home }), ['last_name', 'locality', 'region', 'date_of_birth'])
  assert.deepEqual(selected({ ...last, ...birth, postal_code: 'x' }), ['last_name', 'postal_code', 'date_of_birth'])
  assert.equal(selected({ ...last, ...home }), 'claim_missing')
})

test('OpenID4VP §7.3: the pointers select the claims of the example', () => {
  const select = (...path: (string | number | null)[]) => selectClaims(pointed, path).map(({ value }) => value)
  assert.deepEqual(select('name'), ['Arthur Dent'])
  assert.deepEqual(select('address'), [pointed.address])
  assert.deepEqual(select('address', 'street_address'), ['42 Market Street'])
  assert.deepEqual(select('degrees', null, 'type'), ['Bachelor of Science', 'Master of Science'])
  assert.deepEqual(select('nationalities', 1), ['Betelgeusian'])
})

test('OpenID4VP §8.3: a response is encrypted to the first supported key of the verifier', () => {
  const choose = (keys: readonly object[]) => {
    const metadata = { openid_credential_verifier: { jwks: { keys: keys as JsonObject[] } } }
    const entity = { entityId: 'https://rp.example', metadata, federationKeys: [], trustChain: [], expiresAt: 1 }
    const read = readRelyingPartyMetadata(verified(entity), 'openid_credential_verifier')
    assert.ok(!failed(read), codeOf(read))
    const chosen = selectResponseEncryption(read, signer.publicJwk)
    return failed(chosen) ? chosen.code : `${chosen.alg} ${chosen.recipient.kid}`
  }
  const [p256, x25519, p384, x448] = encrypted.keys
  assert.equal(choose([p256, x25519, p384, x448]), 'ECDH-ES ac')
  assert.equal(choose([x448, x25519, p384]), 'ECDH-ES lc')
  assert.equal(choose([x25519, x448]), 'encryption_key_missing')
})

test('OpenID4VP §8.3: the encrypted response is decrypted to its VP Token', async () => {
  const jwe = parseJwe(encrypted.response)
  assert.ok(!failed(jwe))
  const key = agreementKey(privateKeyObject({ ...encrypted.keys[0], d: encrypted.d }))
  const opened = await decryptJwe(ctx, jwe, key, { alg: 'ECDH-ES', enc: ['A128GCM'], kid: 'ac' })
  assert.ok(!failed(opened))
  const members = parseJsonObject(decodeUtf8(opened.plaintext) ?? '', 'response')
  assert.deepEqual(members, encrypted.plaintext)
  assert.deepEqual(parseVpToken('dcql', members as JsonObject, false), {
    kind: 'dcql',
    presentations: [{ id: 'example_credential_id', presentations: ['eyJhb...YMetA'] }],
  })
  const other = await decryptJwe(ctx, jwe, key, { alg: 'ECDH-ES', enc: ['A128GCM'], kid: 'lc' })
  assert.equal(codeOf(other), 'jwe_kid_mismatch')
})

test('OpenID4VP draft 22, Appendix B.4: the definition finds the credential, and its submission the presentation', () => {
  const parsed = parsePresentationDefinition(definition as unknown as JsonObject, 'definition')
  assert.ok(!failed(parsed), codeOf(parsed))
  const requested = requestedDefinition(parsed)
  const [asked] = evaluateDefinition(requested, [reduced, pid]).descriptors
  const found = asked?.candidates.map(({ credential, claims }) => [credential.id, ...claims.map(({ path }) => path[0])])
  assert.deepEqual(found, [['pid', 'vct', 'family_name', 'given_name']])
  assert.equal(asked?.rejected[0]?.credential, 'reduced')
  const mapped = parsePresentationSubmission(submission, requested, ['a.b.c~'])
  assert.deepEqual(mapped, [{ id: 'identity_credential', format: 'vc+sd-jwt', presentation: 'a.b.c~' }])
})

test('OpenID4VP §5.10: the published wallet metadata are parsed and negotiated', () => {
  const offer = {
    vpFormats: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] }, mso_mdoc: { alg: ['ES256'] } },
    responseModes: ['direct_post.jwt'],
    signingAlgorithms: ['ES256'],
  } as const
  const agreed = (name: keyof typeof walletMetadataForms) => {
    const form = new URLSearchParams(walletMetadataForms[name])
    assert.equal(parseWalletNonce(form.get('wallet_nonce')), 'qPmxiNFCR3QTm19POc8u')
    const metadata = parseWalletMetadata(form.get('wallet_metadata') ?? '')
    assert.ok(!failed(metadata), codeOf(metadata))
    return codeOf(negotiateRequest(metadata, offer))
  }
  for (const name of ['final', 'itWallet'] as const) assert.equal(agreed(name), 'accepted')
  assert.equal(agreed('draft20'), 'no_common_format')
})
