/**
 * What every store of a key ring must do, whatever it is made of and whichever keys stand in it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FederationKeyStore } from '../../src/federation/index.ts'

const key = (kid: string) => ({ kid, jwk: { kty: 'EC', crv: 'P-256', x: kid, y: kid, kid }, createdAt: 1 })

/** `open` gives an empty one. */
export function keyStoreContract(name: string, open: () => FederationKeyStore): void {
  test(`${name}: FED-10 one key signs: pending becomes active, active retires, what signs is not revoked`, async () => {
    const keys = open()
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 9 }), 'not_pending')
    for (const kid of ['a', 'b', 'c']) assert.equal(await keys.add(key(kid)), 'added')
    assert.equal(await keys.add(key('a')), 'known')
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 9 }), 'active')
    assert.equal(await keys.activate({ kid: 'b', retiredAt: 10 }), 'active')
    assert.equal(await keys.activate({ kid: 'a', retiredAt: 11 }), 'not_pending')
    assert.equal(await keys.revoke({ kid: 'b', reason: 'unspecified', now: 5 }), 'signing')
    assert.equal(await keys.revoke({ kid: 'z', reason: 'unspecified', now: 5 }), 'unknown')
    assert.equal(await keys.revoke({ kid: 'c', reason: 'compromised', now: 6 }), 'revoked')
    assert.equal(await keys.revoke({ kid: 'c', reason: 'unspecified', now: 7 }), 'revoked')
    assert.deepEqual(await keys.list(), [
      { ...key('a'), state: 'retiring', retiredAt: 10 },
      { ...key('b'), state: 'active' },
      { ...key('c'), state: 'revoked', revokedAt: 6, reason: 'compromised' },
    ])
  })

  test(`${name}: FED-10 of two keys activated together both were, one after the other, and one signs`, async () => {
    const keys = open()
    for (const kid of ['a', 'b']) await keys.add(key(kid))
    await Promise.all(['a', 'b'].map((kid) => keys.activate({ kid, retiredAt: 9 })))
    assert.deepEqual((await keys.list()).map(({ state }) => state).toSorted(), ['active', 'retiring'])
  })
}
