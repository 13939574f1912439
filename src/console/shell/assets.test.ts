import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { recordingSink } from '../../../test/support/decisions.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createDecide } from '../../base/index.ts'
import { type AnswerWithHeaders, createApp } from '../../http/index.ts'
import { loadAssets, type PageFile } from './assets.ts'

const assets = loadAssets()
const app = createApp({
  name: 'console',
  publicUrl: 'http://localhost:4000',
  routes: [assets.route],
  decide: createDecide<AnswerWithHeaders>({
    clock: fixedClock(),
    random: seededRandom('assets'),
    decisions: recordingSink(),
  }),
  onFault: (fault) => assert.fail(String(fault)),
})
const get = (path: string, coding = 'identity') =>
  app(new Request(`http://localhost:4000${path}`, { headers: { 'accept-encoding': coding } }))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const files: readonly PageFile[] = ['console.css', 'console.svg', 'console.js', 'htmx.js']
const fontsOf = (sheet: string) => [...sheet.matchAll(/url\("?(\/assets\/[^")]+)"?\)/g)].map(([, path = '']) => path)

test('each file has the digest of its content in its name and is cached as immutable', async () => {
  for (const file of files) {
    const path = assets.path(file)
    assert.match(path, /^\/assets\/[\w-]+\.[\w-]{12}\.(css|svg|js)$/)
    const response = await get(path)
    assert.equal(response.status, 200, path)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  }
  for (const path of ['/assets/console.css', '/assets/..%2f..%2fconsole.ts', '/assets/'])
    assert.equal((await get(path)).status, 404, path)
})

test('text files are compressed for a client that accepts it, with the same content', async () => {
  for (const file of files.filter((name) => name !== 'console.svg')) {
    const plain = await bytesOf(await get(assets.path(file)))
    for (const [coding, expand] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await get(assets.path(file), `${coding};q=0.9, identity;q=0.1`)
      assert.equal(response.headers.get('content-encoding'), coding, file)
      assert.equal(response.headers.get('vary'), 'accept-encoding')
      const small = await bytesOf(response)
      assert.ok(small.length < plain.length / 2, `${file}: ${small.length} of ${plain.length}`)
      assert.deepEqual(expand(small), plain)
    }
  }
})

test('the style sheet uses only fonts of this origin, and all of them exist', async () => {
  const sheet = await (await get(assets.path('console.css'))).text()
  const fonts = fontsOf(sheet)
  assert.equal(fonts.length, 6)
  for (const font of fonts) {
    const response = await get(font, 'br')
    assert.equal(response.headers.get('content-type'), 'font/woff2')
    assert.equal(response.headers.get('content-encoding'), null, 'a font is compressed already')
    assert.equal((await bytesOf(response)).subarray(0, 4).toString(), 'wOF2')
  }
  assert.doesNotMatch(sheet, /@import|https?:(?!\/\/www\.w3\.org)|expression\(|javascript:/)
})

test('a page with all its files is at most 150 kB', async () => {
  let size = 0
  for (const file of files) size += (await bytesOf(await get(assets.path(file), 'br'))).length
  const sheet = await (await get(assets.path('console.css'))).text()
  for (const font of fontsOf(sheet)) size += (await bytesOf(await get(font))).length
  const page = 20_000
  assert.ok(size + page < 150_000, `${size} bytes`)
})
