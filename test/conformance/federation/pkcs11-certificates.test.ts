/** A root and an intermediate whose keys are in a SoftHSM token issue, renew and revoke certificates. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { createCertificateEvaluator, pinRoots } from '../../../src/certificate-trust/index.ts'
import { createMemoryKeyRingStore } from '../../../src/federation/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { openPkcs11Keys } from '../../../src/node/pkcs11-keys.ts'
import { parseCertificate, parseCertificateList } from '../../../src/x509/index.ts'
import { connectEntity, crypto, testEntity } from '../../support/federation.ts'
import { type Authority, anchorId, startAuthority } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'
import { tokenContext } from '../../support/pkcs11.ts'
import { createSoftToken, missingSoftHsm } from '../../support/softhsm.ts'

const profile = 'it-wallet-1.4'
const middleId = 'https://middle.example/1.4'

/** A federation key in a statement or a configuration. */
type StatedKey = JsonObject & { readonly kid: string; readonly x5c: readonly string[] }

async function keysAt(authority: Authority, path: string): Promise<readonly StatedKey[]> {
  const text = await (await authority.ask(path)).text()
  return (decodeJwt(text).payload.jwks as { keys: readonly StatedKey[] }).keys
}

/** Starts an anchor, an intermediate below it and a member. Both authorities have their keys in the token. */
async function startFederation() {
  const { library, options } = await createSoftToken()
  const [clock, network] = [fixedClock(), createNetwork()]
  const start = async (entityId: string, further: object = {}, parts: object = {}) => {
    const vault = await openPkcs11Keys(tokenContext, options, library)
    const signer = await vault.create()
    const keyRing = { store: createMemoryKeyRingStore([signer], clock.now()), vault }
    const config = { profile, keyPublicationSeconds: 0, certificates: { test: true }, ...further } as const
    return startAuthority({ clock, network }, entityId, { signer, config, further: { keyRing }, ...parts })
  }
  const admit = async (authority: Authority, body: object): Promise<void> => {
    const { status, body: answer } = await authority.administer('POST', '/subordinates', body)
    assert.equal(status, 201, JSON.stringify(answer))
  }
  const anchor = await start(anchorId)
  const anchors = new Map([[anchorId, [anchor.signer.publicJwk]]])
  const middle = await start(middleId, { authorityHints: [anchorId] }, { anchors })
  const naming_constraints = { permitted: ['member.example', 'middle.example'] }
  const constraints = { naming_constraints, allowed_entity_types: ['wallet_solution'] }
  await admit(anchor, { entity_id: middleId, intermediate: true, constraints })
  const { publicJwk } = await generateSigner({ crypto })
  const wallet_solution = { jwks: { keys: [publicJwk as unknown as JsonObject] } }
  const member = await testEntity('https://member.example', { hints: [middleId], metadata: { wallet_solution } })
  connectEntity(network, clock, member)
  await admit(middle, { entity_id: member.entityId })
  const root = async (): Promise<string> =>
    (await keysAt(anchor, '/.well-known/openid-federation')).at(-1)?.x5c[0] ?? ''
  const stated = async (): Promise<StatedKey> => {
    const [key] = await keysAt(middle, `/fetch?sub=${encodeURIComponent(member.entityId)}`)
    assert.ok(key)
    return key
  }
  /** Evaluates a certified key as an entity that has not fetched a revocation list before. */
  const judge = async (key: StatedKey, roots: readonly string[]): Promise<string> => {
    const { evaluateFederationKey } = createCertificateEvaluator({
      ...{ clock, fetch: network.fetch, urls: { loopbackHttp: false }, skewSeconds: 30, graceSeconds: 0 },
      roots: pinRoots(roots),
    })
    const verdict = await evaluateFederationKey(key as never, member.entityId, 'x5c')
    return failed(verdict) ? verdict.code : 'accepted'
  }
  return { anchor, middle, member, root, stated, judge }
}

const parsed = (base64 = '') => {
  const certificate = parseCertificate(Buffer.from(base64, 'base64'), 'certificate')
  assert.ok(!failed(certificate))
  return certificate
}

test('SoftHSM: FED-104 FED-105 FED-106 keys of a token issue, renew, roll over and revoke certificates', {
  skip: missingSoftHsm,
}, async () => {
  const { anchor, middle, member, root, stated, judge } = await startFederation()
  const firstRoot = await root()
  const first = await stated()
  assert.equal(await judge(first, [firstRoot]), 'accepted')
  assert.ok(parsed(firstRoot).isSignedBy(parsed(firstRoot).issuerKey()))

  const { status } = await middle.administer('POST', '/certificates/renew', { entity_id: member.entityId })
  assert.equal(status, 200)
  const renewed = await stated()
  assert.notEqual(renewed.x5c[0], first.x5c[0])
  assert.equal(await judge(renewed, [firstRoot]), 'accepted')

  const code = 'keyCompromise'
  await middle.administer('POST', '/certificates/revoke', { entity_id: member.entityId, code })
  assert.equal(await judge(renewed, [firstRoot]), 'x509_revoked')
  const list = await middle.ask(`/crl/${middle.signer.kid}`)
  const listed = parseCertificateList(new Uint8Array(await list.arrayBuffer()), 'crl')
  assert.ok(!failed(listed) && listed.isSignedBy(parsed(first.x5c[1]).issuerKey()))
  assert.equal(listed.find(parsed(renewed.x5c[0]).serial)?.reason, code)

  await middle.administer('POST', '/certificates/renew', { entity_id: member.entityId })
  assert.equal(await judge(await stated(), [firstRoot]), 'accepted')
  await anchor.administer('POST', '/certificates/revoke', { entity_id: middleId, code: 'superseded' })
  assert.equal(await judge(first, [firstRoot]), 'x509_revoked')

  const { body } = await anchor.administer('POST', '/keys', {})
  const { kid } = body as { readonly kid: string }
  await anchor.administer('POST', '/keys/activate', { kid, force: true })
  await anchor.administer('POST', '/certificates/renew', { entity_id: middleId })
  const newRoot = (await keysAt(anchor, '/.well-known/openid-federation')).find((key) => key.kid === kid)?.x5c[0]
  const [below] = await keysAt(anchor, `/fetch?sub=${encodeURIComponent(middleId)}`)
  assert.ok(parsed(below?.x5c[0]).isSignedBy(parsed(newRoot).issuerKey()))
})
