/**
 * Reads a PNG image (ISO/IEC 15948) as the brightness of its pixels, to find a QR code. Checks the size of the image
 * before decompressing it.
 */
import { inflateSync } from 'node:zlib'
import { type Failure, fail } from '../../../base/index.ts'

/** Brightness of each pixel, row by row: 0 is black, 255 is white. */
export interface GreyImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export type PngCode = 'png_malformed' | 'png_too_large' | 'png_unsupported'

/** Maximum number of pixels of an image. The texts for `png_too_large` contain this number and `maximumSide`. */
const maximumPixels = 4_000_000
/** Maximum width and height of an image in pixels. */
const maximumSide = 4096

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Number of samples of a pixel, by colour type. A pixel of a palette (type 3) has one sample: the index. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Permitted numbers of bits of a sample, by colour type. */
const depthsOf: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
}

/** Returns the brightness of the image. Does not verify the checksums of the chunks. Refuses interlaced images. */
export function readPng(bytes: Uint8Array): GreyImage | Failure<PngCode> {
  const chunks = readChunks(bytes)
  const head = chunks?.find(({ type }) => type === 'IHDR')?.data
  if (chunks === undefined || head?.length !== 13) return fail('png_malformed', 'image')
  const view = new DataView(head.buffer, head.byteOffset, head.length)
  const [width, height, depth = 0, colour = 0] = [view.getUint32(0), view.getUint32(4), head[8], head[9]]
  if (width === 0 || height === 0) return fail('png_malformed', 'image')
  if (width > maximumSide || height > maximumSide || width * height > maximumPixels)
    return fail('png_too_large', 'image')
  if (!depthsOf[colour]?.includes(depth) || head[12] !== 0) return fail('png_unsupported', 'image')
  const header = { width, height, depth, colour }
  const rows = inflate(chunks, header)
  if (rows === undefined || !unfilter(rows, header)) return fail('png_malformed', 'image')
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data
  if (colour === 3 && palette === undefined) return fail('png_malformed', 'image')
  return { width, height, data: toGrey(rows, header, palette ?? new Uint8Array()) }
}

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

function readChunks(bytes: Uint8Array): readonly Chunk[] | undefined {
  if (signature.some((byte, index) => bytes[index] !== byte)) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const chunks: Chunk[] = []
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    if (at + 12 + length > bytes.length) return undefined
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (type === 'IEND') return chunks
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return undefined
}

const rowBytes = ({ width, depth, colour }: Header): number =>
  Math.ceil((width * depth * (channelsOf[colour] ?? 1)) / 8)

/**
 * Decompresses the filtered rows. Returns `undefined` if the data are malformed or do not have exactly the length that
 * the header requires.
 */
function inflate(chunks: readonly Chunk[], header: Header): Uint8Array | undefined {
  const size = (rowBytes(header) + 1) * header.height
  const data = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data))
  try {
    const rows = inflateSync(data, { maxOutputLength: size })
    return rows.length === size ? rows : undefined
  } catch {
    return undefined
  }
}

/** Reverses the filter of each row in place (§9.2). Returns false for an unknown filter. */
function unfilter(rows: Uint8Array, header: Header): boolean {
  const [length, step] = [rowBytes(header), Math.max(1, (header.depth * (channelsOf[header.colour] ?? 1)) >> 3)]
  for (let y = 0; y < header.height; y += 1) {
    const start = y * (length + 1) + 1
    const filter = rows[start - 1] ?? 0
    if (filter > 4) return false
    for (let x = 0; x < length && filter > 0; x += 1) {
      const left = x < step ? 0 : (rows[start + x - step] ?? 0)
      const up = y === 0 ? 0 : (rows[start + x - length - 1] ?? 0)
      const corner = y === 0 || x < step ? 0 : (rows[start + x - length - 1 - step] ?? 0)
      rows[start + x] = (rows[start + x] ?? 0) + predict(filter, left, up, corner)
    }
  }
  return true
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function toGrey(rows: Uint8Array, header: Header, palette: Uint8Array): Uint8Array {
  const { width, height } = header
  const length = rowBytes(header)
  const grey = new Uint8Array(width * height)
  const greyOf = pixelReader(header, palette)
  for (let y = 0; y < height; y += 1) {
    const row = rows.subarray(y * (length + 1) + 1, (y + 1) * (length + 1))
    for (let x = 0; x < width; x += 1) grey[y * width + x] = greyOf(row, x)
  }
  return grey
}

type ReadPixel = (row: Uint8Array, x: number) => number

/** Returns the function that reads the brightness of a pixel. Blends alpha samples with white. Ignores `tRNS`. */
function pixelReader({ depth, colour }: Header, palette: Uint8Array): ReadPixel {
  const channels = channelsOf[colour] ?? 1
  const bytes = depth === 16 ? 2 : 1
  const maximumSample = depth < 8 ? (1 << depth) - 1 : 255
  const at = (row: Uint8Array, x: number, channel: number): number => row[(x * channels + channel) * bytes] ?? 0
  const single: ReadPixel =
    depth < 8
      ? (row, x) => ((row[(x * depth) >> 3] ?? 0) >> (8 - depth - ((x * depth) & 7))) & maximumSample
      : (row, x) => at(row, x, 0)
  if (colour === 0) return (row, x) => (single(row, x) * 255) / maximumSample
  if (colour === 3) return (row, x) => brightness(palette, single(row, x) * 3)
  if (colour === 4) return (row, x) => onWhite(at(row, x, 0), at(row, x, 1))
  const mixed: ReadPixel = (row, x) => mix(at(row, x, 0), at(row, x, 1), at(row, x, 2))
  return colour === 2 ? mixed : (row, x) => onWhite(mixed(row, x), at(row, x, 3))
}

const mix = (red: number, green: number, blue: number): number => (red * 77 + green * 151 + blue * 28) >> 8
const brightness = (palette: Uint8Array, at: number): number =>
  mix(palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0)
const onWhite = (value: number, alpha: number): number => (value * alpha + 255 * (255 - alpha)) / 255
