import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../base/index.ts'
import { decodeJws, textsOf } from './decode-message.ts'
import { membersOf } from './message-change.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'
import { redactMessages } from './redact-message.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

test('parses JSON of at most 200 levels, and ignores brackets in strings', () => {
  assert.deepEqual(parseBoundedJson('{"a":["]}\\"[[[", {}]}'), { a: [']}"[[[', {}] })
  assert.ok(parseBoundedJson(nested(200)))
  assert.throws(() => parseBoundedJson(nested(201)), SyntaxError)
  assert.throws(() => parseBoundedJson('{'), SyntaxError)
  assert.equal((parseBoundedJson(JSON.stringify('['.repeat(1_000_000))) as string).length, 1_000_000)
})

test('a deeply nested body or JWS is shown and redacted as text', () => {
  const body = nested(500_000)
  const part = encodeBase64url(new TextEncoder().encode(body))
  assert.equal(decodeJws(`${part}.${part}.AAAA`), undefined)
  const headers = [['content-type', 'application/json']] as const
  assert.deepEqual(textsOf(headers, body).at(-1), { name: '', value: body })
  const request = { method: 'POST', url: 'https://a.example/', headers: [...headers], body }
  const message = { id: 'm1', at: 0, from: 'a', to: 'b', request, milliseconds: 0, traces: [] }
  assert.ok(!membersOf(request).some((name) => name.startsWith('json:')))
  const [redacted] = redactMessages([message])
  assert.equal(redacted?.request.body, `<application/json: ${body.length} characters>`)
})
