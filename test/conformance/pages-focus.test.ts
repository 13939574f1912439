/**
 * A person who uses the keyboard sees which element has the focus: its outline has a contrast of 3 to 1 against the
 * page (WCAG 2.2 §1.4.11).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageStyle } from '../../src/pages/index.ts'

/** Returns the relative luminance of `#rrggbb` (WCAG 2.2, glossary). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the focus outline on the pages for citizens has a contrast of at least 3 to 1', () => {
  const [, outline = ''] = /:focus-visible\{outline:3px solid (#[0-9a-f]{6})/.exec(pageStyle) ?? []
  assert.match(outline, /^#/)
  assert.ok(1.05 / (luminance(outline) + 0.05) >= 3, outline)
})
