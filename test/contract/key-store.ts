/** Tests of every store of a key ring, with any keys. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeyRevocationReason, KeyRingStore } from '../../src/federation/index.ts'

const key = (kid: string) => ({
  kid,
  jwk: { kty: 'EC', crv: 'P-256', x: kid, y: kid, kid },
  createdAt: 1,
  createdBy: 'anna',
})
const by = (actor: string, now: number) => ({ actor, now })

/** `open` returns a new empty store. */
export function keyStoreContract(name: string, open: () => KeyRingStore): void {
  test(`${name}: FED-10 one key signs: pending becomes active, active retires, the signing key is not revoked, and the actors are recorded`, async () => {
    const keys = open()
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 9, ...by('anna', 2) }), 'not_pending')
    for (const kid of ['a', 'b']) assert.equal(await keys.add(key(kid)), 'added')
    assert.equal(await keys.add({ ...key('c'), createdReason: 'yearly' }), 'added')
    assert.equal(await keys.add(key('a')), 'known')
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 9, ...by('anna', 3) }), 'active')
    assert.equal(await keys.activate({ kid: 'b', retiredAt: 10, ...by('bruno', 4) }), 'active')
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 11, ...by('anna', 5) }), 'not_pending')
    assert.equal(await keys.revoke({ kid: 'b', reason: 'unspecified', ...by('anna', 5) }), 'signing')
    assert.equal(await keys.revoke({ kid: 'z', reason: 'unspecified', ...by('anna', 5) }), 'unknown')
    assert.equal(await keys.revoke({ kid: 'c', reason: 'compromised', ...by('carla', 6) }), 'revoked')
    assert.equal(await keys.revoke({ kid: 'c', reason: 'unspecified', ...by('anna', 7) }), 'revoked')
    assert.deepEqual(await keys.list(), [
      { ...key('a'), state: 'retiring', activatedAt: 3, activatedBy: 'anna', retiredAt: 10 },
      { ...key('b'), state: 'active', activatedAt: 4, activatedBy: 'bruno' },
      {
        ...key('c'),
        createdReason: 'yearly',
        state: 'revoked',
        revokedAt: 6,
        revokedBy: 'carla',
        reason: 'compromised',
      },
    ])
  })

  test(`${name}: FED-121 a report of a compromise replaces another reason of a revocation, and no other reason does`, async () => {
    const keys = open()
    await keys.add(key('a'))
    const revoke = (reason: KeyRevocationReason, actor: string, now: number) =>
      keys.revoke({ kid: 'a', reason, ...by(actor, now) })
    const reasons: unknown[] = []
    for (const [index, reason] of (['superseded', 'unspecified', 'compromised', 'superseded'] as const).entries()) {
      assert.equal(await revoke(reason, index === 0 ? 'anna' : 'bruno', index + 2), 'revoked')
      const [{ revokedAt, revokedBy, reason: recorded } = {}] = await keys.list()
      reasons.push([revokedAt, revokedBy, recorded])
    }
    const before = [2, 'anna', 'superseded']
    const after = [2, 'anna', 'compromised']
    assert.deepEqual(reasons, [before, before, after, after])
  })

  test(`${name}: FED-10 two keys that are activated concurrently become active one after the other, and one signs`, async () => {
    const keys = open()
    for (const kid of ['a', 'b']) await keys.add(key(kid))
    await Promise.all(['a', 'b'].map((kid) => keys.activate({ kid, retiredAt: 9, ...by('anna', 2) })))
    assert.deepEqual((await keys.list()).map(({ state }) => state).toSorted(), ['active', 'retiring'])
  })
}
