/** An mdoc at the Relying Party: the result of a valid presentation, and each fault with its refusal (RP-12). */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Cbor, cborTag, encodeCbor } from '../../../src/cose/index.ts'
import { createLocalSigner, generateSigner } from '../../../src/jose/index.ts'
import { type MdocSigner, mdocLimit } from '../../../src/mdoc/index.ts'
import { signingKey } from '../../../src/node/node-crypto.ts'
import { createMdocIssuer } from '../../../src/pid-provider-adapters/mdoc-issuer-file.ts'
import { resultFromJson } from '../../../src/relying-party/application/presentation-result.ts'
import { statusValues } from '../../../src/status-list/index.ts'
import { refusalsOf } from '../../support/cases.ts'
import {
  type CborObject,
  decoded,
  docType,
  domestic,
  makeCertificate,
  nameSpaces,
  rewritten,
  signerWith,
} from '../../support/mdoc.ts'
import { askedElements, type MdocBend, mdocQuery, presentedMdoc } from '../../support/mdoc-presentation.ts'
import {
  issuerId,
  metadataOf,
  type RelyingPartyFixture,
  relyingPartyFixture,
} from '../../support/relying-party-service.ts'
import {
  assertRefused,
  type Bend,
  bodyOf,
  present,
  type TestWallet,
  testWallet,
} from '../../support/relying-party-wallet.ts'

const query = 'variant=dcql&flow=cross-device'
const fixture = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery } })
const { clock, crypto } = fixture
const ctx = { crypto, random: fixture.random }
const wallet: TestWallet = await testWallet(fixture)

/** A tag that this verifier does not support (D-194). */
const foreignValue = cborTag(100, 3650)
const ownSigner: MdocSigner = { signer: fixture.mdocIssuer.signer, x5chain: [fixture.mdocIssuer.certificate] }

const presentsMdoc = (bend: MdocBend = {}, at = fixture, holder = wallet): Bend => {
  let shown = ''
  return {
    binding: ({ nonce }) => {
      shown = nonce
    },
    members: async (members) => {
      members.vp_token.pid = await presentedMdoc(at, holder, shown, bend)
    },
  }
}

test('RP-60 refuses an mdoc whose document type the issuer’s metadata do not list', async () => {
  for (const [doctype, accepted] of [
    ['org.example.library', false],
    [docType, true],
  ] as const) {
    const issuerMetadata = { credential_configurations_supported: { document: { format: 'mso_mdoc', doctype } } }
    const at = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery }, issuerMetadata })
    const holder = await testWallet(at)
    const { response } = await present(at, { query, wallet: holder, bend: presentsMdoc({}, at, holder) })
    if (accepted) assert.equal(response.status, 200, await response.text())
    else await assertRefused(at, response, ['RP-60', 'credential_type_not_issued', 403])
  }
})

test('RP-12 RP-58 accepts an mdoc and passes on the requested elements', async () => {
  const { response, started } = await present(fixture, { query, wallet, bend: presentsMdoc() })
  assert.equal(response.status, 200, await response.clone().text())
  const session = await fixture.stores.presentationSessions.find(started.id)
  const credentials = session?.result?.credentials as readonly object[] | undefined
  assert.deepEqual(credentials?.[0], {
    id: 'pid',
    format: 'mso_mdoc',
    type: docType,
    issuer: issuerId,
    issuerName: 'Ente di Prova',
    selected: [
      { path: [docType, 'given_name'], value: 'Ada' },
      { path: [domestic, 'personal_administrative_number'], value: 'TINIT-XXX' },
    ],
    status: 'valid',
    surplus: [],
    ...validityOf(credentials?.[0]),
  })
})

test('RP-12 RP-55 an unsupported element causes no refusal, and is surplus if it was not requested', async () => {
  const elements = nameSpaces()
  elements.get(docType)?.set('foreign', foreignValue)
  for (const [asked, surplus] of [
    [askedElements, []],
    [[...askedElements, [docType, 'foreign'] as const], [`${docType}.foreign`]],
  ] as const) {
    const bend = presentsMdoc({ content: { nameSpaces: elements }, elements: asked })
    const { response, started } = await present(fixture, { query, wallet, bend })
    assert.equal(response.status, 200, await response.clone().text())
    const session = await fixture.stores.presentationSessions.find(started.id)
    assert.ok(session?.result)
    const [shown] = resultFromJson(session.result).credentials
    assert.deepEqual(Object.keys(shown?.claims ?? {}), [
      `${docType}.given_name`,
      `${domestic}.personal_administrative_number`,
    ])
    const [stored] = session.result.credentials as unknown as readonly { readonly surplus: unknown }[]
    assert.deepEqual(stored?.surplus, surplus)
  }
})

test('RP-12 RP-55 passes on an element unchanged that is null or of an unexpected type (D-254)', async () => {
  for (const value of [null, 42, ['Ada'], new Map()] satisfies Cbor[]) {
    const elements = nameSpaces()
    elements.get(docType)?.set('given_name', value)
    const bend = presentsMdoc({ content: { nameSpaces: elements } })
    const { response, started } = await present(fixture, { query, wallet, bend })
    assert.equal(response.status, 200, await response.clone().text())
    const page = await started.browser.get((await bodyOf(response)).redirect_uri)
    assert.equal(page.status, 200)
    assert.deepEqual(fixture.faults, [])
  }
})

test('RP-12 RP-49 accepts any apu and apv, because the device signature covers this request (D-374)', async () => {
  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  for (const header of [{ apu: encoded('a nonce') }, { apu: encoded('a nonce'), apv: encoded('another nonce') }]) {
    const recipient: Bend['recipient'] = (to) => Object.assign(to, { header })
    const { response } = await present(fixture, { query, wallet, bend: { ...presentsMdoc(), recipient } })
    assert.equal(response.status, 200, await response.text())
  }
})

/** The times of validity, whose exact values these tests do not check. */
const validityOf = (credential: object | undefined) => {
  const { issuedAt, expiresAt } = credential as { readonly issuedAt?: number; readonly expiresAt?: number }
  assert.ok(issuedAt !== undefined && expiresAt !== undefined && issuedAt < expiresAt)
  return { issuedAt, expiresAt }
}

test('RP-25 publishes the format mso_mdoc only if the query asks for an mdoc', async () => {
  const formatsOf = async (at: RelyingPartyFixture) => (await metadataOf(at)).wallet_relying_party.vp_formats
  assert.deepEqual((await formatsOf(fixture)).mso_mdoc, { alg: ['ES256', 'ES384', 'ES512'] })
  assert.equal((await formatsOf(await relyingPartyFixture())).mso_mdoc, undefined)
  const withRsa = await relyingPartyFixture({
    config: { algorithms: ['RS256', 'ES256'], dcqlQuery: fixture.config.dcqlQuery },
  })
  assert.deepEqual((await formatsOf(withRsa)).mso_mdoc, { alg: ['ES256'] })
})

const stranger = await generateSigner(ctx)
const certified = { organizationName: 'An issuer', country: 'IT', credentialLifetimeSeconds: 86_400 }
const foreign = await createMdocIssuer({ crypto, clock }, { entityId: issuerId, ...certified })
const nobody = await createMdocIssuer({ crypto, clock }, { entityId: 'https://nobody.example', ...certified })
fixture.network.connect('https://nobody.example', async () => new Response(null, { status: 404 }))
const withoutIdentifier = makeCertificate(undefined, { uri: '' })
const signedBy = ({ signer, certificate }: typeof foreign): MdocSigner => ({ signer, x5chain: [certificate] })
const document = (top: CborObject): CborObject => (top.get('documents') as CborObject[])[0] as CborObject
const deviceAuth = (top: CborObject): CborObject =>
  (document(top).get('deviceSigned') as CborObject).get('deviceAuth') as CborObject
const changed = (change: (top: CborObject) => void) => ({ text: (text: string) => rewritten(text, change) })
/** A change that breaks the signature. The verifier reads this part before it checks any signature. */
const nestedStatus = changed((top) => {
  const parts = (document(top).get('issuerSigned') as CborObject).get('issuerAuth') as Cbor[]
  const mso = decoded((decoded(parts[2] as Uint8Array) as unknown as { value: Uint8Array }).value)
  mso.delete('status')
  const before = encodeCbor(mso.set('status', [])).slice(0, -1)
  const nested = Uint8Array.of(...before, ...Array(3500).fill(0x81), 0x80)
  parts[2] = encodeCbor(cborTag(24, nested))
})
const now = clock.now()

for (const [id, title, [bend, status], code] of refusalsOf<readonly [bend: MdocBend, status: number]>({
  'RP-12 response_malformed': { 'a text that is not base64url': [{ text: () => '*' }, 400] },
  'RP-12 cbor_malformed': { 'bytes that are not CBOR': [{ text: () => '_w' }, 400] },
  'RP-12 response_version_unsupported': { 'another version': [changed((top) => top.set('version', '9')), 400] },
  'RP-12 response_status_error': { 'a status of an error': [changed((top) => top.set('status', 11)), 400] },
  'RP-12 mso_malformed': { 'a status of 3500 nested lists': [nestedStatus, 400] },
  'RP-12 document_count': {
    'two documents': [changed((top) => top.set('documents', [document(top), document(top)])), 400],
  },
  'RP-12 document_type_mismatch': {
    'another document type beside the MSO': [changed((top) => document(top).set('docType', 'x')), 400],
  },
  'RP-12 device_signature_missing': { 'no device signature': [changed((top) => deviceAuth(top).clear()), 403] },
  'RP-12 device_mac_unsupported': { 'a device MAC': [changed((top) => deviceAuth(top).set('deviceMac', [])), 403] },
  'RP-12 digest_mismatch': {
    'a changed element': [
      changed((top) => {
        const spaces = (document(top).get('issuerSigned') as CborObject).get('nameSpaces') as CborObject
        const [item] = spaces.get(docType) as unknown as { value: Uint8Array }[]
        const bytes = Buffer.from(item?.value ?? [])
        bytes.write('Eva', bytes.indexOf('Ada'))
        spaces.set(docType, [cborTag(24, Uint8Array.from(bytes))])
      }),
      400,
    ],
  },
  'RP-12 chain_signature_invalid': { 'an authority of the same name': [{ signer: signedBy(foreign) }, 403] },
  'RP-12 cose_signature_invalid': {
    'a key that is not the certificate’s': [{ signer: { ...ownSigner, signer: stranger } }, 400],
  },
  'RP-84 no_trust_chain': { 'an issuer outside of the federation': [{ signer: signedBy(nobody) }, 403] },
  'RP-12 issuer_missing': {
    'a certificate without an identifier': [
      { signer: { signer: signerWith(withoutIdentifier), x5chain: [withoutIdentifier.der] } },
      403,
    ],
  },
  'RP-12 mdoc_expired': { 'a past expiry': [{ content: { issuedAt: now - 200, expiresAt: now - 100 } }, 400] },
  'RP-12 mdoc_not_yet_valid': { 'a future start of validity': [{ content: { validFrom: now + 100 } }, 400] },
  'RP-12 device_signature_invalid': {
    'another device': [{ device: stranger }, 403],
    'another nonce': [{ session: { presentationNonce: 'x' } }, 403],
    'another client': [{ session: { clientId: 'https://evil.example' } }, 403],
    'another response_uri': [{ session: { responseUri: 'https://evil.example' } }, 403],
    'another encryption key': [{ session: { encryptionThumbprint: undefined } }, 403],
  },
  'RP-70 status_reference_unusable': {
    'a malformed status': [{ content: { status: { status_list: 1 } } }, 400],
  },
  'RP-13 type_mismatch': { 'another document type': [{ content: { docType: 'other' } }, 400] },
  'RP-13 claim_missing': {
    'a missing element': [{ elements: askedElements.slice(0, 1) }, 400],
    'a requested element of an unsupported type': [
      { content: { nameSpaces: new Map([...nameSpaces(), [docType, new Map([['given_name', foreignValue]])]]) } },
      400,
    ],
  },
})) {
  test(`${id} refuses an mdoc presentation with ${title}`, async () => {
    const { response } = await present(fixture, { query, wallet, bend: presentsMdoc(bend) })
    await assertRefused(fixture, response, [id, code, status])
  })
}

/** Returns an issuer below its own authority whose document signer has a key of this algorithm. */
async function issuerWith(alg: 'ES256' | 'EdDSA' | 'ES256K'): Promise<typeof fixture.mdocIssuer> {
  const options = {
    EdDSA: ['ed25519'],
    ES256K: ['ec', { namedCurve: 'secp256k1' }],
    ES256: ['ec', { namedCurve: 'P-256' }],
  }
  const { privateKey, publicKey } = generateKeyPairSync(...(options[alg] as ['ec', { namedCurve: string }]))
  const times = { from: now - 1000, until: now + 100_000 }
  const authority = makeCertificate(undefined, { ...times, subject: 'CN=Authority', authority: true })
  const leaf = makeCertificate(authority, {
    ...{ ...times, uri: issuerId },
    spki: publicKey.export({ type: 'spki', format: 'der' }),
  })
  const signer = createLocalSigner(ctx, alg, signingKey(privateKey))
  return { ...fixture.mdocIssuer, signer, certificate: leaf.der, authority: authority.der }
}

for (const alg of ['EdDSA', 'ES256K', 'ES256'] as const)
  test(`RP-25 RP-12 accepts an mdoc whose issuer signs with ${alg}, and refuses it without that algorithm (D-262)`, async () => {
    const mdocIssuer = await issuerWith(alg)
    const other = alg === 'ES256' ? 'ES384' : 'ES256'
    for (const accepted of [alg, other] as const) {
      const at = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery, mdocAlgorithms: [accepted] }, mdocIssuer })
      assert.deepEqual((await metadataOf(at)).wallet_relying_party.vp_formats.mso_mdoc, { alg: [accepted] })
      const holder = await testWallet(at)
      const { response } = await present(at, { query, wallet: holder, bend: presentsMdoc({}, at, holder) })
      if (accepted === alg) assert.equal(response.status, 200, await response.text())
      else await assertRefused(at, response, ['RP-12', 'cose_alg_unsupported', 400])
    }
  })

for (const [title, count, portrait] of [
  ['two mdocs with portraits of 90 kB', 2, 90_000],
  ['two of the largest mdocs that a wallet stores', 2, mdocLimit - 4096],
] as const)
  test(`RP-221 accepts a response with ${title} (D-1130)`, async () => {
    const [asked] = mdocQuery.credentials
    assert.ok(asked)
    const claims = [{ path: [docType, 'portrait'] }]
    const credentials = Array.from({ length: count }, (_, n) => ({ ...asked, id: `pid${n}`, claims }))
    const at = await relyingPartyFixture({ config: { dcqlQuery: { credentials } } })
    const holder = await testWallet(at)
    const elements = new Map([[docType, new Map<string, Cbor>([['portrait', new Uint8Array(portrait)]])]])
    let shown = ''
    const bend: Bend = {
      binding: ({ nonce }) => {
        shown = nonce
      },
      members: async (members) => {
        const content = { nameSpaces: elements }
        const presented = await presentedMdoc(at, holder, shown, { content, elements: [[docType, 'portrait']] })
        members.vp_token = {
          ...members.vp_token,
          pid: undefined,
          ...Object.fromEntries(credentials.map(({ id }) => [id, presented])),
        }
      },
    }
    const { response } = await present(at, { query, wallet: holder, bend })
    assert.equal(response.status, 200, await response.text())
  })

test('RP-70 RP-12 refuses an mdoc that was revoked', async () => {
  const at = await relyingPartyFixture({ config: { dcqlQuery: mdocQuery } })
  at.setStatusOf('pid', statusValues.invalid)
  const { response } = await present(at, { query, wallet, bend: presentsMdoc({}, at) })
  await assertRefused(at, response, ['RP-70', 'revoked', 400])
})

const field = (namespace: string, name: string) => ({ path: [`$['${namespace}']['${name}']`] })
const definition = (change: object = {}) => ({
  id: 'mdoc-login',
  input_descriptors: [
    {
      id: docType,
      format: { mso_mdoc: { alg: ['ES256'] } },
      constraints: { limit_disclosure: 'required', fields: askedElements.map(([space, name]) => field(space, name)) },
      ...change,
    },
  ],
})
const inScope = (change: object = {}) => ({ presentationDefinitions: [definition(change)], scope: 'mdoc-login' })
/** Presents only the mdoc in variant 1, with its presentation submission. */
const submitsMdoc = (at: typeof fixture, bend: MdocBend = {}): Bend => {
  let shown = ''
  return {
    binding: ({ nonce }) => {
      shown = nonce
    },
    members: async (members) => {
      members.vp_token = await presentedMdoc(at, wallet, shown, bend)
      const descriptor_map = [{ id: docType, format: 'mso_mdoc', path: '$' }]
      members.presentation_submission = { id: 's', definition_id: 'mdoc-login', descriptor_map }
    },
  }
}

test('RP-12 RP-86 RP-25 variant 1: a definition that asks for an mdoc gets the requested elements', async () => {
  const at = await relyingPartyFixture({ config: inScope() })
  assert.deepEqual(at.config.mdocAlgorithms, ['ES256', 'ES384', 'ES512'])
  const { response, started } = await present(at, { query: 'variant=scope', wallet, bend: submitsMdoc(at) })
  assert.equal(response.status, 200, await response.clone().text())
  const session = await at.stores.presentationSessions.find(started.id)
  assert.ok(session?.result)
  assert.deepEqual(resultFromJson(session.result).credentials[0]?.claims, {
    [`${docType}.given_name`]: 'Ada',
    [`${domestic}.personal_administrative_number`]: 'TINIT-XXX',
  })
})

for (const [id, title, change, bend, code, status] of [
  ['RP-86', 'another document type', {}, { content: { docType: 'other' } }, 'doctype_mismatch', 400],
  ['RP-86', 'another algorithm', { format: { mso_mdoc: { alg: ['ES512'] } } }, {}, 'algorithm_mismatch', 400],
  ['RP-53', 'another format', { format: { 'vc+sd-jwt': {} } }, {}, 'descriptor_format_mismatch', 400],
  ['RP-13', 'a missing element', {}, { elements: askedElements.slice(0, 1) }, 'field_missing', 400],
  [
    'RP-86',
    'an unrequested element',
    {},
    { elements: [...askedElements, [docType, 'family_name']] },
    'disclosure_not_limited',
    400,
  ],
  ['RP-12', 'another device', {}, { device: stranger }, 'device_signature_invalid', 403],
  ['RP-12', 'another nonce', {}, { session: { presentationNonce: 'x' } }, 'device_signature_invalid', 403],
  [
    'RP-86',
    'another value',
    { constraints: { fields: [{ ...field(docType, 'given_name'), filter: { type: 'string', const: 'Eva' } }] } },
    {},
    'filter_mismatch',
    400,
  ],
] as readonly (readonly [string, string, object, MdocBend, string, number])[])
  test(`${id} variant 1: refuses an mdoc with ${title}`, async () => {
    const at = await relyingPartyFixture({ config: inScope(change) })
    const { response } = await present(at, { query: 'variant=scope', wallet, bend: submitsMdoc(at, bend) })
    await assertRefused(at, response, [id, code, status])
  })
