/**
 * A person who uses the keyboard sees the focus on every element: contrast of 3 to 1 against the page (WCAG 2.2
 * §1.4.11).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { styleSheet as ofPidProvider } from '../../src/pid-provider/pages/style-sheet.ts'
import { styleSheet as ofRelyingParty } from '../../src/relying-party/pages/assets.ts'

/** Returns the relative luminance of `#rrggbb` (WCAG 2.2, glossary). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

for (const [name, styleSheet] of [
  ['PID Provider', ofPidProvider],
  ['Relying Party', ofRelyingParty],
] as const)
  test(`the focus is seen on every element of the pages of the ${name}`, () => {
    const [, outline = ''] = /^:focus-visible \{\s*outline: 3px solid (#[0-9a-f]{6});/m.exec(styleSheet) ?? []
    assert.match(outline, /^#/)
    assert.ok(1.05 / (luminance(outline) + 0.05) >= 3, outline)
  })
