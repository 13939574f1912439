/**
 * Reads the image of a QR code as `relying-party/pages/qr-code.ts` draws it: an SVG image with a path in which each
 * horizontal run of dark modules is one rectangle. Does not decode the code.
 */
import { type Failure, fail } from '../../../base/index.ts'
import type { GreyImage } from './read-png.ts'

/** Maximum width in modules: 177 in version 40 (ISO/IEC 18004), and a margin of 16 at the left and at the right. */
const maximumModules = 177 + 2 * 16
/** Width and height of a module in pixels. */
const scale = 4
const maximumTextLength = 262_144

/**
 * Returns the code as an image of pixels. Refuses an SVG image that is too large, has no square view box, has no runs,
 * or has a run outside the view box. Ignores everything else in the image.
 */
export function readSvgCode(text: string): GreyImage | Failure<'svg_unsupported'> {
  if (text.length > maximumTextLength) return fail('svg_unsupported', 'image')
  const [, width = '', height = ''] = /viewBox="0 0 (\d{1,3}) (\d{1,3})"/.exec(text) ?? []
  const size = Number(width)
  if (size === 0 || size > maximumModules || width !== height) return fail('svg_unsupported', 'image')
  const side = size * scale
  const data = new Uint8Array(side * side).fill(255)
  let runs = 0
  for (const [, x, y, length] of text.matchAll(/M(\d{1,3}) (\d{1,3})h(\d{1,3})v1h-\d{1,3}z/g)) {
    const [left, right] = [Number(x), Number(x) + Number(length)]
    if (right > size || Number(y) >= size) return fail('svg_unsupported', 'image')
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      data.fill(0, row * side + left * scale, row * side + right * scale)
    runs += 1
  }
  return runs === 0 ? fail('svg_unsupported', 'image') : { width: side, height: side, data }
}
