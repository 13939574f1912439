/**
 * Reads the input that replaces a camera. It is a link, JSON with a link or its parameters, or the image of a QR code.
 * The image is a data URL or SVG text. Does not check the link: the wallet does.
 */
import decodeQR from 'qr/decode.js'
import { type Failure, fail, failed, isJsonObject, parseJson } from '../../../base/index.ts'
import { type GreyImage, type PngCode, readPng } from './read-png.ts'
import { readSvgCode } from './read-svg-code.ts'

export type ScanCode =
  | PngCode
  | 'svg_unsupported'
  | 'image_unsupported'
  | 'code_not_found'
  | 'scan_empty'
  | 'link_missing'
  | 'link_too_long'

/**
 * Maximum length of a link in characters. The wallet has the same limit for a link that contains a Request Object. The
 * texts for `link_too_long` contain the number.
 */
const maximumLinkLength = 65_536
/** Time limit for the search for a code, in milliseconds. */
const searchMilliseconds = 400

/** Returns the link in pasted or dropped content. Text that is neither an image nor JSON is returned as the link. */
export function readScanned(content: string): string | Failure<ScanCode> {
  const text = content.trim()
  if (text === '') return fail('scan_empty', 'scan')
  if (/^data:/i.test(text)) return readDataUrl(text)
  if (/^(<\?xml[^>]*>\s*)?<svg\b/.test(text)) return decode(readSvgCode(text))
  const link = text.startsWith('{') ? linkOfJson(text) : text
  if (link === undefined) return fail('link_missing', 'scan')
  return link.length > maximumLinkLength ? fail('link_too_long', 'scan') : link
}

function readDataUrl(text: string): string | Failure<ScanCode> {
  const comma = text.indexOf(',')
  const [type = '', ...parameters] = text.slice('data:'.length, Math.max(comma, 0)).toLowerCase().split(';', 8)
  const body = text.slice(comma + 1)
  const isBase64 = parameters.at(-1) === 'base64'
  if (type === 'image/svg+xml') {
    const svg = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : decodeEscapes(body)
    return svg === undefined ? fail('svg_unsupported', 'image') : decode(readSvgCode(svg))
  }
  if (type !== 'image/png' || !isBase64) return fail('image_unsupported', 'image')
  return decode(readPng(Buffer.from(body, 'base64')))
}

function decodeEscapes(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function decode(image: GreyImage | Failure<ScanCode>): string | Failure<ScanCode> {
  if (failed(image)) return image
  try {
    // The decoder reads only the brightness plane of this planar format.
    return decodeQR(image, { format: 'I420', timeLimit: searchMilliseconds })
  } catch {
    return fail('code_not_found', 'image')
  }
}

/** JSON members that contain a link, in the output of `fiducia` commands and in QR codes of other tools. */
const linkNames = ['link', 'url', 'engagement', 'engagement_url', 'qr', 'deeplink']

function linkOfJson(text: string): string | undefined {
  const json = parseJson(text, 'scan')
  if (failed(json) || !isJsonObject(json)) return undefined
  const link = linkNames.map((name) => json[name]).find((value) => typeof value === 'string')
  if (typeof link === 'string') return link
  const parameters = ['client_id', 'request_uri', 'state', 'request_uri_method', 'request'].flatMap((name) => {
    const value = json[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  return parameters.length < 2 ? undefined : `openid4vp://?${new URLSearchParams(parameters)}`
}
