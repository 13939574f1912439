import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { configFaultsOf } from '../../test/support/config-faults.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { describeReadFault } from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import { readSettings, type SettingsSources, variablesOfRole } from './read-settings.ts'
import { roleNames, type ServedRole } from './role-names.ts'
import { writeTemplate } from './template.ts'

const directory = freshDirectory()
const token = 'token-of-an-operator-0123456789abcdef'

function fileOf(role: ServedRole, change: (text: string) => string = (text) => text): string {
  const file = join(directory, `${role}-${Math.trunc(performance.now() * 1000)}.json`)
  writeFileSync(join(directory, 'administration.token'), token)
  writeFileSync(file, change(writeTemplate(role, {})))
  return file
}

const faultsOf = (role: ServedRole, sources: SettingsSources): readonly string[] =>
  configFaultsOf(() => readSettings(role, sources))

for (const role of roleNames)
  test(`the template of a ${role} is valid, with and without its comments`, () => {
    const settings = readSettings(role, { file: fileOf(role) })
    assert.equal(settings.role.entityId, settings.publicUrl)
    assert.equal(settings.limits.rate.enabled, true)
    const bare = readSettings(role, { file: fileOf(role, (text) => text.replace(/^\s*\/\/.*$/gm, '')) })
    assert.deepEqual({ ...bare, resolve: 0 }, { ...settings, resolve: 0 })
  })

test('a template contains the wallet’s authorization endpoint, and the given algorithms of the federation', () => {
  const written = (role: ServedRole, algorithms?: string[]) =>
    JSON.parse(writeTemplate(role, { algorithms }).replace(/^\s*\/\/.*$/gm, ''))
  assert.equal(written('relying-party').role.walletAuthorizationEndpoint, 'https://wallet.example/authorization')
  assert.deepEqual(written('wallet-provider').role.capabilities, {
    authorization_endpoint: 'https://wallet.example/authorization',
  })
  for (const role of roleNames) {
    const own = (settings: ReturnType<typeof written>) =>
      (role === 'trust-anchor' ? settings.role : settings.federation)?.algorithms
    assert.deepEqual([own(written(role)), own(written(role, ['RS256', 'ES256']))], [undefined, ['RS256', 'ES256']])
  }
})

test('a template has a valid port for operations, whatever the port of the service is', () => {
  for (const [port, operations] of [
    [65_435, 65_535],
    [65_436, 65_336],
    [65_535, 65_435],
    [0, 0],
  ] as const) {
    const settings = JSON.parse(writeTemplate('wallet-provider', { port }).replace(/^\s*\/\/.*$/gm, ''))
    assert.equal(settings.operations.port, operations)
  }
})

test('the command line overrides the environment, and the environment overrides the file', () => {
  const file = fileOf('relying-party')
  const environment = {
    FIDUCIA_LISTEN_PORT: '7001',
    FIDUCIA_ROLE_CLIENT_NAME: '007',
    DATABASE_URL: 'postgresql://db/x',
  }
  const settings = readSettings('relying-party', { file, environment, overrides: { hosts: ['0.0.0.0'] } })
  assert.deepEqual(settings.listen, { port: 7001, hosts: ['0.0.0.0'] })
  assert.deepEqual([settings.role.clientName, settings.database.url], ['007', 'postgresql://db/x'])
  const overrides = { port: 7002, database: 'sqlite:x', publicUrl: 'http://localhost:7002/prefix' }
  const over = readSettings('relying-party', { file, environment, overrides })
  assert.deepEqual([over.listen.port, over.database.url, over.role.entityId], [7002, 'sqlite:x', overrides.publicUrl])
  const both = { DATABASE_URL: 'postgresql://a/x', FIDUCIA_DATABASE_URL: 'postgresql://b/x' }
  assert.equal(readSettings('relying-party', { file, environment: both }).database.url, 'postgresql://b/x')
})

test('D-1080 a line end after a value in the environment is ignored', () => {
  const token = 'token-of-the-environment-0123456789abcdef'
  for (const end of ['\n', '\r\n', '\n\n']) {
    const environment = {
      DATABASE_URL: `postgresql://db/x${end}`,
      FIDUCIA_PUBLIC_URL: `https://rp.example${end}`,
      FIDUCIA_LISTEN_PORT: `7001${end}`,
      FIDUCIA_ADMINISTRATION_TOKEN: `${token}${end}`,
      FIDUCIA_SELF_CHECK: end,
    }
    const settings = readSettings('relying-party', { file: fileOf('relying-party'), environment })
    assert.deepEqual(
      [settings.database.url, settings.publicUrl, settings.listen.port, settings.administration.token],
      ['postgresql://db/x', 'https://rp.example', 7001, token],
    )
  }
})

test('D-1080 quotation marks around a value in the environment do not belong to it', () => {
  const environment = { DATABASE_URL: '"postgresql://db/x"', FIDUCIA_PUBLIC_URL: '"https://rp.example"' }
  const settings = readSettings('relying-party', { file: fileOf('relying-party'), environment })
  assert.deepEqual([settings.database.url, settings.publicUrl], ['postgresql://db/x', 'https://rp.example'])
})

test('D-1080 variables that Kubernetes makes for a Service are no settings', () => {
  const linksTo = (service: string) => ({
    [`${service}_SERVICE_HOST`]: '10.0.171.239',
    [`${service}_SERVICE_PORT`]: '5432',
    [`${service}_SERVICE_PORT_HTTP`]: '5432',
    [`${service}_PORT`]: 'tcp://10.0.171.239:5432',
    [`${service}_PORT_5432_TCP`]: 'tcp://10.0.171.239:5432',
    [`${service}_PORT_5432_TCP_PROTO`]: 'tcp',
    [`${service}_PORT_5432_TCP_PORT`]: '5432',
    [`${service}_PORT_5432_TCP_ADDR`]: '10.0.171.239',
  })
  const file = fileOf('relying-party')
  for (const service of ['FIDUCIA', 'FIDUCIA_DATABASE', 'FIDUCIA_LISTEN'])
    assert.deepEqual(faultsOf('relying-party', { file, environment: linksTo(service) }), [], service)
  const { FIDUCIA_SERVICE_HOST: _, ...others } = linksTo('FIDUCIA')
  assert.ok(faultsOf('relying-party', { file, environment: others }).length > 0)
  const own = { ...linksTo('FIDUCIA'), FIDUCIA_SERVICE_NAME: 'x' }
  assert.match(String(faultsOf('relying-party', { file, environment: own })), /^FIDUCIA_SERVICE_NAME is not a setting/)
})

test('the URL of an embedded store does not have a host', () => {
  for (const url of ['sqlite://data/store.sqlite', 'sqlite://store.sqlite'])
    assert.match(
      String(faultsOf('relying-party', { file: fileOf('relying-party'), environment: { DATABASE_URL: url } })),
      /database\.url: is neither sqlite:FILE/,
    )
  const environment = { DATABASE_URL: 'sqlite:///data/store.sqlite' }
  const { database } = readSettings('relying-party', { file: fileOf('relying-party'), environment })
  assert.equal(database.url, 'sqlite:///data/store.sqlite')
})

test('a token in the environment replaces the token file of the settings, and the reverse', () => {
  const tokenIn = (settings: object, environment: Record<string, string>) => {
    const inFile = `"administration": ${JSON.stringify(settings)}`
    const file = fileOf('trust-anchor', (text) => text.replace(/"administration": \{.*\}/, inFile))
    const { token, tokenFile } = readSettings('trust-anchor', { file, environment }).administration
    return { token, tokenFile }
  }
  const inFile = { tokenFile: 'administration.token' }
  assert.deepEqual(tokenIn(inFile, { FIDUCIA_ADMINISTRATION_TOKEN: token }), { token, tokenFile: undefined })
  assert.deepEqual(tokenIn({ token }, { FIDUCIA_ADMINISTRATION_TOKEN_FILE: 'administration.token' }), {
    token: undefined,
    tokenFile: 'administration.token',
  })
  assert.deepEqual(tokenIn(inFile, { FIDUCIA_ADMINISTRATION_TOKEN: '' }), { token: undefined, ...inFile })
  const both = { FIDUCIA_ADMINISTRATION_TOKEN: token, FIDUCIA_ADMINISTRATION_TOKEN_FILE: 'administration.token' }
  assert.throws(() => tokenIn(inFile, both), ConfigError)
})

test('only the tokens of the administration have two forms in the environment', () => {
  for (const role of roleNames) {
    const names = variablesOfRole(role).map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) => names.includes(`${name}_FILE`)),
      ['FIDUCIA_ADMINISTRATION_TOKEN', 'FIDUCIA_ADMINISTRATION_CONSOLE_TOKEN'],
    )
  }
})

test('reports a missing value, and a value of another type, by the name of the setting', () => {
  const faults = faultsOf('relying-party', { environment: { FIDUCIA_LISTEN_PORT: 'abc', FIDUCIA_SELF_CHECK: '1' } })
  for (const fault of [
    'publicUrl: is missing. It must be a text',
    'role.organization: is missing. It must be an object',
    'listen.port: must be a number, and is not (set by FIDUCIA_LISTEN_PORT, in which it is written as JSON)',
    'selfCheck: must be a boolean, and is not (set by FIDUCIA_SELF_CHECK, in which it is written as JSON)',
  ])
    assert.ok(faults.includes(fault), faults.join('\n'))
})

test('a locality without a contact of the public body is a fault, as only the certificate of the contact contains it', () => {
  const file = fileOf('pid-provider')
  const locality = { FIDUCIA_SERVICE_PROVIDER_LOCALITY: 'Roma' }
  assert.deepEqual(faultsOf('pid-provider', { file, environment: locality }), [
    'serviceProvider.locality: needs a contact, because it is for the certificate of the contact (set by FIDUCIA_SERVICE_PROVIDER_LOCALITY)',
  ])
  const contact = {
    FIDUCIA_SERVICE_PROVIDER_CONTACT_IPA_CODE: 'x_ente',
    FIDUCIA_SERVICE_PROVIDER_CONTACT_EMAIL: 'pid@ente.example',
  }
  assert.deepEqual(faultsOf('pid-provider', { file, environment: { ...contact, ...locality } }), [])
  assert.deepEqual(faultsOf('pid-provider', { file, environment: contact }), [])
})

test('the faults of a file of another role begin with that', () => {
  const file = fileOf('trust-anchor')
  const [first = '', ...others] = faultsOf('wallet-provider', { file })
  assert.equal(
    first,
    '$schema: the file is for a trust-anchor, and not for a wallet-provider: name another file, or the other role',
  )
  assert.ok(others.some((fault) => fault.startsWith('devices: is missing')))
  assert.deepEqual(faultsOf('trust-anchor', { file }), [])
})

test('a fault of a value from the environment names the variable, unless an option overrides it', () => {
  const file = fileOf('trust-anchor')
  const environment = { FIDUCIA_LISTEN_HOSTS: '0.0.0.0', DATABASE_URL: 'mysql://x', FIDUCIA_LIMITS_RATE_BURST: '0' }
  assert.deepEqual(faultsOf('trust-anchor', { file, environment }), [
    'listen.hosts: must be a list, and is not (set by FIDUCIA_LISTEN_HOSTS, in which it is written as JSON)',
    'database.url: is neither sqlite:FILE nor postgresql://… (set by DATABASE_URL)',
    'limits.rate.burst: must be at least 1 (set by FIDUCIA_LIMITS_RATE_BURST)',
  ])
  const both = { DATABASE_URL: 'sqlite:x', FIDUCIA_DATABASE_URL: 'mysql://x' }
  assert.match(faultsOf('trust-anchor', { file, environment: both }).join(), /\(set by FIDUCIA_DATABASE_URL\)$/)
  const overrides = { database: 'mysql://y', hosts: ['::1'] }
  assert.deepEqual(faultsOf('trust-anchor', { file, environment, overrides }), [
    'database.url: is neither sqlite:FILE nor postgresql://…',
    'limits.rate.burst: must be at least 1 (set by FIDUCIA_LIMITS_RATE_BURST)',
  ])
})

test('quotation marks around a token in the environment are ignored, because a token cannot have them (D-1080)', () => {
  const file = fileOf('trust-anchor')
  const environment = { FIDUCIA_ADMINISTRATION_TOKEN: `"${'a'.repeat(40)}"` }
  assert.equal(readSettings('trust-anchor', { file, environment }).administration.token, 'a'.repeat(40))
  assert.match(
    faultsOf('trust-anchor', { file, environment: { FIDUCIA_ADMINISTRATION_TOKEN: `'${'a'.repeat(40)}'` } }).join(),
    /^administration\.token: cannot be sent as a bearer token.* \(set by FIDUCIA_ADMINISTRATION_TOKEN\)$/,
  )
})

test('white space around the public URL is ignored', () => {
  const file = fileOf('trust-anchor')
  for (const publicUrl of [' http://localhost:4101', 'http://localhost:4101 ']) {
    assert.deepEqual(faultsOf('trust-anchor', { file, overrides: { publicUrl } }), [])
    const settings = readSettings('trust-anchor', { file, overrides: { publicUrl } })
    assert.deepEqual([settings.publicUrl, settings.role.entityId], Array(2).fill('http://localhost:4101'))
  }
})

test('lists and booleans in the environment are JSON', () => {
  const environment = { FIDUCIA_TRUSTED_PROXIES: '["10.0.0.0/8"]', FIDUCIA_LIMITS_RATE_ENABLED: 'false' }
  const settings = readSettings('trust-anchor', { file: fileOf('trust-anchor'), environment })
  assert.deepEqual([settings.trustedProxies, settings.limits.rate.enabled], [['10.0.0.0/8'], false])
})

test('reports all faults at once, each with its place and without its value', () => {
  const file = fileOf('wallet-provider', (text) =>
    text
      .replace('"port": 4102', '"port": "secret"')
      .replace('"trustedProxies": []', '"trustedProxies": ["nobody"], "surprise": 1')
      .replace('"administration.token"', '"missing.token"')
      .replace(/"anchors": \[\]/, '"anchors": [{ "entityId": "https://anchor.example" }]')
      .replace(/"contacts": \[[^\]]*\]/, '"contacts": "secret"'),
  )
  const environment = { FIDUCIA_LISTEN_PROT: '1', FIDUCIA_LIMITS_RATE_BURST: '0', FIDUCIA_KEYS_PASSPHRASE: 'p' }
  const overrides = { publicUrl: 'http://wallet.example', database: 'mysql://secret' }
  const faults = faultsOf('wallet-provider', { file, environment, overrides })
  const places = [
    'FIDUCIA_LISTEN_PROT',
    'listen.port',
    'trustedProxies.0',
    'surprise',
    'administration.tokenFile',
    'anchors.0',
    'role.organization.contacts',
    'limits.rate.burst',
    'database.url',
    'publicUrl',
  ]
  for (const place of places)
    assert.ok(
      faults.some((fault) => fault.includes(place)),
      `${place}: ${faults.join(' | ')}`,
    )
  assert.equal(faults.length, places.length, faults.join(' | '))
  assert.doesNotMatch(faults.join(), /secret|nobody/)
})

test('reports a missing or malformed file, with the remedy', () => {
  assert.match(faultsOf('trust-anchor', { file: join(directory, 'nowhere.json') }).join(), /ENOENT.*fiducia init/)
  assert.match(
    faultsOf('trust-anchor', {}).join(),
    /^no file of settings was named.*fiducia init trust-anchor.*--config/,
  )
  const twice = fileOf('trust-anchor', (text) => text.replace('{', '{ "publicUrl": "https://a.example",'))
  assert.match(faultsOf('trust-anchor', { file: twice }).join(), /\(json_duplicate_member, line \d+ column 3\)/)
  const wide = join(directory, 'wide.json')
  writeFileSync(wide, Buffer.from('\ufeff{}', 'utf16le'))
  assert.deepEqual(faultsOf('trust-anchor', { file: wide }), [
    `${wide} is not a text in UTF-8: save it as UTF-8, not as UTF-16 ("Unicode")`,
  ])
  const broken = fileOf('trust-anchor', (text) => text.replace('{', '{ // here'))
  assert.match(faultsOf('trust-anchor', { file: broken }).join(), /not a JSON object.*comments are whole lines/)
})

test('the environment of a Wallet Provider is production by default (DIS-02)', () => {
  assert.equal(readSettings('wallet-provider', { file: fileOf('wallet-provider') }).role.environment, 'production')
})

const oidc = { protocol: 'oidc', id: 'cie', displayName: { it: 'CIE', en: 'CIE' }, issuer: 'https://cie.example' }
const saml = { protocol: 'saml', id: 'spid', displayName: { it: 'SPID', en: 'SPID' }, entityId: 'https://idp.example' }
const metadataUrl = 'https://idp.example/metadata'

test('PP-62 PP-63 the keys of a national login come from the network only with loopbackHttp', () => {
  const faultsWith = (publicUrl: string, provider: object): string => {
    const file = join(directory, 'logins.json')
    const settings = JSON.parse(writeTemplate('pid-provider', { publicUrl }).replace(/^\s*\/\/.*$/gm, ''))
    writeFileSync(file, JSON.stringify({ ...settings, identityProviders: [provider] }))
    return faultsOf('pid-provider', { file }).join()
  }
  writeFileSync(join(directory, 'spid.xml'), '<a/>')
  const pinned = { ...saml, metadataFile: 'spid.xml' }
  for (const [provider, says] of [
    [{ ...oidc, registration: 'discovery' }, /^identityProviders\.0\.registration: .*network\.loopbackHttp/],
    [{ ...saml, metadataUrl }, /^identityProviders\.0\.metadataUrl: .*network\.loopbackHttp.*metadataFile/],
    [{ ...pinned, metadataUrl }, /^identityProviders\.0\.metadataUrl: /],
    [saml, /^identityProviders\.0\.metadataFile: .*national registry/],
    [oidc, /^$/],
    [pinned, /^$/],
  ] as const) {
    assert.match(faultsWith('https://pid.example', provider), says)
    assert.equal(faultsWith('http://localhost:4103', provider), '')
  }
})

test('every variable has a name of its own', () => {
  for (const role of roleNames) {
    const variables = variablesOfRole(role)
    assert.equal(new Set(variables.map(({ name }) => name)).size, variables.length)
    const names = variables.map(({ name }) => name)
    for (const name of ['FIDUCIA_PUBLIC_URL', 'FIDUCIA_LISTEN_TLS_KEY_FILE', 'FIDUCIA_DATABASE_URL'])
      assert.ok(names.includes(name), name)
    assert.equal(names.includes('FIDUCIA_ROLE_ENTITY_ID'), false)
  }
})

test('a variable that a setting names, and the variable of compose.yaml, are not reported as unknown settings', () => {
  const named = {
    FIDUCIA_KEYS_PASSPHRASE_VARIABLE: 'FIDUCIA_ANCHOR_PASSPHRASE',
    FIDUCIA_ANCHOR_PASSPHRASE: 'correct horse',
    FIDUCIA_KEYS_PKCS11: JSON.stringify({ module: 'm', token: 't', labels: {}, pinVariable: 'FIDUCIA_ANCHOR_PIN' }),
    FIDUCIA_ANCHOR_PIN: '1234',
    FIDUCIA_DATABASE: 'postgresql://db/x',
  }
  const { FIDUCIA_KEYS_PKCS11: pkcs11, FIDUCIA_ANCHOR_PIN: _, ...environment } = named
  const file = fileOf('trust-anchor', (text) => text.replace(/^\s*\/\/.*$/gm, ''))
  assert.deepEqual(faultsOf('trust-anchor', { file, environment }), [])
  const content = JSON.parse(readFileSync(file, 'utf8')) as { keys?: object }
  writeFileSync(file, JSON.stringify({ ...content, keys: { ...content.keys, pkcs11: JSON.parse(pkcs11) } }))
  assert.deepEqual(
    faultsOf('trust-anchor', { file, environment: named }).filter((fault) => /_PIN/.test(fault)),
    [],
  )
  const { FIDUCIA_KEYS_PASSPHRASE_VARIABLE: __, ...unnamed } = environment
  assert.deepEqual(faultsOf('trust-anchor', { file, environment: unnamed }), [
    'FIDUCIA_ANCHOR_PASSPHRASE is not a setting of this role',
  ])
})

test('a byte order mark is ignored, and an unreadable file is the only reported fault', () => {
  const file = fileOf('trust-anchor', (text) => `\ufeff${text}`)
  assert.deepEqual(faultsOf('trust-anchor', { file }), [])
  writeFileSync(file, '{"publicUrl": ')
  assert.deepEqual(faultsOf('trust-anchor', { file, environment: { FIDUCIA_LISTEN_PRT: '1' } }), [
    `${file} is not a JSON object (json_malformed, line 1 column 15); comments are whole lines that begin with //`,
  ])
})

test('a file that is not JSON, or cannot be read, is reported with the reason and the place', () => {
  const file = fileOf('relying-party', () => '{\n\n  // a comment\n  "publicUrl": "secret",\n}\n')
  assert.deepEqual(faultsOf('relying-party', { file }), [
    `${file} is not a JSON object (json_malformed, line 5 column 1); comments are whole lines that begin with //`,
  ])
  const list = fileOf('relying-party', () => '[]')
  assert.match(faultsOf('relying-party', { file: list }).join(), /is not a JSON object \(json_malformed\);/)
  assert.deepEqual(faultsOf('relying-party', { file: directory }), [
    `${directory} cannot be read ${describeReadFault({ code: 'EISDIR' })}`,
  ])
  const none = join(directory, 'none.json')
  assert.deepEqual(faultsOf('relying-party', { file: none }), [
    `${none} cannot be read (ENOENT): run fiducia init first, or name another file`,
  ])
})

test('reports an unknown setting at its own place', () => {
  const change = (text: string) => {
    const settings = JSON.parse(text.replace(/^\s*\/\/.*$/gm, ''))
    const applications = [{ id: 'portal', apiKeyDigests: ['x'], returnUrl: 'https://portal.example/' }]
    const role = { ...settings.role, clientNam: 'x', applications }
    return JSON.stringify({ ...settings, colour: 1, role, listen: { prt: 1 } })
  }
  const faults = faultsOf('relying-party', { file: fileOf('relying-party', change) })
  for (const [place, remedy] of [
    ['colour', ': remove it'],
    ['role.clientNam', '. Did you mean clientName? Otherwise remove it'],
    ['role.applications.0.returnUrl', '. Did you mean returnUrls? Otherwise remove it'],
    ['listen.prt', '. Did you mean port? Otherwise remove it'],
  ])
    assert.ok(faults.includes(`${place}: there is no such setting${remedy}`), faults.join('\n'))
})
