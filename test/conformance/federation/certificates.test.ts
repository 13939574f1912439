/** Certificates of federation keys: an anchor with a certification authority issues, renews and revokes them. */
import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { renderExplanation } from '../../../src/cli/render-explanation.ts'
import { explainTrust } from '../../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, type Signer } from '../../../src/jose/index.ts'
import type { Act } from '../../../src/member/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import {
  createTrustAnchor,
  type IssuedCertificate,
  type IssuedCertificates,
  parseConfiguredSubordinates,
  trustAnchorConfig,
} from '../../../src/trust-anchor/index.ts'
import { walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import {
  authorityKeyIdentifier,
  createCertificateList,
  crlDistributionPoint,
  derMembers,
  extensionOids,
  type GeneralName,
  keyIdentifierOf,
  keyUsage,
  parseCertificate,
  parseCertificateList,
  parsePathCertificate,
  readDer,
  signCertificate,
  spkiOf,
  subjectAltName,
  subjectKeyIdentifier,
} from '../../../src/x509/index.ts'
import { opensslVerdict } from '../../support/certificates/openssl-verdict.ts'
import { observeOutput, recordingSink } from '../../support/decisions.ts'
import {
  anchorsOf,
  connectEntity,
  crypto,
  organization,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { type Authority, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { missingPrograms } from '../../support/missing-programs.ts'
import { createNetwork } from '../../support/network.ts'

const day = 86_400
const profile = 'it-wallet-1.4'
const middleId = 'https://middle.example/1.4'
const wallet_solution = { jwks: { keys: [] as JsonObject[] }, logo_uri: 'https://member.example/logo.svg' }
let clock = fixedClock()
let network = createNetwork()
let anchor: Authority
let member: TestEntity
let sink = recordingSink()

/** A key in an entity statement. */
type StatedKey = JsonObject & { readonly kid: string; readonly x5c?: readonly string[] }

const keysIn = (statement: string): readonly StatedKey[] =>
  (decodeJwt(statement).payload.jwks as { keys: readonly StatedKey[] }).keys
const statedKeys = async (authority: Authority, entityId: string): Promise<readonly StatedKey[]> =>
  keysIn(await (await authority.ask(`/fetch?sub=${encodeURIComponent(entityId)}`)).text())
const ownKeys = async (authority: Authority): Promise<readonly StatedKey[]> =>
  keysIn(await (await authority.ask('/.well-known/openid-federation')).text())
const rootOf = async (): Promise<string> => (await ownKeys(anchor))[0]?.x5c?.[0] ?? ''

const parsed = (base64 = '') => {
  const certificate = parseCertificate(Buffer.from(base64, 'base64'), 'certificate')
  assert.ok(!failed(certificate))
  return certificate
}
const native = (base64 = '') => new X509Certificate(Buffer.from(base64, 'base64'))

/** Returns the URL of the revocation list that a certificate names. */
const listUrlOf = (certificate = ''): string =>
  /https:\/\/[\w./~-]+\/crl\/[\w-]{43}/.exec(Buffer.from(certificate, 'base64').toString('latin1'))?.[0] ?? ''

/** Returns the revocation list that a certificate names, in base64. */
async function listOf(certificate = ''): Promise<string> {
  const response = await network.fetch(new Request(listUrlOf(certificate)))
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pkix-crl'])
  return Buffer.from(await response.arrayBuffer()).toString('base64')
}

const listed = (base64: string) => {
  const list = parseCertificateList(Buffer.from(base64, 'base64'), 'crl')
  assert.ok(!failed(list))
  return list
}

async function verdictOf(chain: readonly string[], at = clock.now()): Promise<string> {
  const lists = await Promise.all(chain.map(listOf))
  return opensslVerdict({ root: await rootOf(), chain, lists }, at)
}

const protocolKey = await generateSigner({ crypto })

describe('certificates', () => {
  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    wallet_solution.jwks.keys = [{ ...(protocolKey.publicJwk as unknown as JsonObject), use: 'sig' }]
    const certificates = { test: true, memberLifetimeSeconds: 10 * day }
    const config = { profile, certificates, keyPublicationSeconds: 0 } as const
    anchor = await startAuthority({ clock, network }, anchorId, { config, decisions: sink })
    member = await testEntity('https://member.example/1.4', { hints: [anchorId], metadata: { wallet_solution } })
    connectEntity(network, clock, member)
    await admit(anchor, { entity_id: member.entityId })
  })

  const admit = async (authority: Authority, body: object) => {
    const { status, body: answer } = await authority.administer('POST', '/subordinates', body)
    assert.equal(status, 201, JSON.stringify(answer))
  }
  const stated = async (): Promise<string> => (await statedKeys(anchor, member.entityId))[0]?.x5c?.[0] ?? ''
  const administer = async (path: string, body: object) => {
    const answer = await anchor.administer('POST', path, { entity_id: member.entityId, ...body })
    return { status: answer.status, body: answer.body as never as readonly JsonObject[] }
  }
  const lastRule = () => {
    const check = sink.lastRefusal()?.checks.at(-1)
    return `${check?.requirement} ${check?.code}`
  }
  /** Starts an intermediate below the anchor. */
  const startMiddle = (certificates: { readonly test?: boolean } = {}) =>
    startAuthority({ clock, network }, middleId, {
      anchors: new Map([[anchorId, [anchor.signer.publicJwk]]]),
      config: { profile, authorityHints: [anchorId], certificates },
      decisions: sink,
    })
  /** Restarts the anchor, which then makes this change once while it stores a certificate. Returns its store. */
  const whileIssuing = (change: (act: Act) => Promise<unknown>): IssuedCertificates => {
    const certificates = anchor.context.certificates ?? assert.fail()
    let changed = false
    const add: typeof certificates.add = async (certificate, act) => {
      if (!changed) {
        changed = true
        await change(act)
      }
      return certificates.add(certificate, act)
    }
    network.connect(anchorId, createTrustAnchor({ ...anchor.context, certificates: { ...certificates, add } }).app)
    return certificates
  }
  /** Returns a certificate with a later serial number and generation. */
  const laterThan = (one: IssuedCertificate, index: number): IssuedCertificate => ({
    ...one,
    serial: (BigInt(`0x${one.serial}`) + BigInt(index)).toString(16).padStart(one.serial.length, '0'),
    generation: one.generation + index,
  })
  /** Returns the certificates that a query finds, or the status and the rule of its refusal. */
  const query = async (parameters: Record<string, string>) => {
    const answer = await anchor.administer('GET', `/certificates?${new URLSearchParams(parameters)}`)
    return answer.status === 200 ? (answer.body as JsonObject[]) : [answer.status, lastRule()]
  }

  test('FED-101 FED-102 FED-103 a statement contains a certificate of each key, and OpenSSL accepts it under the root', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const [key] = await statedKeys(anchor, member.entityId)
    assert.equal(key?.x5c?.length, 1, 'x5c does not contain the root')
    const [certificate = ''] = key?.x5c ?? []
    assert.equal(await verdictOf([certificate]), 'OK')
    const [root, below] = [native(await rootOf()), native(certificate)]
    assert.ok(below.checkIssued(root) && below.verify(root.publicKey) && root.verify(root.publicKey))
    assert.equal(below.subjectAltName, 'DNS:member.example, URI:https://member.example/1.4')
    assert.match(below.subject, /^O=Ente di Prova$/m)
    assert.match(below.subject, /^OU=TEST\\, not national$/m)
    assert.match(below.subject, /^CN=member\.example$/m)
    assert.equal(below.publicKey.export({ format: 'jwk' }).x, member.signer.publicJwk.x)
    observeOutput('FED-101')
    observeOutput('FED-102')
    observeOutput('FED-103')
  })

  test('FED-106 a certificate names the revocation list even if the kid contains reserved characters', async () => {
    const [made, entityId] = [await generateSigner({ crypto }), 'https://named.example']
    const kid = 'did:web:named.example#key/1 %41'
    const signer = { ...made, kid, publicJwk: { ...made.publicJwk, kid } }
    const named = await startAuthority({ clock, network }, entityId, { signer, config: { profile } })
    const below = await testEntity('https://below.example', { hints: [entityId], metadata: { wallet_solution } })
    connectEntity(network, clock, below)
    await admit(named, { entity_id: below.entityId })
    const [key] = await statedKeys(named, below.entityId)
    const certificate = parsePathCertificate(Buffer.from(key?.x5c?.[0] ?? '', 'base64'), 'x5c[0]')
    assert.ok(!failed(certificate))
    const response = await network.fetch(new Request(certificate.crlUrls[0] ?? ''))
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/pkix-crl'])
  })

  test('FED-102 FED-103 a member below an intermediate has a chain of both certificates, and OpenSSL accepts it', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const middle = await startMiddle({ test: true })
    const naming_constraints = { permitted: ['.below.example', 'middle.example'] }
    const constraints = { naming_constraints, allowed_entity_types: ['wallet_solution'] }
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const below = await testEntity('https://one.below.example', { hints: [middleId], metadata: { wallet_solution } })
    connectEntity(network, clock, below)
    await admit(middle, { entity_id: below.entityId })
    const [key] = await statedKeys(middle, below.entityId)
    const [, above = ''] = key?.x5c ?? []
    assert.deepEqual([key?.x5c?.length, above], [2, (await statedKeys(anchor, middleId))[0]?.x5c?.[0]])
    assert.equal(await verdictOf(key?.x5c ?? []), 'OK')
    const certificate_subject = { organization_name: 'Mezzo S.p.A.' }
    await anchor.administer('PATCH', '/subordinates', { entity_id: middleId, certificate_subject })
    await anchor.administer('POST', '/certificates/renew', { entity_id: middleId })
    clock.advance(day)
    const [anew] = await statedKeys(middle, below.entityId)
    assert.notEqual(anew?.x5c?.[1], above, 'the new certificate of the intermediate has another subject')
    assert.equal(await verdictOf(anew?.x5c ?? []), 'OK')
    const [own] = await ownKeys(middle)
    assert.ok(native(own?.x5c?.[0]).verify(native(own?.x5c?.[0]).publicKey), 'self-signed')
  })

  test('FED-103 the certificate of an intermediate contains the hosts of its constraints as RFC 5280 writes them', async () => {
    const [permitted, excluded] = [
      ['https://.Below.example', 'middle.example.', '192.0.2.1', 'a_b.example'],
      ['https://shut.below.example.', '127.0.0.1'],
    ]
    const constraints = { naming_constraints: { permitted, excluded }, allowed_entity_types: ['wallet_solution'] }
    await startMiddle()
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const [key] = await statedKeys(anchor, middleId)
    const certificate = parsePathCertificate(Buffer.from(key?.x5c?.[0] ?? '', 'base64'), 'x5c[0]')
    assert.ok(!failed(certificate) && certificate.constraints)
    const uris = (names: readonly GeneralName[]) => names.flatMap((name) => (name.kind === 'uri' ? [name.text] : []))
    assert.deepEqual(uris(certificate.constraints.permitted), ['middle.example', '.below.example'])
    assert.deepEqual(uris(certificate.constraints.excluded), ['shut.below.example'])
  })

  test('FED-101 certificates verify under the pinned root after the anchor has changed its name', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const [first, root] = [await stated(), await rootOf()]
    const renamed = { ...organization, organization_name: 'Ente Nuovo' }
    network.connect(
      anchorId,
      createTrustAnchor({ ...anchor.context, config: { ...anchor.context.config, organization: renamed } }).app,
    )
    assert.deepEqual([await stated(), await rootOf()], [first, root])
    clock.advance(6 * day)
    const second = await stated()
    assert.notEqual(second, first)
    assert.equal(await opensslVerdict({ root, chain: [second], lists: [await listOf(second)] }, clock.now()), 'OK')
  })

  test('FED-102 an automatic renewal keeps the subject; a renewal by the operator uses the changed subject', async () => {
    const subject = async () => native(await stated()).subject
    const before = await subject()
    const certificate_subject = { organization_name: 'Nuova S.p.A.', locality: 'Roma' }
    await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, certificate_subject })
    clock.advance(6 * day)
    assert.equal(await subject(), before)
    await administer('/certificates/renew', {})
    assert.match(await subject(), /^L=Roma\nO=Nuova S\.p\.A\.$/m)
  })

  test('FED-102 a certificate has the first email address among the contacts, without the scheme of a link', async () => {
    const contacts = ['Ufficio relazioni', '+39 06 1', 'mailto:info@member.example', 'other@member.example']
    const metadata = { federation_entity: { ...organization, contacts }, wallet_solution }
    const other = await testEntity('https://other.example', { hints: [anchorId], metadata })
    connectEntity(network, clock, other)
    await admit(anchor, { entity_id: other.entityId })
    const [key] = await statedKeys(anchor, other.entityId)
    assert.match(native(key?.x5c?.[0]).subject, /^emailAddress=info@member\.example$/m)
  })

  test('FED-102 a certificate has the first 64 characters of a name from metadata or an administrator', async () => {
    const organizationName = `${'Ente '.repeat(12)}di Prova`
    const federation_entity = { ...organization, organization_name: organizationName }
    const certificate_subject = { organization_name: organizationName }
    for (const [host, body] of Object.entries({ published: {}, stated: { certificate_subject } })) {
      const metadata = { federation_entity, wallet_solution }
      const other = await testEntity(`https://${host}.example`, { hints: [anchorId], metadata })
      connectEntity(network, clock, other)
      await admit(anchor, { entity_id: other.entityId, ...body })
      const [key] = await statedKeys(anchor, other.entityId)
      assert.ok(native(key?.x5c?.[0]).subject.includes(`O=${organizationName.slice(0, 64)}\n`), host)
    }
    const entry = { entityId: member.entityId, jwks: { keys: [member.signer.publicJwk] } }
    const configured = { ...entry, entityTypes: ['wallet_solution'], certificateSubject: { organizationName } }
    assert.doesNotThrow(() => parseConfiguredSubordinates([configured], anchor.context.config))
  })

  test('GEN-19 admits a Wallet Provider with the default settings for the links that open its wallet', async () => {
    const settings = { entityId: 'https://other.example', organization, authorityHints: [anchorId] }
    const { capabilities, walletSolution } = walletProviderConfig.parse({ ...settings, profile })
    const wallet_metadata = {
      authorization_endpoint: capabilities.authorization_endpoint,
      credential_offer_endpoint: walletSolution.credentialOfferEndpoint,
    }
    const metadata = { wallet_solution: { ...wallet_solution, wallet_metadata } }
    connectEntity(network, clock, await testEntity(settings.entityId, { hints: [anchorId], metadata }))
    await admit(anchor, { entity_id: settings.entityId })
  })

  test('FED-120 refuses an authority and a candidate whose host no certificate can name', async () => {
    for (const entityId of ['https://192.0.2.1/1.4', 'https://[2001:db8::1]', 'https://a_b.example']) {
      const other = await testEntity(entityId, { hints: [anchorId], metadata: { wallet_solution } })
      connectEntity(network, clock, other)
      const { status } = await anchor.administer('POST', '/subordinates', { entity_id: entityId })
      assert.deepEqual([status, lastRule()], [422, 'FED-120 host_uncertifiable'], entityId)
      const settings = { ...anchor.context.config, entityId, trustMarks: [] }
      assert.equal(trustAnchorConfig.safeParse(settings).success, false, entityId)
      assert.equal(trustAnchorConfig.safeParse({ ...settings, profile: 'seed' }).success, true, entityId)
    }
  })

  test('FED-120 refuses a federation key with a kid of more than 512 bytes', async () => {
    const other = await testEntity('https://other.example', { hints: [anchorId], metadata: { wallet_solution } })
    const withKid = (kid: string): Signer => ({
      ...other.signer,
      ...{ kid, publicJwk: { ...other.signer.publicJwk, kid } },
    })
    const [longest, long] = [withKid('è'.repeat(256)), withKid(`${'è'.repeat(256)}a`)]
    const admitWith = (signer: Signer, body = {}) => {
      connectEntity(network, clock, { ...other, signer })
      return anchor.administer('POST', '/subordinates', { entity_id: other.entityId, ...body })
    }
    assert.deepEqual([(await admitWith(long)).status, lastRule()], [422, 'FED-120 kid_too_long'])
    const jwks = { keys: [long.publicJwk] }
    assert.deepEqual([(await admitWith(longest, { jwks })).status, lastRule()], [422, 'FED-120 kid_too_long'])
    assert.equal((await admitWith(longest)).status, 201)
    const configured = { entityId: other.entityId, jwks, entityTypes: ['wallet_solution'] }
    assert.throws(
      () => parseConfiguredSubordinates([configured], anchor.context.config),
      /a kid has more than 512 bytes/,
    )
    const seed = { ...anchor.context.config, profile: 'seed' } as const
    assert.doesNotThrow(() => parseConfiguredSubordinates([configured], seed))
  })

  test('FED-103 OpenSSL refuses a certificate that a member issues for another host', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const above = await stated()
    const [usual, foreign] = await Promise.all(
      ['member.example', 'other.example'].map((host) => protocolCertificate(member, above, host, clock.now())),
    )
    const root = await rootOf()
    const lists = [await listOf(above), await emptyListOf(member, above, clock.now())]
    assert.equal(await opensslVerdict({ root, chain: [usual ?? '', above], lists }, clock.now()), 'OK')
    const refused = await opensslVerdict({ root, chain: [foreign ?? '', above], lists }, clock.now())
    assert.match(refused, /permitted subtree violation/)
  })

  test('FED-104 a certificate is renewed after half of its lifetime, not before, and with a higher serial number', async () => {
    const first = await stated()
    clock.advance(5 * day - 400)
    assert.equal(await stated(), first)
    clock.advance(500)
    const second = await stated()
    assert.notEqual(second, first)
    assert.ok(parsed(second).serial > parsed(first).serial)
    assert.ok(parsed(second).notAfter > clock.now() + 9 * day)
    assert.equal(parsed(first).serial.length, parsed(second).serial.length)
  })

  test('FED-104 after the clock was set back, the statement does not contain a certificate that is not yet valid', async () => {
    const start = clock.now()
    clock.advance(30 * day)
    const later = await stated()
    clock.advance(-30 * day)
    const now = await stated()
    assert.ok(parsed(later).notBefore > start && parsed(now).notBefore <= clock.now())
    assert.equal(await stated(), now)
  })

  test('FED-105 FED-106 a revoked certificate is in the revocation list at once, and no longer in the statement', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const certificate = await stated()
    const before = listed(await listOf(certificate))
    assert.deepEqual([before.size, before.find(parsed(certificate).serial)], [0, undefined])
    const { serial } = parsed(certificate)
    const { status, body } = await administer('/certificates/revoke', {
      entity_id: undefined,
      serial,
      code: 'keyCompromise',
    })
    assert.deepEqual([status, body[0]?.state, body[0]?.code], [200, 'revoked', 'keyCompromise'])
    assert.equal((await statedKeys(anchor, member.entityId))[0]?.x5c, undefined)
    const after = listed(await listOf(certificate))
    assert.equal(after.find(serial)?.reason, 'keyCompromise')
    assert.match(await verdictOf([certificate]), /certificate revoked/)
    const renewed = await administer('/certificates/renew', {})
    assert.equal(renewed.status, 200)
    assert.equal(await verdictOf([await stated()]), 'OK')
    observeOutput('FED-106')
  })

  test('FED-116 a member with a revoked certificate is not resolved until the certificate is renewed', async () => {
    const resolved = async (): Promise<readonly [number, string]> => {
      clock.advance(61)
      const query = new URLSearchParams({ sub: member.entityId, trust_anchor: anchorId })
      const { status } = await anchor.ask(`/resolve?${query}`)
      return [status, status === 200 ? 'resolved' : lastRule()]
    }
    assert.deepEqual(await resolved(), [200, 'resolved'])
    await administer('/certificates/revoke', { code: 'keyCompromise' })
    assert.deepEqual(await resolved(), [400, 'FED-116 key_uncertified'])
    await administer('/certificates/renew', {})
    assert.deepEqual(await resolved(), [200, 'resolved'])
  })

  test('the explanation of trust names a key without a certificate, until the certificate is renewed', async () => {
    const explain = async (): Promise<readonly string[]> => {
      const policy = { anchors: anchorsOf(anchor), algorithms: defaultAlgorithms, urls, skew: 0, now: clock.now() }
      const explanation = await explainTrust({ crypto, fetch: network.fetch }, member.entityId, [], policy)
      return renderExplanation(explanation).split('\n').slice(0, 4)
    }
    const [verdict, roles] = await explain()
    assert.deepEqual((await explain()).slice(2), ['', `${member.entityId} > ${anchorId}`])
    await administer('/certificates/revoke', { code: 'keyCompromise' })
    assert.deepEqual(await explain(), [
      verdict,
      roles,
      `but entities that require certificates (it-wallet-1.4) refuse this entity: ${anchorId} states the key ${member.signer.kid} of ${member.entityId} without a certificate`,
      'what to change: have the operator of the superior renew the certificate ("fiducia federation certificates renew <entity>").',
    ])
    await administer('/certificates/renew', {})
    assert.equal((await explain())[2], '')
  })

  test('FED-105 a superseded certificate is replaced in the next statement', async () => {
    const first = await stated()
    await administer('/certificates/revoke', { code: 'superseded' })
    assert.notEqual(await stated(), first)
    assert.equal(listed(await listOf(first)).find(parsed(first).serial)?.reason, 'superseded')
  })

  test('FED-121 a superseded certificate can be reported as compromised, and the next list has the reason', async () => {
    const first = await stated()
    const { serial } = parsed(first)
    const report = async (code: string) => {
      const { body } = await administer('/certificates/revoke', { entity_id: undefined, serial, code })
      const { change } = sink.decisions.at(-1)?.evidence ?? {}
      return [body[0]?.code, body[0]?.revoked_at, change, listed(await listOf(first)).find(serial)?.reason]
    }
    const revokedAt = clock.now()
    assert.deepEqual(await report('superseded'), ['superseded', revokedAt, 'revoked', 'superseded'])
    clock.advance(60)
    assert.deepEqual(await report('keyCompromise'), ['keyCompromise', revokedAt, 'revoked', 'keyCompromise'])
    assert.deepEqual(await report('superseded'), ['keyCompromise', revokedAt, undefined, 'keyCompromise'])
  })

  test('FED-101 FED-105 another key with the kid of a former one has a certificate of its own, and the former is revoked', async () => {
    const [former, next] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
    const named = (signer: Signer) => ({ ...signer.publicJwk, kid: 'second' })
    const record = async (signer: Signer) => {
      const keys = [member.signer.publicJwk, named(signer)]
      await anchor.context.subordinates.change(member.entityId, { keys }, { at: clock.now(), actor: 'test' })
      return (await statedKeys(anchor, member.entityId)).map(({ x5c }) => x5c?.[0] ?? '')
    }
    const [, first = ''] = await record(former)
    const [own = '', second] = await record(next)
    assert.equal(native(second).publicKey.export({ format: 'jwk' }).x, next.publicJwk.x)
    const list = listed(await listOf(first))
    assert.deepEqual([list.find(parsed(first).serial)?.reason, list.size], ['superseded', 1])
    assert.equal((await record(next))[0], own)
  })

  test('FED-105 the renewal for another key with the kid of a former one revokes the certificate of the former', async () => {
    const [former, next] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
    const record = ({ publicJwk }: Signer) => {
      const keys = [member.signer.publicJwk, { ...publicJwk, kid: 'second' }]
      return anchor.context.subordinates.change(member.entityId, { keys }, { at: clock.now(), actor: 'test' })
    }
    await record(former)
    const [, { x5c: [first = ''] = [] } = {}] = await statedKeys(anchor, member.entityId)
    await record(next)
    assert.equal((await administer('/certificates/renew', { kid: 'second' })).status, 200)
    const list = listed(await listOf(first))
    assert.deepEqual([list.find(parsed(first).serial)?.reason, list.size], ['superseded', 1])
  })

  test('FED-101 a key that is no point on its curve is stated without a certificate', async () => {
    const x = Buffer.alloc(32, 1).toString('base64url')
    const keys = [member.signer.publicJwk, { kty: 'EC', crv: 'P-256', kid: 'odd', x, y: x }]
    await anchor.context.subordinates.change(member.entityId, { keys }, { at: clock.now(), actor: 'test' })
    assert.deepEqual(
      (await statedKeys(anchor, member.entityId)).map(({ x5c }) => x5c?.length),
      [1, undefined],
    )
    assert.equal((await administer('/certificates/renew', {})).body.length, 1)
    assert.deepEqual(
      [(await administer('/certificates/renew', { kid: 'odd' })).status, lastRule()],
      [422, 'FED-105 key_unusable'],
    )
  })

  test('FED-105 the certificate of a suspended member is on hold, and that of a removed member is revoked', async () => {
    const first = await stated()
    const { serial } = parsed(first)
    const reason = async () => listed(await listOf(first)).find(serial)?.reason
    await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status: 'suspended' })
    assert.equal(await reason(), 'certificateHold')
    await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status: 'active' })
    assert.deepEqual([await reason(), await stated()], [undefined, first])
    await administer('/subordinates/remove', {})
    assert.equal(await reason(), 'cessationOfOperation')
    await admit(anchor, { entity_id: member.entityId })
    assert.notEqual(await stated(), first)
  })

  test('FED-105 revokes a certificate whose key left the record while the certificate was issued', async () => {
    const other = await generateSigner({ crypto })
    const certificates = whileIssuing((act) =>
      anchor.context.subordinates.change(member.entityId, { keys: [other.publicJwk] }, act),
    )
    await anchor.ask(`/fetch?sub=${encodeURIComponent(member.entityId)}`)
    const [issued] = await certificates.list({ subject: member.entityId, kid: member.signer.kid, limit: 1 })
    assert.equal(issued?.reason, 'superseded')
    assert.deepEqual(
      (await statedKeys(anchor, member.entityId)).map(({ kid, x5c }) => [kid, x5c?.length]),
      [[other.kid, 1]],
    )
  })

  test('FED-105 states no certificate that was issued while its member was removed', async () => {
    const certificates = whileIssuing((act) => anchor.context.subordinates.remove(member.entityId, act))
    const [key] = await statedKeys(anchor, member.entityId)
    const [issued] = await certificates.list({ subject: member.entityId, limit: 1 })
    assert.deepEqual([issued?.reason, key?.kid, key?.x5c], ['cessationOfOperation', member.signer.kid, undefined])
  })

  test('FED-113 a key that is withdrawn while its certificate is renewed gets no certificate', async () => {
    const { subordinates } = anchor.context
    const former = parsed(await stated())
    clock.advance(6 * day)
    const certificates = whileIssuing(async (act) => {
      const [before] = await certificates.list({ subject: member.entityId, kid: member.signer.kid, limit: 1 })
      assert.equal(before?.serial, former.serial)
      await certificates.revoke({ serial: former.serial, subject: member.entityId }, 'keyCompromise', act)
      await subordinates.suspend(member.entityId, act)
    })
    await anchor.ask(`/fetch?sub=${encodeURIComponent(member.entityId)}`)
    const [issued] = await certificates.list({ subject: member.entityId, kid: member.signer.kid, limit: 1 })
    assert.equal(issued?.reason, 'keyCompromise')
    await subordinates.resume(member.entityId, { at: clock.now(), actor: 'test' })
    assert.equal((await statedKeys(anchor, member.entityId))[0]?.x5c, undefined)
  })

  test('FED-106 a revocation list is issued again, with a higher number, after half of its lifetime', async () => {
    const certificate = await stated()
    const lists: string[] = []
    for (const seconds of [0, 3600, day / 2]) {
      clock.advance(seconds)
      lists.push(await listOf(certificate))
    }
    const [first, second, third] = lists
    assert.equal(first, second)
    assert.notEqual(second, third)
    assert.equal(numberOf(third) > numberOf(first), true)
    clock.advance(-day)
    assert.ok(listed(await listOf(certificate)).thisUpdate <= clock.now(), 'after the clock was set back')
  })

  test('FED-106 after an older store is restored, the number of a revocation list is still higher', async () => {
    const certificate = await stated()
    for (const status of ['suspended', 'active', 'suspended', 'active']) {
      await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status })
      await listOf(certificate)
    }
    const last = numberOf(await listOf(certificate))
    const { certificates } = openSqliteStores('trust-anchor', ':memory:').stores.ofProfile('seed')
    network.connect(anchorId, createTrustAnchor({ ...anchor.context, certificates }).app)
    clock.advance(1)
    assert.ok(numberOf(await listOf(certificate)) > last)
  })

  test('FED-106 the authority reports a revocation list before others refuse its size (D-1041)', async () => {
    const certificate = await stated()
    const { certificates } = anchor.context
    const [issued] = (await certificates?.list({ subject: member.entityId, limit: 1 })) ?? []
    assert.ok(certificates && issued)
    const authority = createTrustAnchor(anchor.context)
    network.connect(anchorId, authority.app)
    assert.deepEqual([listed(await listOf(certificate)).size, authority.notes()], [0, []])
    await Promise.all(
      Array.from({ length: 5000 }, (_, index) =>
        certificates.add(laterThan(issued, index + 1), { at: clock.now(), actor: 'test' }),
      ),
    )
    await administer('/subordinates/remove', {})
    assert.equal(listed(await listOf(certificate)).size, 5001)
    const [note] = authority.notes()
    assert.match(
      note ?? '',
      /^the revocation list of the key [\w-]{43} has \d{6} bytes, and others refuse more than 262144:/,
    )
  })

  test('FED-106 the revocation list of an unknown key is not found', async () => {
    const response = await anchor.ask('/crl/unknown')
    assert.deepEqual([response.status, lastRule()], [404, 'FED-106 certificate_list_unknown'])
  })

  test('FED-105 refuses to revoke an unknown certificate or its own, and to renew those of an unknown member or key', async () => {
    const own = parsed(await rootOf()).serial
    const cases: readonly (readonly [object, number, string])[] = [
      [{ entity_id: undefined, serial: '00' }, 404, 'FED-105 certificate_unknown'],
      [{ entity_id: 'https://other.example' }, 404, 'FED-105 certificate_unknown'],
      [{ entity_id: undefined, serial: own }, 409, 'FED-105 certificate_of_authority'],
      [{ serial: own }, 400, 'GEN-23 request_malformed'],
    ]
    await stated()
    for (const [body, status, rule] of cases)
      assert.deepEqual([(await administer('/certificates/revoke', body)).status, lastRule()], [status, rule])
    const renewals: readonly (readonly [object, number, string])[] = [
      [{ entity_id: 'https://other.example' }, 404, 'FED-105 subordinate_unknown'],
      [{ kid: 'unknown' }, 404, 'FED-105 key_unknown'],
    ]
    for (const [body, status, rule] of renewals)
      assert.deepEqual([(await administer('/certificates/renew', body)).status, lastRule()], [status, rule])
    const shown = await anchor.administer('GET', `/certificates?entity_id=${encodeURIComponent(member.entityId)}`)
    assert.deepEqual(
      (shown.body as JsonObject[]).map(({ state }) => state),
      ['valid'],
    )
    assert.equal((await anchor.administer('GET', '/certificates?serial=00')).status, 404)
    assert.equal((await anchor.administer('GET', `/certificates?serial=${own}`)).status, 200)
  })

  test('FED-105 a query for one state finds certificates before the latest 500, and refuses an unknown state', async () => {
    const { certificates } = anchor.context
    const { serial } = parsed(await stated())
    await administer('/certificates/revoke', { code: 'superseded' })
    const issued = await certificates?.bySerial(serial)
    assert.ok(certificates && issued)
    const { revokedAt: _, reason: __, ...valid } = issued
    const act = { at: clock.now(), actor: 'test' }
    await Promise.all(
      Array.from({ length: 500 }, (_value, index) => certificates.add(laterThan(valid, index + 1), act)),
    )
    const ofMember = { entity_id: member.entityId }
    assert.equal((await query(ofMember)).length, 500)
    const revoked = (await query({ ...ofMember, state: 'revoked' })) as JsonObject[]
    assert.deepEqual(
      revoked.map((one) => [one.serial, one.state]),
      [[serial, 'revoked']],
    )
    assert.equal((await query({ ...ofMember, state: 'valid' })).length, 500)
    assert.deepEqual(await query({ ...ofMember, state: 'held' }), [])
    assert.equal((await query({ serial, state: 'revoked' })).length, 1)
    assert.deepEqual(await query({ serial, state: 'valid' }), [404, 'FED-105 certificate_unknown'])
    assert.deepEqual(await query({ state: 'withdrawn' }), [400, 'GEN-23 request_malformed'])
  })

  test('FED-105 a serial number is found in upper case, and only for the entity that the query names', async () => {
    const { serial } = parsed(await stated())
    const upper = serial.toUpperCase()
    assert.notEqual(upper, serial)
    const [found] = await query({ serial: upper, entity_id: member.entityId })
    assert.equal((found as JsonObject).serial, serial)
    assert.deepEqual(await query({ serial, entity_id: anchorId }), [404, 'FED-105 certificate_unknown'])
    const { status } = await administer('/certificates/revoke', { entity_id: undefined, serial: upper })
    assert.equal(status, 200)
  })

  test('FED-105 a decision names a change only if a certificate, a mark, a key or a status has changed', async () => {
    const { serial } = parsed(await stated())
    const noted = async (method: string, path: string, body: object) => {
      const { status } = await anchor.administer(method, path, body)
      assert.ok(status < 300, `${path} ${status}`)
      return sink.decisions.at(-1)?.evidence.change
    }
    const [holder, suspension] = [{ sub: member.entityId }, { entity_id: member.entityId, status: 'suspended' }]
    const mark = { ...holder, trust_mark_type: `${anchorId}/trust_marks/registration-entity/wallet_solution` }
    const key = { kid: ((await anchor.administer('POST', '/keys', {})).body as JsonObject).kid, reason: 'superseded' }
    for (const [method, path, body, change] of [
      ['POST', '/certificates/revoke', { serial, code: 'keyCompromise' }, 'revoked'],
      ['POST', '/trust-marks/revoke', mark, 'revoked'],
      ['POST', '/keys/revoke', key, 'revoked'],
      ['POST', '/subordinates/withdraw-key', { entity_id: member.entityId, kid: member.signer.kid }, 'suspended'],
      ['PATCH', '/subordinates', { ...suspension, status: 'active' }, 'active'],
      ['PATCH', '/subordinates', suspension, 'suspended'],
    ] as const) {
      assert.equal(await noted(method, path, body), change, path)
      assert.equal(await noted(method, path, body), undefined, `${path}, repeated`)
    }
  })

  test('FED-113 a decision names the change if a withdrawal only ends the acceptance of announced keys', async () => {
    const withdraw = async () => {
      assert.equal((await administer('/subordinates/withdraw-key', { kid: member.signer.kid })).status, 200)
      return sink.decisions.at(-1)?.evidence.change
    }
    assert.equal(await withdraw(), 'suspended')
    const { subordinates } = anchor.context
    await subordinates.change(member.entityId, { acceptsAnnouncedKeys: true }, { at: clock.now(), actor: 'test' })
    assert.deepEqual([await withdraw(), await withdraw()], ['changed', undefined])
    assert.equal((await subordinates.find(member.entityId))?.acceptsAnnouncedKeys, false)
  })

  test('FED-105 refuses to renew the certificates of a suspended member', async () => {
    await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status: 'suspended' })
    const { status } = await administer('/certificates/renew', {})
    assert.deepEqual([status, lastRule()], [409, 'FED-105 subordinate_suspended'])
  })

  test('FED-105 an intermediate refuses a renewal while its superior states no certificate of its key', async () => {
    const middle = await startMiddle()
    const naming_constraints = { permitted: ['.example'] }
    const constraints = { naming_constraints, allowed_entity_types: ['wallet_solution'] }
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const below = await testEntity('https://below.example', { hints: [middleId], metadata: { wallet_solution } })
    connectEntity(network, clock, below)
    await admit(middle, { entity_id: below.entityId })
    await statedKeys(anchor, middleId)
    const body = { entity_id: middleId, code: 'affiliationChanged' }
    assert.equal((await anchor.administer('POST', '/certificates/revoke', body)).status, 200)
    clock.advance(3600)
    const { status } = await middle.administer('POST', '/certificates/renew', { entity_id: below.entityId })
    assert.deepEqual([status, lastRule()], [409, 'FED-105 key_uncertified'])
  })

  test('FED-103 FED-105 an intermediate issues no certificate while its own in the superior’s statement has expired', async () => {
    const { config } = anchor.context
    const certificates = { ...config.certificates, memberLifetimeSeconds: 600 } // shorter than a setting can be
    network.connect(anchorId, createTrustAnchor({ ...anchor.context, config: { ...config, certificates } }).app)
    const middle = await startMiddle()
    const constraints = { naming_constraints: { permitted: ['.example'] }, allowed_entity_types: ['wallet_solution'] }
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const below = await testEntity('https://below.example', { hints: [middleId], metadata: { wallet_solution } })
    connectEntity(network, clock, below)
    await admit(middle, { entity_id: below.entityId })
    assert.equal((await statedKeys(middle, below.entityId))[0]?.x5c?.length, 2)
    clock.advance(601)
    network.disconnect(anchorId)
    const { status } = await middle.administer('POST', '/certificates/renew', { entity_id: below.entityId })
    assert.deepEqual([status, lastRule()], [409, 'FED-105 key_uncertified'])
    assert.equal((await statedKeys(middle, below.entityId))[0]?.x5c, undefined)
  })

  test('FED-101 the next key of the anchor has a root certificate before it signs, and then certifies every member again', {
    skip: missingPrograms('openssl'),
  }, async () => {
    const first = await stated()
    const former = await rootOf()
    const { body } = await anchor.administer('POST', '/keys', {})
    const kid = (body as JsonObject).kid as string
    const pending = (await ownKeys(anchor)).find((key) => key.kid === kid)
    assert.ok(pending?.x5c?.[0], 'the pending key is published with its certificate')
    await anchor.administer('POST', '/keys/activate', { kid, force: true })
    assert.equal(await rootOf(), pending?.x5c?.[0])
    const second = await stated()
    assert.notEqual(second, first)
    assert.equal(await verdictOf([second]), 'OK')
    const lists = [await listOf(first)]
    assert.equal(await opensslVerdict({ root: former, chain: [first], lists }, clock.now()), 'OK', 'the former root')
  })

  test('FED-105 a compromised key gets no certificate from the next key of the anchor until the operator renews it', async () => {
    await stated()
    await administer('/certificates/revoke', { code: 'keyCompromise' })
    const { kid } = (await anchor.administer('POST', '/keys', {})).body as JsonObject
    await anchor.administer('POST', '/keys/activate', { kid, force: true })
    assert.equal(await stated(), '')
    assert.equal((await administer('/certificates/renew', {})).status, 200)
    assert.notEqual(await stated(), '')
  })

  test('FED-105 many later certificates of another key do not give a compromised key a new certificate', async () => {
    const { certificates } = anchor.context
    const serial = parsed(await stated()).serial
    await administer('/certificates/revoke', { code: 'keyCompromise' })
    const former = (await certificates?.bySerial(serial)) ?? assert.fail()
    for (let index = 1; index <= 500; index += 1) {
      const { revokedAt: _, reason: __, ...certificate } = { ...laterThan(former, index), kid: 'other' }
      await certificates?.add(certificate, { at: clock.now(), actor: 'test' })
    }
    const { kid } = (await anchor.administer('POST', '/keys', {})).body as JsonObject
    await anchor.administer('POST', '/keys/activate', { kid, force: true })
    assert.equal(await stated(), '')
  })

  test('FED-113 the certificates of a withdrawn key are revoked at once, and the withdrawal of the last key suspends the member', async () => {
    const next = await generateSigner({ crypto })
    const both = { keys: [member.signer.publicJwk, next.publicJwk] }
    await anchor.administer('POST', '/subordinates/remove', { entity_id: member.entityId })
    await admit(anchor, { entity_id: member.entityId, jwks: both })
    const keys = await statedKeys(anchor, member.entityId)
    assert.deepEqual(
      keys.map(({ x5c }) => x5c?.length),
      [1, 1],
    )
    const compromised = parsed(keys[0]?.x5c?.[0]).serial
    const answer = await administer('/subordinates/withdraw-key', { kid: member.signer.kid, reason: 'laptop lost' })
    assert.deepEqual(answer.body, { entity_id: member.entityId, status: 'active', revoked: [compromised] })
    assert.deepEqual(
      (await statedKeys(anchor, member.entityId)).map(({ kid }) => kid),
      [next.kid],
    )
    assert.equal(listed(await listOf(keys[0]?.x5c?.[0])).find(compromised)?.reason, 'keyCompromise')
    const last = await administer('/subordinates/withdraw-key', { kid: next.kid })
    assert.equal((last.body as never as JsonObject).status, 'suspended')
    assert.equal((await anchor.ask(`/fetch?sub=${encodeURIComponent(member.entityId)}`)).status, 404)
    for (const [body, rule] of [
      [{ kid: 'unknown' }, 'FED-113 key_unknown'],
      [{ entity_id: 'https://other.example', kid: 'a' }, 'FED-113 subordinate_unknown'],
    ] as const)
      assert.deepEqual([(await administer('/subordinates/withdraw-key', body)).status, lastRule()], [404, rule])
  })

  test('FED-113 a key that was withdrawn before its first certificate gets one only from the operator', async () => {
    const answer = await administer('/subordinates/withdraw-key', { kid: member.signer.kid })
    assert.equal((answer.body as never as { revoked: string[] }).revoked.length, 1)
    await anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status: 'active' })
    assert.equal(await stated(), '')
    await administer('/certificates/renew', {})
    assert.notEqual(await stated(), '')
  })

  test('FED-113 an intermediate withdraws a key while its superior does not answer', async () => {
    const middle = await startMiddle()
    const constraints = { naming_constraints: { permitted: ['.example'] }, allowed_entity_types: ['wallet_solution'] }
    await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
    const below = await testEntity('https://below.example', { hints: [middleId], metadata: { wallet_solution } })
    connectEntity(network, clock, below)
    await admit(middle, { entity_id: below.entityId })
    network.disconnect(anchorId)
    clock.advance(2 * day)
    const request = { entity_id: below.entityId, kid: below.signer.kid }
    const { status, body } = await middle.administer('POST', '/subordinates/withdraw-key', request)
    assert.deepEqual([status, body], [200, { entity_id: below.entityId, status: 'suspended', revoked: [] }])
  })

  for (const [state, change] of [
    ['has expired', async () => clock.advance(20 * day)],
    ['was superseded', () => administer('/certificates/revoke', { code: 'superseded' })],
  ] as const)
    test(`FED-113 a withdrawn key whose certificate ${state} gets a new one only from the operator`, async () => {
      const { serial } = parsed(await stated())
      const turn = (status: string) =>
        anchor.administer('PATCH', '/subordinates', { entity_id: member.entityId, status })
      await change()
      const answer = await administer('/subordinates/withdraw-key', { kid: member.signer.kid })
      assert.deepEqual(answer.body, { entity_id: member.entityId, status: 'suspended', revoked: [serial] })
      assert.equal((await turn('active')).status, 200)
      assert.equal(await stated(), '')
      await administer('/certificates/renew', {})
      assert.notEqual(await stated(), '')
    })

  test('FED-113 a withdrawal keeps a key that another operator adds at the same time', async () => {
    const [second, added] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
    const both = [member.signer.publicJwk, second.publicJwk]
    await anchor.administer('POST', '/subordinates/remove', { entity_id: member.entityId })
    await admit(anchor, { entity_id: member.entityId, jwks: { keys: both } })
    const { subordinates } = anchor.context
    const { change } = subordinates
    subordinates.change = async (...args) => {
      subordinates.change = change
      const { keys } = (await subordinates.find(member.entityId)) ?? assert.fail()
      const act = { actor: 'other', at: clock.now(), reason: 'next key' }
      await subordinates.change(member.entityId, { keys: [...keys, added.publicJwk] }, act)
      return subordinates.change(...args)
    }
    assert.equal((await administer('/subordinates/withdraw-key', { kid: second.kid })).status, 200)
    assert.deepEqual(
      (await statedKeys(anchor, member.entityId)).map(({ kid }) => kid),
      [member.signer.kid, added.kid],
    )
  })

  test('FED-113 a withdrawal of the only key keeps a key that another operator adds at the same time', async () => {
    const added = await generateSigner({ crypto })
    const { subordinates } = anchor.context
    const { suspend } = subordinates
    subordinates.suspend = async (...args) => {
      subordinates.suspend = suspend
      const { keys } = (await subordinates.find(member.entityId)) ?? assert.fail()
      const act = { actor: 'other', at: clock.now(), reason: 'next key' }
      await subordinates.change(member.entityId, { keys: [...keys, added.publicJwk] }, act)
      return subordinates.suspend(...args)
    }
    assert.equal((await administer('/subordinates/withdraw-key', { kid: member.signer.kid })).status, 200)
    assert.deepEqual(
      (await statedKeys(anchor, member.entityId)).map(({ kid }) => kid),
      [added.kid],
    )
  })

  test('FED-113 the statement no longer contains a withdrawn protocol key', async () => {
    const { status } = await administer('/subordinates/withdraw-key', { kid: protocolKey.kid })
    const { payload } = decodeJwt(await (await anchor.ask(`/fetch?sub=${encodeURIComponent(member.entityId)}`)).text())
    const policy = payload.metadata_policy as Record<string, { jwks: JsonObject }>
    assert.deepEqual([status, policy.wallet_solution?.jwks], [200, { value: { keys: [] } }])
  })

  test('FED-100 an authority of the specification profile has no certificates and no certificate endpoints', async () => {
    const seed = await startAuthority({ clock, network }, 'https://seed.example')
    assert.equal((await ownKeys(seed))[0]?.x5c, undefined)
    assert.equal((await seed.ask(`/crl/${seed.signer.kid}`)).status, 404)
    assert.equal((await seed.administer('GET', '/certificates')).status, 404)
    assert.equal((await seed.ask('/key_announcement', { method: 'POST' })).status, 404)
  })
})

const numberOf = (list = ''): number => {
  const { extensions } = listed(list)
  const number = extensions.find(({ oid }) => oid === extensionOids.crlNumber)
  return Number.parseInt(
    Buffer.from(number?.value ?? [])
      .subarray(2)
      .toString('hex'),
    16,
  )
}

/** Issues a certificate of a protocol key for a host, with the member's own key. */
async function protocolCertificate(of: TestEntity, above: string, host: string, now: number): Promise<string> {
  const authority = native(above)
  const spki = spkiOf(protocolKey.publicJwk)
  const der = await signCertificate(of.signer, {
    ...{
      subject: `CN=${host}`,
      issuer: subjectOf(above),
      serial: '01',
      notBefore: now - 60,
      notAfter: now + 3600,
      spki,
    },
    extensions: [
      keyUsage(['digitalSignature']),
      subjectAltName({ dns: [host], uris: [`https://${host}/1.4`] }),
      subjectKeyIdentifier(keyIdentifierOf(spki)),
      authorityKeyIdentifier(keyIdentifierOf(spkiOf(of.signer.publicJwk))),
      crlDistributionPoint(`https://${host}/1.4/crl`),
    ],
  })
  assert.ok(authority.ca)
  return Buffer.from(der).toString('base64')
}

async function emptyListOf(of: TestEntity, above: string, now: number): Promise<string> {
  const issuerKeyId = keyIdentifierOf(spkiOf(of.signer.publicJwk))
  const dates = { number: 1, thisUpdate: now - 60, nextUpdate: now + 3600 }
  const der = await createCertificateList(of.signer, { issuer: subjectOf(above), issuerKeyId, ...dates, revoked: [] })
  return Buffer.from(der).toString('base64')
}

/** Returns the DER subject of a certificate. */
function subjectOf(certificate: string): Uint8Array {
  const [body] = derMembers(readDer(Buffer.from(certificate, 'base64'))) ?? []
  return derMembers(body)?.[5]?.encoded ?? new Uint8Array()
}
