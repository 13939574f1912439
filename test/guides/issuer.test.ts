/**
 * Executes docs/guides/issuer.md: starts its program with its settings, reads the published metadata, and runs its
 * commands against its register.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server, request as sendRequest } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { register } from '../../src/cli/commands/credentials.ts'
import { withKeyCache } from '../../src/jose/index.ts'
import { addNextKey, createNodeCrypto, keyPlans, loadKeys, loadSecrets } from '../../src/node/index.ts'
import { createNodeRandom } from '../../src/node/node-crypto.ts'
import { type IssuedCredential, registerSubject, uniqueIdOf } from '../../src/pid-provider/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { listenLocally } from '../support/local-server.ts'
import { samlKey } from '../support/saml.ts'
import { guideSuite } from './guide-suite.ts'
import { startCommand } from './start-command.ts'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/guides/issuer.md'), 'utf8')
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block = '']) =>
    block.trim(),
  )
const token = 'token-of-an-administrator-0123456789'
const credential: IssuedCredential = {
  id: 'd6c2f3a0-0000-4000-8000-000000000001',
  format: 'vc+sd-jwt',
  holderThumbprint: 'holder',
  subject: '',
  clientId: 'wallet',
  walletProvider: 'https://wallet-provider.example',
  tokenId: 'token',
  statusList: 0,
  statusIndex: 7,
  issuedAt: 1_768_478_400,
  expiresAt: 1_800_000_000,
  status: 'valid',
}

interface Issuer {
  readonly server: { readonly port: number }
  housekeep(): Promise<void>
  stop(): Promise<void>
}

let issuer: Issuer
let url = ''
// A directory below the package, so that imports by the package's name resolve.
mkdirSync(join(root, '.fiducia'), { recursive: true })
const directory = mkdtempSync(join(root, '.fiducia', 'issuer-guide-'))
const [commands = ''] = blocks('sh')

let proxy: Server | undefined

/** Writes the national registry's document about the SAML identity provider. */
async function writeRegistryDocument(): Promise<void> {
  const certificate = (await samlKey('spid')).certificate.replace(/-----[A-Z ]+-----|\n/g, '')
  const names = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
  const document = [
    `<md:EntityDescriptor ${names} entityID="https://spid.example"><md:IDPSSODescriptor>`,
    `<md:KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
    '<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://spid.example/sso"/>',
    '</md:IDPSSODescriptor></md:EntityDescriptor>',
  ]
  writeFileSync(join(directory, 'spid.xml'), document.join(''))
}

/** Forwards requests under the public name, as the proxy of the guide does. */
async function openProxy(port: number): Promise<string> {
  const listening = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const onward = { port, host: '127.0.0.1', method, path, headers: { ...headers, host: 'pid.example' } }
    const request = sendRequest(onward, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(request)
  })
  proxy = listening
  return `http://127.0.0.1:${await listenLocally(listening)}`
}

let nextKid = ''
guideSuite('docs/guides/issuer.md', () => {
  before(async () => {
    await writeRegistryDocument()
    const ctx = { crypto: withKeyCache(createNodeCrypto()) }
    await loadKeys(ctx, join(directory, 'keys.json'), keyPlans['pid-provider'])
    nextKid = await addNextKey(ctx, join(directory, 'keys.json'), 'federation')
    const [settings = ''] = blocks('json')
    writeFileSync(join(directory, 'issuer.json'), settings.replace('4103', '0').replace('ADMIN_TOKEN', token))
    const [program = ''] = blocks('ts')
    writeFileSync(join(directory, 'issuer.ts'), program)
    issuer = (await import(pathToFileURL(join(directory, 'issuer.ts')).href)) as Issuer
    url = await openProxy(issuer.server.port)
    process.env.FIDUCIA_ADMIN_TOKEN = token
  })
  after(async () => {
    proxy?.closeAllConnections()
    proxy?.close()
    await issuer?.stop()
    rmSync(directory, { recursive: true, force: true })
  })

  test('a fault in the settings is reported with its place, and no file is written', async () => {
    const place = join(directory, 'broken')
    mkdirSync(place)
    const [settings = ''] = blocks('json')
    const { organization, ...role } = JSON.parse(settings).role
    writeFileSync(
      join(place, 'issuer.json'),
      JSON.stringify({ ...JSON.parse(settings), role: { ...role, lifetime: 1 } }),
    )
    writeFileSync(join(place, 'issuer.ts'), blocks('ts')[0] ?? '')
    await assert.rejects(import(pathToFileURL(join(place, 'issuer.ts')).href), (thrown: Error) => {
      assert.equal(thrown.name, 'ConfigError')
      assert.match(thrown.message, /^The configuration has \d faults: .*role\.organization: /)
      return true
    })
    assert.deepEqual(readdirSync(place).sort(), ['issuer.json', 'issuer.ts'])
  })

  test('FED-10 the next federation key is published before it signs', async () => {
    const { header, payload } = decodeJwt(await (await fetch(`${url}/.well-known/openid-federation`)).text())
    const kids = (payload.jwks as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    assert.deepEqual(kids, [header.kid, nextKid])
  })

  test('the published documents are at the guide’s URLs', async () => {
    const { payload } = decodeJwt(await (await fetch(`${url}/.well-known/openid-federation`)).text())
    const metadata = payload.metadata as Record<string, Record<string, unknown>>
    assert.equal(payload.sub, 'https://pid.example')
    for (const type of ['openid_credential_issuer', 'oauth_authorization_server', 'openid_relying_party'])
      assert.ok(metadata[type], type)
    assert.equal(metadata.openid_relying_party?.userinfo_encrypted_response_alg, 'RSA-OAEP-256')
    assert.deepEqual(metadata.openid_relying_party?.redirect_uris, ['https://pid.example/login/callback/cie'])
    const saml = await (await fetch(`${url}/saml/metadata`)).text()
    for (const text of [
      'entityID="https://pid.example"',
      'https://pid.example/login/callback/spid',
      'fiscalNumber',
      'SingleLogoutService',
      'IPACode',
    ])
      assert.ok(saml.includes(text), text)
    const { status_lists: lists } = (await (await fetch(`${url}/statuslists`)).json()) as { status_lists: string[] }
    assert.equal(lists.length, 8)
  })

  test('only their owner can read the private files, and secrets.json contains the secret for unique_id', () => {
    for (const name of [
      'keys.json',
      'secrets.json',
      'mdoc.json',
      'login.json',
      'login-encryption.json',
      'saml.json',
      'pid-provider.sqlite',
    ])
      assert.equal(statSync(join(directory, name)).mode & 0o077, 0, name)
    assert.match(readFileSync(join(directory, 'secrets.json'), 'utf8'), /"person"/)
  })

  /**
   * Stores a credential as an issuance does: first the grant, then the entry in the register under the grant's token.
   */
  async function issueOne(): Promise<void> {
    const random = createNodeRandom()
    const secrets = loadSecrets({ random }, join(directory, 'secrets.json'), ['person'])
    const ctx = { crypto: createNodeCrypto(), personSecret: secrets.person[0]?.secret ?? new Uint8Array() }
    const subject = registerSubject(ctx, uniqueIdOf(ctx, 'TINIT-RSSMRA80A01H501U'))
    const { stores, database } = openSqliteStores('pid-provider', join(directory, 'pid-provider.sqlite'))
    await database.write((session) => {
      session
        .prepare(
          "INSERT INTO authorization_grant (code_digest, body, token_id, expires_at) VALUES (x'00', '{}', 'token', 0)",
        )
        .run()
    })
    await stores.issuedCredentials.register({ claims: [], credential: { ...credential, subject } })
    await database.close()
  }

  const run = (line: string) => startCommand([register], line.replaceAll('https://pid.example', url)).ended

  test('PP-112 every command of the guide has the output that the guide describes', async () => {
    await issueOne()
    const line = new RegExp(
      `^ID +STATUS +FORMAT +ISSUED +EXPIRES +WALLET PROVIDER\n${credential.id} +valid +vc\\+sd-jwt +.* ago +(in .*|.* ago) +\\S+\n$`,
    )
    const expected = [
      line,
      line,
      line,
      /^holder +holder\n[\s\S]*status list +\S+, index 7\n$/m,
      /^status +suspended\n[\s\S]*suspended +ada +phone reported lost\n$/m,
      /^status +valid\n[\s\S]*valid +ada +phone found\n$/m,
      /^status +revoked\n[\s\S]*revoked +ada +death of the holder\n$/m,
      /"changes": \[[\s\S]*"suspended"[\s\S]*"valid"[\s\S]*"revoked"/,
    ]
    const lines = commands.split('\n')
    assert.equal(lines.length, expected.length)
    for (const [index, command] of lines.entries()) {
      const given = command.replace('CREDENTIAL_ID', credential.id).replace('CLIENT_ID', credential.clientId)
      const { code, out, err } = await run(given)
      assert.deepEqual([code, err], [0, ''], command)
      assert.match(out, expected[index] ?? /^$/, command)
    }
    await issuer.housekeep()
  })

  test('PP-112 a refusal is reported with exit code 1, and an empty result is not an error', async () => {
    const at = '--url https://pid.example'
    const rows: [line: string, says: RegExp][] = [
      [
        `fiducia credentials list ${at} --token wrong`,
        /refuses: .*admin_token_unknown.* What to change: give the token of this service/,
      ],
      [`fiducia credentials list --status gone ${at}`, /Allowed choices are suspended, valid, revoked/],
      [`fiducia credentials list --limit many ${at}`, /'many' is invalid. It must be a whole number from 1 to 1000/],
      [`fiducia credentials search ${at}`, /^Name one of --tax-number/],
      [`fiducia credentials search --tax-number RSSMRA80A01H501 ${at}`, /^--tax-number: .* 16 letters and digits/],
      [`fiducia credentials show nobody ${at}`, /credential_unknown/],
      [`fiducia credentials revoke ${credential.id} ${at}`, /^Give a reason for the log: --reason/],
      [`fiducia credentials resume ${credential.id} --reason x ${at}`, /status_final/],
      ['fiducia credentials list --data /nowhere', /^No sandbox with a PID Provider is running here/],
    ]
    for (const [line, says] of rows) {
      const { code, err } = await run(line)
      assert.equal(code, 1, line)
      assert.match(err.trimEnd(), says, line)
    }
    const none = await run(`fiducia credentials search --holder nobody ${at}`)
    assert.deepEqual([none.code, none.out], [0, 'none\n'])
    const found = await run(`fiducia credentials search --holder holder --json ${at}`)
    assert.equal((JSON.parse(found.out) as { id: string }[])[0]?.id, credential.id)
  })
})
