/** A second credential type, which is only a data file: it is issued, received and presented in both formats. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type Json, type JsonObject, type PublicJwk } from '../../src/base/index.ts'
import { holderFacets } from '../../src/credential/holder.ts'
import { type CredentialType, pid } from '../../src/credential/index.ts'
import { type CredentialContent, issuerFacets } from '../../src/credential/issuer.ts'
import { mdocClaims, parseDeviceResponse } from '../../src/mdoc/index.ts'
import { createAuthorizationDetail, formatMdoc, formatNames, formatSdJwt } from '../../src/oauth/index.ts'
import { describeCredentials } from '../../src/oid4vci/index.ts'
import { loginAttributes, registerSubject, uniqueIdOf } from '../../src/pid-provider/index.ts'
import { createPersonSource, personSourceConfig } from '../../src/pid-provider-adapters/index.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { healthCard } from '../support/health-card.ts'
import { createIssuanceBench } from '../support/issuance-bench.ts'
import {
  beginIssuance,
  bodyOf,
  callback,
  consentPage,
  obtainPid,
  obtainTokens,
  openBrowser,
  pushed,
  requestCredential,
} from '../support/pid-issuance.ts'
import { pidProviderFixture, testWallet } from '../support/pid-provider-fixture.ts'
import { benchOf } from '../support/presentation-bench.ts'
import { person } from '../support/scripted-identity-provider.ts'
import { issuerId } from '../support/scripted-issuer.ts'
import { createScriptedRelyingParty, responseUri } from '../support/scripted-relying-party.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestWallet } from '../support/wallet-parts.ts'

const { credentialType, doctype } = healthCard
const formats = [formatSdJwt, formatMdoc] as const
const known: readonly [CredentialType, ...CredentialType[]] = [pid, healthCard]

test('PP-37 a PID Provider describes, shows and issues the credential type that its configuration names', async () => {
  const fixture = await pidProviderFixture({ config: { credentialType, doctype }, credentialTypes: known })
  const discovered = await bodyOf(await fixture.send('/.well-known/openid-credential-issuer'))
  const configured = discovered.credential_configurations_supported as Record<string, JsonObject>
  assert.deepEqual(Object.keys(configured).slice(0, 2), [credentialType, doctype])
  const { region, holder_name } = (configured[credentialType]?.claims ?? {}) as Record<string, JsonObject>
  assert.equal(region?.mandatory, false)
  assert.ok(JSON.stringify(holder_name?.display).includes('{"name":"Inhaber","locale":"de-DE"}'))
  const authorization_details = formats.map((format) =>
    createAuthorizationDetail(format, healthCard),
  ) as unknown as Json
  const asked = { object: { payload: { authorization_details } } }

  const visitor = await beginIssuance(fixture)
  const browser = await openBrowser(visitor, await pushed(visitor, asked))
  await callback(visitor, browser)
  const consent = await (await consentPage(visitor, browser)).text()
  assert.match(consent, /<dt>Titolare<\/dt>\s*<dd id="claim-holder_name"/)
  assert.ok(!consent.includes('claim-region'), 'PP-14 the page shows no claim that is not issued')

  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance, asked)
  let cNonce = tokens.c_nonce
  const shown: JsonObject[] = []
  for (const format of formats) {
    const names = {
      credential_definition: { type: [credentialType] },
      ...formatNames[format].requestMembers(healthCard),
    }
    const body = await bodyOf(await requestCredential(issuance, tokens, { cNonce, body: { format, ...names } }))
    cNonce = String(body.c_nonce)
    const held = { credential: String(body.credential), alg: 'ES256', type: formatNames[format].typeOf(healthCard) }
    const { open, display } = holderFacets[format]
    shown.push(display(open(fixture, held), healthCard))
  }
  const [sdJwt = {}, mdoc = {}] = shown
  assert.deepEqual(Object.keys(sdJwt), ['holder_name', 'date_of_birth', 'unique_id', 'tax_id_number'])
  assert.deepEqual(Object.keys(mdoc).sort(), ['born', 'holder', 'valid_until'])
  assert.deepEqual([mdoc.holder, mdoc.born], [sdJwt.holder_name, sdJwt.date_of_birth])
})

test('PP-14 the consent page names a claim in its language, however the type spells the tag of the language', async () => {
  for (const tag of ['it-IT', 'IT', 'It-it']) {
    const holder_name = { attribute: 'given_name', display: { 'en-US': 'Holder', [tag]: 'Titolare' } }
    const type = { ...healthCard, claims: { ...healthCard.claims, holder_name } }
    const config = { credentialType, doctype, formats: [formatSdJwt] }
    const issuance = await beginIssuance(await pidProviderFixture({ config, credentialTypes: [pid, type] }))
    const authorization_details = [createAuthorizationDetail(formatSdJwt, type)] as unknown as Json
    const browser = await openBrowser(
      issuance,
      await pushed(issuance, { object: { payload: { authorization_details } } }),
    )
    await callback(issuance, browser)
    assert.match(await (await consentPage(issuance, browser)).text(), /<dt>Titolare<\/dt>/, tag)
  }
})

test('PP-108 the Italian elements of a type are in its own namespace, and not in that of all elements (D-37)', async () => {
  const config = { credentialType, doctype, formats: [formatMdoc] }
  const taxCode = { tax_code: { claim: 'tax_id_number' } } as const
  const namespacesOf = async (mdoc: object, domestic: CredentialType['mdoc']['domestic'] = taxCode) => {
    const type = { ...healthCard, mdoc: { ...healthCard.mdoc, domestic } }
    const fixture = await pidProviderFixture({ config: { ...config, mdoc }, credentialTypes: [pid, type] })
    const issuance = await beginIssuance(fixture)
    const authorization_details = [createAuthorizationDetail(formatMdoc, type)] as unknown as Json
    const tokens = await obtainTokens(issuance, { object: { payload: { authorization_details } } })
    const body = { format: formatMdoc, doctype, credential_definition: undefined }
    const { credential } = await obtainPid(issuance, tokens, { body })
    const held = { credential, alg: 'ES256', type: doctype }
    return Object.keys(holderFacets[formatMdoc].open(fixture, held))
  }
  assert.deepEqual(await namespacesOf({}), [doctype, healthCard.mdoc.domesticNamespace])
  assert.deepEqual(await namespacesOf({ domesticNamespace: 'org.example.it' }), [doctype, 'org.example.it'])
  await assert.rejects(namespacesOf({ domesticNamespace: doctype }), /need another namespace than mdoc.namespace/)
  assert.deepEqual(await namespacesOf({ domesticNamespace: doctype }, {}), [doctype])
})

test('PP-108 an element of an mdoc is the text of its claim, with the parts of a list or an object joined by commas', async () => {
  const place = { locality: 'Roma', country: { code: 'IT', names: ['Italia', 'Italy'] } }
  const { crypto, random, mdocIssuer, credentialSigner, parts } = await pidProviderFixture()
  const issued = await issuerFacets[formatMdoc].issue(
    { crypto, random },
    { credentialSigner, mdocIssuer },
    {
      type: { ...healthCard, mdoc: { ...healthCard.mdoc, main: { place: { claim: 'place' } } } },
      issuer: 'https://pid.example',
      formatName: formatMdoc,
      claims: { place },
      layout: 'flat',
      mdoc: { namespace: doctype, domesticNamespace: 'x', issuingAuthority: 'PID', issuingCountry: 'IT' },
      holderKey: credentialSigner.publicJwk,
      holderThumbprint: credentialSigner.kid,
      status: { idx: 0, uri: 'https://pid.example/statuslists/0' },
      issuedAt: parts.clock.now(),
      expiresAt: parts.clock.now() + 60,
    },
  )
  const opened = holderFacets[formatMdoc].open({ crypto }, { credential: issued, alg: 'ES256', type: doctype })
  assert.deepEqual(opened[doctype], { place: 'Roma, IT, Italia, Italy' })
})

test('PP-201 a credential type whose claim would replace one that the issuer adds is refused at the start', async () => {
  const start = (name: string, isPlain: boolean, layout: 'flat' | 'verified_claims' = 'flat') => {
    const claim = { display: { 'it-IT': 'Nome' }, attribute: 'given_name', ...(isPlain && { isPlain }) }
    const type: CredentialType = { ...healthCard, claims: { ...healthCard.claims, [name]: claim } }
    const config = { credentialType, doctype, claimsLayout: layout }
    return pidProviderFixture({ config, credentialTypes: [pid, type] })
  }
  for (const name of ['iss', 'sub', 'iat', 'exp', 'nbf', 'cnf', 'vct', 'type', 'status'])
    for (const isPlain of [true, false])
      await assert.rejects(start(name, isPlain), new RegExp(`^TypeError: .* the issuer adds .*: ${name}$`), name)
  await start('status', true, 'verified_claims')
  for (const name of ['_sd', '_sd_alg', '...'])
    for (const layout of ['flat', 'verified_claims'] as const)
      await assert.rejects(start(name, true, layout), new RegExp(`^TypeError: .* reserves: ${name}$`), name)
})

test('PP-202 a credential type whose SD-JWT needs what the provider does not have is refused at the start', async () => {
  const start = (sdJwt: CredentialType['sdJwt'], offered: (typeof formats)[number][] = [formatSdJwt]) =>
    pidProviderFixture({
      config: { credentialType, doctype, formats: offered },
      credentialTypes: [pid, { ...healthCard, ...(sdJwt && { sdJwt }) }],
    })
  const profile = 'it-wallet-1.4'
  const facts = { date_of_expiry: 'expiresAt' } as const
  const integrity = { ...facts, 'vct#integrity': 'typeIntegrity' } as const
  const refused = (what: string) => new RegExp(`^TypeError: .* it.example.health-card .*: ${what}$`)
  await assert.rejects(start({ profile, facts, requiresX5c: true }), refused('the certificates of the signing key'))
  await assert.rejects(start({ profile, facts: integrity, requiresX5c: false }), refused('the integrity .*'))
  await start({ profile, facts, requiresX5c: false })
  await start({ profile, facts: integrity, requiresX5c: true }, [formatMdoc])
})

test('PP-86 PP-32 a credential type without the tax number has its own pseudonyms for each person (D-1092)', async () => {
  const { unique_id: _, tax_id_number: __, ...claims } = healthCard.claims
  const type = { ...healthCard, claims }
  const fixture = await pidProviderFixture({ config: { credentialType, doctype }, credentialTypes: [pid, type] })
  const details = [createAuthorizationDetail(formatSdJwt, healthCard)] as unknown as Json
  const wallet = await testWallet(fixture)
  const subjectsOf = async (fiscal_number: string) => {
    fixture.identityProvider.script.attributes = { ...person, fiscal_number }
    const issuance = await beginIssuance(fixture, wallet)
    const tokens = await obtainTokens(issuance, { object: { payload: { authorization_details: details } } })
    const body = { credential_definition: { type: [credentialType] } }
    assert.equal((await requestCredential(issuance, tokens, { body })).status, 200)
    const { sub, jti } = decodeJwt(tokens.access_token).payload
    const entries = await fixture.stores.issuedCredentials.search({})
    return { sub, subject: entries.find(({ tokenId }) => tokenId === jti)?.subject }
  }
  const first = await subjectsOf(person.fiscal_number)
  const second = await subjectsOf('TINIT-VRDLGU80A01H501Z')
  assert.notEqual(first.sub, second.sub)
  assert.notEqual(first.subject, second.subject)
  assert.deepEqual(await subjectsOf(person.fiscal_number), first)
  const { subject } = first
  assert.equal(subject, registerSubject(fixture.parts, uniqueIdOf(fixture.parts, person.fiscal_number)))
})

test('PP-02 a configuration that offers a format which the credential type does not have is refused at the start', async () => {
  const credentialTypes = [pid, { ...healthCard, formats: [formatSdJwt] }] as const
  const start = (offered?: (typeof formats)[number][]) =>
    pidProviderFixture({ config: { credentialType, doctype, ...(offered && { formats: offered }) }, credentialTypes })
  await assert.rejects(
    start(),
    /^TypeError: formats has mso_mdoc, but the credential type it.example.health-card .*: set formats to vc\+sd-jwt$/,
  )
  const discovered = await bodyOf(await (await start([formatSdJwt])).send('/.well-known/openid-credential-issuer'))
  const configured = Object.keys(discovered.credential_configurations_supported as object)
  assert.deepEqual(configured, [credentialType, `dc_sd_jwt_${credentialType}`])
})

test('PP-67 no code is issued if a mandatory claim of the credential type has no value', async () => {
  const { isOptional: _, ...region } = healthCard.claims.region ?? assert.fail()
  const type: CredentialType = { ...healthCard, claims: { ...healthCard.claims, region } }
  const details = [createAuthorizationDetail(formatSdJwt, type)] as unknown as Json
  const asked = { object: { payload: { authorization_details: details } } }
  const offered = { config: { credentialType, doctype }, credentialTypes: [pid, type] } as const
  const authentication = { method: 'bearer', token: 'a-bearer-token-of-the-source' }
  const overHttp = createPersonSource(
    personSourceConfig.parse({ kind: 'http', url: 'https://register.example/persons', authentication }),
    { clock: fixedClock(), random: seededRandom('source'), fetch: () => assert.fail() },
  )
  for (const source of [{}, { personSource: loginAttributes }, { personSource: overHttp }])
    await assert.rejects(
      pidProviderFixture({ ...offered, ...source }),
      /^TypeError: the person source lacks .*: region$/,
    )

  let attributes = person
  const personSource = { attributesOf: async () => attributes }
  const fixture = await pidProviderFixture({ ...offered, personSource })
  const refused = await beginIssuance(fixture)
  const response = await callback(refused, await openBrowser(refused, await pushed(refused, asked)))
  assert.equal(response.status, 403)
  const check = fixture.sink.lastRefusal()?.checks.at(-1)
  assert.deepEqual([check?.requirement, check?.code, check?.at], ['PP-67', 'attribute_missing', 'region'])

  const regional = { ...person, region: 'Lazio' }
  attributes = regional
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance, asked)
  const body = { credential_definition: { type: [credentialType] } }
  assert.equal((await requestCredential(issuance, tokens, { body })).status, 200)
})

const cardClaims = { holder_name: 'Rossi', date_of_birth: '1980-01-10', unique_id: 'n-1', tax_id_number: 'TINIT-1' }
const selections = {
  [formatSdJwt]: { meta: { vct_values: [credentialType] }, claims: [{ path: ['holder_name'] }] },
  [formatMdoc]: { meta: { doctype_value: doctype }, claims: [{ path: [doctype, 'holder'] }] },
} as const

for (const format of formats)
  test(`WI-17 WI-61 WI-62 a wallet receives, shows and presents the second credential type as ${format}`, async () => {
    const { fixture, issuer, holder: former } = await createIssuanceBench()
    const { bends, signer, mdocIssuer } = issuer
    const { clock } = fixture
    const display = [{ ...healthCard.display, logo: { url: `${issuerId}/logo.svg`, alt_text: '' } }]
    const offered = { type: healthCard, algorithms: ['ES256'], display, keys: [signer.publicJwk] } as const
    bends.metadata = (metadata) => ({ ...metadata, credentials_supported: describeCredentials(offered) as JsonObject })
    let holderKey: PublicJwk | undefined
    bends.pid = (content) => {
      holderKey = (content.plain.cnf as JsonObject).jwk as unknown as PublicJwk
      return content
    }
    bends.mdoc = (content) => {
      holderKey = content.deviceKey
      return content
    }
    const issue = (): Promise<string> => {
      assert.ok(holderKey)
      const content: CredentialContent = {
        type: healthCard,
        issuer: issuerId,
        formatName: formatSdJwt,
        claims: cardClaims,
        layout: 'flat',
        mdoc: { namespace: doctype, domesticNamespace: '', issuingAuthority: 'Ente', issuingCountry: 'IT' },
        holderKey,
        holderThumbprint: 'holder',
        status: { idx: 1, uri: `${issuerId}/status` },
        issuedAt: clock.now(),
        expiresAt: clock.now() + 86_400,
      }
      return issuerFacets[format].issue(former.context, { credentialSigner: signer, mdocIssuer }, content)
    }
    bends.pidText = issue
    bends.mdocText = issue
    const holder = createTestWallet(fixture, {
      ...former,
      config: { pidType: credentialType, pidDoctype: doctype },
      credentialTypes: known,
    })
    holder.browser = issuer.browser
    const held = await holder.wallet.obtainPid(issuerId, { format })
    assert.equal(held.type, formatNames[format].typeOf(healthCard))
    const name = format === formatMdoc ? 'holder' : 'holder_name'
    assert.equal((await holder.wallet.show(held.id)).claims[name], 'Rossi')

    const relyingParty = await createScriptedRelyingParty(fixture)
    const bench = benchOf(holder, { fixture, issuer, relyingParty })
    const vpFormats = { mso_mdoc: { alg: ['ES256'] }, 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
    relyingParty.bends.metadata = (members) => ({ ...members, vp_formats: vpFormats })
    relyingParty.bends.query = { credentials: [{ id: 'card', format, ...selections[format] }] } as never
    assert.equal((await bench.wallet.present(relyingParty.engagement())).kind, 'presented')
    const { vp_token: token } = await bench.decryptResponse(await bench.lastForm(responseUri))
    const presented = String(Object.values(token as JsonObject)[0])
    const check = {
      [formatMdoc]: () => assert.deepEqual(elementsOf(presented), { [doctype]: { holder: 'Rossi' } }),
      [formatSdJwt]: () => {
        const claims = holderFacets[format].open(former.context, { ...held, credential: presented })
        const { holder_name, date_of_birth, tax_id_number } = claims
        assert.deepEqual([holder_name, date_of_birth, tax_id_number], ['Rossi', undefined, cardClaims.tax_id_number])
      },
    }
    check[format]()
  })

function elementsOf(text: string): JsonObject {
  const algorithms = ['ES256'] as const
  const response = parseDeviceResponse(text, { algorithms, deviceAlgorithms: algorithms }, 'vp_token')
  assert.ok(!failed(response))
  return mdocClaims(response.mdoc)
}
