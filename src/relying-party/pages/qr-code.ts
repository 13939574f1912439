/**
 * The QR code that calls a wallet on another device (RP-29). What a link holds is decided by the identifier, which stands in
 * it twice, and by the wallet's endpoint: it may be more than one level of error correction has place for.
 */
import { renderSVG } from 'uqr'

/** Bytes that the largest symbol holds (ISO/IEC 18004, version 40, byte mode), by level: the best one first. */
const capacities = [
  ['Q', 1663],
  ['M', 2331],
  ['L', 2953],
] as const

/** The best level that has place for the text, which is a URL and so has one byte for each character. */
const levelFor = (url: string) => capacities.find(([, bytes]) => url.length <= bytes)?.[0]

export const fitsQrCode = (url: string): boolean => levelFor(url) !== undefined

/** An SVG image. Throws for what `fitsQrCode` says no to; no configuration leads there (D-268). */
export function renderQrCode(url: string): string {
  const ecc = levelFor(url)
  if (ecc === undefined) throw new TypeError('the URL is too long for a QR code')
  return renderSVG(url, { ecc, border: 4 })
}
