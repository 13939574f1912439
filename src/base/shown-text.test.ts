import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasUnseen, printable, shownText } from './shown-text.ts'

const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['an honest name', 'Città di Castello – “Anagrafe” 東京 🏛', 'Città di Castello – “Anagrafe” 東京 🏛'],
  ['an escape sequence', 'Banca\u001b[2J\u001b]0;x\u0007', 'Banca [2J ]0;x'],
  ['the C1 form of one', 'Banca\u009b2J\u0085', 'Banca 2J'],
  ['line breaks of every kind', 'a\nb\r\nc\u2028d\u2029e\u000bf\u007fg', 'a b c d e f g'],
  ['overrides and isolates', '\u202eaicnaB\u202c \u202a\u202b\u202d\u2066\u2067\u2068\u2069x', 'aicnaB x'],
  ['marks of direction', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['zero widths', 'Ban\u200bca\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\u115f', 'Banca'],
  ['tags and selectors', 'Banca\u{e0041}\u{e0100}\ufe0f', 'Banca'],
  ['halves of characters and private ones', 'a\ud800b\udc00c\ue000d\u{f0000}', 'abcd'],
  ['code points that are no characters', 'a\ufffeb\ufdd0c\u{1ffff}d', 'abcd'],
  ['white space of every kind', ' \u00a0a\u3000\u2003 b\t ', 'a b'],
  ['nothing that is seen', '\u200b\n\u202e', ''],
]
for (const [what, text, shown] of rows)
  test(`of ${what} a person is shown what can be seen, in one line`, () => {
    assert.equal(shownText(text, 100), shown)
    assert.equal(shownText(shown, 100), shown)
  })

test('a text is cut by characters as they are seen, not in the midst of one', () => {
  assert.equal(shownText('🏛'.repeat(100), 100), '🏛'.repeat(100))
  assert.equal(shownText('🏛'.repeat(101), 100), `${'🏛'.repeat(99)}…`)
  assert.equal(shownText(`abc ${'x'.repeat(9)}`, 5), 'abc…')
  assert.equal(shownText(`${'\u200b'.repeat(1000)}abc`, 3), 'abc')
})

test('a text has something unseen where it would change, or where a character was lost', () => {
  for (const [, text, shown] of rows) if (text.trim() === text) assert.equal(hasUnseen(text), shown !== text, text)
  assert.equal(hasUnseen('Nicol\ufffd'), true)
})

test('a line keeps its indentation and its length', () => {
  assert.equal(printable('  a  b\u202e\u001b[31m'), '  a  b [31m')
})
