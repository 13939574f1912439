/**
 * The QR code that calls a wallet on another device (RP-29). What a link holds is decided by the identifier, which stands in
 * it twice, and by the wallet's endpoint: it may be more than one level of error correction has place for.
 */
import { encodeQR } from 'qr'

/** Bytes that the largest symbol holds (ISO/IEC 18004, version 40, byte mode), by level: the best one first. */
const capacities = [
  ['quartile', 1663],
  ['medium', 2331],
  ['low', 2953],
] as const

/** The best level that has place for the text, which is a URL and so has one byte for each character. */
const levelFor = (url: string) => capacities.find(([, bytes]) => url.length <= bytes)?.[0]

export const fitsQrCode = (url: string): boolean => levelFor(url) !== undefined

/** The light margin that readers need, in modules (ISO/IEC 18004 §5.3.8). */
const border = 4

/**
 * An SVG image, named by what it stands in: a run of dark modules is one rectangle of its one path. Throws for what `fitsQrCode` says no to; no
 * configuration leads there (D-268).
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

/** Where dark modules begin, and how many there are in a row. */
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
