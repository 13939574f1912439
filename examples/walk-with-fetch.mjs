/**
 * Every request of a wallet, with only `fetch` and `node:crypto`: to see every byte, or to write it in another
 * language. Leaves out the checks of received data; the library does them.
 *
 *     npm start -- --no-demo              # in another terminal
 *     node walk-with-fetch.mjs [.fiducia/sandbox.json]
 *
 * With `--https`, trust the sandbox's authority: `NODE_EXTRA_CA_CERTS=authority.crt`, from `/authority.crt` of the
 * console.
 */
import * as crypto from 'node:crypto'
import { readFileSync } from 'node:fs'

const sandbox = JSON.parse(readFileSync(process.argv[2] ?? '.fiducia/sandbox.json', 'utf8'))
const { console: devices, wallet_provider, pid_provider, relying_party } = sandbox
const redirectUri = 'https://wallet.example/callback'
/** Where the browser leaves the pages of the services: this wallet, and the one of the console, which links open. */
const wallet = new RegExp(`^(https://wallet\\.example|${devices})/`)

// --- JOSE, as small as it gets -----------------------------------------------------------------------------------------

const base64url = (data) => Buffer.from(data).toString('base64url')
const json = (value) => base64url(JSON.stringify(value))
const sha256 = (text) => crypto.createHash('sha256').update(text).digest('base64url')
const now = () => Math.floor(Date.now() / 1000)

function newKey() {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  return { privateKey, jwk: { crv, kty, x, y }, thumbprint: sha256(JSON.stringify({ crv, kty, x, y })) }
}

function signJwt(key, header, payload) {
  const input = `${json({ alg: 'ES256', ...header })}.${json(payload)}`
  const signature = crypto.sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${input}.${base64url(signature)}`
}

const payloadOf = (jwt) => JSON.parse(Buffer.from(jwt.split('.')[1], 'base64url'))

/** Encrypts with ECDH-ES and A256GCM, in compact form (RFC 7518 §4.6, RFC 7516 §7.1). */
function encrypt(recipient, plaintext) {
  const ephemeral = newKey()
  const publicKey = crypto.createPublicKey({ key: recipient, format: 'jwk' })
  const secret = crypto.diffieHellman({ privateKey: ephemeral.privateKey, publicKey })
  const field = (text) => Buffer.concat([uint32(text.length), Buffer.from(text)])
  const uint32 = (value) => Buffer.from([0, 0, value >>> 8, value & 255])
  const info = Buffer.concat([field('A256GCM'), field(''), field(''), uint32(256)])
  const contentKey = crypto
    .createHash('sha256')
    .update(Buffer.concat([uint32(1), secret, info]))
    .digest()
  const header = json({ alg: 'ECDH-ES', enc: 'A256GCM', kid: recipient.kid, epk: ephemeral.jwk })
  const iv = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(header))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return [header, '', base64url(iv), base64url(ciphertext), base64url(cipher.getAuthTag())].join('.')
}

// --- HTTP, and a browser that fills in forms ---------------------------------------------------------------------------

async function ask(url, { jsonBody, form, ...init } = {}) {
  const body = jsonBody ? JSON.stringify(jsonBody) : form && new URLSearchParams(form)
  const headers = { ...(jsonBody && { 'content-type': 'application/json' }), ...init.headers }
  const response = await fetch(url, { method: body ? 'POST' : 'GET', redirect: 'manual', ...init, body, headers })
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

const cookies = new Map()
/** Follows redirects and submits forms until the browser leaves for `stop`. Returns the URL of `stop`, or the page. */
async function browse(url, { stop = /^$/, fields = {}, form } = {}) {
  for (let pages = 0; pages < 30; pages += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await ask(url, { form, headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      value ? cookies.set(name, value) : cookies.delete(name)
    }
    if (response.status >= 300) {
      url = new URL(response.headers.get('location'), url).href
      form = undefined
      if (stop.test(url)) return url
      continue
    }
    const page = await response.text()
    const [, attributes, content] = /<form\b([^>]*)>([\s\S]*?)<\/form>/.exec(page) ?? []
    if (content === undefined || stop.source === '^$') return page
    url = new URL(decode(/action="([^"]*)"/.exec(attributes)?.[1] ?? ''), url).href
    form = {}
    for (const [tag] of content.matchAll(/<input\b[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(tag)?.[1]
      if (!name || (tag.includes('"radio"') && !tag.includes(' checked'))) continue
      form[name] = fields[name] ?? decode(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
    }
    const button = /<button\b[^>]*class="primary"[^>]*>/.exec(content)?.[0] ?? ''
    const decides = /name="([^"]*)"/.exec(button)?.[1]
    if (decides) form[decides] = /value="([^"]*)"/.exec(button)?.[1] ?? ''
    if (/method="post"/.test(attributes)) continue
    url = `${url.split('?')[0]}?${new URLSearchParams(form)}`
    form = undefined
  }
  throw new Error(`no end of pages at ${url}`)
}

const decode = (text) => text.replaceAll('&#x2F;', '/').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

// --- 1. First start: a phone registers ---------------------------------------------------------------------------------

const challenge = async () => (await (await ask(`${wallet_provider}/nonce`)).json()).nonce
const phone = await (await ask(`${devices}/devices`, { jsonBody: { platform: 'android' } })).json()
const phoneUrl = `${devices}/devices/${phone.id}`
const registration = await challenge()
const evidence = await (await ask(`${phoneUrl}/key-attestation`, { jsonBody: { challenge: registration } })).json()
await ask(`${wallet_provider}/wallet-instance`, { jsonBody: { challenge: registration, ...evidence } })
console.log('registered', phone.hardware_key_tag)

// --- 2. A Wallet Attestation for a fresh key ---------------------------------------------------------------------------

async function attest() {
  const key = newKey()
  const nonce = await challenge()
  const client_data = JSON.stringify({ challenge: nonce, jwk_thumbprint: key.thumbprint })
  const assertion = await (await ask(`${phoneUrl}/assertion`, { jsonBody: { client_data } })).json()
  const request = signJwt(
    key,
    { typ: 'war+jwt', kid: key.thumbprint },
    {
      iss: `${wallet_provider}/instance/${key.thumbprint}`,
      sub: wallet_provider,
      aud: wallet_provider,
      challenge: nonce,
      hardware_key_tag: phone.hardware_key_tag,
      ...assertion,
      cnf: { jwk: key.jwk },
      authorization_endpoint: 'https://wallet.example/authorization',
      response_types_supported: ['vp_token'],
      response_modes_supported: ['direct_post.jwt'],
      vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
      request_object_signing_alg_values_supported: ['ES256'],
      presentation_definition_uri_supported: false,
      iat: now(),
      exp: now() + 300,
    },
  )
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: request }
  return { key, jwt: await (await ask(`${wallet_provider}/token`, { form })).text() }
}

const attested = await attest()
console.log('attested', attested.key.thumbprint)

// --- 3. A PID: pushed request, national login, consent, token, credential -------------------------------------------------

const clientId = attested.key.thumbprint
const verifier = base64url(crypto.randomBytes(32))
const state = base64url(crypto.randomBytes(32))
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-key-attestation'
const pid = { format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } }
const pushed = {
  response_type: 'code',
  client_id: clientId,
  code_challenge: sha256(verifier),
  code_challenge_method: 'S256',
}
const times = (seconds) => ({ iat: now(), exp: now() + seconds, jti: crypto.randomUUID() })
const request = signJwt(
  attested.key,
  { typ: 'oauth-authz-req+jwt', kid: clientId },
  {
    iss: clientId,
    aud: pid_provider,
    ...times(300),
    ...pushed,
    state,
    authorization_details: [{ type: 'openid_credential', ...pid }],
    redirect_uri: redirectUri,
    client_assertion_type: assertionType,
  },
)
const form = { ...pushed, request, client_assertion_type: assertionType, client_assertion: attested.jwt }
const { request_uri } = await (await ask(`${pid_provider}/as/par`, { form })).json()

const [{ username, password }] = sandbox.users
const login = `${pid_provider}/authorize?${new URLSearchParams({ client_id: clientId, request_uri })}`
const back = new URL(await browse(login, { stop: wallet, fields: { username, password } }))
if (back.searchParams.get('state') !== state) throw new Error(`the login ended with ${back.search}`)
console.log('logged in as', username)

const [dpopKey, credentialKey] = [newKey(), newKey()]
const dpop = (url, token) =>
  signJwt(
    dpopKey,
    { typ: 'dpop+jwt', jwk: dpopKey.jwk },
    { jti: crypto.randomUUID(), htm: 'POST', htu: url, iat: now(), ...(token && { ath: sha256(token) }) },
  )
const tokenUrl = `${pid_provider}/token`
const token = await (
  await ask(tokenUrl, {
    headers: { dpop: dpop(tokenUrl) },
    form: {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.searchParams.get('code'),
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: signJwt(
        attested.key,
        { typ: 'JWT', kid: clientId },
        { iss: clientId, sub: clientId, aud: pid_provider, ...times(60) },
      ),
    },
  })
).json()
const proof = signJwt(
  credentialKey,
  { typ: 'openid4vci-proof+jwt', kid: credentialKey.thumbprint, jwk: credentialKey.jwk },
  { iss: clientId, aud: pid_provider, iat: now(), nonce: token.c_nonce },
)
const credentialUrl = `${pid_provider}/credential`
const { credential } = await (
  await ask(credentialUrl, {
    headers: { authorization: `DPoP ${token.access_token}`, dpop: dpop(credentialUrl, token.access_token) },
    jsonBody: { ...pid, proof: { proof_type: 'jwt', jwt: proof } },
  })
).json()
const [issued, ...disclosures] = credential.split('~').slice(0, -1)
console.log('PID of', payloadOf(issued).iss, 'with', disclosures.length, 'claims')

// --- 4. A presentation: the start page, the Request Object, the encrypted response, the result ----------------------------

const start = `${relying_party}/presentations/new?variant=dcql&flow=same-device`
const link = new URL(await browse(start, { stop: wallet }))
const asked = payloadOf(await (await ask(link.searchParams.get('request_uri'))).text())
const wanted = asked.dcql_query.credentials.find(({ format }) => format === 'dc+sd-jwt')
const names = wanted.claims.map(({ path }) => path[0])
const chosen = disclosures.filter((one) => names.includes(JSON.parse(Buffer.from(one, 'base64url'))[1]))
const shown = [issued, ...chosen, ''].join('~')
const keyBinding = signJwt(
  credentialKey,
  { typ: 'kb+jwt' },
  { iat: now(), aud: asked.client_id, nonce: asked.nonce, sd_hash: sha256(shown) },
)
const content = { vp_token: {}, state: asked.state }
for (const { id, format } of asked.dcql_query.credentials)
  content.vp_token[id] = format === 'jwt' ? attested.jwt : shown + keyBinding

const configuration = payloadOf(await (await ask(`${relying_party}/.well-known/openid-federation`)).text())
const recipient = configuration.metadata.wallet_relying_party.jwks.keys.find(({ use }) => use === 'enc')
const response = encrypt(recipient, JSON.stringify(content))
const { redirect_uri } = await (await ask(asked.response_uri, { form: { response, state: asked.state } })).json()
const result = await browse(redirect_uri)
for (const [, name, value] of result.matchAll(/<dd id="claim-([^"]+)"[^>]*>([^<]*)</g))
  console.log(`  ${name}: ${value}`)
