/**
 * Reads a QR code as `relying-party/pages/qr-code.ts` draws it: an SVG image with a path of runs of dark modules.
 * Refuses an image without a square view box or without such runs. Ignores everything else in the image.
 */
import { type Failure, fail } from '../../../base/index.ts'
import type { GreyImage } from './read-png.ts'

/** Maximum number of modules on one side: those of version 40 (ISO/IEC 18004), and a margin of at most 16. */
const maximumModules = 177 + 2 * 16
/** Pixels for each module. */
const scale = 4
const maximumTextLength = 262_144

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
