/** Settings that would fail at the first request, or end the start by themselves: all are told, at once and before it. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { certificatePem, endedCertificate } from '../../test/support/ended-certificate.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { generateSigner } from '../jose/index.ts'
import { ConfigError, createNodeCrypto } from '../node/index.ts'
import { readSettings } from './read-settings.ts'
import { roleNames, type ServedRole } from './role-names.ts'
import { writeTemplate } from './template.ts'

const directory = freshDirectory()
writeFileSync(join(directory, 'administration.token'), 'token-of-an-operator-0123456789abcdef')
writeFileSync(join(directory, 'no.pem'), 'nothing of the kind')
const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
const jwks = { keys: [publicJwk] }
const publicUrl = 'https://service.example'

/** Faults of the settings as `fiducia init` writes them, with some members of the whole and of the role in their place. */
function faultsOf(role: ServedRole, whole: object, own: object = {}): readonly string[] {
  const file = join(directory, `${role}.json`)
  const settings = JSON.parse(writeTemplate(role, { publicUrl }).replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...settings, ...whole, role: { ...settings.role, ...own } }))
  try {
    readSettings(role, { file })
  } catch (thrown) {
    assert.ok(thrown instanceof ConfigError)
    return thrown.faults
  }
  return []
}

/** Places that have a fault, which says something of this. */
const placesOf = (faults: readonly string[], says: RegExp): readonly string[] =>
  faults.flatMap((fault) => (says.test(fault) ? [fault.slice(0, fault.indexOf(':'))] : [fault]))

const noEntityIds = [
  'http://anchor.example',
  'anchor.example',
  'https://anchor.example/?of=all',
  'https://a.example/#b',
]
const noEntityId = /: is no entity identifier: an https URL without query, fragment and user$/

test('the settings as they are begun for a service elsewhere are without a fault', () => {
  for (const role of roleNames) assert.deepEqual(faultsOf(role, {}), [], role)
})

test('FED-12 superiors and anchors that are no entity identifiers are told, each at its place', () => {
  const anchors = noEntityIds.map((entityId) => ({ entityId, jwks }))
  for (const role of roleNames)
    assert.deepEqual(
      placesOf(faultsOf(role, { anchors }, { authorityHints: ['https://anchor.example', ...noEntityIds] }), noEntityId),
      [
        ...noEntityIds.map((_, index) => `anchors.${index}.entityId`),
        ...noEntityIds.map((_, index) => `role.authorityHints.${index + 1}`),
      ],
      role,
    )
})

test('superiors that are taken from the anchors are told once, and loopback hosts are none where http is permitted', () => {
  const anchors = [{ entityId: 'http://localhost:4101', jwks }]
  const without = { authorityHints: undefined }
  assert.deepEqual(placesOf(faultsOf('relying-party', { anchors }, without), noEntityId), ['anchors.0.entityId'])
  assert.deepEqual(faultsOf('relying-party', { anchors, network: { loopbackHttp: true } }, without), [])
})

test('FED-12 an intermediate without anchors is told with all other faults', () => {
  const hints = { authorityHints: ['https://anchor.example'] }
  const [first, ...others] = faultsOf('trust-anchor', { anchors: [], selfCheck: 1 }, hints)
  assert.match(first ?? '', /^selfCheck: /)
  assert.deepEqual(others, [
    'anchors: pins none: with role.authorityHints it is an intermediate, and needs the anchors above it',
  ])
  assert.deepEqual(faultsOf('trust-anchor', { anchors: [{ entityId: 'https://anchor.example', jwks }] }, hints), [])
  assert.deepEqual(faultsOf('trust-anchor', {}, { authorityHints: [] }), [])
})

test('PP-08 a scheme that no redirect URI has is told', () => {
  const wrong = ['eudiw://', 'eudiw:', 'EUDIW', '1wallet', 'my_wallet', 'eu diw', '', 'http', 'javascript']
  const right = ['eudiw', 'it.gov.io-app', 'wallet+1']
  assert.deepEqual(
    faultsOf('pid-provider', {}, { redirectSchemes: [...right, ...wrong] }),
    wrong.map(
      (_, index) =>
        `role.redirectSchemes.${right.length + index}: is no scheme of an application: lower case, without colon`,
    ),
  )
})

test('PP-40 PP-117 a name of the PID that could not stand in a scope, or is the name of both its forms, is told', () => {
  const right = ['eu.eudiw.pid.it.2', 'urn:eudi:pid:it:1', 'https://pid.example/vct?v=1#a']
  const wrong = ['eu.eudiw pid', ' ', '', 'eu.eudiw.pid.it\n', 'pid"it', 'pid\\it', 'città']
  for (const member of ['credentialType', 'doctype']) {
    for (const name of right) assert.deepEqual(faultsOf('pid-provider', {}, { [member]: name }), [], name)
    for (const name of wrong)
      assert.deepEqual(
        faultsOf('pid-provider', {}, { [member]: name }),
        [`role.${member}: cannot stand in a scope: ASCII without blank, quotation mark and backslash`],
        name,
      )
  }
  assert.deepEqual(faultsOf('pid-provider', {}, { credentialType: 'pid', doctype: 'pid' }), [
    'role.doctype: is the name of the SD-JWT too (credentialType): each form of the PID has its own',
  ])
})

test('other entities that the settings name are judged alike', () => {
  const names = { it: 'CIE', en: 'CIE' }
  const provider = { protocol: 'oidc', id: 'cie', displayName: names, issuer: 'ftp://login.example' }
  assert.deepEqual(placesOf(faultsOf('pid-provider', { identityProviders: [provider] }), noEntityId), [
    'identityProviders.0.issuer',
  ])
  const credentialIssuers = { pid: ['https://pid.example', 'pid.example'] }
  assert.deepEqual(placesOf(faultsOf('relying-party', {}, { credentialIssuers }), noEntityId), [
    'role.credentialIssuers.pid.1',
  ])
  const member = (entityId: string) => ({ entityId, jwks, entityTypes: ['wallet_provider'] })
  const subordinates = [member('wallet.example'), member('https://wallet.example'), member('https://wallet.example')]
  const faults = faultsOf('trust-anchor', { subordinates })
  assert.deepEqual(placesOf(faults, noEntityId), [
    'subordinates.0.entityId',
    'subordinates.2.entityId: stands there twice',
  ])
})

test('what would be asked at a URL that is never asked is told', () => {
  const says = /: is no https URL without fragment and user, and nothing else is asked$/
  const personSource = (url: string, token: string) => ({
    personSource: { kind: 'http', url, authentication: { method: 'bearer', token } },
  })
  const token = 'token-of-the-register'
  assert.deepEqual(faultsOf('pid-provider', personSource('https://register.example/?by=code', token)), [])
  assert.deepEqual(placesOf(faultsOf('pid-provider', personSource('http://register.example', token)), says), [
    'personSource.url',
  ])
  assert.deepEqual(faultsOf('pid-provider', personSource('https://register.example', `${token} è`)), [
    'personSource.authentication.token: no header can show it',
  ])
  const decoder = { kind: 'google', accountFile: 'no.pem', url: 'http://play.example' }
  const applications = [{ packageName: 'org.example', signatureDigests: ['ab'.repeat(32)] }]
  const android = { applications, play: { decoder }, statusList: { url: 'ftp://list.example' } }
  assert.deepEqual(placesOf(faultsOf('wallet-provider', { devices: { android } }), says), [
    'devices.android.play.decoder.url',
    'devices.android.statusList.url',
  ])
})

test('a certificate authority in DER is told, which TLS would pass over', () => {
  const [pem = ''] = rootCertificates
  writeFileSync(join(directory, 'ca.pem'), `# of our own\n${pem}`)
  writeFileSync(join(directory, 'ca.der'), new X509Certificate(pem).raw)
  writeFileSync(join(directory, 'ca-marked.pem'), `\ufeff${pem}`)
  const network = { certificateAuthorityFiles: ['ca.der', 'ca.pem', 'missing.pem', 'ca-marked.pem'] }
  assert.deepEqual(faultsOf('relying-party', { network }), [
    `network.certificateAuthorityFiles.2: there is no file ${join(directory, 'missing.pem')}`,
    'network.certificateAuthorityFiles.0: holds a certificate in DER: PEM is expected',
  ])
})

test('a TLS certificate with a date that cannot be read is told, of which Node says any date', async () => {
  const { key, der } = await endedCertificate()
  const faults = (bytes: Buffer): readonly string[] => {
    writeFileSync(join(directory, 'tls-key.pem'), key)
    writeFileSync(join(directory, 'tls.pem'), certificatePem(bytes))
    return faultsOf('relying-party', { listen: { tls: { keyFile: 'tls-key.pem', certificateFile: 'tls.pem' } } })
  }
  assert.deepEqual(faults(der), [])
  const undated = Buffer.from(der)
  undated.write('231399', undated.indexOf('231114'))
  assert.deepEqual(faults(undated), [
    'listen.tls.certificateFile: its certificate does not say from when to when it is valid (RFC 5280 §4.1.2.5)',
  ])
})

test('hosts, certificates and pages that are none are told', () => {
  const files = { keyFile: 'no.pem', certificateFile: 'no.pem' }
  const network = {
    trustedHosts: ['wallet.internal', 'https://wallet.internal', 'a:1'],
    certificateAuthorityFiles: ['no.pem'],
  }
  assert.deepEqual(faultsOf('relying-party', { listen: { tls: files }, network }), [
    'network.trustedHosts.1: is no host as URLs name it',
    'network.trustedHosts.2: is no host as URLs name it',
    'listen.tls: its files hold no private key and the certificate of it, in PEM',
    'network.certificateAuthorityFiles.0: holds no certificate, in PEM',
  ])
  const organization = { name: { it: 'Ente', en: 'Body' }, url: { it: 'ente.example', en: 'https://ente.example' } }
  assert.deepEqual(placesOf(faultsOf('pid-provider', { serviceProvider: { organization } }), /URL/), [
    'serviceProvider.organization.url.it',
  ])
})

test('FED-22 FED-23 FED-24 FED-36 what would be said of a member and no reader takes is told, each at its place', () => {
  const member = (name: string, further: object) => ({
    entityId: `https://${name}.example`,
    jwks,
    entityTypes: ['wallet_provider'],
    ...further,
  })
  const policyOf = (policy: unknown) => ({ metadataPolicy: { wallet_provider: policy } })
  const subordinates = [
    member('right', {
      metadata: { wallet_provider: { a: 1 } },
      ...policyOf({ a: { subset_of: ['x'] } }),
      constraints: { max_path_length: 0, naming_constraints: { permitted: ['.example'] } },
    }),
    member('a', policyOf('none')),
    member('b', { ...policyOf({ a: { subset_of: 'x' } }), constraints: { max_path_length: -1 } }),
    member('c', policyOf({ a: { one_of: ['x'], add: ['x'] } })),
    member('d', { constraints: { allowed_entity_types: 'wallet_provider' } }),
    member('e', { constraints: { naming_constraints: { excluded: 'e.example' } } }),
    member('f', { constraints: { naming_constraints: { excluded: ['f.example'] } } }),
    member('g', { constraints: { naming_constraints: { permitted: ['.other.example'] } } }),
    member('h', { constraints: { allowed_entity_types: ['openid_credential_issuer'] } }),
    member('i', { metadata: { wallet_provider: { a: null } } }),
    member('j', { entityTypes: [''] }),
    member('k', { constraints: { allowed_leaf_entity_types: 'wallet_provider' } }),
    member('l', { constraints: { allowed_leaf_entity_types: ['openid_credential_issuer'] } }),
  ]
  const faults = faultsOf('trust-anchor', { subordinates })
  assert.match(faults[10] ?? '', /^subordinates\.10\.entityTypes\.0: /)
  assert.deepEqual(faults.toSpliced(10, 1), [
    'subordinates.1.metadataPolicy.wallet_provider: is no object',
    'subordinates.2.metadataPolicy.wallet_provider.a.subset_of: is nothing that this operator takes',
    'subordinates.2.constraints.max_path_length: is nothing that this constraint takes',
    'subordinates.3.metadataPolicy.wallet_provider.a: has operators that may not stand together',
    'subordinates.4.constraints.allowed_entity_types: is nothing that this constraint takes',
    'subordinates.5.constraints.naming_constraints.excluded: is nothing that this constraint takes',
    'subordinates.6.constraints.naming_constraints.excluded: excludes the entity itself',
    'subordinates.7.constraints.naming_constraints.permitted: does not permit the entity itself',
    'subordinates.8.constraints.allowed_entity_types: does not allow all of its entityTypes',
    'subordinates.9.metadata.wallet_provider.a: is null',
    'subordinates.11.constraints.allowed_leaf_entity_types: is nothing that this constraint takes',
    'subordinates.12.constraints.allowed_leaf_entity_types: does not allow all of its entityTypes',
  ])
  const itself = [{ ...member('x', {}), entityId: publicUrl }]
  assert.deepEqual(faultsOf('trust-anchor', { subordinates: itself }), [
    'subordinates.0.entityId: is this service itself',
  ])
})

test('FED-35 a delegation stands beside an owner, and an owner beside a delegation to whoever issues', () => {
  const owner = { entityId: 'https://owner.example', jwks }
  const marks = (...rows: object[]) => ({
    trustMarks: rows.map((row, index) => ({ type: `https://mark.example/${index}`, ...row })),
  })
  const faults = faultsOf(
    'trust-anchor',
    {},
    marks({ owner }, { owner, issuers: [publicUrl] }, { owner, issuers: ['https://other.example'] }, {}),
  )
  const missing = 'is missing: without it nobody takes a mark of this service, since another owns the type'
  assert.deepEqual(faults, [`role.trustMarks.0.delegation: ${missing}`, `role.trustMarks.1.delegation: ${missing}`])
  assert.deepEqual(faultsOf('trust-anchor', {}, marks({ delegation: 'a.b.c' })), [
    'role.trustMarks.0.delegation: is the word of an owner, and no owner is named',
  ])
})

test('a name that no certificate of a PID Provider can hold is told, counted in characters', () => {
  const named = (organization_name: string) => {
    const { organization } = JSON.parse(writeTemplate('pid-provider', { publicUrl }).replace(/^\s*\/\/.*$/gm, '')).role
    return faultsOf('pid-provider', {}, { organization: { ...organization, organization_name } })
  }
  assert.deepEqual(named('\u{1d400}'.repeat(64)), [])
  assert.deepEqual(named('è'.repeat(65)), [
    'role.organization.organization_name: is too long for the certificates that it stands in: 64 characters at most',
  ])
})

test('a municipality that no certificate of a SAML login can hold is told, counted in characters', () => {
  const contact = { ipaCode: 'x_ente', email: 'pid@ente.example' }
  const placed = (locality: string) => faultsOf('pid-provider', { serviceProvider: { contact, locality } })
  assert.deepEqual(placed('\u{1d400}'.repeat(128)), [])
  assert.deepEqual(placed('è'.repeat(129)), [
    'serviceProvider.locality: is too long for the certificate that it stands in: 128 characters at most',
  ])
})

test('RP-29 D-268 settings whose links no QR code can hold are a fault that is told', () => {
  const long = { publicUrl: `https://rp.example/${'a'.repeat(1500)}` }
  assert.deepEqual(faultsOf('relying-party', long), [
    "role.walletAuthorizationEndpoint: with the service's identifier it makes links that are too long for a QR code",
  ])
})
