/**
 * Disclosures of a PID that its issuer has forged: validly signed, each with one fault (RFC 9901 §7.1). Repeated,
 * missing and malformed Disclosures are among the other faults of an issuance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../../src/base/index.ts'
import { digest, raw } from '../../support/credential.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId } from '../../support/scripted-issuer.ts'

const { wallet, issuer, phone } = await createIssuanceBench()

type Claims = Readonly<Record<string, unknown>>
type Forge = (pid: string) => string | Promise<string>

/** Changes the signed claims, signs them, and appends Disclosures. */
const signed =
  (change: (claims: Claims & { readonly _sd: readonly string[] }) => object, ...texts: readonly string[]): Forge =>
  async (pid) => {
    const [jwt = '', ...rest] = pid.split('~')
    const { payload } = decodeJwt(jwt)
    const forged = await forgeJwt(jwt, issuer.signer, { payload: { ...change(payload as never) } })
    return [forged, ...rest.slice(0, -1), ...texts, ''].join('~')
  }
/** Returns a Disclosure with a digest in the signed part. */
const hidden = (...parts: readonly Json[]): Forge =>
  signed(({ _sd }) => ({ _sd: [..._sd, digest(raw([...parts]))] }), raw([...parts]))
const member = raw(['salt', 'country', 'IT'])

const rows: readonly (readonly [title: string, forge: Forge, code: string, at: string])[] = [
  ['a disclosure of one element', hidden('salt'), 'disclosure_length', 'pid.disclosure'],
  ['a disclosure of four elements', hidden('salt', 'a', 1, 2), 'disclosure_length', 'pid.disclosure'],
  ['a salt that is not a string', hidden(1, 'a', 2), 'disclosure_salt_invalid', 'pid.disclosure'],
  ['a name that is not a string', hidden('salt', 1, 2), 'disclosure_name_invalid', 'pid.disclosure'],
  ['a claim named _sd', hidden('salt', '_sd', []), 'disclosure_name_reserved', 'pid.disclosure'],
  ['a claim named ...', hidden('salt', '...', 'x'), 'disclosure_name_reserved', 'pid.disclosure'],
  ['a claim named __proto__', hidden('salt', '__proto__', {}), 'disclosure_name_reserved', 'pid.disclosure'],
  ['an array element in place of an object member', hidden('salt', 'IT'), 'disclosure_kind_mismatch', 'pid.payload'],
  [
    'an object member in place of an array element',
    signed(() => ({ nationalities: [{ '...': digest(member) }] }), member),
    'disclosure_kind_mismatch',
    'pid.payload',
  ],
  ['a selectively disclosed exp', hidden('salt', 'exp', 1_999_999_999), 'disclosure_never_selective', 'pid.payload'],
  ['a selectively disclosed cnf', hidden('salt', 'cnf', {}), 'disclosure_never_selective', 'pid.payload'],
  ['digests that are not an array', signed(() => ({ _sd: 'x' })), 'digest_malformed', 'pid.payload'],
  ['a digest that is not a string', signed(({ _sd }) => ({ _sd: [..._sd, 7] })), 'digest_malformed', 'pid.payload'],
  [
    'the digest of an element beside another member',
    signed(() => ({ nationalities: [{ '...': 'x', y: 1 }] })),
    'digest_malformed',
    'pid.payload',
  ],
  [
    'the digest of an array element outside of an array',
    signed(() => ({ address: { '...': 'x' } })),
    'digest_malformed',
    'pid.payload',
  ],
  ['a claim both plain and disclosed', signed(() => ({ given_name: 'Eva' })), 'claim_name_clash', 'pid.payload'],
  ['a claim disclosed twice', hidden('salt', 'given_name', 'Eva'), 'claim_name_clash', 'pid.payload'],
]

const obtainForged = async (forge: Forge, id: string, code: string): Promise<string> => {
  issuer.removeBends()
  issuer.bends.pidText = forge
  const held = await wallet.list()
  const keysBefore = [...phone.state.keys.keys()]
  const { at } = await refusedBy(id, code, wallet.obtainPid(issuerId))
  assert.deepEqual(await wallet.list(), held, 'nothing is stored')
  assert.deepEqual([...phone.state.keys.keys()], keysBefore, 'no key of the refused PID remains')
  return at
}

for (const [title, forge, code, at] of rows)
  test(`WI-60 refuses a PID with ${title}`, async () => assert.equal(await obtainForged(forge, 'WI-60', code), at))

test('GEN-23 refuses an answer whose PID exceeds the size limit', async () => {
  const endless: Forge = (pid) => `${pid}${'A'.repeat(262_144)}~`
  assert.equal(await obtainForged(endless, 'GEN-23', 'answer_unreadable'), 'credential')
})
