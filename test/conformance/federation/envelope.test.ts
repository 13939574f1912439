/** Requests to a Trust Anchor are checked before they are processed: their sender, their host and their form. */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { generateSigner, signJwt } from '../../../src/jose/index.ts'
import { createTrustAnchor } from '../../../src/trust-anchor/index.ts'
import { adminPaths, certificatePaths, paths } from '../../../src/trust-anchor/paths.ts'
import { crypto } from '../../support/federation.ts'
import { administeredAnchor, adminToken, anchorId, markType } from '../../support/federation-authority.ts'

/** An authority with every endpoint. */
const certifying = { profile: 'it-wallet-1.4' } as const
let { clock, network, anchor, candidate, lastRule } = await administeredAnchor(certifying)
describe('envelope', () => {
  beforeEach(async () => {
    ;({ clock, network, anchor, candidate, lastRule } = await administeredAnchor(certifying))
  })

  const administration: [method: string, path: string][] = [
    ...Object.values(adminPaths).map((path): [string, string] => [
      /\/(?:remove|revoke|activate)$/.test(path) ? 'POST' : 'GET',
      path,
    ]),
    ['POST', adminPaths.subordinates],
    ['PATCH', adminPaths.subordinates],
    ['POST', adminPaths.trustMarks],
    ['POST', adminPaths.keys],
    ['GET', certificatePaths.certificates],
    ['GET', certificatePaths.keyAnnouncements],
    ['POST', certificatePaths.keyAnnouncements],
    ['POST', certificatePaths.withdrawKey],
    ['POST', certificatePaths.revokeCertificate],
    ['POST', certificatePaths.renewCertificate],
  ]
  for (const [method, path] of administration)
    test(`FED-34 ${method} ${path} accepts only the operator, and only requests to this host`, async () => {
      const ask = (headers: Record<string, string>, url = anchorId) =>
        network.fetch(
          new Request(url + path, {
            method,
            headers: { 'content-type': 'application/json', ...headers },
            ...(method !== 'GET' && { body: '{}' }),
          }),
        )
      for (const [authorization, code] of [
        ['', 'token_missing'],
        ['Bearer', 'token_missing'],
        [`Basic ${adminToken}`, 'token_missing'],
        [`Bearer ${adminToken.slice(1)}`, 'token_wrong'],
        [`Bearer ${adminToken}x`, 'token_wrong'],
      ] as const) {
        const response = await ask(authorization === '' ? {} : { authorization })
        const challenge = `Bearer realm="administration"${code === 'token_wrong' ? ', error="invalid_token"' : ''}`
        assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, challenge])
        assert.equal(lastRule(), `FED-34 ${code}`)
      }
      const authorization = `Bearer ${adminToken}`
      assert.notEqual((await ask({ authorization })).status, 401)
      assert.equal((await ask({ authorization, host: 'evil.example' })).status, 403)
      assert.equal((await ask({ authorization, origin: 'https://evil.example' })).status, 403)
    })

  test('FED-34 the anchor has no administration without a token, and does not start with a short or malformed token', async () => {
    const { administrators: _, ...context } = anchor.context
    network.connect(anchorId, createTrustAnchor(context).app)
    assert.equal((await anchor.administer('GET', '/subordinates')).status, 404)
    assert.throws(() => createTrustAnchor({ ...context, administrators: [{ name: 'ada', token: 'short' }] }), TypeError)
    const malformed = 'a token that no header can show as it is'
    assert.throws(
      () => createTrustAnchor({ ...context, administrators: [{ name: 'ada', token: malformed }] }),
      TypeError,
    )
  })

  for (const path of [
    adminPaths.subordinates,
    adminPaths.removeSubordinate,
    adminPaths.trustMarks,
    adminPaths.revokeTrustMark,
    adminPaths.keys,
    adminPaths.activateKey,
    adminPaths.revokeKey,
    certificatePaths.keyAnnouncements,
    certificatePaths.withdrawKey,
    certificatePaths.revokeCertificate,
    certificatePaths.renewCertificate,
  ])
    test(`GEN-07 GEN-23 GEN-28 GEN-29 ${path} refuses a request with a wrong envelope`, async () => {
      const rows: [rule: string, status: number, body: string, headers?: Record<string, string>, method?: string][] = [
        ['GEN-07 media_type_unsupported', 415, '{}', { 'content-type': 'text/plain' }],
        ['GEN-07 body_too_large', 413, `{"a":"${'x'.repeat(70_000)}"}`],
        ['GEN-23 json_malformed', 400, '{'],
        ['GEN-23 json_malformed', 400, '[]'],
        ['GEN-28 json_duplicate_member', 400, '{"kid":"a","kid":"b"}'],
        ['GEN-23 request_malformed', 400, '{"__proto__x":1}'],
        ['GEN-29 header_duplicated', 400, '{}', { authorization: 'Bearer a, Bearer b' }],
      ]
      for (const [rule, status, body, headers = {}] of rows) {
        const authorization = `Bearer ${adminToken}`
        const all = { authorization, 'content-type': 'application/json', ...headers }
        const response = await anchor.ask(path, { method: 'POST', body, headers: all })
        assert.deepEqual([lastRule(), response.status], [rule, status])
      }
      const response = await anchor.ask(path, { method: path.includes('/keys/') ? 'GET' : ('PUT' as string) })
      assert.deepEqual([response.status, lastRule()], [405, 'GEN-07 method_not_allowed'])
    })

  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const endpoints: [path: string, known: string, isForm?: true][] = [
    ['/.well-known/openid-federation', ''],
    [paths.fetch, 'sub'],
    [paths.fetch, 'iss'],
    [paths.list, 'intermediate'],
    [paths.list, 'trust_mark_type'],
    [paths.resolve, 'sub'],
    [paths.trustMark, 'trust_mark_type'],
    [paths.trustMarkList, 'sub'],
    [paths.trustMarkStatus, 'trust_mark', true],
    [paths.historicalKeys, ''],
    [paths.subordinateEvents, 'sub'],
  ]
  for (const [path, known, isForm] of endpoints)
    test(`FED-130 GEN-09 ${path} ignores a repeated unknown parameter${known && `, and refuses a repeated ${known}`}`, async () => {
      const ask = (parameters: string) =>
        isForm ? anchor.ask(path, { ...form, body: parameters }) : anchor.ask(`${path}?${parameters}`)
      const repeated = await ask('colour=red&colour=blue')
      assert.notEqual(lastRule(), 'GEN-09 parameter_duplicated', await repeated.text())
      if (known === '') return
      assert.equal((await ask(`${known}=a&${known}=b`)).status, 400)
      assert.equal(lastRule(), 'GEN-09 parameter_duplicated')
    })

  test('the trust mark status endpoint checks a mark as strictly as every other JWS', async () => {
    const signer = await generateSigner({ crypto })
    const payload = { iss: anchorId, sub: candidate.entityId, trust_mark_type: markType, iat: clock.now() }
    const header = { typ: 'trust-mark+jwt', kid: signer.kid }
    const forged = (changes: object, body: object = payload) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'ES256', ...header, ...changes })}.${part(body)}.AAAA`
    }
    const doubled = Buffer.from(`{"iss":"a",${JSON.stringify(payload).slice(1)}`).toString('base64url')
    const good = await signJwt(signer, header, payload)
    const rows: [rule: string, mark: string][] = [
      ['GEN-01 alg_none', forged({ alg: 'none' })],
      ['GEN-01 jws_unsigned', good.slice(0, good.lastIndexOf('.') + 1)],
      ['GEN-02 alg_mac', forged({ alg: 'HS256' })],
      ['GEN-03 alg_unsupported', forged({ alg: 'RS256' })],
      ['GEN-05 crit_unsupported', forged({ crit: ['b64'] })],
      ['GEN-14 typ_mismatch', forged({ typ: 'entity-statement+jwt' })],
      ['GEN-10 time_invalid', forged({}, { ...payload, iat: '1' })],
      ['GEN-23 jws_malformed', 'a.b'],
      ['GEN-28 json_duplicate_member', `${good.split('.')[0]}.${doubled}.AAAA`],
      ['FED-32 mark_claim_missing', forged({}, { ...payload, sub: 1 })],
      ['FED-32 mark_claim_malformed', forged({}, { ...payload, delegation: 7 })],
    ]
    const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
      anchor.ask('/trust_mark_status', {
        method: 'POST',
        body: body as string,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    for (const [rule, mark] of rows) {
      assert.equal((await post(`trust_mark=${mark}`)).status, 400, rule)
      assert.equal(lastRule(), rule)
    }
    const envelope: [rule: string, status: number, body: string | Uint8Array, headers?: Record<string, string>][] = [
      ['GEN-07 media_type_unsupported', 415, '{}', { 'content-type': 'application/json' }],
      ['GEN-07 body_too_large', 413, `trust_mark=${'x'.repeat(70_000)}`],
      ['GEN-09 parameter_duplicated', 400, 'trust_mark=a&trust_mark=b'],
      ['GEN-23 parameter_malformed', 400, 'trust_mark=%ff'],
      ['GEN-29 header_duplicated', 400, '', { 'content-type': 'application/x-www-form-urlencoded, text/plain' }],
      ['FED-32 status_request_empty', 400, 'other=1'],
    ]
    for (const [rule, status, body, headers] of envelope) {
      assert.equal((await post(body, headers)).status, status, rule)
      assert.equal(lastRule(), rule)
    }
  })
})
