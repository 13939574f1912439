import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseForms } from './html-forms.ts'

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
})
