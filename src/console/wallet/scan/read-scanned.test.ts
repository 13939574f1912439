import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { encodeQR } from 'qr'
import { failed } from '../../../base/index.ts'
import { renderQrCode } from '../../../relying-party/pages/qr-code.ts'
import { readPng } from './read-png.ts'
import { readScanned } from './read-scanned.ts'

const link =
  'https://console.example/wallet/authorization?client_id=https%3A%2F%2Frp.example&request_uri=https%3A%2F%2Frp.example%2Frequest%3Fid%3D7'

/** The pixels of a QR code, true for dark: each module is eight pixels wide and high. */
const code: readonly (readonly boolean[])[] = encodeQR(link, 'raw', { border: 4 }).flatMap((row) =>
  Array.from({ length: 8 }, () => row.flatMap((dark) => Array.from({ length: 8 }, () => dark))),
)
const side = code.length

/** The form in which an image stores its pixels. */
interface Storage {
  readonly colour: number
  readonly depth: number
  /** Returns the samples of a pixel. */
  readonly pixel: (dark: boolean) => readonly number[]
  readonly palette?: readonly number[]
}

const ink = (dark: boolean): number => (dark ? 0 : 255)
const storages: Readonly<Record<string, Storage>> = {
  'grey of 1 bit': { colour: 0, depth: 1, pixel: (dark) => [dark ? 0 : 1] },
  'grey of 4 bits': { colour: 0, depth: 4, pixel: (dark) => [dark ? 0 : 15] },
  'grey of 8 bits': { colour: 0, depth: 8, pixel: (dark) => [ink(dark)] },
  'grey of 16 bits': { colour: 0, depth: 16, pixel: (dark) => [ink(dark) * 257] },
  'grey on a transparent background': { colour: 4, depth: 8, pixel: (dark) => [0, dark ? 255 : 0] },
  'red, green and blue': { colour: 2, depth: 8, pixel: (dark) => (dark ? [20, 30, 90] : [250, 240, 230]) },
  'colours on a transparent background': { colour: 6, depth: 8, pixel: (dark) => [0, 0, 0, dark ? 255 : 0] },
  'a palette of 2 bits': {
    colour: 3,
    depth: 2,
    pixel: (dark) => [dark ? 1 : 2],
    palette: [9, 9, 9, 0, 0, 60, 255, 255, 200],
  },
}

function chunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function header(width: number, height: number, depth: number, colour: number, interlace = 0): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlace], 8)
  return chunk('IHDR', data)
}

function bytesOfRow({ depth, pixel }: Storage, row: readonly boolean[]): number[] {
  const samples = row.flatMap(pixel)
  if (depth === 8) return samples
  if (depth === 16) return samples.flatMap((value) => [value >> 8, value & 255])
  const bits = samples.map((value) => value.toString(2).padStart(depth, '0')).join('')
  return (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}

/** Applies the filters 0 to 4 in turn, as the standard defines them (§9.2). */
function filtered(rows: readonly (readonly number[])[], step: number): Buffer {
  const at = (y: number, x: number): number => (x < 0 ? 0 : (rows[y]?.[x] ?? 0))
  const paeth = (a: number, b: number, c: number): number => {
    const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
  }
  return Buffer.concat(
    rows.map((row, y) => {
      const filter = y % 5
      const predicted = (x: number): number => {
        const [a, b, c] = [at(y, x - step), at(y - 1, x), at(y - 1, x - step)]
        return [0, a, b, Math.floor((a + b) / 2), paeth(a, b, c)][filter] ?? 0
      }
      return Buffer.from([filter, ...row.map((value, x) => (value - predicted(x)) & 255)])
    }),
  )
}

function pngOf(storage: Storage): Buffer {
  const rows = code.map((row) => bytesOfRow(storage, row))
  const channels = storage.pixel(true).length
  const data = filtered(rows, Math.max(1, (storage.depth * channels) >> 3))
  return Buffer.concat([
    signature,
    header(side, side, storage.depth, storage.colour),
    ...(storage.palette ? [chunk('PLTE', Buffer.from(storage.palette))] : []),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', new Uint8Array()),
  ])
}

const dataUrl = (bytes: Uint8Array): string => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

for (const [name, storage] of Object.entries(storages))
  test(`reads the QR code of a PNG image: ${name}`, () => assert.equal(readScanned(dataUrl(pngOf(storage))), link))

test('reads the QR code that a page of the Relying Party draws, as SVG text and as a data URL', () => {
  const svg = renderQrCode(link)
  assert.equal(readScanned(svg), link)
  assert.equal(readScanned(`<?xml version="1.0"?>\n${svg}`), link)
  assert.equal(readScanned(`data:image/svg+xml,${encodeURIComponent(svg)}`), link)
  assert.equal(readScanned(`data:image/svg+xml;charset=utf-8;base64,${Buffer.from(svg).toString('base64')}`), link)
})

test('reads a link, and JSON with a link or with its parameters', () => {
  assert.equal(readScanned(`  ${link}\n`), link)
  const byValue = `eudiw://authorize?client_id=https%3A%2F%2Frp.example&request=${'a'.repeat(60_000)}`
  assert.equal(readScanned(byValue), byValue)
  assert.equal(readScanned(JSON.stringify({ engagement_url: link })), link)
  const parameters = { client_id: 'https://rp.example', request_uri: 'https://rp.example/r', state: 'x' }
  assert.equal(readScanned(JSON.stringify(parameters)), `openid4vp://?${new URLSearchParams(parameters)}`)
})

const small = (storage: Partial<Storage> = {}, data = deflateSync(Buffer.alloc(4 * 5)), end = 'IEND') =>
  Buffer.concat([
    signature,
    header(4, 4, storage.depth ?? 8, storage.colour ?? 0),
    chunk('IDAT', data),
    chunk(end, new Uint8Array()),
  ])

const refused: readonly (readonly [name: string, content: string, code: string])[] = [
  ['an empty text', ' ', 'scan_empty'],
  ['JSON without a link', '{"client_id":"https://rp.example"}', 'link_missing'],
  ['a link that is too long', `https://a.example/${'a'.repeat(65_536)}`, 'link_too_long'],
  ['a JPEG image', 'data:image/jpeg;base64,/9j/4AAQ', 'image_unsupported'],
  ['a PNG image that is not in base64', 'data:image/png,abc', 'image_unsupported'],
  ['a data URL without a comma', 'data:image/png;base64', 'image_unsupported'],
  ['an image without a QR code', dataUrl(small()), 'code_not_found'],
  ['another SVG image', '<svg viewBox="0 0 20 20"><circle r="4"/></svg>', 'svg_unsupported'],
  [
    'an SVG image with too many modules',
    '<svg viewBox="0 0 900 900"><path d="M0 0h1v1h-1z"/></svg>',
    'svg_unsupported',
  ],
  ['an SVG image with outer modules', '<svg viewBox="0 0 9 9"><path d="M8 8h4v1h-4z"/></svg>', 'svg_unsupported'],
  ['an SVG image with broken escapes', 'data:image/svg+xml,%E0%', 'svg_unsupported'],
  ['bytes that are not a PNG image', dataUrl(Buffer.from('GIF89a')), 'png_malformed'],
  ['a PNG image without an end', dataUrl(small({}, undefined, 'tEXt')), 'png_malformed'],
  ['a chunk that is longer than the file', dataUrl(small().subarray(0, 50)), 'png_malformed'],
  ['too few pixels', dataUrl(small({}, deflateSync(Buffer.alloc(19)))), 'png_malformed'],
  ['more pixels than the image has', dataUrl(small({}, deflateSync(Buffer.alloc(50_000_000)))), 'png_malformed'],
  ['an unknown filter', dataUrl(small({}, deflateSync(Buffer.alloc(20, 7)))), 'png_malformed'],
  ['a palette image without its palette', dataUrl(small({ colour: 3 })), 'png_malformed'],
  ['an unknown colour type', dataUrl(small({ colour: 5 })), 'png_unsupported'],
  ['a depth that the colour type lacks', dataUrl(small({ colour: 2, depth: 4 })), 'png_unsupported'],
]
for (const [name, content, expected] of refused)
  test(`refuses ${name}`, () => {
    const read = readScanned(content)
    assert.ok(failed(read) && read.code === expected, JSON.stringify(read))
  })

test('refuses an image by its header, before it inflates any pixels', () => {
  for (const [width, height] of [
    [4097, 1],
    [4096, 4096],
    [0, 4],
  ] as const) {
    const image = readPng(Buffer.concat([signature, header(width, height, 8, 0), chunk('IEND', new Uint8Array())]))
    assert.ok(failed(image) && image.code === (width === 0 ? 'png_malformed' : 'png_too_large'))
  }
  const interlaced = readPng(Buffer.concat([signature, header(4, 4, 8, 0, 1), chunk('IEND', new Uint8Array())]))
  assert.ok(failed(interlaced) && interlaced.code === 'png_unsupported')
})
