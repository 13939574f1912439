/** Reports all faults of the settings of a service that would break the start or a request, before the start. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  directory,
  faultsOf,
  jwks,
  noEntityId,
  noEntityIds,
  placesOf,
  publicUrl,
} from '../../test/support/faulty-settings.ts'
import { roleNames } from './role-names.ts'
import { writeTemplate } from './template.ts'

test('the template’s settings for a public URL have no faults', () => {
  for (const role of roleNames) assert.deepEqual(faultsOf(role, {}), [], role)
})

test('FED-12 reports superiors and anchors that are not entity identifiers, each at its place', () => {
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

test('reports a well-known URL, and a host with non-ASCII letters, in place of an entity identifier, with the remedy', () => {
  const anchors = ['https://anchor.example/.well-known/openid-federation', 'https://citt\u00e0.example'].map(
    (entityId) => ({
      entityId,
      jwks,
    }),
  )
  const faults = faultsOf('relying-party', { anchors }, { authorityHints: ['https://anchor.example'] })
  assert.deepEqual(faults, [
    'anchors.0.entityId: is the URL of an entity configuration, not an entity identifier: leave "/.well-known/openid-federation" off',
    'anchors.1.entityId: is not an entity identifier: write a host name with non-ASCII letters in its "xn--" form',
  ])
})

test('reports an anchor that is also the superior once, and accepts a loopback host if http is permitted', () => {
  const anchors = [{ entityId: 'http://localhost:4101', jwks }]
  const without = { authorityHints: undefined }
  assert.deepEqual(placesOf(faultsOf('relying-party', { anchors }, without), noEntityId), ['anchors.0.entityId'])
  assert.deepEqual(faultsOf('relying-party', { anchors, network: { loopbackHttp: true } }, without), [])
})

test('FED-12 reports an intermediate without anchors with all other faults', () => {
  const hints = { authorityHints: ['https://anchor.example'] }
  const [first, ...others] = faultsOf('trust-anchor', { anchors: [], selfCheck: 1 }, hints)
  assert.match(first ?? '', /^selfCheck: /)
  assert.deepEqual(others, [
    'anchors: is empty: with role.authorityHints this is an intermediate, which needs the anchors above it',
  ])
  assert.deepEqual(faultsOf('trust-anchor', { anchors: [{ entityId: 'https://anchor.example', jwks }] }, hints), [])
  assert.deepEqual(faultsOf('trust-anchor', {}, { authorityHints: [] }), [])
})

test('PP-08 reports a scheme that a redirect URI must not have', () => {
  const wrong = ['eudiw://', 'eudiw:', 'EUDIW', '1wallet', 'my_wallet', 'eu diw', '', 'http', 'javascript']
  const right = ['eudiw', 'it.gov.io-app', 'wallet+1']
  assert.deepEqual(
    faultsOf('pid-provider', {}, { redirectSchemes: [...right, ...wrong] }),
    wrong.map(
      (_, index) =>
        `role.redirectSchemes.${right.length + index}: must be the scheme of an application, in lower case and without colon`,
    ),
  )
})

test('PP-40 PP-117 reports a name of the PID that cannot be part of a scope, or that both formats have', () => {
  const right = ['eu.eudiw.pid.it.2', 'urn:eudi:pid:it:1', 'https://pid.example/vct?v=1#a']
  const wrong = ['eu.eudiw pid', ' ', '', 'eu.eudiw.pid.it\n', 'pid"it', 'pid\\it', 'città']
  for (const member of ['credentialType', 'doctype']) {
    for (const name of right) assert.deepEqual(faultsOf('pid-provider', {}, { [member]: name }), [], name)
    for (const name of wrong)
      assert.deepEqual(
        faultsOf('pid-provider', {}, { [member]: name }),
        [`role.${member}: cannot be part of a scope: use ASCII without space, quotation mark and backslash`],
        name,
      )
  }
  assert.deepEqual(faultsOf('pid-provider', {}, { credentialType: 'pid', doctype: 'pid' }), [
    'role.doctype: equals credentialType: each format of the PID needs its own name',
  ])
})

test('reports other malformed entity identifiers in the settings in the same way', () => {
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
  assert.deepEqual(placesOf(faults, noEntityId), ['subordinates.0.entityId', 'subordinates.2.entityId: occurs twice'])
})

test('reports URLs and tokens that cannot be used in a request', () => {
  const says = /: must be an https URL that has neither a fragment nor a user name$/
  const personSource = (url: string, token: string) => ({
    personSource: { kind: 'http', url, authentication: { method: 'bearer', token } },
  })
  const token = 'token-of-the-register'
  assert.deepEqual(faultsOf('pid-provider', personSource('https://register.example/?by=code', token)), [])
  assert.deepEqual(placesOf(faultsOf('pid-provider', personSource('http://register.example', token)), says), [
    'personSource.url',
  ])
  assert.deepEqual(faultsOf('pid-provider', personSource('https://register.example', `${token} è`)), [
    'personSource.authentication.token: cannot be sent in a header',
  ])
  const decoder = { kind: 'google', accountFile: 'no.pem', url: 'http://play.example' }
  const applications = [{ packageName: 'org.example', signatureDigests: ['ab'.repeat(32)] }]
  const android = { applications, play: { decoder }, statusList: { url: 'ftp://list.example' } }
  assert.deepEqual(placesOf(faultsOf('wallet-provider', { devices: { android } }), says), [
    'devices.android.play.decoder.url',
    'devices.android.statusList.url',
  ])
})

test('reports a name that is too long for the certificates of a PID Provider, counted in characters', () => {
  const named = (organization_name: string) => {
    const { organization } = JSON.parse(writeTemplate('pid-provider', { publicUrl }).replace(/^\s*\/\/.*$/gm, '')).role
    return faultsOf('pid-provider', {}, { organization: { ...organization, organization_name } })
  }
  assert.deepEqual(named('\u{1d400}'.repeat(64)), [])
  assert.deepEqual(named('è'.repeat(65)), [
    'role.organization.organization_name: is too long for the certificates that contain it: it must have at most 64 characters',
  ])
})

test('reports a locality that is too long for the certificate of a SAML login, counted in characters', () => {
  const contact = { ipaCode: 'x_ente', email: 'pid@ente.example' }
  const placed = (locality: string) => faultsOf('pid-provider', { serviceProvider: { contact, locality } })
  assert.deepEqual(placed('\u{1d400}'.repeat(128)), [])
  assert.deepEqual(placed('è'.repeat(129)), [
    'serviceProvider.locality: is too long for the certificate: at most 128 characters',
  ])
})

test('PP-67 a login by CIE id over SAML is a fault if no other source gives the place of birth', () => {
  const cie = {
    protocol: 'saml',
    id: 'cie',
    profile: 'cie',
    entityId: 'urn:cie',
    displayName: { it: 'CIE', en: 'CIE' },
  }
  const network = { loopbackHttp: true }
  const faultsWith = (more: object) => faultsOf('pid-provider', { network, identityProviders: [cie], ...more })
  const authentication = { method: 'bearer', token: 'a-token-of-the-tests' }
  const personSource = { kind: 'http', url: 'https://register.example', authentication }
  const placeless =
    'identityProviders.0.profile: CIE id provides no place of birth over SAML, so personSource.kind must be "http"'
  assert.deepEqual(faultsWith({}), [placeless])
  assert.deepEqual(faultsWith({ personSource: { kind: 'login' } }), [placeless])
  assert.deepEqual(faultsWith({ personSource }), [])
  const contact = { ipaCode: 'x_ente', email: 'pid@ente.example' }
  const at = 'serviceProvider.contact.municipality'
  assert.deepEqual(faultsWith({ personSource, serviceProvider: { contact } }), [
    `${at}: is missing, but the registry of CIE id requires it`,
  ])
  const placed = (municipality: string) =>
    faultsWith({ personSource, serviceProvider: { contact: { ...contact, municipality } } })
  assert.deepEqual(placed('H501'), [])
  assert.deepEqual(placed('Roma'), [`${at}: is not a cadastral code of a municipality, for example H501`])
})

test('RP-29 D-268 reports settings whose links are too long for a QR code', () => {
  const long = { publicUrl: `https://rp.example/${'a'.repeat(1500)}` }
  assert.deepEqual(faultsOf('relying-party', long), [
    "role.walletAuthorizationEndpoint: makes links that are too long for a QR code with this service's identifier",
  ])
})

test('reports a member of the wrong type once, and as that', () => {
  for (const [whole, at] of [
    [{ anchors: ['https://anchor.example'] }, 'anchors.0'],
    [{ anchors: 'https://anchor.example' }, 'anchors'],
    [{ network: { certificateAuthorityFiles: [5] } }, 'network.certificateAuthorityFiles.0'],
    [{ profiles: { 'it-wallet-1.4': { anchors: [1] } } }, 'profiles.it-wallet-1.4.anchors.0'],
  ] as const) {
    const anchors = [{ entityId: 'https://anchor.example', jwks }]
    const faults = faultsOf('trust-anchor', { anchors, ...whole }, { authorityHints: ['https://anchor.example'] })
    assert.deepEqual(
      faults.map((fault) => fault.split(':', 1)[0]),
      [at],
      faults.join('\n'),
    )
  }
})

test('FED-12 reports an anchor that a profile pins twice, because only the later keys would count', () => {
  const anchors = ['https://a.example', 'https://b.example', 'https://a.example'].map((entityId) => ({
    entityId,
    jwks,
  }))
  const place = 'profiles.it-wallet-1.4.anchors'
  assert.deepEqual(faultsOf('relying-party', { profiles: { 'it-wallet-1.4': { anchors } } }), [
    `${place}.2.entityId: occurs twice`,
  ])
  const { '0': first } = anchors
  const pinned = { anchors: [first], profiles: { 'it-wallet-1.4': { anchors: [first] } } }
  assert.deepEqual(faultsOf('relying-party', pinned, { authorityHints: ['https://a.example'] }), [])
})

test('FED-12 reports a profile in which a Trust Anchor is an intermediate without anchors', () => {
  const entity = { authorityHints: ['https://above.example'] }
  const anchors = [{ entityId: 'https://above.example', jwks }]
  const faultsWith = (own: object, whole: object = {}) =>
    faultsOf('trust-anchor', { profiles: { 'it-wallet-1.4': { ...entity, ...own } }, ...whole })
  const fault =
    'profiles.it-wallet-1.4.anchors: is missing: with profiles.it-wallet-1.4.authorityHints this is an intermediate, which needs the anchors above it'
  assert.deepEqual(faultsWith({}), [fault])
  assert.deepEqual(faultsWith({ anchors }), [])
  assert.deepEqual(faultsWith({}, { anchors }), [], 'the entity has the anchors of the service')
})

test('reports a token and pinned keys that the settings contain twice: as a value and as a file', () => {
  const token = 'token-of-an-operator-0123456789abcdef'
  const access = { token, tokenFile: 'administration.token' }
  const twice = (one: string, other: string) => `has ${one} and ${other}, which name the same thing: remove one`
  for (const role of roleNames) {
    assert.deepEqual(faultsOf(role, { administration: access }), [`administration: ${twice('token', 'tokenFile')}`])
    assert.deepEqual(faultsOf(role, { administration: { console: access } }), [
      `administration.console: ${twice('token', 'tokenFile')}`,
    ])
    for (const alone of [{ token }, { tokenFile: access.tokenFile }])
      assert.deepEqual(faultsOf(role, { administration: alone }), [])
  }
  writeFileSync(join(directory, 'anchor.jwks'), JSON.stringify(jwks))
  const anchor = { entityId: 'https://anchor.example', jwks, jwksFile: 'anchor.jwks' }
  assert.deepEqual(faultsOf('wallet-provider', { anchors: [anchor] }), [`anchors.0: ${twice('jwks', 'jwksFile')}`])
  assert.deepEqual(faultsOf('relying-party', { profiles: { 'it-wallet-1.4': { anchors: [anchor] } } }), [
    `profiles.it-wallet-1.4.anchors.0: ${twice('jwks', 'jwksFile')}`,
  ])
})
