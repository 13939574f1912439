/** The PID as mdoc in the wallet: its request, the checks before it is stored, and its listing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonObject, verified } from '../../../src/base/index.ts'
import { type Cbor, cborTag, isCborTag } from '../../../src/cose/index.ts'
import { generateSigner, jwkThumbprint } from '../../../src/jose/index.ts'
import {
  type MdocContent,
  openId4VpTranscript,
  parseDeviceResponse,
  verifyDeviceAuth,
} from '../../../src/mdoc/index.ts'
import { formatMdoc } from '../../../src/oauth/index.ts'
import { pidSupport } from '../../../src/oid4vci/index.ts'
import { createMdocIssuer } from '../../../src/pid-provider-adapters/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { type CborObject, rewritten } from '../../support/mdoc.ts'
import { createPresentationBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { expectSuccess } from '../../support/refuses.ts'
import {
  domesticNamespace,
  type IssuerBends,
  issuerId,
  issuerPaths,
  mdocElements,
  pidClaims,
} from '../../support/scripted-issuer.ts'
import { presentationNonce, relyingPartyId, responseUri } from '../../support/scripted-relying-party.ts'

const asMdoc = { format: formatMdoc } as const
const { doctype } = pidSupport
const requiredElements = ['family_name', 'given_name', 'birth_date']

test('WI-51 WI-62 requests, checks, stores and lists an mdoc', async () => {
  const { fixture, wallet, phone } = await createIssuanceBench()
  const pid = await wallet.obtainPid(issuerId, asMdoc)
  const sent = fixture.network.exchanges.map(({ request }) => request)
  const pushed = sent.find(({ url }) => url === `${issuerId}${issuerPaths.par}`) as Request
  const object = decodeJwt(new URLSearchParams(await pushed.clone().text()).get('request') ?? '').payload
  const definition = { type: [pidSupport.credentialType] }
  assert.deepEqual(object.authorization_details, [
    { type: 'openid_credential', format: 'mso_mdoc', doctype, credential_definition: definition },
  ])
  const asked = sent.find(({ url }) => url === `${issuerId}${issuerPaths.credential}`) as Request
  const { proof, ...body } = (await asked.clone().json()) as JsonObject
  assert.ok(proof)
  assert.deepEqual(body, { format: 'mso_mdoc', doctype, credential_definition: definition })
  observeOutput('WI-51')
  const [listed] = await wallet.list()
  assert.deepEqual([listed?.format, listed?.type, listed?.state], ['mso_mdoc', doctype, 'valid'])
  assert.equal(listed?.expiresAt, fixture.clock.now() + 86_400)
  assert.deepEqual((await wallet.show(pid.id)).claims, { ...mdocElements, tax_id_code: pidClaims.tax_id_number })
  assert.ok(phone.state.keys.has(pid.keyTag))
})

/** Adds an element to the issuer's mdoc, or replaces its value, in each namespace. */
const withElement =
  (name: string, value: Cbor) =>
  (content: MdocContent): MdocContent => ({
    ...content,
    nameSpaces: new Map(
      [...content.nameSpaces].map(([space, elements]) => [space, new Map([...elements, [name, value]])]),
    ),
  })
/** Adds an element whose value the wallet does not support (D-194). */
const withForeign = (name: string) => withElement(name, cborTag(100, 3650))

test('WI-62 the wallet accepts an mdoc with an unknown element, and does not show the element', async () => {
  const { issuer, wallet } = await createIssuanceBench()
  issuer.bends.mdoc = withForeign('foreign')
  const pid = await wallet.obtainPid(issuerId, asMdoc)
  assert.deepEqual((await wallet.show(pid.id)).claims, { ...mdocElements, tax_id_code: pidClaims.tax_id_number })
})

test('WI-14 shows both elements that have the same name in two namespaces (D-367)', async () => {
  const { issuer, wallet } = await createIssuanceBench()
  issuer.bends.mdoc = (content) => ({
    ...content,
    nameSpaces: new Map([...content.nameSpaces, ['org.example', new Map<string, Cbor>([['given_name', 'Eva']])]]),
  })
  const pid = await wallet.obtainPid(issuerId, asMdoc)
  const { given_name, ...others } = mdocElements
  assert.deepEqual((await wallet.show(pid.id)).claims, {
    [`${doctype}.given_name`]: given_name,
    ...others,
    tax_id_code: pidClaims.tax_id_number,
    'org.example.given_name': 'Eva',
  })
})

for (const [title, value] of [
  ['a text', '1980-01-10'],
  ['a time', cborTag(0, '1980-01-10T00:00:00Z')],
] as const)
  test(`WI-62 accepts an mdoc whose date of birth is ${title} (D-254)`, async () => {
    const { issuer, wallet } = await createIssuanceBench()
    issuer.bends.mdoc = withElement('birth_date', value)
    assert.equal((await wallet.obtainPid(issuerId, asMdoc)).type, doctype)
  })

test('WI-55 renews an mdoc as an mdoc', async () => {
  const { wallet } = await createIssuanceBench()
  const first = await wallet.obtainPid(issuerId, asMdoc)
  const second = await wallet.renewPid(first.id)
  assert.equal(second.format, 'mso_mdoc')
  assert.notEqual(second.keyTag, first.keyTag)
})

const { wallet, issuer, fixture, phone } = await createIssuanceBench()
const stranger = await generateSigner({ crypto })
const clock = fixture.clock
const request = {
  entityId: issuerId,
  organizationName: 'Ente di Prova',
  country: 'IT',
  credentialLifetimeSeconds: 86_400,
}
const foreign = await createMdocIssuer({ crypto, clock }, request)
const own = { signer: issuer.mdocIssuer.signer, x5chain: [issuer.mdocIssuer.certificate] }

const firstItem = (change: (items: Cbor[]) => void) => (text: string) =>
  rewritten(text, (top) => change((top.get('nameSpaces') as CborObject).get(doctype) as Cbor[]))

for (const [title, bend, code] of [
  ['that is not a CBOR map', { mdocText: () => 'AAAA' }, 'cbor_malformed'],
  ['that is not base64url', { mdocText: () => '*' }, 'mdoc_malformed'],
  [
    'of an authority of the same name',
    { mdocSigner: { signer: foreign.signer, x5chain: [foreign.certificate] } },
    'chain_signature_invalid',
  ],
  [
    'signed by another key than that of its certificate',
    { mdocSigner: { ...own, signer: stranger } },
    'cose_signature_invalid',
  ],
  ['with a malformed element', { mdocText: firstItem((items) => items.unshift(1)) }, 'item_malformed'],
  ['with an element twice', { mdocText: firstItem((items) => items.push(items[0] ?? 0)) }, 'element_repeated'],
  ['with another value', { mdocText: altered }, 'digest_mismatch'],
  ['of another doctype', { mdoc: (content) => ({ ...content, docType: 'org.iso.18013.5.1.mDL' }) }, 'doctype_mismatch'],
  [
    'for another device key',
    { mdoc: (content) => ({ ...content, deviceKey: stranger.publicJwk }) },
    'device_key_mismatch',
  ],
  [
    'that has expired',
    { mdoc: (content) => ({ ...content, issuedAt: clock.now() - 200, expiresAt: clock.now() - 100 }) },
    'mdoc_expired',
  ],
  [
    'that is not valid yet',
    { mdoc: (content) => ({ ...content, validFrom: clock.now() + 100 }) },
    'mdoc_not_yet_valid',
  ],
  [
    'without the names of a person',
    { mdoc: (content) => ({ ...content, nameSpaces: new Map([[domesticNamespace, new Map([['x', 1]])]]) }) },
    'element_missing',
  ],
  [
    'whose names are in the namespace of another type (D-1090)',
    {
      mdoc: (content) => ({
        ...content,
        nameSpaces: new Map(
          [...content.nameSpaces].map(([space, elements]) => [space === doctype ? 'org.example' : space, elements]),
        ),
      }),
    },
    'element_missing',
  ],
  [
    'whose family name is a number, although a text of that name is in another namespace (D-1090)',
    {
      mdoc: (content) => ({
        ...content,
        nameSpaces: new Map([
          ...withElement('family_name', 42)(content).nameSpaces,
          ['org.example', new Map([['family_name', 'Rossi']])],
        ]),
      }),
    },
    'element_malformed',
  ],
  ['whose date of birth has an unsupported type', { mdoc: withForeign('birth_date') }, 'element_missing'],
  ...requiredElements.map((name) => [`whose ${name} is null`, { mdoc: withElement(name, null) }, 'element_missing']),
  ['whose given name is a number', { mdoc: withElement('given_name', 42) }, 'element_malformed'],
  ['whose family name is a list', { mdoc: withElement('family_name', ['Rossi']) }, 'element_malformed'],
  [
    'whose date of birth is a tagged epoch time',
    { mdoc: withElement('birth_date', cborTag(1, 0)) },
    'element_malformed',
  ],
  ['whose date of birth is in another form', { mdoc: withElement('birth_date', '10/01/1980') }, 'element_malformed'],
] as readonly (readonly [string, IssuerBends, string])[]) {
  test(`WI-62 discards an mdoc ${title}`, async () => {
    fixture.clock.advance(1)
    issuer.removeBends()
    Object.assign(issuer.bends, bend)
    const keysBefore = [...phone.state.keys.keys()]
    const { at = '' } = await refusedBy('WI-62', code, wallet.obtainPid(issuerId, asMdoc))
    if (code.startsWith('element_m'))
      assert.ok(requiredElements.some((name) => at === `pid.nameSpaces.${doctype}.${name}`))
    assert.deepEqual(await wallet.list(), [])
    assert.deepEqual([...phone.state.keys.keys()], keysBefore, 'no key of the refused PID remains')
    issuer.removeBends()
  })
}

test('WI-62 discards an mdoc when the metadata names no authority', async () => {
  const other = await createIssuanceBench()
  other.issuer.bends.metadata = ({ jwks, ...metadata }) => ({
    ...metadata,
    jwks: { keys: (jwks as { keys: JsonObject[] }).keys.slice(0, 1) },
  })
  await refusedBy('WI-62', 'chain_untrusted', other.wallet.obtainPid(issuerId, asMdoc))
  assert.deepEqual(await other.wallet.list(), [])
})

/** Changes the value of an element under the same digest. */
function altered(text: string): string {
  return firstItem((items) => {
    const [first] = items
    assert.ok(isCborTag(first))
    const bytes = Buffer.from(first.value as Uint8Array)
    bytes.write('Eva', bytes.indexOf('Ada'))
    items[0] = cborTag(24, Uint8Array.from(bytes))
  })(text)
}

type TokenOf = (bench: PresentationBench, form: URLSearchParams) => JsonObject | Promise<JsonObject>
const opened: TokenOf = async (bench, form) => (await bench.decryptResponse(form)).vp_token as JsonObject
const ofSigned: TokenOf = (_, form) => decodeJwt(form.get('response') ?? '').payload.vp_token as JsonObject
const ofForm: TokenOf = (_, form) => JSON.parse(form.get('vp_token') ?? '') as JsonObject

test('WI-14 the wallet shows the user which elements of an mdoc the Relying Party will keep (OpenID4VP 1.0 §B.2)', async () => {
  const bench = await createPresentationBench()
  const claims = [
    { path: [doctype, 'family_name'], intent_to_retain: true },
    { path: [doctype, 'given_name'], intent_to_retain: false },
    { path: [doctype, 'birth_date'] },
  ]
  const meta = { doctype_value: doctype }
  bench.relyingParty.bends.query = { credentials: [{ id: 'pid', format: formatMdoc, meta, claims }] }
  bench.relyingParty.bends.metadata = (members) => ({ ...members, vp_formats: { mso_mdoc: { alg: ['ES256'] } } })
  await bench.wallet.obtainPid(issuerId, asMdoc)
  await bench.present()
  const shown = bench.asked.at(-1)?.items[0]?.candidates[0]?.claims
  assert.deepEqual(
    shown?.map(({ path: [, name], intentToRetain }) => [name, intentToRetain]),
    [
      ['family_name', true],
      ['given_name', undefined],
      ['birth_date', undefined],
    ],
  )
})

test('WI-95 an mdoc is not presented if no algorithm number in the metadata fits (D-412)', async () => {
  const bench = await createPresentationBench()
  const { bends } = bench.relyingParty
  const claims = [{ path: [doctype, 'given_name'] }]
  bends.query = { credentials: [{ id: 'pid', format: formatMdoc, meta: { doctype_value: doctype }, claims }] }
  await bench.wallet.obtainPid(issuerId, asMdoc)
  for (const unfit of [{ issuerauth_alg_values: [-35] }, { deviceauth_alg_values: [-35] }]) {
    bends.metadata = (members) => ({ ...members, vp_formats: { mso_mdoc: unfit } })
    await bench.refuses('WI-95', 'algorithm_not_attested')
  }
  assert.equal(bench.asked.length, 0)
})

for (const [title, responseMode, left, tokenOf, isEncrypted] of [
  ['of an encrypted response', 'direct_post.jwt', [], opened, true],
  [
    'of a response that is only signed, although an encryption key is published',
    'direct_post.jwt',
    ['authorization_encrypted_response_alg', 'authorization_encrypted_response_enc'],
    ofSigned,
    false,
  ],
  ['of a plain response', 'direct_post', [], ofForm, false],
] as const)
  test(`WI-84 WI-87 the device signs the session transcript ${title} (D-40)`, async () => {
    const bench = await createPresentationBench()
    const { bends, decrypter } = bench.relyingParty
    const claims = [{ path: [doctype, 'family_name'] }]
    bends.query = { credentials: [{ id: 'pid', format: formatMdoc, meta: { doctype_value: doctype }, claims }] }
    bends.responseMode = responseMode
    bends.metadata = (members) => ({
      ...Object.fromEntries(Object.entries(members).filter(([name]) => !left.some((one) => one === name))),
      vp_formats: { mso_mdoc: { alg: ['ES256'] } },
    })
    await bench.wallet.obtainPid(issuerId, asMdoc)
    await bench.present()
    const { pid } = await tokenOf(bench, await bench.lastForm(responseUri))
    const [text = ''] = [pid].flat() as string[]
    const policy = { algorithms: ['ES256'], deviceAlgorithms: ['ES256'] } as const
    const response = expectSuccess(parseDeviceResponse(text, policy, 'vp_token'))
    const transcript = openId4VpTranscript(
      { crypto },
      {
        clientId: relyingPartyId,
        presentationNonce,
        encryptionThumbprint: isEncrypted ? jwkThumbprint({ crypto }, decrypter.publicJwk) : undefined,
        responseUri,
      },
    )
    expectSuccess(await verifyDeviceAuth({ crypto }, response, verified(response.mdoc), transcript, 'vp_token'))
  })
