import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dcql, keyed, scope, submission } from '../../../test/support/authorization-response.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import {
  checkResponseMode,
  createAuthorizationErrorResponse,
  createDirectPost,
  parseResponseForm,
  parseVpToken,
} from '../index.ts'

const form = (fields: Readonly<Record<string, string>>): ReadonlyMap<string, string> => new Map(Object.entries(fields))

test('WI-84 WI-85 RP-52 a direct_post of either variant is parsed to the presentations that it was created from', () => {
  const fields = createDirectPost(dcql, 'st')
  assert.deepEqual(fields, { vp_token: '{"pid":"sd~kb","wa":["a.b.c"]}', state: 'st' })
  const plain = parseResponseForm(form(fields))
  assert.ok(!failed(plain) && plain.kind === 'plain')
  assert.deepEqual(parseVpToken('dcql', plain.members, true), { kind: 'dcql', presentations: keyed })
  const listed = parseResponseForm(form(createDirectPost(scope, 'st')))
  assert.ok(!failed(listed) && listed.kind === 'plain')
  assert.deepEqual(parseVpToken('scope', listed.members, true), {
    kind: 'scope',
    presentations: ['sd~kb', 'a.b.c'],
    submission,
  })
  const single = createDirectPost({ ...scope, presentations: ['sd~kb'] }, 'st')
  assert.equal(single.vp_token, 'sd~kb')
  assert.deepEqual(parseVpToken('scope', single as JsonObject, true), {
    kind: 'scope',
    presentations: ['sd~kb'],
    submission,
  })
})

test('RP-52 D-366 a single presentation in a form can be a JSON string', () => {
  const members = { vp_token: '"sd~kb"', presentation_submission: JSON.stringify(submission) }
  assert.deepEqual(parseVpToken('scope', members, true), { kind: 'scope', presentations: ['sd~kb'], submission })
})

const forms: readonly (readonly [id: string, title: string, fields: Record<string, string>, code: string])[] = [
  ['RP-52', 'only state', { state: 's' }, 'response_missing'],
  ['RP-50', 'no state', { vp_token: 'x' }, 'state_missing'],
  ['RP-83', 'error beside vp_token', { vp_token: 'x', error: 'e', state: 's' }, 'response_ambiguous'],
  ['RP-83', 'an error with a line break', { error: 'a\nb', state: 's' }, 'error_malformed'],
  ['GEN-21', 'unknown fields', { vp_token: 'x', state: 's', foo: 'y', error_description: 'z' }, 'accepted'],
]
for (const [id, title, fields, code] of forms)
  test(`${id} form with ${title}: ${code}`, () => assert.equal(codeOf(parseResponseForm(form(fields))), code))

test('RP-83 WI-89 an error response is parsed to what was sent, and accepted in both modes', () => {
  const parsed = parseResponseForm(form(createAuthorizationErrorResponse('access_denied', 'st')))
  assert.deepEqual(parsed, { kind: 'error', error: 'access_denied', state: 'st' })
  assert.ok(!failed(parsed))
  assert.equal(checkResponseMode(parsed, 'direct_post'), undefined)
  assert.equal(checkResponseMode(parsed, 'direct_post.jwt'), undefined)
})

const tokens: readonly (readonly [
  title: string,
  kind: 'scope' | 'dcql',
  members: unknown,
  isForm: boolean,
  code: string,
])[] = [
  ['missing', 'dcql', {}, false, 'vp_token_missing'],
  ['an empty text', 'dcql', { vp_token: '' }, true, 'vp_token_missing'],
  ['broken JSON', 'dcql', { vp_token: '{"a":' }, true, 'vp_token_malformed'],
  ['one id twice', 'dcql', { vp_token: '{"a":"x","a":"y"}' }, true, 'vp_token_malformed'],
  ['__proto__ as id', 'dcql', { vp_token: '{"__proto__":"x"}' }, true, 'vp_token_malformed'],
  ['an array for a query', 'dcql', { vp_token: ['x'] }, false, 'vp_token_shape_mismatch'],
  ['a text for a query', 'dcql', { vp_token: 'x' }, true, 'vp_token_shape_mismatch'],
  ['a JSON text in the place of an object', 'dcql', { vp_token: '{"a":"x"}' }, false, 'vp_token_shape_mismatch'],
  ['an empty object', 'dcql', { vp_token: {} }, false, 'vp_token_empty'],
  ['an empty list', 'dcql', { vp_token: { a: [] } }, false, 'vp_token_empty'],
  ['a number', 'dcql', { vp_token: { a: 1 } }, false, 'vp_token_malformed'],
  ['an object presentation', 'dcql', { vp_token: { a: [{}] } }, false, 'vp_token_malformed'],
  ['an empty presentation', 'dcql', { vp_token: { a: '' } }, false, 'vp_token_malformed'],
  [
    'a thousand entries',
    'dcql',
    { vp_token: { a: Array.from({ length: 1000 }, () => 'x') } },
    false,
    'vp_token_too_many',
  ],
  [
    'a thousand ids',
    'dcql',
    { vp_token: Object.fromEntries(Array.from({ length: 1000 }, (_, id) => [`${id}`, 'x'])) },
    false,
    'vp_token_too_many',
  ],
  ['deep nesting', 'dcql', { vp_token: `{"a":${'['.repeat(90)}${']'.repeat(90)}}` }, true, 'vp_token_malformed'],
  ['half a JSON string', 'scope', { vp_token: '"sd~kb' }, true, 'vp_token_malformed'],
  ['an empty JSON string', 'scope', { vp_token: '""' }, true, 'vp_token_malformed'],
  ['a JSON string for a query', 'dcql', { vp_token: '"sd~kb"' }, true, 'vp_token_shape_mismatch'],
  ['an object for a scope', 'scope', { vp_token: { a: 'x' } }, false, 'vp_token_shape_mismatch'],
  ['an empty list', 'scope', { vp_token: [] }, false, 'vp_token_empty'],
  ['null', 'scope', { vp_token: null }, false, 'vp_token_malformed'],
  ['no submission', 'scope', { vp_token: ['x'] }, false, 'presentation_submission_missing'],
  [
    'a broken submission',
    'scope',
    { vp_token: 'x', presentation_submission: '{' },
    true,
    'presentation_submission_malformed',
  ],
]
for (const [title, kind, members, isForm, code] of tokens)
  test(`RP-52 ${kind} vp_token: ${title}: ${code}`, () =>
    assert.equal(codeOf(parseVpToken(kind, members as JsonObject, isForm)), code))
