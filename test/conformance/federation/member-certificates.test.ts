/**
 * Certificates from the anchor's root to the key that signs a message: an anchor, an intermediate, members that share a
 * host, and a reader that pins the root.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../../src/certificate-trust/index.ts'
import type { AnswerWithHeaders } from '../../../src/http/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { createLeafServices, createMember, memberCertificateSettings } from '../../../src/member/index.ts'
import { parsePathCertificate, signCertificate } from '../../../src/x509/index.ts'
import { opensslVerdict } from '../../support/certificates/openssl-verdict.ts'
import { recordingSink } from '../../support/decisions.ts'
import { crypto, testEntity } from '../../support/federation.ts'
import { type Authority, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { missingPrograms } from '../../support/missing-programs.ts'
import { createNetwork } from '../../support/network.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const profile = 'it-wallet-1.4'
const middleId = 'https://middle.example/1.4'
const [oneId, otherId] = ['https://host.below.example/one', 'https://host.below.example/other'] as const
const protocolKey = await generateSigner({ crypto })
const jwks = { keys: [protocolKey.publicJwk as unknown as JsonObject] }
const metadata = { wallet_solution: { jwks, logo_uri: 'https://host.below.example/logo.svg' } }
const settings = memberCertificateSettings.parse({ test: true })

let clock = fixedClock()
let network = createNetwork()
let anchor: Authority
let middle: Authority
let roots: readonly string[] = []

describe('certificates from the root to a protocol key', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    const certificates = { test: true, listLifetimeSeconds: 3600 }
    anchor = await startAuthority({ clock, network }, anchorId, { config: { profile, certificates } })
    middle = await startAuthority({ clock, network }, middleId, {
      anchors: anchors(),
      config: { profile, authorityHints: [anchorId], certificates },
    })
    const constraints = {
      naming_constraints: { permitted: ['.below.example', 'middle.example'] },
      allowed_entity_types: ['wallet_solution'],
    }
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const own = await anchor.ask('/.well-known/openid-federation')
    const { keys } = decodeJwt(await own.text()).payload.jwks as { keys: readonly { x5c: readonly string[] }[] }
    roots = keys.flatMap(({ x5c }) => x5c)
  })

  const anchors = () => new Map([[anchorId, [anchor.signer.publicJwk]]])
  const admit = async (authority: Authority, body: object) => {
    const { status, body: answer } = await authority.administer('POST', '/subordinates', body)
    assert.equal(status, 201, JSON.stringify(answer))
  }

  /** Starts a member below the intermediate. Members of one host differ by their paths. */
  const startMember = async (entityId: string) => {
    const own = await testEntity(entityId, { hints: [middleId], metadata })
    const faults: unknown[] = []
    const context = {
      ...{ clock, crypto, random: seededRandom(entityId), fetch: network.fetch, decisions: recordingSink() },
      ...{ onFault: (fault: unknown) => void faults.push(fault), anchors: anchors(), federationSigner: own.signer },
      certification: { settings, organizationName: 'Ente di Prova' },
      config: {
        ...{ entityId, authorityHints: [middleId], entityConfigurationLifetimeSeconds: 3600 },
        ...{ clockSkewSeconds: 30, loopbackHttp: false },
      },
    }
    const services = createLeafServices<AnswerWithHeaders>(context, own.metadata as never)
    const api = { title: 'Member', descriptions: {} }
    const { app } = createMember({ name: 'member', services: { ...context, ...services }, api, routes: [] })
    apps.set(entityId, app)
    network.connect(entityId, async (request) => {
      const found = [...apps].find(
        ([id]) => request.url.startsWith(`${id}/`) || request.url.endsWith(new URL(id).pathname),
      )
      return (await found?.[1](request)) ?? new Response(null, { status: 404 })
    })
    await admit(middle, { entity_id: entityId })
    const x5c = (await services.memberCertificates?.x5cOf(protocolKey.publicJwk)) ?? []
    return { own, x5c, faults }
  }
  const apps = new Map<string, (request: Request) => Response | Promise<Response>>()

  const createReader = () =>
    createCertificateEvaluator({
      ...{ clock, fetch: network.fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 0 },
      roots: pinRoots(roots),
    })
  const judge = async (x5c: readonly string[], entityId: string, reader = createReader()) => {
    const key = await reader.evaluate(x5c, entityId, 'header.x5c')
    return failed(key) ? key.code : 'accepted'
  }
  const parsed = (base64 = '') => {
    const certificate = parsePathCertificate(new Uint8Array(Buffer.from(base64, 'base64')), 'x5c')
    assert.ok(!failed(certificate))
    return certificate
  }

  test('FED-78 FED-85 a reader that pins the root accepts the key of a member, and OpenSSL accepts its path', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const { x5c, faults } = await startMember(oneId)
    assert.deepEqual([x5c.length, await judge(x5c, oneId), faults], [3, 'accepted', []])
    const lists = x5c.map(async (certificate) => {
      const answer = await network.fetch(new Request(parsed(certificate).crlUrls[0] ?? ''))
      return Buffer.from(await answer.arrayBuffer()).toString('base64')
    })
    const [root = ''] = roots
    assert.equal(await opensslVerdict({ root, chain: x5c, lists: await Promise.all(lists) }, clock.now()), 'OK')
  })

  test('FED-78 a member cannot use its certificates for another member of the same host', async () => {
    const one = await startMember(oneId)
    const other = await startMember(otherId)
    assert.deepEqual([await judge(one.x5c, oneId), await judge(other.x5c, otherId)], ['accepted', 'accepted'])
    assert.equal(await judge(one.x5c, otherId), 'x509_entity_mismatch')
    const [leaf = '', above = '', ...rest] = one.x5c
    const forged = await signCertificate(one.own.signer, {
      ...{ subject: 'CN=forged', issuer: parsed(above).subject, serial: '4a', spki: parsed(leaf).certificate.spki },
      ...{ notBefore: clock.now(), notAfter: clock.now() + 3600 },
      extensions: parsed(other.x5c[0]).extensions.flatMap(({ oid, value, critical }) => [
        { oid, value: oid === '2.5.29.35' ? authorityOf(leaf) : value, ...(critical && { critical }) },
      ]),
    })
    const x5c = [Buffer.from(forged).toString('base64'), above, ...rest]
    assert.equal(await judge(x5c, otherId), 'x509_issuer_entity_mismatch')
  })

  /** Returns the authorityKeyIdentifier of a certificate. */
  const authorityOf = (certificate: string): Uint8Array =>
    parsed(certificate).extensions.find(({ oid }) => oid === '2.5.29.35')?.value ?? new Uint8Array()

  test('FED-89 a revoked member is refused once the cached list has expired, a suspended one until it is active again', async () => {
    const { x5c } = await startMember(oneId)
    const reader = createReader()
    const code = 'keyCompromise'
    assert.equal(await judge(x5c, oneId, reader), 'accepted')
    await middle.administer('PATCH', '/subordinates', { entity_id: oneId, status: 'suspended' })
    clock.advance(3600)
    assert.equal(await judge(x5c, oneId, reader), 'x509_revoked')
    await middle.administer('PATCH', '/subordinates', { entity_id: oneId, status: 'active' })
    clock.advance(3600)
    assert.equal(await judge(x5c, oneId, reader), 'accepted')
    const revoked = await middle.administer('POST', '/certificates/revoke', { entity_id: oneId, code })
    assert.equal(revoked.status, 200)
    assert.equal((revoked.body as readonly JsonObject[])[0]?.state, 'revoked')
    clock.advance(3600)
    assert.equal(await judge(x5c, oneId, reader), 'x509_revoked')
  })

  test('FED-89 a member is refused when the anchor revokes the intermediate above it', async () => {
    const { x5c } = await startMember(oneId)
    const revocation = { entity_id: middleId, code: 'keyCompromise' }
    assert.equal((await anchor.administer('POST', '/certificates/revoke', revocation)).status, 200)
    assert.equal(await judge(x5c, oneId), 'x509_revoked')
  })
})
