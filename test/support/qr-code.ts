/** The QR code of a page, module by module, compared with another author's library. */
import assert from 'node:assert/strict'
import { encode } from 'uqr'

/** Dark modules of a symbol with its margin. */
type Modules = readonly (readonly boolean[])[]

/** Asserts that the page shows this text at this level, with any of the eight masks. */
export function assertShowsQrCode(page: string, text: string, ecc: 'L' | 'M' | 'Q'): void {
  const shown = JSON.stringify(shownModules(page))
  const masks = [0, 1, 2, 3, 4, 5, 6, 7]
  const right = masks.some(
    (maskPattern) => shown === JSON.stringify(encode(text, { ecc, border: 4, maskPattern }).data),
  )
  assert.ok(right, `no QR code of ${text} at level ${ecc}`)
}

/** Paints the image: a light square, then the dark runs. */
function shownModules(page: string): Modules {
  const [, size = '', path = ''] =
    /<svg [^>]*viewBox="0 0 (\d+) \1"[^>]*><path fill="#fff" d="M0 0h\1v\1H0z"\/><path d="([^"]*)"\/><\/svg>/.exec(
      page,
    ) ?? []
  const modules = Array.from({ length: Number(size) }, () => Array.from({ length: Number(size) }, () => false))
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    assert.equal(width, back)
    modules[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
  }
  return modules
}
