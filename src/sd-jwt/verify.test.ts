import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../test/support/cases.ts'
import { ctx, digest, forge, holder, issue, issuer, now, plain, raw, verify } from '../../test/support/credential.ts'
import { codeOf, expectSuccess } from '../../test/support/refuses.ts'
import { disclosures as d, issuerJwt, issuerKey, keyBindingJwt } from '../../test/vectors/rfc9901.ts'
import { encodeBase64url, type Json, type JsonObject } from '../base/index.ts'
import { createDisclosure } from './disclosure.ts'
import { verifyKeyBindingJwt } from './key-binding-jwt.ts'

test('RFC 9901 §5: the example is verified with all Disclosures, with key binding, and without Disclosures', async () => {
  const at = { now: 1_748_537_244, skew: 0 }
  const all = expectSuccess(await verify(`${[issuerJwt, ...Object.values(d)].join('~')}~`, issuerKey, at))
  assert.deepEqual(all.claims.nationalities, ['US', 'DE'])
  assert.equal(all.disclosed.length, 10)
  assert.equal(all.claims.updated_at, 1_570_000_000)

  const presented = [issuerJwt, d.familyName, d.address, d.givenName, d.nationalityUs, keyBindingJwt].join('~')
  const some = expectSuccess(await verify(presented, issuerKey, at))
  const { cnf: _, ...claims } = some.claims
  assert.deepEqual(claims, {
    iss: 'https://issuer.example.com',
    iat: 1_683_000_000,
    exp: 1_883_000_000,
    sub: 'user_42',
    given_name: 'John',
    family_name: 'Doe',
    address: { street_address: '123 Main St', locality: 'Anytown', region: 'Anystate', country: 'US' },
    nationalities: ['US'],
  })
  const binding = { aud: 'https://verifier.example.org', nonce: '1234567890', issuedNotBefore: at.now, ...at }
  expectSuccess(await verifyKeyBindingJwt(ctx, some, { ...binding, algorithms: ['ES256'] }))

  const none = expectSuccess(await verify(`${issuerJwt}~`, issuerKey, at))
  assert.deepEqual([none.claims.nationalities, none.disclosed, none.claims.given_name], [[], [], undefined])
})

const salt = new Uint8Array(16)
const name = createDisclosure(ctx, salt, 'given_name', 'Ada')
const element = createDisclosure(ctx, salt, undefined, 'IT')
const inner = createDisclosure(ctx, salt, 'address', { _sd_alg: 'sha-512' })
const named = createDisclosure(ctx, salt, '_sd_alg', 'sha-512')
const over = (text: string) => [{ ...plain, _sd: [digest(text)] }, text] as const
const { iat: _, ...undated } = plain
const withIat = (iat: Json) => [{ ...undated, _sd: [digest(raw(['s', 'iat', iat]))] }, raw(['s', 'iat', iat])] as const

test('PP-106 a claim that must be plain at the top level can be disclosable at a lower level', async () => {
  const below = createDisclosure(ctx, salt, 'iss', 'a register')
  const nested = { ...plain, origin: { _sd: [below.digest] } }
  assert.deepEqual(expectSuccess(await verify(await forge(nested, below.text))).claims.origin, { iss: 'a register' })
})

test('accepts decoys, and uses SHA-256 without _sd_alg', async () => {
  const { claims } = expectSuccess(await verify(await forge({ ...plain, _sd: ['decoy', name.digest] }, name.text)))
  assert.deepEqual(claims, { ...plain, given_name: 'Ada' })
  const bare = { ...plain, nationalities: [{ '...': 'decoy' }, { '...': element.digest }, 'FR'] }
  assert.deepEqual(expectSuccess(await verify(await forge(bare, element.text))).claims.nationalities, ['IT', 'FR'])
})

test('removes elements that were not disclosed, and returns how many were removed before each remaining element', async () => {
  const text = createDisclosure(ctx, salt, undefined, null)
  const payload = {
    ...plain,
    whole: [null, 'IT', [null], { of: null }],
    some: [{ '...': 'decoy' }, null, { '...': element.digest }, { '...': 'other' }, { '...': text.digest }, 'FR'],
  }
  const { claims, withheld } = expectSuccess(await verify(await forge(payload, element.text, text.text)))
  assert.deepEqual(claims.whole, payload.whole)
  assert.deepEqual(claims.some, [null, 'IT', null, 'FR'])
  assert.deepEqual(withheld, [{ path: ['some'], before: [1, 1, 2, 2] }])
})

const chain = (depth: number): [string, string[]] => {
  let inner = createDisclosure(ctx, salt, 'leaf', 1)
  const texts = [inner.text]
  for (let level = 0; level < depth; level += 1) {
    inner = createDisclosure(ctx, salt, 'n', { _sd: [inner.digest] })
    texts.push(inner.text)
  }
  return [inner.digest, texts]
}
const [deepDigest, deepTexts] = chain(80)

const faults = casesOf<readonly [JsonObject, ...string[]]>({
  disclosure_unreferenced: {
    'a disclosure without its digest': [plain, name.text],
    'a changed disclosure': [{ ...plain, _sd: [name.digest] }, raw(['x', 'given_name', 'Eve'])],
    'a rewritten disclosure': [
      { ...plain, _sd: [name.digest] },
      raw('["AAAAAAAAAAAAAAAAAAAAAA", "given_name", "Ada"]'),
    ],
  },
  digest_repeated: {
    'a digest found twice': [{ ...plain, _sd: [name.digest, name.digest] }, name.text],
    'a digest found twice at two places': [{ ...plain, _sd: [name.digest], x: { _sd: [name.digest] } }, name.text],
    'a decoy found twice': [{ ...plain, _sd: ['decoy'], x: { _sd: ['decoy'] } }],
  },
  disclosure_repeated: { 'a disclosure twice': [{ ...plain, _sd: [name.digest] }, name.text, name.text] },
  disclosure_length: {
    'a disclosure of one element': over(raw(['salt'])),
    'a disclosure of four elements': over(raw(['salt', 'a', 'b', 'c'])),
    'an empty disclosure array': over(raw([])),
  },
  disclosure_malformed: {
    'a disclosure that is an object': over(raw({ a: 1 })),
    'a disclosure that is not base64url': over('A+/='),
    'a disclosure that is not UTF-8': over('_w'),
  },
  json_malformed: {
    'a disclosure that is not JSON': over(raw('nothing')),
    'a number in a disclosure that a double would change (GEN-34)': over(raw('["s","n",9007199254740993]')),
  },
  json_duplicate_member: { 'a member twice in a disclosure': over(raw('["s","n",{"a":1,"a":2}]')) },
  disclosure_salt_invalid: { 'a salt that is not a text': over(raw([1, 'a', 'b'])) },
  disclosure_name_invalid: { 'a claim name that is not a text': over(raw(['salt', 1, 'b'])) },
  disclosure_name_reserved: {
    'the claim name _sd': over(raw(['salt', '_sd', ['x']])),
    'the claim name ...': over(raw(['salt', '...', 'x'])),
    'the claim name __proto__': over(raw(['salt', '__proto__', {}])),
    'the claim name _sd_alg': over(raw(['salt', '_sd_alg', 'sha-256'])),
    'the claim name _sd_alg below the top': [{ ...plain, address: { _sd: [named.digest] } }, named.text],
  },
  claim_name_clash: {
    'a clash with a plain claim': [{ ...plain, given_name: 'Eve', _sd: [name.digest] }, name.text],
    'a clash of two disclosures': [
      { ...plain, _sd: [name.digest, digest(raw(['t', 'given_name', 'Eve']))] },
      name.text,
      raw(['t', 'given_name', 'Eve']),
    ],
  },
  sd_alg_unsupported: {
    'an unknown _sd_alg': [{ ...plain, _sd_alg: 'md5', _sd: [name.digest] }, name.text],
    'an _sd_alg that is not a text': [{ ...plain, _sd_alg: null }],
    'an _sd_alg below the top': [{ ...plain, address: { _sd_alg: 'sha-256' } }],
    'an _sd_alg in an element': [{ ...plain, list: [[{ _sd_alg: 'sha-256' }]] }],
    'an _sd_alg in a disclosed value': [{ ...plain, _sd: [inner.digest] }, inner.text],
  },
  disclosure_kind_mismatch: {
    'an element in the place of a member': [{ ...plain, _sd: [element.digest] }, element.text],
    'a member in the place of an element': [{ ...plain, list: [{ '...': name.digest }] }, name.text],
  },
  digest_malformed: {
    'an _sd that is not an array': [{ ...plain, _sd: 'x' }],
    'a digest that is not a text': [{ ...plain, _sd: [1] }],
    'an element digest that is not a text': [{ ...plain, list: [{ '...': {} }] }],
    'an element digest with a further member': [{ ...plain, list: [{ '...': 'x', y: 1 }] }],
    'an element digest outside of an array': [{ ...plain, place: { '...': 'x' } }],
  },
  disclosure_never_selective: {
    'an exp that the holder can withhold': [
      { iss: 'x', _sd: [digest(raw(['s', 'exp', now + 9]))] },
      raw(['s', 'exp', now + 9]),
    ],
    'a cnf that the holder can withhold': [{ iss: 'x', _sd: [digest(raw(['s', 'cnf', {}]))] }, raw(['s', 'cnf', {}])],
  },
  json_too_deep: { '80 levels of disclosures': [{ ...plain, _sd: [deepDigest] }, ...deepTexts] },
  expired: { 'RP-69 an expired credential': [{ ...plain, exp: now - 31 }] },
  not_yet_valid: {
    'RP-69 an SD-JWT that is not valid yet': [{ ...plain, nbf: now + 31 }],
    'RP-69 an iat in a Disclosure that is in the future': withIat(now + 31),
  },
  time_invalid: {
    'an exp that is not a number': [{ ...plain, exp: 'tomorrow' }],
    'an iat in a Disclosure that is not a number': withIat('yesterday'),
  },
})
for (const [what, [payload, ...disclosures], code] of faults) {
  test(`RP-62 refuses ${what}`, async () => {
    assert.equal(codeOf(await verify(await forge(payload, ...disclosures))), code)
  })
}

test('refuses a fault in a Disclosure only if that Disclosure is presented', async () => {
  const inner = createDisclosure(ctx, salt, 'x', { _sd: 'nothing' })
  assert.equal(codeOf(await verify(await forge({ ...plain, _sd: [inner.digest] }))), 'accepted')
  assert.equal(codeOf(await verify(await forge({ ...plain, _sd: [inner.digest] }, inner.text))), 'digest_malformed')
  const element = createDisclosure(ctx, salt, undefined, { _sd: 'nothing' })
  const list = [{ '...': element.digest }]
  assert.equal(codeOf(await verify(await forge({ ...plain, list }))), 'accepted')
  assert.equal(codeOf(await verify(await forge({ ...plain, list }, element.text))), 'digest_malformed')
})

test('refuses wrong tildes, a wrong size, a wrong header, a wrong signature and a wrong key', async () => {
  const text = await issue()
  const jwt = text.slice(0, text.indexOf('~'))
  const cases: readonly [string, string][] = [
    [jwt, 'sd_jwt_malformed'],
    [`${jwt}~~`, 'sd_jwt_malformed'],
    [text.replace('~', '~~'), 'sd_jwt_malformed'],
    [`~${text}`, 'jws_malformed'],
    [`${text}${'A'.repeat(278_528)}`, 'sd_jwt_too_large'],
    [`${text}${'A'.repeat(262_144)}~`, 'sd_jwt_too_large'],
    [text.replace(/^[^.]+/, encodeBase64url('{"alg":"ES256","typ":"JWT"}')), 'typ_mismatch'],
    [text.replace(/^[^.]+/, encodeBase64url('{"alg":"none","typ":"dc+sd-jwt"}')), 'alg_none'],
    [text.replace(/^[^.]+/, encodeBase64url('{"alg":"PS256","typ":"dc+sd-jwt"}')), 'alg_unsupported'],
    [text.replace(/^[^.]+/, encodeBase64url('{"alg":"ES256","typ":"dc+sd-jwt"}')), 'signature_invalid'],
  ]
  for (const [changed, code] of cases) assert.equal(codeOf(await verify(changed)), code)
  assert.equal(codeOf(await verify(text, holder.publicJwk)), 'signature_invalid')
  assert.equal(codeOf(await verify(text, { ...issuer.publicJwk, use: 'enc' })), 'key_mismatch')
})
