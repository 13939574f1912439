/** Delegations in the settings of a Trust Anchor in service: refused at its start, or reported in its notes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTrustMarkDelegation } from '../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { ConfigError, createNodeCrypto } from '../../src/node/index.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

const crypto = createNodeCrypto()
const clock = fixedClock()
const [owner, stranger] = await Promise.all([generateSigner({ crypto }), generateSigner({ crypto })])
const ownerId = 'https://owner.example'
const markType = 'https://owner.example/marks/public'
const issuer = 'https://delegated.example'

/** Returns a delegation of the type to this service, with changes. */
const delegation = (other: { issuer?: string; trustMarkType?: string; expiresAt?: number } = {}, by: Signer = owner) =>
  createTrustMarkDelegation(by, {
    owner: ownerId,
    issuer,
    trustMarkType: markType,
    issuedAt: clock.now() - 60,
    ...other,
  })

const row = (text: string, type = markType) => ({
  type,
  owner: { entityId: ownerId, jwks: { keys: [owner.publicJwk] } },
  delegation: text,
})

const composeWith = (rows: readonly object[], profiles: object = {}) =>
  composeInMemory('trust-anchor', {
    crypto,
    clock,
    decisions: { record: () => undefined },
    publicUrl: issuer,
    environment: { FIDUCIA_ROLE_TRUST_MARKS: JSON.stringify(rows) },
    profiles,
  })
const compose = (...rows: object[]) => composeWith(rows)

test('FED-35 all delegations that do not permit the service to issue their type are reported as faults of the settings', async () => {
  const typeAt = (index: number): string => `${markType}/${index}`
  const texts = [
    'no-jwt',
    await delegation({ trustMarkType: typeAt(1) }),
    await delegation({ trustMarkType: typeAt(2), issuer: 'https://other.example' }),
    await delegation({ trustMarkType: 'https://owner.example/marks/other' }),
    await delegation({ trustMarkType: typeAt(4) }, { ...stranger, kid: owner.kid }),
  ]
  const rows = texts.map((text, index) => row(text, typeAt(index)))
  await assert.rejects(compose(...rows), (thrown) => {
    assert.ok(thrown instanceof ConfigError)
    const says = 'does not permit this service to issue marks of that type'
    assert.deepEqual(thrown.faults, [
      `role.trustMarks.0.delegation: ${says} (delegation_jws_malformed at delegation)`,
      `role.trustMarks.2.delegation: ${says} (delegation_sub_mismatch at delegation.payload.sub)`,
      `role.trustMarks.3.delegation: ${says} (delegation_type_mismatch at delegation.payload.trust_mark_type)`,
      `role.trustMarks.4.delegation: ${says} (delegation_signature_invalid at delegation)`,
    ])
    return true
  })
})

test('FED-35 a delegation to the service does not permit a further entity to issue marks, and the fault has its place', async () => {
  const composing = composeWith([row(await delegation())], { 'it-wallet-1.0': {} })
  await assert.rejects(composing, (thrown) => {
    assert.ok(thrown instanceof ConfigError, String(thrown))
    assert.match(thrown.faults.join(), /^profiles\.it-wallet-1\.0\.role\.trustMarks\.0\.delegation: does not permit /)
    return true
  })
})

test('FED-35 an expired delegation does not stop the start of a service, and its notes report it', async () => {
  const endingType = `${markType}/ending`
  const ended = row(await delegation({ trustMarkType: endingType, expiresAt: clock.now() + 3600 }), endingType)
  const { service, close } = await compose(row(await delegation()), ended)
  assert.deepEqual(service.notes(), [])
  clock.advance(3600)
  assert.deepEqual(service.notes(), [
    'role.trustMarks.1.delegation: has expired, so others refuse marks of that type: ask the owner of the type for a new delegation',
  ])
  service.close()
  await close()
  const anew = await compose(ended)
  assert.equal(anew.service.notes().length, 1)
  anew.service.close()
  await anew.close()
})
