import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasUnseen, isShownLine, printable, shownText } from './shown-text.ts'

const rows: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['an honest name', 'Città di Castello – “Anagrafe” 東京 🏛', 'Città di Castello – “Anagrafe” 東京 🏛'],
  ['an escape sequence', 'Banca\u001b[2J\u001b]0;x\u0007', 'Banca [2J ]0;x'],
  ['an escape sequence in its C1 form', 'Banca\u009b2J\u0085', 'Banca 2J'],
  ['line breaks of every kind', 'a\nb\r\nc\u2028d\u2029e\u000bf\u007fg', 'a b c d e f g'],
  ['direction overrides and isolates', '\u202eaicnaB\u202c \u202a\u202b\u202d\u2066\u2067\u2068\u2069x', 'aicnaB x'],
  ['direction marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['zero-width characters', 'Ban\u200bca\u200c\u200d\u2060\ufeff\u00ad\u034f\u3164\u115f', 'Banca'],
  ['tag characters and variation selectors', 'Banca\u{e0041}\u{e0100}\ufe0f', 'Banca'],
  ['lone surrogates and private-use characters', 'a\ud800b\udc00c\ue000d\u{f0000}', 'abcd'],
  ['noncharacters', 'a\ufffeb\ufdd0c\u{1ffff}d', 'abcd'],
  ['white space of every kind', ' \u00a0a\u3000\u2003 b\t ', 'a b'],
  ['a text without visible characters', '\u200b\n\u202e', ''],
]
for (const [what, text, shown] of rows)
  test(`shownText shows only the visible characters of ${what}, in one line`, () => {
    assert.equal(shownText(text, 100), shown)
    assert.equal(shownText(shown, 100), shown)
  })

test('a text is cut between visible characters, not inside a character', () => {
  assert.equal(shownText('🏛'.repeat(100), 100), '🏛'.repeat(100))
  assert.equal(shownText('🏛'.repeat(101), 100), `${'🏛'.repeat(99)}…`)
  assert.equal(shownText(`abc ${'x'.repeat(9)}`, 5), 'abc…')
  assert.equal(shownText(`${'\u200b'.repeat(1000)}abc`, 3), 'abc')
})

test('hasUnseen is true for a text that shownText would change, and for a replacement character', () => {
  for (const [, text, shown] of rows) if (text.trim() === text) assert.equal(hasUnseen(text), shown !== text, text)
  assert.equal(hasUnseen('Nicol\ufffd'), true)
})

test('a shown line has 1 to the permitted number of characters, and all of them are visible', () => {
  for (const [, text, shown] of rows)
    if (text.trim() === text) assert.equal(isShownLine(text, 100), shown === text, text)
  for (const [text, isLine] of [
    ['🏛'.repeat(5), true],
    ['🏛'.repeat(6), false],
    ['', false],
    [' \u3000', false],
  ] as const)
    assert.equal(isShownLine(text, 5), isLine, text)
})

test('printable keeps the spaces of a line and removes invisible characters', () => {
  assert.equal(printable('  a  b\u202e\u001b[31m'), '  a  b [31m')
})
