import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { ConfigError } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import { createConsoleSettings } from './console-settings.ts'
import { consoleFiles } from './console-template.ts'

const directory = freshDirectory()
const toPath = (path: string): string => join(directory, path)
const token = 'token-of-0123456789abcdef0123456789ab'
const provider = {
  issuer: 'https://login.example',
  clientId: 'console',
  clientSecret: 'marked-secret',
  allowed: [{ claim: 'groups', value: 'operators' }],
}
const valid = {
  publicUrl: 'https://console.example',
  roles: [{ name: 'pid-provider', url: 'https://pid.example', token }],
  operators: { tokens: [{ name: 'ada', token }] },
}

writeFileSync(toPath('a.token'), `${token}\n`)
const { publicJwk } = await generateSigner({ crypto: createNodeCrypto() })
const clientKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
const anchor = { entityId: 'https://anchor.example', jwks: { keys: [publicJwk] } }

function faultsOf(changes: object): readonly string[] {
  try {
    createConsoleSettings({ ...valid, ...changes }, toPath)
    return []
  } catch (thrown) {
    assert.ok(thrown instanceof ConfigError)
    return thrown.faults
  }
}

test('reads settings with defaults, and secrets from files', () => {
  writeFileSync(toPath('client.secret'), 'secret\n')
  const { clientSecret: _, ...inFile } = provider
  const settings = createConsoleSettings(
    {
      ...valid,
      roles: [{ name: 'pid-provider', url: 'https://pid.example', tokenFile: 'a.token' }],
      operators: { provider: { ...inFile, clientSecretFile: 'client.secret' } },
    },
    toPath,
  )
  assert.deepEqual([settings.roles[0]?.token, settings.tokens], [token, []])
  assert.deepEqual(settings.provider?.authentication, { secret: 'secret' })
  assert.deepEqual([settings.provider?.scope, settings.provider?.nameClaim], ['openid', 'sub'])
  assert.deepEqual([settings.session.idleSeconds, settings.pollSeconds], [1800, 2])
})

test('the template is valid in its directory', () => {
  const files = consoleFiles({ random: seededRandom('template') }, {})
  for (const [name, text] of Object.entries(files)) writeFileSync(toPath(name), text)
  const json = (files['console.json'] ?? '').replace(/^[^\S\n]*\/\/.*$/gm, '')
  const settings = createConsoleSettings(JSON.parse(json), toPath)
  assert.deepEqual(
    settings.roles.map(({ name }) => name),
    ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'],
  )
  assert.equal(new Set([...settings.roles, ...settings.tokens].map((one) => one.token)).size, 5)
})

test('the template listens at the port of a local URL, unless a port is named', () => {
  const portOf = (publicUrl: string, port?: number) =>
    /"port": (\d+)/.exec(consoleFiles({ random: seededRandom('port') }, { publicUrl, port })['console.json'] ?? '')?.[1]
  assert.equal(portOf('http://localhost:5000'), '5000')
  assert.equal(portOf('http://localhost:5000', 6000), '6000')
  assert.equal(portOf('http://localhost'), '80')
  assert.equal(portOf('https://console.example:8443'), '4100')
})

for (const [title, changes, fault] of [
  ['a URL with a path', { publicUrl: 'https://x.example/console' }, /^publicUrl: must not have a path$/],
  ['a URL with a query', { publicUrl: 'https://x.example/?' }, /^publicUrl: must not have a query$/],
  [
    'a role at a URL with a query',
    { roles: [{ name: 'pid-provider', url: 'https://pid.example/?x' }] },
    /^roles\.0\.url: is not an entity identifier/,
  ],
  [
    'an anchor over plain http',
    { anchors: [{ ...anchor, entityId: 'http://anchor.example' }] },
    /^anchors\.0\.entityId: must be an https URL/,
  ],
  ['plain http', { publicUrl: 'http://localhost:4100' }, /^publicUrl: must be an https URL/],
  [
    'a role over plain http',
    { roles: [{ name: 'pid-provider', url: 'http://pid.example' }] },
    /^roles\.0\.url: must be/,
  ],
  ['no role', { roles: [] }, /^roles:/],
  ['an unknown role', { roles: [{ name: 'wallet', url: 'https://x.example' }] }, /^roles\.0\.name:/],
  ['the same role twice', { roles: [valid.roles[0], valid.roles[0]] }, /^roles: two entries have the same name$/],
  ['a token that can be guessed', { roles: [{ ...valid.roles[0], token: 'short' }] }, /^roles\.0: the token has fewer/],
  [
    'a role with a token twice',
    { roles: [{ ...valid.roles[0], tokenFile: 'a.token' }] },
    /^roles\.0: has token and tokenFile, .*: remove one$/,
  ],
  [
    'an operator with a token twice',
    { operators: { tokens: [{ name: 'ada', token, tokenFile: 'a.token' }] } },
    /needs a token or a tokenFile, but not both/,
  ],
  ['no way to log in', { operators: {} }, /^operators: needs a provider or a token$/],
  [
    'the same operator twice',
    {
      operators: {
        tokens: [
          { name: 'ada', token },
          { name: 'ada', token },
        ],
      },
    },
    /same name/,
  ],
  [
    'two operators with one token',
    {
      operators: {
        tokens: [
          { name: 'ada', token },
          { name: 'bob', tokenFile: 'a.token' },
        ],
      },
    },
    /^operators\.tokens: two entries have the same token$/,
  ],
  ['an operator without a token', { operators: { tokens: [{ name: 'ada' }] } }, /needs a token or a tokenFile/],
  ['an operator with a slash', { operators: { tokens: [{ name: 'a/b', token }] } }, /tokens\.0\.name: is not a name/],
  ['a provider that allows everybody', { operators: { provider: { ...provider, allowed: [] } } }, /provider\.allowed:/],
  [
    'a provider with both a client secret and a client key',
    { operators: { provider: { ...provider, clientKeyFile: 'x' } } },
    /provider: needs one of clientSecret/,
  ],
  [
    'a scope that only contains the letters openid',
    { operators: { provider: { ...provider, scope: 'x-openid openid2' } } },
    /scope: must contain openid/,
  ],
  [
    'a file without private key',
    { operators: { provider: withFile('clientKeyFile', '{"kty":"EC"}') } },
    /clientKeyFile: contains no private key/,
  ],
  ['an unknown member', { colour: 'red' }, /^colour: there is no such setting/],
  ['the same anchor twice', { anchors: [anchor, anchor] }, /^anchors: two entries have the same entityId$/],
  [
    'an empty file of a client secret',
    { operators: { provider: withFile('clientSecretFile', '\n') } },
    /^operators\.provider\.clientSecretFile: contains no secret$/,
  ],
  [
    'TLS files without a key and its certificate',
    { listen: { tls: { keyFile: 'a.token', certificateFile: 'a.token' } } },
    /^listen\.tls: certificateFile contains no certificate in PEM$/,
  ],
  [
    'a file of an authority without a certificate in PEM',
    { network: { certificateAuthorityFiles: ['a.token'] } },
    /^network\.certificateAuthorityFiles\.0: contains no certificate in PEM$/,
  ],
] as const)
  test(`refuses ${title}, without a secret in the message`, () => {
    const faults = faultsOf(changes)
    assert.match(faults[0] ?? 'none', fault)
    assert.doesNotMatch(faults.join(), /marked-secret|token-of-0/)
  })

/** Returns the provider with this file in place of its secret. */
function withFile(member: 'clientSecretFile' | 'clientKeyFile', text: string): object {
  writeFileSync(toPath(member), text)
  const { clientSecret: _, ...rest } = provider
  return { ...rest, [member]: member }
}

test('reads a client key of each supported algorithm', () => {
  for (const key of [
    ...['P-256', 'P-384', 'P-521'].map((namedCurve) => generateKeyPairSync('ec', { namedCurve })),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ]) {
    const jwk = { ...key.privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }
    const settings = createConsoleSettings(
      { ...valid, operators: { provider: withFile('clientKeyFile', JSON.stringify(jwk)) } },
      toPath,
    )
    assert.deepEqual(settings.provider?.authentication, { key: jwk })
  }
})

test('refuses a client key that cannot sign, without the key in the message', () => {
  for (const key of [
    { kty: 'OKP', crv: 'Ed25519' },
    { ...clientKey, crv: 'secp256k1' },
    { ...clientKey, alg: 'PS256' },
    { ...clientKey, use: 'enc' },
    { ...clientKey, key_ops: ['verify'] },
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'jwk' }),
    { ...clientKey, x: 'x' },
  ])
    assert.deepEqual(
      faultsOf({ operators: { provider: withFile('clientKeyFile', JSON.stringify({ d: 'marked-secret', ...key })) } }),
      ['operators.provider.clientKeyFile: contains no key for ES256, ES384, ES512 or RS256'],
    )
})

test('GEN-67 D-1062 a byte order mark at the start of a file that the settings name does not belong to it', () => {
  const own = withFile('clientKeyFile', `\ufeff${JSON.stringify(clientKey)}`)
  const settings = createConsoleSettings({ ...valid, operators: { provider: own } }, toPath)
  assert.deepEqual(settings.provider?.authentication, { key: clientKey })
})

test('reports a file that cannot be read once', () => {
  const { clientSecret: _, ...rest } = provider
  for (const changes of [
    { operators: { tokens: [{ name: 'ada', tokenFile: 'no' }] } },
    { operators: { provider: { ...rest, clientSecretFile: 'no' } } },
    { operators: { provider: { ...rest, clientKeyFile: 'no' } } },
    { network: { certificateAuthorityFiles: ['no'] } },
    { listen: { tls: { keyFile: 'no', certificateFile: 'a.token' } } },
  ])
    assert.match(
      faultsOf(changes).join('\n'),
      /^\S+: \S+no cannot be read \(ENOENT\): there is no such file: correct the path/,
    )
})

test('two token files that cannot be read have no token in common', () => {
  const tokens = ['ada', 'bob'].map((name) => ({ name, tokenFile: 'no' }))
  assert.equal(faultsOf({ operators: { tokens } }).length, 2)
})
