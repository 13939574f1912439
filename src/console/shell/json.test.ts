import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderJsonTokens } from './json.ts'

const textOf = (page: string): string =>
  page
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

test('the text of the JSON is unchanged, and names and values have classes', () => {
  const value = {
    'a "name": 1': ['text: "x"', -1.5e10, true, null, {}],
    nested: { 'back\\slash': '\\"', empty: '', digits: '123', markup: '</pre><script>' },
  }
  const page = String(renderJsonTokens(value))
  assert.equal(textOf(page), JSON.stringify(value, null, 2))
  assert.match(page, /<span class="json-name">&quot;nested&quot;<\/span>: \{/)
  assert.match(page, /<span class="json-number">-15000000000<\/span>/)
  assert.match(page, /<span class="json-literal">true<\/span>/)
  assert.match(page, /<span class="json-string">&quot;123&quot;<\/span>/)
  assert.doesNotMatch(page, /<script>/)
})

test('a value that is not an object is rendered too', () => {
  assert.equal(String(renderJsonTokens('text')), '<span class="json-string">&quot;text&quot;</span>')
  assert.equal(String(renderJsonTokens(undefined)), '')
})
