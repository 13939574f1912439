import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderAnswerRefusal } from './answer-refusal.ts'

const render = (error_description: string): string =>
  String(renderAnswerRefusal('en', 'refused', { status: 503, body: { error: 'x', error_description } }))

test('D-820 the refusal of an overloaded role is shown with its reason and remedy', () => {
  const page = render('This service is overloaded; try again later. (overloaded) [GEN-27]')
  assert.match(page, /The service is overloaded\./)
  assert.match(page, /Wait for the seconds that Retry-After names\./)
  assert.doesNotMatch(page, /without an explanation/)
})

test('a refusal is shown with evidence and remedy, and a description of another form is not', () => {
  const page = render('No such key. (key_unknown at body.kid) [FED-10] Found: abc. What to change: name a key.')
  for (const part of ['key_unknown', 'abc', 'body.kid']) assert.ok(page.includes(part), part)
  assert.match(render('No such key. (key_unknown) [FED-10] What to change: name a key.'), /key_unknown/)
  assert.match(render('some text'), /without an explanation/)
})
