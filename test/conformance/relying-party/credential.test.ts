/** The credential in a response, with one fault at a time: issuer, disclosures, validity. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url, type Json, type JsonObject, type PublicJwk } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { changing, refusalsOf } from '../../support/cases.ts'
import { connectEntity, testEntity } from '../../support/federation.ts'
import { commonJwtFaults, decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import {
  assertRefused,
  type Bend,
  issuerId,
  present,
  providerId,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const { clock, credentialSigner } = fixture
const stranger = await generateSigner(fixture)
const { publicJwk: edKey } = await generateSigner(fixture, 'ES384')
const strangerAnchor = await testEntity('https://other-anchor.example', { fetch: true })
const strangeIssuer = await testEntity('https://strange-issuer.example', {
  hints: [strangerAnchor.entityId],
  metadata: { openid_credential_issuer: { credential_issuer: 'https://strange-issuer.example' } },
})
connectEntity(fixture.network, clock, strangerAnchor, [strangeIssuer])
connectEntity(fixture.network, clock, strangeIssuer)

const refuses = (row: ResponseRow, at = fixture) => refusesResponse(at, row)

const raw = (value: Json): string => encodeBase64url(JSON.stringify(value))
const digest = (text: string): string => encodeBase64url(fixture.crypto.digest('sha-256', text))

/** Changes the Issuer-signed JWT of a presentation and signs it again; the disclosures stay. */
const issuerJwt =
  (change: (jwt: string) => Promise<string> | string, append: readonly string[] = []) =>
  async (text: string): Promise<string> => {
    const [jwt = '', ...rest] = text.split('~')
    return [await change(jwt), ...rest.slice(0, -1), ...append, ''].join('~')
  }
const payload = (change: (claims: Record<string, unknown>) => object, append: readonly string[] = []): Bend => ({
  presented: issuerJwt(
    (jwt) => forgeJwt(jwt, credentialSigner, { payload: { ...change(decodeJwt(jwt).payload) } }),
    append,
  ),
})
const appended = (...texts: readonly string[]): Bend => ({ presented: issuerJwt((jwt) => jwt, texts) })
const hidden = (...texts: readonly string[]): Bend =>
  payload(({ _sd }) => ({ _sd: [...(_sd as string[]), ...texts.map(digest)] }), texts)

const expired = raw(['salt', 'exp', 9_999_999_999])
const element = raw(['salt', 'element'])

const madeBy = (iss: string, signer: Signer): Bend => ({
  credential: (content) => {
    content.plain.iss = iss
    content.signer = signer
    content.header.kid = signer.kid
  },
})
const claiming = (claims: object): Bend => ({ credential: changing(claims, 'plain') })

const issuerRows: ResponseRow[] = [
  ...refusalsOf<Bend, [number]>(
    {
      'RP-60 issuer_missing': { 'a credential without iss': claiming({ iss: undefined }) },
      'RP-60 entity_type_missing': { 'an issuer without issuer metadata': madeBy(providerId, fixture.provider.signer) },
      'RP-60 issuer_key_unknown': {
        'a kid that the issuer does not publish': { credential: changing({ kid: 'unknown' }, 'header') },
      },
      'RP-84 no_trust_chain': {
        'an issuer below another anchor': madeBy(strangeIssuer.entityId, strangeIssuer.signer),
        'an invalid trust chain in the header': {
          credential: changing({ trust_chain: ['a.b.c', 'd.e.f'] }, 'header'),
        },
      },
    },
    403,
  ),
  ...refusalsOf<Bend>({
    'RP-60 signature_invalid': {
      'a signature by another key with the issuer’s kid': { credential: changing({ signer: stranger }) },
    },
  }),
]

const other = 'https://other.example'
const audienceRows: ResponseRow[] = [
  ['RP-215', 'a credential for another party', claiming({ aud: other }), 'aud_mismatch'],
  ['RP-215', 'a credential for several other parties', claiming({ aud: [other, `${other}/2`] }), 'aud_mismatch'],
  ['RP-215', 'a credential for nobody', claiming({ aud: [] }), 'aud_mismatch'],
  ['RP-215', 'an audience that is not a text', claiming({ aud: { of: other } }), 'aud_mismatch'],
]

const disclosureRows: ResponseRow[] = [
  ['RP-62', 'a disclosure without a digest', appended(raw(['s', 'age', 3])), 'disclosure_unreferenced'],
  ['RP-62', 'a disclosure twice', { presented: (text) => text.replace(/~([^~]+)~/, '~$1~$1~') }, 'disclosure_repeated'],
  ['RP-62', 'a disclosure of one element', hidden(raw(['s'])), 'disclosure_length'],
  ['RP-62', 'a disclosure that is not base64url', appended('!'), 'disclosure_malformed'],
  [
    'GEN-23',
    'a number that a JSON parser would round (GEN-34)',
    hidden(encodeBase64url('["s","age",9007199254740993]')),
    'json_malformed',
  ],
  ['RP-62', 'a salt that is not a string', hidden(raw([1, 'age', 3])), 'disclosure_salt_invalid'],
  ['RP-62', 'a name that is not a string', hidden(raw(['s', 1, 3])), 'disclosure_name_invalid'],
  ['RP-62', 'a claim named _sd', hidden(raw(['s', '_sd', []])), 'disclosure_name_reserved'],
  ['RP-62', 'an array element in place of an object member', hidden(element), 'disclosure_kind_mismatch'],
  ['RP-62', 'a selectively disclosed exp', hidden(expired), 'disclosure_never_selective'],
  ['RP-62', 'a selectively disclosed aud', hidden(raw(['s', 'aud', other])), 'disclosure_never_selective'],
  ['RP-62', 'a digest twice', payload(({ _sd }) => ({ _sd: [...(_sd as []), ...(_sd as [])] })), 'digest_repeated'],
  ['RP-62', 'a digest that is not a string', payload(() => ({ _sd: [7] })), 'digest_malformed'],
  ['RP-62', 'a claim both plain and disclosed', payload(() => ({ given_name: 'Eva' })), 'claim_name_clash'],
  ['RP-62', 'an unknown _sd_alg', payload(() => ({ _sd_alg: 'md5' })), 'sd_alg_unsupported'],
  ['RP-11', 'a text without tilde', { presented: () => 'nothing', kbJwt: () => '' }, 'sd_jwt_malformed'],
]

for (const row of [...issuerRows, ...audienceRows, ...disclosureRows])
  test(`${row[0]} refuses ${row[1]}`, () => refuses(row))

/** Returns the surface's own requirement for a code, if it has one in place of a GEN row. */
const ownOf = (own: Readonly<Record<string, string>>, code: string, general: string): string => own[code] ?? general

const sdJwtOwn = { alg_unsupported: 'RP-61', expired: 'RP-69', not_yet_valid: 'RP-69', signature_invalid: 'RP-60' }
const wrongAlgorithm = (jwt: string, signer: Signer) => forgeJwt(jwt, signer, { header: { alg: 'ES384' } })
const typed = (typ: string | undefined) => (jwt: string, signer: Signer) => forgeJwt(jwt, signer, { header: { typ } })
const retyped = typed('wallet-attestation+jwt')
const faults = [
  ...commonJwtFaults.filter(([, title]) => title !== 'the typ of another kind'),
  ['GEN-14', 'the typ of another kind', retyped, 'typ_mismatch'] as const,
  ['GEN-14', 'no typ', typed(undefined), 'typ_mismatch'] as const,
  ['GEN-14', 'the typ JWT', typed('JWT'), 'typ_mismatch'] as const,
  ['GEN-11', 'an algorithm that does not fit the key', wrongAlgorithm, 'key_mismatch'] as const,
]
for (const [id, title, forge, code] of faults) {
  test(`${ownOf(sdJwtOwn, code, id)} ${id} refuses a credential with ${title}`, () =>
    refuses([ownOf(sdJwtOwn, code, id), title, { presented: issuerJwt((jwt) => forge(jwt, credentialSigner)) }, code]))
}

test('RP-215 accepts a credential for this Relying Party, alone or among others', async () => {
  const { entityId } = fixture.config
  for (const aud of [entityId, [other, entityId]])
    assert.equal((await present(fixture, { bend: claiming({ aud }) })).response.status, 200)
})

test('GEN-44 the place of a fault of the issuer is in the credential', async () => {
  for (const [bend, place] of [
    [claiming({ iss: undefined }), 'sd_jwt.payload.iss'],
    [{ credential: changing({ kid: 'unknown' }, 'header') }, 'sd_jwt.header.kid'],
  ] as const) {
    await present(fixture, { query: 'variant=dcql&flow=cross-device', bend })
    assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.at, place)
  }
})

test('GEN-24 an iss that is not an entity identifier does not become evidence', async () => {
  for (const [iss, entity] of [
    ['x'.repeat(90_000), undefined],
    ['https://nobody.example', 'https://nobody.example'],
  ]) {
    const bend: Bend = { credential: changing({ iss }, 'plain') }
    const { response } = await present(fixture, { query: 'variant=dcql&flow=cross-device', bend })
    await assertRefused(fixture, response, ['RP-84', 'no_trust_chain', 403])
    assert.equal(fixture.sink.lastRefusal()?.evidence.entity, entity)
  }
})

test('RP-61 refuses an algorithm that is supported but not published for credentials', async () => {
  const at = await relyingPartyFixture({ config: { sdJwtAlgorithms: ['ES512'] } })
  await refuses(['RP-61', '', {}, 'alg_unsupported'], at)
})

test('RP-60 accepts a credential that is signed with the issuer’s federation key', async () => {
  const { signer } = fixture.issuer
  const bend: Bend = {
    credential: (content) => {
      content.signer = signer
      content.header.kid = signer.kid
    },
  }
  assert.equal((await present(fixture, { bend })).response.status, 200)
})

for (const [title, keysOf, signedBy, refused] of [
  ['has one fitting key in its metadata', (key) => [key, edKey], 'metadata', undefined],
  ['has no fitting key in its metadata but one federation key', () => [edKey], 'federation', undefined],
  ['has two fitting keys in its metadata', (key) => [key, stranger.publicJwk], 'metadata', ['issuer_key_unknown', 403]],
  ['has only a foreign key in its metadata', () => [stranger.publicJwk], 'federation', ['signature_invalid', 400]],
] as readonly (readonly [
  string,
  (key: PublicJwk) => PublicJwk[],
  'metadata' | 'federation',
  [string, number] | undefined,
])[])
  test(`RP-60 ${refused ? 'refuses' : 'accepts'} a credential without kid if its issuer ${title} (D-234)`, async () => {
    const at = await relyingPartyFixture()
    const keys = keysOf(at.credentialSigner.publicJwk) as unknown as JsonObject[]
    const metadata = { openid_credential_issuer: { credential_issuer: issuerId, jwks: { keys } } }
    connectEntity(at.network, at.clock, { ...at.issuer, metadata })
    const bend: Bend = {
      credential: (content) => {
        content.signer = signedBy === 'metadata' ? at.credentialSigner : at.issuer.signer
        Reflect.deleteProperty(content.header, 'kid')
        Reflect.deleteProperty(content.plain, 'status')
      },
    }
    const { response } = await present(at, { query: 'variant=dcql&flow=cross-device', bend })
    if (refused === undefined) assert.equal(response.status, 200)
    else await assertRefused(at, response, ['RP-60', ...refused])
  })

test('RP-68 RP-69 times within the skew pass', async () => {
  const bend: Bend = {
    credential: ({ plain }) => {
      plain.exp = clock.now() - 29
      plain.nbf = clock.now() + 30
    },
    binding: (one) => {
      one.now += 30
    },
  }
  assert.equal((await present(fixture, { bend })).response.status, 200)
})

test('GEN-27 a response gets 503 if an issuer or provider that was trusted before is unreachable', async () => {
  const unchained: Bend = { attestation: changing({ trustChain: undefined }) }
  for (const unreachable of [issuerId, providerId]) {
    const at = await relyingPartyFixture()
    assert.equal((await present(at, { bend: unchained })).response.status, 200)
    at.clock.advance(2 * 86_400)
    at.network.disconnect(unreachable)
    const { response } = await present(at, { bend: unchained })
    await assertRefused(at, response, ['GEN-27', 'trust_unavailable', 503, 'temporarily_unavailable'])
  }
})
