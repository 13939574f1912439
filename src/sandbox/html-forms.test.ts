import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeEntities, findLink, parseForms } from './html-forms.ts'

describe('forms', () => {
  const page = `<form action="/next?a=1&amp;b=2" method="POST"><input name="token" type=hidden value="&quot;x&#39;&#x41;">
    <input name="on" type="checkbox" checked value="yes"><input name="off" type="checkbox" value="no">
    <input name="bare" type="checkbox" checked>
    <input type="submit" name="go" value="Go"><textarea name="text">t</textarea>
    <select name="level"><option value="">-</option><option value="low" selected>Low</option></select>
    <button type="button" name="nothing">x</button><button class="big primary" name="action" value="consent">OK</button>
    <button name="action" value="cancel">No</button></form>`

  test('are read with the fields that a browser would submit', () => {
    const [form] = parseForms(page, 'http://localhost/page')
    assert.equal(form?.action, 'http://localhost/next?a=1&b=2')
    assert.equal(form?.method, 'post')
    assert.deepEqual(Object.fromEntries(form?.fields ?? []), {
      token: '"x\'A',
      on: 'yes',
      bare: 'on',
      text: 't',
      level: 'low',
    })
    assert.deepEqual(
      form?.buttons.map(({ value, primary }) => [value, primary]),
      [
        ['Go', false],
        ['consent', true],
        ['cancel', false],
      ],
    )
  })

  test('are read with each reference decoded once', () => {
    const page = '<form><input name="value" value="&amp;lt;"><textarea name="text">&amp;lt;</textarea></form>'
    const [form] = parseForms(page, 'http://localhost/page')
    assert.deepEqual(Object.fromEntries(form?.fields ?? []), { value: '&lt;', text: '&lt;' })
  })
})

test('a reference that names no character stays as it is', () => {
  const text = '&constructor; &AMP; &#x110000; &#99999999999;'
  assert.equal(decodeEntities(text), text)
})

test('a link is found by its id, wherever its target is in the tag', () => {
  for (const tag of ['<a id="next" class="a" href="x?a=1&amp;b=2">', '<a href="x?a=1&amp;b=2" id="next">'])
    assert.equal(findLink(`<a id="other" href="y">${tag}`, 'next'), 'x?a=1&b=2')
  assert.equal(findLink('<p id="next" href="x">', 'next'), undefined)
})
