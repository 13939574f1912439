/** Operators log in to a console that authenticates at their OpenID Provider with a key (`private_key_jwt`). */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createConsoleSettings, startConsole } from '../../src/console/index.ts'
import { findPort } from '../../src/node/index.ts'
import { createCookieJar } from '../../src/sandbox/cookie-jar.ts'
import { recordingSink } from '../support/decisions.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { operatorsClient, serveOperatorsProvider } from '../support/operators-provider.ts'

type Algorithm = 'ES256' | 'RS256'
const generated = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  RS256: {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
} as const

async function createKey(alg: Algorithm) {
  const pair = (await crypto.subtle.generateKey(generated[alg], true, ['sign', 'verify'])) as CryptoKeyPair
  const [priv, pub] = await Promise.all(
    [pair.privateKey, pair.publicKey].map((key) => crypto.subtle.exportKey('jwk', key)),
  )
  return { privateJwk: { ...priv, alg, kid: 'console' }, publicJwk: { ...pub, alg, use: 'sig', kid: 'console' } }
}

/** Starts a provider with a registered key and a console with its key, and logs a person in. Returns the last page. */
async function logIn(t: TestContext, known: object, own: object) {
  const port = await findPort({ port: 0 })
  const publicUrl = `http://localhost:${port}`
  const provider = await serveOperatorsProvider(publicUrl, known)
  t.after(() => provider.stop())
  provider.person = { id: 'ada', claims: { groups: ['operators'] } }
  const directory = freshDirectory()
  writeFileSync(join(directory, 'client.key'), JSON.stringify(own))
  const decisions = recordingSink()
  const settings = createConsoleSettings(
    {
      publicUrl,
      listen: { port },
      network: { loopbackHttp: true },
      roles: [{ name: 'trust-anchor', url: 'http://localhost:9' }],
      operators: {
        provider: {
          issuer: provider.issuer,
          clientId: operatorsClient.id,
          clientKeyFile: 'client.key',
          allowed: [{ claim: 'groups', value: 'operators' }],
        },
      },
    },
    (path) => join(directory, path),
  )
  const running = await startConsole(settings, { decisions, onFault: () => undefined, warn: () => undefined })
  t.after(() => running.stop())
  const jar = createCookieJar()
  let url = new URL(`${publicUrl}/login/provider`)
  for (let hops = 0; hops < 20; hops += 1) {
    const cookie = jar.header(url)
    const headers = { 'accept-language': 'en', ...(cookie && { cookie }) }
    const response = await fetch(url, { redirect: 'manual', headers })
    jar.store(url, response.headers)
    const location = response.headers.get('location')
    if (location === null) return { status: response.status, text: await response.text(), decisions }
    url = new URL(location, url)
  }
  assert.fail('too many redirects')
}

for (const alg of ['ES256', 'RS256'] as const)
  test(`GEN-46 an operator logs in, and the console authenticates with a key of ${alg}`, async (t) => {
    const { privateJwk, publicJwk } = await createKey(alg)
    const { status, text } = await logIn(t, publicJwk, privateJwk)
    assert.equal(status, 200)
    assert.match(text, /Logged in as <strong>ada<\/strong>/)
  })

test('GEN-46 a login fails if the key of the console is not the registered key', async (t) => {
  const [{ publicJwk }, { privateJwk }] = [await createKey('ES256'), await createKey('ES256')]
  const { status, text, decisions } = await logIn(t, publicJwk, privateJwk)
  assert.equal(status, 403)
  assert.match(text, /id="login-error"/)
  assert.doesNotMatch(text, new RegExp(String(privateJwk.d)))
  assert.equal(decisions.lastRefusal()?.surface, 'console/login/callback')
})
