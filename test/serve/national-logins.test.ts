/**
 * The national logins of a PID Provider in service: its metadata for their registries, and the claims that it requests.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { ConfigError, createNodeCrypto, createSystemClock } from '../../src/node/index.ts'
import { fiscalNumberClaim } from '../../src/pid-provider/index.ts'
import { composeService, initialize, openStores, readSettings } from '../../src/serve/index.ts'
import { connectNationalLogins } from '../../src/serve/national-logins.ts'
import { parseCertificate } from '../../src/x509/certificate.ts'
import { recordingSink } from '../support/decisions.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { issuer, now, person, rpKey } from '../support/oidc-provider.ts'
import { codeOf } from '../support/refuses.ts'
import { samlKey } from '../support/saml.ts'
import { writeAnswer } from '../support/saml-faults.ts'
import { seededRandom } from '../support/seeded-random.ts'

const publicUrl = 'http://localhost:4103'
const displayName = { it: 'Entra con SPID', en: 'Log in with SPID' }
const spid = { protocol: 'saml', id: 'spid', displayName, entityId: 'https://idp.example' }

/** Returns the `/saml/metadata` of the service, with these settings in addition to those of `fiducia init`. */
const serviceProviderMetadata = (directory: string, settings: object): Promise<string> =>
  serve(directory, settings, async ({ app }) => (await app(new Request(`${publicUrl}/saml/metadata`))).text())

interface Answers {
  readonly app: (request: Request) => Promise<Response>
  notes(): readonly string[]
}

async function serve<T>(directory: string, settings: object, ask: (service: Answers) => Promise<T>): Promise<T> {
  const { file } = await initialize('pid-provider', { directory })
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...written, ...settings }))
  return compose(file, ask, true)
}

/** Composes the service like `fiducia serve`, which creates no key. */
async function compose<T>(file: string, ask: (service: Answers) => Promise<T>, makeKeys = false): Promise<T> {
  const settings = readSettings('pid-provider', { file })
  const { stores, close } = await openStores('pid-provider', { ...settings.database, url: 'sqlite::memory:' })
  try {
    const service = await composeService('pid-provider', settings, {
      clock: createSystemClock(),
      random: seededRandom('logins'),
      crypto: createNodeCrypto(),
      fetch: () => Promise.reject(new TypeError('nobody answers')),
      stores,
      decisions: recordingSink(),
      onFault: () => undefined,
      makeKeys,
    })
    const answer = await ask(service as Answers)
    service.close()
    return answer
  } finally {
    await close()
  }
}

async function relyingPartyMetadata({ app }: Answers) {
  const statement = await app(new Request(`${publicUrl}/.well-known/openid-federation`))
  const { metadata } = decodeJwt(await statement.text()).payload as {
    metadata: { openid_relying_party: Record<string, unknown> & { jwks: { keys: { kty: string; use: string }[] } } }
  }
  const { jwks, ...others } = metadata.openid_relying_party
  const algorithms = Object.entries(others).filter(([name]) => /_alg$|_enc$/.test(name))
  return { keys: jwks.keys.map(({ kty, use }) => `${kty} ${use}`), ...Object.fromEntries(algorithms) }
}

const signedBy = (algorithm: string) => ({
  token_endpoint_auth_signing_alg: algorithm,
  request_object_signing_alg: algorithm,
  id_token_signed_response_alg: algorithm,
  userinfo_signed_response_alg: algorithm,
})

test('PP-38 a service publishes RSA keys for national providers: one for signatures and one for userinfo', async () => {
  assert.deepEqual(await serve(freshDirectory(), {}, relyingPartyMetadata), {
    keys: ['RSA sig', 'RSA enc'],
    ...signedBy('RS256'),
    userinfo_encrypted_response_alg: 'RSA-OAEP-256',
    userinfo_encrypted_response_enc: 'A256CBC-HS512',
  })
})

test('an old login key on P-256 still works, and a missing key for userinfo is reported', async () => {
  const directory = freshDirectory()
  const { file } = await initialize('pid-provider', { directory })
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  writeFileSync(join(directory, 'keys/login.json'), JSON.stringify(jwk))
  rmSync(join(directory, 'keys/login-encryption.json'))
  const told = () =>
    compose(file, async (service) => [await relyingPartyMetadata(service), service.notes().join()] as const)
  const [before, notes] = await told()
  assert.deepEqual(before, { keys: ['EC sig'], ...signedBy('ES256') })
  assert.match(notes, /encrypts userinfo: create the key with fiducia init/)
  await initialize('pid-provider', { directory })
  const [after, none] = await told()
  assert.deepEqual(after.keys, ['EC sig', 'RSA enc'])
  assert.doesNotMatch(none, /userinfo/)
})

test('PP-113 the service provider metadata follow the settings', async () => {
  const directory = freshDirectory()
  const identityProviders = [spid]
  const bare = await serviceProviderMetadata(directory, { identityProviders })
  assert.doesNotMatch(bare, /SingleLogoutService|ContactPerson/)
  const xml = await serviceProviderMetadata(directory, {
    identityProviders,
    serviceProvider: {
      singleLogoutUrl: 'https://ente.example/logout',
      contact: { ipaCode: 'x_ente', email: 'pid@ente.example' },
    },
  })
  assert.match(xml, /<md:SingleLogoutService [^>]*Location="https:\/\/ente\.example\/logout"\/>/)
  assert.match(xml, /<spid:IPACode>x_ente<\/spid:IPACode>.*<md:EmailAddress>pid@ente\.example</)
  const [before, after] = [bare, xml].map((text) => /<md:EntityDescriptor[^>]* ID="([^"]+)"/.exec(text)?.[1])
  assert.notEqual(before, after)
})

test('PP-113 a service has one document for each registry, with the callbacks of the logins of that registry', async () => {
  const cie = { ...spid, id: 'cie-saml', profile: 'cie', entityId: 'https://cie.example' }
  const contact = { ipaCode: 'x_ente', email: 'pid@ente.example', municipality: 'H501' }
  const authentication = { method: 'bearer', token: 'a-token-of-the-tests' }
  const personSource = { kind: 'http', url: 'http://localhost:4999/person', authentication }
  const settings = { identityProviders: [spid, cie], serviceProvider: { contact }, personSource }
  const [forSpid, forCie] = await serve(freshDirectory(), settings, ({ app }) =>
    Promise.all(
      ['/saml/metadata', '/saml/metadata/cie'].map(async (path) => {
        const answer = await app(new Request(`${publicUrl}${path}`))
        assert.equal(answer.status, 200, path)
        return answer.text()
      }),
    ),
  )
  const callbacksIn = (text = '') => [...text.matchAll(/\/login\/callback\/([a-z-]+)/g)].map(([, id]) => id)
  assert.deepEqual([callbacksIn(forSpid), callbacksIn(forCie)], [['spid'], ['cie-saml']])
  assert.match(forCie ?? '', /<cie:Municipality>H501</)
  assert.match(forSpid ?? '', /"placeOfBirth"/)
  assert.doesNotMatch(forCie ?? '', /"placeOfBirth"/)
})

test('PP-113 the certificate of the SAML login names the public body as AgID requires', async () => {
  const xml = await serviceProviderMetadata(freshDirectory(), {
    identityProviders: [spid],
    serviceProvider: { locality: 'Reggio nell\u2019Emilia', contact: { ipaCode: 'x_ente', email: 'pid@ente.example' } },
  })
  const [, base64 = ''] = /<ds:X509Certificate>([^<]+)</.exec(xml) ?? []
  const certificate = parseCertificate(Buffer.from(base64, 'base64'), 'certificate')
  assert.ok(!failed(certificate))
  assert.deepEqual(Object.fromEntries(certificate.subject.map(({ oid, text }) => [oid, text])), {
    '2.5.4.10': 'PID Provider (example)',
    '2.5.4.3': 'PID Provider (example)',
    '2.5.4.83': publicUrl,
    '2.5.4.97': 'PA:IT-x_ente',
    '2.5.4.6': 'IT',
    '2.5.4.7': 'Reggio nell\u2019Emilia',
  })
  const extensions = certificate.extensions.map(({ oid, value }) => [oid, Buffer.from(value).toString('latin1')])
  const [, policies = ''] = extensions.find(([oid]) => oid === '2.5.29.32') ?? []
  for (const notice of ['agIDcert', 'cert_SP_Pub']) assert.ok(policies.includes(notice), notice)
  const hex = Object.fromEntries(
    certificate.extensions.map(({ oid, value }) => [oid, Buffer.from(value).toString('hex')]),
  )
  assert.deepEqual([hex['2.5.29.15'], hex['2.5.29.19']], ['030206c0', '3000'])
  assert.equal(certificate.isAuthority, false)
})

test('PP-113 a contact without a locality is reported and does not stop the service', async () => {
  const contact = { ipaCode: 'x_ente', email: 'pid@ente.example' }
  const notesOf = (serviceProvider: object) =>
    serve(freshDirectory(), { identityProviders: [spid], serviceProvider }, async (service) => service.notes().join())
  assert.match(await notesOf({ contact }), /serviceProvider has a contact but no locality/)
  assert.doesNotMatch(await notesOf({ contact, locality: 'Roma' }), /locality/)
})

test('PP-63 a service does not start with metadata of an identity provider that cannot be used', async () => {
  const directory = freshDirectory()
  writeFileSync(join(directory, 'spid.xml'), '<a/>')
  const identityProviders = [{ ...spid, metadataFile: 'spid.xml' }]
  await assert.rejects(
    serviceProviderMetadata(directory, { identityProviders }),
    (thrown) => thrown instanceof ConfigError && /spid\.xml.*idp\.example/.test(thrown.message),
  )
})

/** Connects the first national identity provider of a service with these settings. */
async function connect(directory: string, { role, ...settings }: { readonly role?: object; [name: string]: unknown }) {
  const { file } = await initialize('pid-provider', { directory })
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...written, ...settings, role: { ...written.role, ...role } }))
  const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
  }
  const { identityProviders } = await connectNationalLogins(readSettings('pid-provider', { file }), {
    clock: createSystemClock(),
    random: seededRandom('claims'),
    crypto: createNodeCrypto(),
    fetch: async ({ url }: Request) => Response.json(url.endsWith('/jwks') ? { keys: [publicJwk] } : metadata),
    loginKey: { key: rpKey, publicJwk },
    decrypter: undefined,
    samlKey: await samlKey('PID Provider'),
  } as unknown as Parameters<typeof connectNationalLogins>[1])
  return identityProviders[0] ?? assert.fail()
}

for (const [what, personSource, asked] of [
  ['a login without an authentic source asks for all attributes', { kind: 'login' }, Object.keys(person)],
  [
    'a login beside an authentic source asks only for the fiscal number (D-396)',
    { kind: 'http', url: 'https://register.example', authentication: { method: 'bearer', token: 'a'.repeat(32) } },
    [fiscalNumberClaim],
  ],
] as const)
  test(`PP-61 PP-67 ${what}`, async () => {
    const cie = { protocol: 'oidc', id: 'cie', displayName, issuer, registration: 'discovery' }
    const national = await connect(freshDirectory(), { identityProviders: [cie], personSource })
    const begun = await national.begin({ callbackUrl: `${publicUrl}/callback`, now })
    assert.ok(begun && !failed(begun))
    const { claims } = decodeJwt(new URL(begun.location).searchParams.get('request') ?? '').payload
    const { userinfo, id_token } = claims as Record<string, object>
    assert.deepEqual(Object.keys(userinfo ?? {}).sort(), [...asked].sort())
    assert.ok('acr' in (id_token ?? {}))
  })

test('PP-65 a login over OpenID Connect may take as long as login and consent together', async () => {
  const cie = { protocol: 'oidc', id: 'cie', displayName, issuer, registration: 'discovery' }
  const role = { authorizationLifetimeSeconds: 1800 }
  const national = await connect(freshDirectory(), { identityProviders: [cie], role })
  const begun = await national.begin({ callbackUrl: `${publicUrl}/callback`, now })
  assert.ok(!failed(begun))
  const codeAfter = async (seconds: number) =>
    codeOf(await national.complete({ parameters: new Map(), pending: begun.pending, now: now + seconds }))
  assert.deepEqual([await codeAfter(1799), await codeAfter(1800)], ['state_missing', 'pending_expired'])
})

test('PP-64 PP-65 the time limits of the settings apply to a login over SAML', async () => {
  const directory = freshDirectory()
  const idpKey = await samlKey('IdP', 2)
  writeFileSync(join(directory, 'spid.xml'), identityProviderMetadata(idpKey))
  const identityProviders = [{ ...spid, entityId: issuer, metadataFile: 'spid.xml' }]
  const role = { authorizationLifetimeSeconds: 1800, clockSkewSeconds: 120 }
  const national = await connect(directory, { identityProviders, role })
  const callbackUrl = `${publicUrl}/callback`
  const begun = await national.begin({ callbackUrl, now })
  assert.ok(!failed(begun))
  const codeAt = async (received: number, answered: number) => {
    const facts = { requestId: begun.requestId, issuer, audience: publicUrl, callbackUrl, now: answered }
    const SAMLResponse = Buffer.from(writeAnswer(facts, idpKey)).toString('base64')
    const parameters = new Map(Object.entries({ SAMLResponse, RelayState: String(begun.pending.relayState) }))
    return codeOf(await national.complete({ parameters, pending: begun.pending, now: received }))
  }
  assert.equal(await codeAt(now + 1799, now + 1799 + 120), 'accepted')
  assert.equal(await codeAt(now + 1799, now + 1799 + 121), 'response_issue_instant_late')
  assert.equal(await codeAt(now + 1800, now + 1800), 'pending_expired')
})

const identityProviderMetadata = ({ certificate }: { readonly certificate: string }): string =>
  [
    '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    ` entityID="${issuer}">`,
    '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    '<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>',
    certificate.replace(/-----[^-]+-----|\s/g, ''),
    '</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>',
    `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/>`,
    '</md:IDPSSODescriptor></md:EntityDescriptor>',
  ].join('')
