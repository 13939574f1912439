import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../base/index.ts'
import { contentOf, decodeJws, isJwe } from './decode-message.ts'

const encode = (value: object): string => encodeBase64url(new TextEncoder().encode(JSON.stringify(value)))
const jws = (header: object, payload: object): string => `${encode(header)}.${encode(payload)}.c2lnbmF0dXJl`

test('an SD-JWT with a Key Binding JWT is decoded as an SD-JWT, not as a JWE', () => {
  const [issued, binding] = [jws({ typ: 'dc+sd-jwt' }, { vct: 'pid' }), jws({ typ: 'kb+jwt' }, { nonce: 'n' })]
  const presented = `${issued}~WyJhIiwiYiIsMV0~${binding}`
  assert.equal(isJwe(presented), false)
  assert.deepEqual(decodeJws(presented), { header: { typ: 'dc+sd-jwt' }, payload: { vct: 'pid' } })
  assert.equal(isJwe('aaaaaaaa..bbbb.cccc.dddd'), true)
})

test('a media type is recognised in upper and lower case', () => {
  assert.equal(contentOf([['content-type', 'Application/JSON; charset=UTF-8']], '{}').kind, 'json')
  assert.equal(contentOf([['content-type', 'APPLICATION/X-WWW-FORM-URLENCODED']], 'a=1').kind, 'form')
})
