/** The decoder accepts any text: it ends soon, never throws, and renders no markup of the text. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderDecoded as renderText } from '../../src/cli/render-decoded.ts'
import { decodedJson } from '../../src/console/decode/decoded-json.ts'
import { decodeAnything, renderDecoded } from '../../src/console/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { createStatusList, createStatusListToken } from '../../src/status-list/index.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { issue } from '../support/mdoc.ts'
import { validAttestation as attestation } from '../support/wallet-attestation.ts'
import { disclosures, issuerJwt, keyBindingJwt } from '../vectors/rfc9901.ts'
import { publishedToken } from '../vectors/token-status-list.ts'

const ctx = { crypto: createNodeCrypto(), clock: fixedClock() }
const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** Decodes and renders in each way. */
async function withstand(text: string, key?: string): Promise<void> {
  const decoded = await decodeAnything(ctx, text, { key, index: 3, accessToken: text.slice(0, 40) })
  const page = String(await renderDecoded('it', decoded, 'any'))
  assert.doesNotMatch(page, /<script|<img/)
  assert.doesNotMatch(renderText(decoded), /[^\P{Cc}\n]/u)
  JSON.stringify(decodedJson(decoded))
}

const json = fc.json({ maxDepth: 4 })
const part = fc.oneof(json.map(base64url), fc.base64String(), fc.string())
const hostile = fc.constantFrom('<script>alert(1)</script>', '<img src=x>', '\u001b[2J', '__proto__', '\u202e', '}{')
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  json,
  fc.tuple(part, part, part).map((parts) => parts.join('.')),
  fc.tuple(part, part, part, part, part).map((parts) => parts.join('.')),
  fc.tuple(part, part, part, fc.array(part, { maxLength: 4 })).map(([a, b, c, d]) => `${a}.${b}.${c}~${d.join('~')}`),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc
    .tuple(
      fc.constantFrom('GET', 'POST'),
      fc.webUrl(),
      fc.array(fc.tuple(hostile, fc.string()), { maxLength: 4 }),
      json,
    )
    .map(
      ([method, url, headers, body]) =>
        `${method} ${url}\n${headers.map(([name, value]) => `x-${name}: ${value}`).join('\n')}\n\n${body}`,
    ),
  fc.tuple(hostile, json).map(([text, value]) => JSON.stringify({ [text]: value, typ: text, keys: [{ kty: text }] })),
  fc.string().map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`),
)

test('any text is decoded or refused, and rendered safely', async () => {
  await fc.assert(fc.asyncProperty(texts, fc.option(texts, { nil: undefined }), withstand), { numRuns: 300 })
})

test('any header and payload are decoded as a JWT', async () => {
  const typ = fc.constantFrom(
    ...['dpop+jwt', 'entity-statement+jwt', 'statuslist+jwt', 'war+jwt', 'wallet-attestation+jwt', 'trust-mark+jwt'],
    ...['oauth-authz-req+jwt', 'dc+sd-jwt', 'kb+jwt', 'openid4vci-proof+jwt', 'JWT', 'at+jwt'],
  )
  const value = fc.oneof(fc.jsonValue({ maxDepth: 3 }), hostile, fc.double(), fc.constant([]), fc.constant({}))
  const names = [
    'iss',
    'sub',
    'aud',
    'iat',
    'exp',
    'cnf',
    'jwks',
    'status_list',
    'htm',
    'htu',
    '_sd',
    'trust_marks',
    'keys',
  ]
  const payload = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true })
  const header = fc.dictionary(fc.constantFrom('alg', 'kid', 'jwk', 'x5c', 'trust_chain', 'crit'), value, {
    noNullPrototype: true,
  })
  await fc.assert(
    fc.asyncProperty(typ, header, payload, async (one, head, claims) => {
      const parts = [{ alg: 'ES256', ...head, typ: one }, claims].map((object) => base64url(JSON.stringify(object)))
      await withstand(`${parts.join('.')}.c2ln`)
    }),
    { numRuns: 200 },
  )
})

test('a genuine artefact with one changed or missing piece is decoded or refused', async () => {
  const genuine = [
    attestation,
    await issue(),
    `${issuerJwt}~${disclosures.givenName}~${keyBindingJwt}`,
    String(publishedToken.compact ?? Object.values(publishedToken)[0]),
  ]
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(20),
    by: fc.string({ maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...genuine), change, async (text, { at, length, by }) => {
      const from = Math.floor(at * text.length)
      await withstand(text.slice(0, from) + by + text.slice(from + length))
    }),
    { numRuns: 200 },
  )
})

const bomb = async (): Promise<string> => {
  const list = createStatusList(1, 8_388_608)
  const times = { now: 1, lifetimeSeconds: 1, ttlSeconds: 1 }
  const token = await createStatusListToken(await generateSigner(ctx), { uri: 'https://a.example', list, ...times })
  return JSON.stringify({ tokens: Array.from({ length: 100 }, () => token) })
}

for (const [title, text] of [
  ['many status lists that inflate to a megabyte', await bomb()],
  [
    'many RSA keys in a header',
    `${base64url(JSON.stringify({ alg: 'RS256', x5c: Array(60).fill('MIIB'), jwk: { kty: 'RSA' } }))}.e30.AA`,
  ],
  ['many small CBOR maps', `9a00003e80${'a0'.repeat(16_000)}`],
  ['deep brackets', `${'['.repeat(120_000)}`],
  ['deep objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
  ['many tildes', `${issuerJwt}${'~'.repeat(200_000)}`],
  ['many dots', '.'.repeat(260_000)],
  ['many lines', 'a.b.c\n'.repeat(40_000)],
  ['white space', ` a${' '.repeat(260_000)}b`],
  ['one long word', 'A'.repeat(262_144)],
  ['one long word of hex', 'ab'.repeat(131_072)],
  ['many tokens in a list', JSON.stringify(Array.from({ length: 900 }, () => attestation.slice(0, 280)))],
  ['many PEM blocks', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'.repeat(4000)],
  ['many headers', `GET / HTTP/1.1\n${'a: b\n'.repeat(40_000)}`],
  ['many parameters', `code=a${'&a=b'.repeat(60_000)}`],
  ['a long URL', `haip://a?request_uri=${'%41'.repeat(80_000)}`],
] as const)
  test(`a hostile text is decoded within two seconds: ${title}`, async () => {
    const start = performance.now()
    await withstand(text)
    assert.ok(performance.now() - start < 2000, `${performance.now() - start} ms`)
  })
