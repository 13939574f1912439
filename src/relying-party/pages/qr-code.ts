/**
 * QR code that opens a wallet on another device (RP-29). It contains a link with the wallet's endpoint and, twice, the
 * entity identifier. A long link may exceed the capacity of some levels of error correction.
 */
import { encodeQR } from 'qr'

/**
 * Capacity in bytes of the largest symbol by level of error correction, strongest level first (ISO/IEC 18004, version
 * 40, byte mode). The strongest level, `high`, is not used.
 */
const capacities = [
  ['quartile', 1663],
  ['medium', 2331],
  ['low', 2953],
] as const

/**
 * Returns the strongest of these levels with enough capacity, or `undefined` if there is none. Each character of a URL
 * is one byte.
 */
const levelFor = (url: string) => capacities.find(([, bytes]) => url.length <= bytes)?.[0]

export const fitsQrCode = (url: string): boolean => levelFor(url) !== undefined

/** Width of the light margin in modules (ISO/IEC 18004 §5.3.8). */
const border = 4

/**
 * Renders an SVG image without a label. Each run of dark modules is one rectangle of one path. Throws a TypeError if
 * the URL is too long. The check of the configuration refuses wallet links that are too long (D-268).
 */
export function renderQrCode(url: string): string {
  const ecc = levelFor(url)
  if (ecc === undefined) throw new TypeError('the URL is too long for a QR code')
  const rows = encodeQR(url, 'raw', { ecc, border })
  const path = rows.map((row, y) =>
    runsOf(row)
      .map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`)
      .join(''),
  )
  return `<svg aria-hidden="true" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${rows.length} ${rows.length}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${rows.length}v${rows.length}H0z"/><path d="${path.join('')}"/></svg>`
}

function runsOf(row: readonly boolean[]): readonly (readonly [start: number, width: number])[] {
  const runs: [number, number][] = []
  row.forEach((dark, x) => {
    if (!dark) return
    const last = runs.at(-1)
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
