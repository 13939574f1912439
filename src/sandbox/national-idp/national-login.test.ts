/**
 * The OpenID Connect channel whole: our adapter, a browser, and another author's OpenID Provider over real HTTP.
 */
import assert from 'node:assert/strict'
import { generateKeyPair, sign } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { type Failure, failed, type NumericDate, type PublicJwk, type Verified } from '../../base/index.ts'
import { generateDecrypter } from '../../jose/index.ts'
import { importNationalLoginKey } from '../../node/national-login-key.ts'
import { createNodeCrypto, createNodeRandom } from '../../node/node-crypto.ts'
import { createOidcIdentityProvider } from '../../node/oidc-identity-provider.ts'
import { discoveryRegistration } from '../../node/oidc-provider-registration.ts'
import {
  type BegunLogin,
  createNationalLoginMetadata,
  type NationalIdentityProvider,
  type NationalLogin,
  type NationalLoginCode,
} from '../../pid-provider/index.ts'
import { type Credentials, LoginRefused, loginAt } from '../login-script.ts'
import { createUserAgent, departed, type Page } from '../user-agent.ts'
import { sandboxUsers } from './accounts.ts'
import type { NationalIdp } from './serve.ts'
import { startNationalIdp } from './start-national-idp.ts'

const clientId = 'http://localhost:9/pid-provider'
const callbackUrl = 'http://localhost:9/pid-provider/login/cie'
const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
const decrypter = await generateDecrypter(ctx, 'RSA-OAEP-256', { enc: ['A256CBC-HS512'] })
const now = (): NumericDate => Math.floor(Date.now() / 1000)
const [high] = sandboxUsers

let idp: NationalIdp
let national: NationalIdentityProvider

const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
const metadata = createNationalLoginMetadata({
  entityId: clientId,
  clientName: 'PID Provider <sandbox>',
  redirectUris: [callbackUrl],
  keys: [{ ...(publicKey.export({ format: 'jwk' }) as PublicJwk), kid: 'rp', use: 'sig' }],
  algorithm: 'RS256',
  decrypter,
})
const rpKey = await importNationalLoginKey(privateKey.export({ format: 'jwk' }), 'rp', 'RS256')
/** Media types of what came back, by path. */
const mediaTypes = new Map<string, string | null>()

before(async () => {
  idp = await startNationalIdp({ port: 0, clients: [metadata] })
  national = createProvider(idp.issuer, rpKey)
})

after(() => idp.stop())

function createProvider(issuer: string, key: Awaited<ReturnType<typeof importNationalLoginKey>>) {
  const watched = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    mediaTypes.set(new URL(request.url).pathname, response.headers.get('content-type'))
    return response
  }
  const parts = { ...ctx, fetch: watched }
  return createOidcIdentityProvider(parts, {
    id: 'cie',
    displayName: { it: 'Entra con CIE', en: 'Sign in with CIE' },
    clientId,
    key,
    decrypter,
    registration: discoveryRegistration(parts, issuer, { loopbackHttp: true }),
    loopbackHttp: true,
  })
}

async function begin(): Promise<BegunLogin> {
  const begun = await national.begin({ callbackUrl, now: now() })
  assert.ok(!failed(begun), 'the login begins')
  return begun
}

const complete = (
  { pending }: BegunLogin,
  location: string,
  change: (parameters: Map<string, string>) => void = () => {},
): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> => {
  const parameters = new Map(new URL(location).searchParams)
  change(parameters)
  return national.complete({ parameters, pending, now: now() })
}

async function login(credentials: Credentials) {
  const begun = await begin()
  const location = await loginAt(createUserAgent(), begun.location, credentials)
  assert.ok(location.startsWith(callbackUrl))
  return { begun, location }
}

const codeOf = (result: NationalLogin | Failure<NationalLoginCode>): string =>
  failed(result) ? result.code : 'accepted'

describe('the national login over OpenID Connect', () => {
  test('PP-13 a user of level High logs in, and their attributes arrive', async () => {
    assert.ok(high)
    const { begun, location } = await login(high)
    const result = await complete(begun, location)
    assert.ok(!failed(result), codeOf(result))
    assert.equal(result.levelOfAssurance, 'high')
    assert.equal(result.issuer, idp.issuer)
    assert.notEqual(result.subject, high.username)
    assert.ok(Math.abs(result.authenticatedAt - now()) < 10)
    assert.match(mediaTypes.get('/me') ?? '', /^application\/jose\b/)
    assert.deepEqual(result.attributes, {
      given_name: 'Mario',
      family_name: 'Rossi',
      birthdate: '1980-01-01',
      place_of_birth: { locality: 'H501', region: 'RM', country: 'IT' },
      fiscal_number: 'TINIT-RSSMRA80A01H501U',
    })
  })

  for (const [username, level, expected] of [
    ['lucia.bianchi', undefined, 'substantial'],
    ['paolo.verdi', undefined, 'low'],
    ['mario.rossi', 'low', 'low'],
    ['mario.rossi', 'substantial', 'substantial'],
  ] as const)
    test(`PP-61 asked for High, ${username} answers with ${expected}, and that is what counts`, async () => {
      const credentials = { username, password: 'sandbox', ...(level === undefined ? {} : { level }) }
      const { begun, location } = await login(credentials)
      const result = await complete(begun, location)
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, expected)
    })

  for (const [username, name] of [
    ['nicolo.dangelo', "Nicolò D'Angelò"],
    ['amelia.kowalska', 'Amélia Kowalska-Łuczak'],
    ['giulia.minore', 'Giulia Spataro'],
  ] as const)
    test(`PP-68 the name of ${username} arrives unharmed`, async () => {
      const { begun, location } = await login({ username, password: 'sandbox' })
      const result = await complete(begun, location)
      assert.equal(
        failed(result) ? result.code : `${result.attributes.given_name} ${result.attributes.family_name}`,
        name,
      )
    })

  test('PP-67 refuses a user without a tax code', async () => {
    const { begun, location } = await login({ username: 'senza.codice', password: 'sandbox' })
    assert.equal(codeOf(await complete(begun, location)), 'attribute_missing')
  })

  test('the same user is the same subject at the next login', async () => {
    const subjects = await Promise.all(
      [1, 2].map(async () => {
        const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
        const result = await complete(begun, location)
        return failed(result) ? result.code : result.subject
      }),
    )
    assert.equal(subjects[0], subjects[1])
  })

  for (const [username, expected] of [
    ['utente.sospeso', 'user_login_required'],
    ['servizio.fermo', 'provider_unreachable'],
  ] as const)
    test(`PP-66 the login of ${username} ends in ${expected}`, async () => {
      const { begun, location } = await login({ username, password: 'sandbox' })
      assert.equal(codeOf(await complete(begun, location)), expected)
    })
})

test('a port that is taken is said at the start', async () => {
  await assert.rejects(
    startNationalIdp({ port: Number(new URL(idp.issuer).port), clients: [] }),
    /^PortUnavailable: Port \d+ is in use/,
  )
})

describe('it demands what a national provider demands', () => {
  test('PP-38 a client that does not say how its userinfo is encrypted is not registered', async () => {
    const { userinfo_encrypted_response_alg, userinfo_encrypted_response_enc, ...others } = metadata
    await assert.rejects(startNationalIdp({ port: 0, clients: [others] }), /userinfo_encrypted_response_alg/)
  })

  for (const name of ['code_challenge', 'code_challenge_method', 'scope'])
    test(`PP-113 ${name} in the query too`, async () => {
      const url = new URL((await begin()).location)
      url.searchParams.delete(name)
      const visit = await createUserAgent().open(url.href, ({ port }) => port === '9')
      assert.ok(!departed(visit))
      assert.equal(visit.status, 400)
      assert.match(visit.text, /invalid_request/)
    })

  test('PP-62 a client assertion that is addressed to its token endpoint', async () => {
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    const redeem = async (aud: string) => {
      const claims = { iss: clientId, sub: clientId, aud, jti: aud, iat: now(), exp: now() + 60 }
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
      const signed = `${part({ alg: 'RS256', kid: 'rp' })}.${part(claims)}`
      const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        client_assertion: `${signed}.${signature}`,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        code: new URL(location).searchParams.get('code') ?? '',
        redirect_uri: callbackUrl,
        code_verifier: String(begun.pending.codeVerifier),
      })
      return (await fetch(`${idp.issuer}/token`, { method: 'POST', body })).status
    }
    assert.deepEqual([await redeem(idp.issuer), await redeem(`${idp.issuer}/token`)], [401, 200])
  })
})

test('it also runs in this process, and prints nothing once its library is loaded', async (t) => {
  const prints = (['info', 'log', 'error'] as const).map((name) => t.mock.method(console, name, () => {}))
  const warnings = t.mock.method(console, 'warn', () => {})
  const { serveNationalIdp } = await import('./serve.ts')
  const atImport = warnings.mock.callCount()
  const inProcess = await serveNationalIdp({ port: 0, clients: [] })
  const response = await fetch(`${inProcess.issuer}/.well-known/openid-configuration`)
  const document = (await response.json()) as Record<string, unknown>
  await inProcess.stop()
  assert.equal(document.issuer, inProcess.issuer)
  assert.deepEqual(document.token_endpoint_auth_methods_supported, ['private_key_jwt'])
  assert.equal(document.require_signed_request_object, true)
  await assert.rejects(fetch(inProcess.issuer))
  assert.equal(warnings.mock.callCount(), atImport)
  for (const print of prints) assert.equal(print.mock.callCount(), 0)
})

describe('the pages of the national identity provider', () => {
  const openLogin = async (language: string): Promise<Page> => {
    const visit = await createUserAgent({ language }).open((await begin()).location)
    assert.ok(!departed(visit))
    return visit
  }

  test('the login page is a form in the language that the browser prefers, without script, and escapes names', async () => {
    const [italian, english] = [await openLogin('it'), await openLogin('en-GB,en;q=0.9,it;q=0.5')]
    assert.match(
      italian.text,
      /lang="it"[\s\S]*Nome utente[\s\S]*PID Provider &lt;sandbox&gt;|PID Provider &lt;sandbox&gt;/,
    )
    assert.match(english.text, /lang="en"[\s\S]*Username/)
    for (const page of [italian, english]) {
      assert.doesNotMatch(page.text, /<script|onclick|style="/)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    }
  })

  test('a wrong password, an unknown user and a level out of reach show the form again', async () => {
    for (const credentials of [
      { username: 'mario.rossi', password: 'wrong' },
      { username: 'nobody', password: 'sandbox' },
      { username: 'paolo.verdi', password: 'sandbox', level: 'high' },
      { username: 'mario.rossi', password: 'sandbox', level: 'constructor' },
    ]) {
      const { location } = await begin()
      await assert.rejects(
        loginAt(createUserAgent(), location, credentials),
        (thrown) =>
          thrown instanceof LoginRefused && thrown.page.status === 403 && /role="alert"/.test(thrown.page.text),
      )
    }
  })

  test('PP-66 cancelling the login ends in user_denied', async () => {
    const agent = createUserAgent()
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!departed(page))
    const visit = await agent.submit(page, { button: 'cancel', stopAt: ({ port }) => port === '9' })
    assert.ok(departed(visit))
    assert.equal(new URL(visit.location).searchParams.get('error'), 'access_denied')
    assert.equal(codeOf(await complete(begun, visit.location)), 'user_denied')
  })

  test('PP-66 refusing consent ends in user_denied', async () => {
    const agent = createUserAgent()
    const begun = await begin()
    const page = await agent.open(begun.location)
    assert.ok(!departed(page))
    const consent = await agent.submit(page, { fields: { username: 'mario.rossi', password: 'sandbox' } })
    assert.ok(!departed(consent))
    assert.match(consent.text, /TINIT-RSSMRA80A01H501U/)
    assert.equal(consent.forms[0]?.buttons.filter(({ primary }) => primary).length, 1)
    const visit = await agent.submit(consent, { button: 'cancel', stopAt: ({ port }) => port === '9' })
    assert.ok(departed(visit))
    assert.equal(codeOf(await complete(begun, visit.location)), 'user_denied')
  })

  test('PP-61 a second login in the same browser asks for the password again', async () => {
    const agent = createUserAgent()
    await loginAt(agent, (await begin()).location, { username: 'mario.rossi', password: 'sandbox' })
    const page = await agent.open((await begin()).location)
    assert.ok(!departed(page) && page.forms[0]?.fields.has('password'))
  })

  test('an interaction of another browser is an error page', async () => {
    const page = await openLogin('en')
    const stranger = await createUserAgent({ language: 'en' }).open(page.url)
    assert.ok(!departed(stranger))
    assert.equal(stranger.status, 400)
    assert.match(stranger.text, /expired/)
  })

  test('PP-113 the provider refuses a request object that was changed', async () => {
    const url = new URL((await begin()).location)
    const [header, , signature] = url.searchParams.get('request')?.split('.') ?? []
    const forged = Buffer.from(JSON.stringify({ client_id: clientId, redirect_uri: callbackUrl })).toString('base64url')
    url.searchParams.set('request', `${header}.${forged}.${signature}`)
    const visit = await createUserAgent().open(url.href, ({ port }) => port === '9')
    assert.ok(departed(visit))
    assert.equal(new URL(visit.location).searchParams.get('error'), 'invalid_request_object')
  })
})

describe('an answer that is not the answer to this login', () => {
  const rows: readonly (readonly [string, (parameters: Map<string, string>) => void, NationalLoginCode])[] = [
    ['state is another', (p) => p.set('state', 'x'.repeat(43)), 'state_mismatch'],
    ['state is missing', (p) => p.delete('state'), 'state_missing'],
    ['iss is another', (p) => p.set('iss', 'https://evil.example'), 'response_iss_mismatch'],
    ['iss is missing', (p) => p.delete('iss'), 'response_iss_missing'],
    ['code is another', (p) => p.set('code', 'x'.repeat(43)), 'code_rejected'],
    ['code is missing', (p) => p.delete('code'), 'code_missing'],
  ]
  for (const [what, change, code] of rows)
    test(`PP-62 refuses it when ${what}`, async () => {
      const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
      assert.equal(codeOf(await complete(begun, location, change)), code)
    })

  for (const [what, change, code] of [
    ['nonce', { loginNonce: 'n'.repeat(43) }, 'nonce_mismatch'],
    ['PKCE verifier', { codeVerifier: 'v'.repeat(43) }, 'code_rejected'],
  ] as const)
    test(`PP-62 refuses it when the ${what} of the session is another`, async () => {
      const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
      const other = { ...begun, pending: { ...begun.pending, ...change } }
      assert.equal(codeOf(await complete(other, location)), code)
    })

  test('PP-65 refuses a code that was used', async () => {
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    assert.equal(codeOf(await complete(begun, location)), 'accepted')
    assert.equal(codeOf(await complete(begun, location)), 'code_rejected')
  })

  test('PP-60 refuses the answer to a login that another session began', async () => {
    const { location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    assert.equal(codeOf(await complete(await begin(), location)), 'state_mismatch')
  })

  test('PP-62 refuses our own assertion made with another key', async () => {
    const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const jwk = pair.privateKey.export({ format: 'jwk' })
    const other = createProvider(idp.issuer, await importNationalLoginKey(jwk, 'rp', 'RS256'))
    const { begun, location } = await login({ username: 'mario.rossi', password: 'sandbox' })
    const parameters = new Map(new URL(location).searchParams)
    assert.equal(codeOf(await other.complete({ parameters, pending: begun.pending, now: now() })), 'client_rejected')
  })
})
