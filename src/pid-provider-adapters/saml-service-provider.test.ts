/** The service provider's metadata, and the metadata and keys of an identity provider that it reads. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { observeOutput } from '../../test/support/decisions.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { attributeSet, type Change, emptied, replace, samlKey, without } from '../../test/support/saml.ts'
import { failed } from '../base/index.ts'
import { attributeOf, childOf, childrenOf, type ProviderCode, textOf } from '../pid-provider/index.ts'
import {
  documentRegistration,
  metadataUrlRegistration,
  parseSamlProviderMetadata,
} from './saml-provider-registration.ts'
import { certificateText, importServiceProviderKey } from './saml-service-provider-key.ts'
import { createServiceProviderMetadata } from './saml-service-provider-metadata.ts'
import { childNode, parseSamlXml, readSignedElement } from './saml-xml.ts'

const now = 1_768_478_400
const key = await samlKey('PID Provider')
const next = await samlKey('PID Provider', 2)
const weak = await samlKey('weak', 1, 1024)
const production = { loopbackHttp: false }

describe('the service provider metadata', () => {
  const input = {
    entityId: 'https://pid.example/saml?a=1&b=2',
    id: '_metadata',
    key,
    callbackUrls: ['https://pid.example/login/spid', 'https://pid.example/login/other'],
    singleLogoutUrl: 'https://pid.example/logout',
    serviceName: { it: 'Dati <identità>', en: 'Identity "data"' },
    organization: {
      name: { it: 'Ente', en: 'Body' },
      url: { it: 'https://ente.example/it', en: 'https://ente.example/en' },
    },
    contact: { ipaCode: 'x_ente', email: 'ops@ente.example', telephone: '+3906000', municipality: 'H501' },
  }
  const xml = createServiceProviderMetadata({ ...input, profile: 'spid' })

  test('PP-113 is signed as a whole with the announced key', async () => {
    const document = await parseSamlXml(xml)
    assert.ok(!failed(document))
    assert.ok(childNode(document.node, 'ds:Signature'))
    assert.ok(await readSignedElement(document, document.node, [key.certificate]))
    assert.equal(await readSignedElement(document, document.node, [next.certificate]), undefined)
    const changed = await parseSamlXml(xml.replace('/login/other', '/login/evil'))
    assert.ok(!failed(changed))
    assert.equal(await readSignedElement(changed, changed.node, [key.certificate]), undefined)
  })

  test('PP-113 announces keys, callbacks, signed requests and required signatures', async () => {
    const document = await parseSamlXml(xml)
    assert.ok(!failed(document))
    const descriptor = childOf(document.root, 'md:SPSSODescriptor')
    assert.equal(attributeOf(document.root, 'entityID'), 'https://pid.example/saml?a=1&b=2')
    assert.deepEqual(
      ['AuthnRequestsSigned', 'WantAssertionsSigned'].map((name) => attributeOf(descriptor, name)),
      ['true', 'true'],
    )
    const [use, ...more] = childrenOf(descriptor, 'md:KeyDescriptor')
    const certificate = childOf(childOf(childOf(use, 'ds:KeyInfo'), 'ds:X509Data'), 'ds:X509Certificate')
    assert.deepEqual([textOf(certificate), more], [certificateText(key.certificate), []])
    assert.deepEqual(
      childrenOf(descriptor, 'md:AssertionConsumerService').map((service) => [...service.attributes.values()]),
      [
        ['0', 'true', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'https://pid.example/login/spid'],
        ['1', 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', 'https://pid.example/login/other'],
      ],
    )
    assert.equal(textOf(childOf(descriptor, 'md:NameIDFormat')), 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient')
    observeOutput('PP-113')
  })

  test('PP-67 requests the attributes of a PID, in the order of the schema', async () => {
    const document = await parseSamlXml(xml)
    assert.ok(!failed(document))
    const service = childOf(childOf(document.root, 'md:SPSSODescriptor'), 'md:AttributeConsumingService')
    assert.deepEqual(
      childrenOf(service, 'md:ServiceName').map(({ text }) => text),
      ['Dati <identità>', 'Identity "data"'],
    )
    assert.deepEqual(
      childrenOf(service, 'md:RequestedAttribute').map((attribute) => attributeOf(attribute, 'Name')),
      ['name', 'familyName', 'dateOfBirth', 'placeOfBirth', 'countyOfBirth', 'fiscalNumber'],
    )
    assert.deepEqual(
      document.root.children.map(({ name }) => name),
      ['ds:Signature', 'md:SPSSODescriptor', 'md:Organization', 'md:ContactPerson'],
    )
  })

  test('PP-113 requests the minimum data set from CIE id, in the form of its registry', async () => {
    const text = createServiceProviderMetadata({ ...input, profile: 'cie' })
    const document = await parseSamlXml(text)
    assert.ok(!failed(document))
    assert.ok(await readSignedElement(document, document.node, [key.certificate]))
    const descriptor = childOf(document.root, 'md:SPSSODescriptor')
    const service = childOf(descriptor, 'md:AttributeConsumingService')
    assert.deepEqual([...(service?.attributes ?? [])], [['index', '0']])
    assert.deepEqual(
      childrenOf(service, 'md:RequestedAttribute').map((attribute) => attributeOf(attribute, 'Name')),
      ['name', 'familyName', 'dateOfBirth', 'fiscalNumber'],
    )
    assert.deepEqual(
      childrenOf(service, 'md:ServiceName').map((name) => [attributeOf(name, 'xml:lang'), name.text]),
      [['', 'Dati <identità>']],
    )
    assert.equal(
      attributeOf(childOf(descriptor, 'md:SingleLogoutService'), 'Binding'),
      'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
    )
    const contact = childOf(document.root, 'md:ContactPerson')
    const extensions = '{https://www.cartaidentita.interno.gov.it/saml-extensions}'
    assert.equal(attributeOf(contact, 'contactType'), 'administrative')
    assert.deepEqual(
      childOf(contact, 'md:Extensions')?.children.map((child) => [child.name, child.text]),
      [
        [`${extensions}Public`, ''],
        [`${extensions}IPACode`, 'x_ente'],
        [`${extensions}Municipality`, 'H501'],
      ],
    )
    assert.deepEqual(
      contact?.children.slice(1).map((child) => [child.name, child.text]),
      [
        ['md:Company', 'Ente'],
        ['md:EmailAddress', 'ops@ente.example'],
        ['md:TelephoneNumber', '+3906000'],
      ],
    )
    assert.doesNotMatch(text, /spid\.gov\.it\/saml-extensions/)
    assert.doesNotMatch(xml, /cartaidentita|Municipality|Company/)
    observeOutput('PP-113')
  })

  test('omits logout service and contact if there are none', () => {
    const { singleLogoutUrl, contact, ...rest } = input
    const bare = createServiceProviderMetadata({ ...rest, profile: 'spid' })
    assert.doesNotMatch(bare, /SingleLogoutService|ContactPerson/)
  })
})

describe('PP-113 the key of the service provider', () => {
  const pem = ({ privateKey }: typeof key): string => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  for (const [what, run] of [
    ['of 1024 bits', () => importServiceProviderKey(pem(weak), weak.certificate)],
    ['that is not RSA', () => importServiceProviderKey(pem({ ...key, privateKey: curve }), key.certificate)],
    ['of another certificate', () => importServiceProviderKey(pem(key), next.certificate)],
  ] as const)
    test(`PP-113 refuses a key ${what}`, () => assert.throws(run, TypeError))
})

describe('the registration of an identity provider', () => {
  const entityId = 'https://idp.example'
  const keyDescriptor = (certificate: string, use = ' use="signing"'): string =>
    `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${certificate}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const service = (binding: string, url: string): string =>
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}" Location="${url}"/>`
  const xml = [
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">`,
    '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    keyDescriptor(certificateText(key.certificate)),
    service('POST', 'https://idp.example/post'),
    service('Redirect', 'https://idp.example/sso'),
    '</md:IDPSSODescriptor></md:EntityDescriptor>',
  ].join('')
  const otherKeys = [
    keyDescriptor(certificateText(next.certificate), ''),
    keyDescriptor(certificateText(weak.certificate)),
    keyDescriptor(certificateText(weak.certificate).slice(0, 40)),
    keyDescriptor(certificateText(next.certificate), ' use="encryption"'),
  ].join('')

  test('PP-63 reads the signing keys and ignores weak, malformed and encryption keys', async () => {
    const provider = await parseSamlProviderMetadata(
      replace('<md:SingleSignOn', `${otherKeys}<md:SingleSignOn`)(xml),
      entityId,
      production,
    )
    assert.deepEqual(provider, {
      entityId,
      singleSignOnUrl: 'https://idp.example/sso',
      certificates: [key.certificate, next.certificate],
    })
  })

  const asServiceProvider: Change = (text) =>
    without('md:KeyDescriptor')(text).replace(
      '</md:EntityDescriptor>',
      `<md:SPSSODescriptor>${keyDescriptor(certificateText(key.certificate))}</md:SPSSODescriptor></md:EntityDescriptor>`,
    )
  for (const [what, change, code] of [
    ['another entity', attributeSet('md:EntityDescriptor', 'entityID', 'https://other.example'), 'provider_untrusted'],
    ['metadata without entityID', attributeSet('md:EntityDescriptor', 'entityID'), 'provider_untrusted'],
    ['another document', replace(/EntityDescriptor/g, 'EntitiesDescriptor'), 'provider_malformed'],
    ['a service provider', replace(/IDPSSODescriptor/g, 'SPSSODescriptor'), 'provider_malformed'],
    ['metadata without SingleSignOnService', replace(/<md:SingleSignOnService[^>]*>/g, ''), 'provider_malformed'],
    ['a service without the redirect binding', replace('HTTP-Redirect', 'HTTP-POST'), 'provider_malformed'],
    ['a service over plain http', replace('https://idp.example/sso', 'http://localhost/sso'), 'provider_malformed'],
    ['metadata without a key', without('md:KeyDescriptor'), 'provider_malformed'],
    ['only a key for encryption', replace('use="signing"', 'use="encryption"'), 'provider_malformed'],
    ['only the key of a service provider in the same metadata', asServiceProvider, 'provider_malformed'],
    ['an empty key', emptied('ds:X509Certificate'), 'provider_malformed'],
    [
      'only a weak key',
      replace(certificateText(key.certificate), certificateText(weak.certificate)),
      'provider_malformed',
    ],
    ['a DTD', (text: string) => `<!DOCTYPE x>${text}`, 'provider_malformed'],
    ['a processing instruction inside the document', replace('<md:IDPSSO', '<?x y?><md:IDPSSO'), 'provider_malformed'],
  ] as const satisfies readonly (readonly [string, Change, ProviderCode])[])
    test(`PP-63 refuses ${what}: ${code}`, async () => {
      const result = await parseSamlProviderMetadata(change(xml), entityId, production)
      assert.equal(failed(result) ? result.code : 'accepted', code)
    })

  test('PP-63 reads a metadata document at the start, even with the comments and instructions of a registry', async () => {
    const file = join(freshDirectory(), 'idp.xml')
    const [, certificate] = /Certificate>(\s\S{20})/.exec(xml) ?? []
    const annotated = `\u{feff}<?xml version="1.0"?>\n<?xml-stylesheet href="a"?><!-- a --><?x y?>${xml}<!-- b -->`
      .replace('<md:IDPSSO', '<!-- c --><md:IDPSSO')
      .replace(certificate ?? '', `${certificate}<!-- d -->`)
    writeFileSync(file, annotated)
    const registration = await documentRegistration(file, entityId, production)
    const expected = { entityId, singleSignOnUrl: 'https://idp.example/sso', certificates: [key.certificate] }
    assert.deepEqual(await registration(now), expected)
    const other = documentRegistration(file, 'https://other.example', production)
    await assert.rejects(other, { name: 'ConfigError', message: /idp\.xml.* of another entity .*: correct entityId/ })
    const list = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${xml}</md:EntitiesDescriptor>`
    for (const whole of ['<a/>', list, list.padEnd(300_000)]) {
      writeFileSync(file, whole)
      const advice = /idp\.xml.* malformed .*: save the EntityDescriptor of this provider alone/
      await assert.rejects(documentRegistration(file, entityId, production), advice)
    }
    writeFileSync(file, without('md:KeyDescriptor')(xml))
    await assert.rejects(documentRegistration(file, entityId, production), /\(KeyDescriptor\): download its metadata/)
    await assert.rejects(documentRegistration(`${file}.gone`, entityId, production), /gone cannot be read \(ENOENT\)/)
  })

  test('PP-58 fetches a metadata URL once in its lifetime, and reports an outage', async () => {
    const wire = { calls: 0, status: 200, type: 'application/samlmetadata+xml', text: xml }
    const fetch = async (): Promise<Response> => {
      wire.calls += 1
      return new Response(wire.text, { status: wire.status, headers: { 'content-type': wire.type } })
    }
    const source = { url: 'https://idp.example/metadata', entityId }
    const registration = metadataUrlRegistration({ fetch }, source, production)
    const codeAt = async (time: number): Promise<string> => {
      const result = await registration(time)
      return failed(result) ? result.code : 'accepted'
    }
    assert.deepEqual([await codeAt(now), await codeAt(now + 299), wire.calls], ['accepted', 'accepted', 1])
    assert.deepEqual([await codeAt(now - 3600), wire.calls], ['accepted', 2], 'the clock was set back')
    await codeAt(now)
    wire.status = 503
    assert.equal(await codeAt(now + 300), 'provider_unreachable')
    Object.assign(wire, { status: 200, type: 'text/html' })
    assert.equal(await codeAt(now + 300), 'provider_malformed')
    Object.assign(wire, { type: 'application/samlmetadata+xml', text: '<a/>' })
    assert.equal(await codeAt(now + 300), 'provider_malformed')
  })
})
