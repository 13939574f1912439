/**
 * Serves the files of the console's pages: style, script, htmx, and fonts. Each file name contains the digest of the
 * content, so that browsers can cache the file. Compresses style and scripts for a client that accepts it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { encodeBase64url } from '../../base/index.ts'
import { acceptsEncoding, type HttpResponse, type Route, respondBytes, respondJson } from '../../http/index.ts'
import { publicPageRoute } from './page-routes.ts'

export type PageFile = 'console.css' | 'console.svg' | 'console.js' | 'htmx.js'

export interface Assets {
  /** Returns the path of a file with the digest of its content. */
  path(file: PageFile): string
  readonly route: Route
}

interface Asset {
  readonly type: string
  readonly bytes: Uint8Array
  /** Cache of the compressed content by coding, filled at the first request. Absent for fonts and the icon. */
  readonly compressed?: Map<string, Uint8Array>
}

const resolveFile = createRequire(import.meta.url).resolve
const assetUrl = (name: string): URL => new URL(`../assets/${name}`, import.meta.url)
const weights = [400, 600, 700]
const fonts = ['latin', 'latin-ext'].flatMap((subset) =>
  weights.map((weight) => `titillium-web-${subset}-${weight}-normal.woff2`),
)
const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'
const immutableCaching = 'public, max-age=31536000, immutable'

/** Loads the files. Throws if the installation lacks one. */
export function loadAssets(): Assets {
  const files = new Map<string, Asset>()
  const paths = new Map<string, string>()
  const add = (name: string, type: string, bytes: Uint8Array): void => {
    const digest = encodeBase64url(createHash('sha256').update(bytes).digest()).slice(0, 12)
    const hashedName = name.replace(/\.(\w+)$/, `.${digest}.$1`)
    files.set(hashedName, { type, bytes, ...(type.startsWith('text/') && { compressed: new Map() }) })
    paths.set(name, `/assets/${hashedName}`)
  }
  for (const font of fonts)
    add(font, 'font/woff2', readFileSync(resolveFile(`@fontsource/titillium-web/files/${font}`)))
  const css = readFileSync(assetUrl('console.css'), 'utf8')
  // The style sheet names each font of `fonts` by its file name.
  const cssWithFontPaths = css.replaceAll(
    /url\("?(titillium-web-[\w-]+\.woff2)"?\)/g,
    (_, font) => `url(${paths.get(font)})`,
  )
  add('console.css', style, Buffer.from(cssWithFontPaths))
  add('console.svg', 'image/svg+xml', readFileSync(assetUrl('console.svg')))
  add('console.js', script, readFileSync(assetUrl('console.js')))
  // htmx and its extension are one file, because htmx ignores an extension that loads after its own script.
  const parts = ['htmx.min.js', 'ext/hx-sse.min.js'].map((part) => readFileSync(resolveFile(`htmx.org/dist/${part}`)))
  add('htmx.js', script, Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')])))
  return {
    path: (file) => paths.get(file) as string,
    route: publicPageRoute('/assets/:file', ({ path, header }) => {
      const asset = files.get(path.file ?? '')
      if (asset === undefined) return respondJson({ error: 'not_found' }, 404)
      return respondAsset(asset, header('accept-encoding'))
    }),
  }
}

/** Returns a file, compressed if the client accepts a coding. */
function respondAsset({ type, bytes, compressed }: Asset, accepted: string | undefined): HttpResponse {
  const headers = { 'cache-control': immutableCaching, 'x-content-type-options': 'nosniff' }
  const coding = compressed && ['br', 'gzip'].find((one) => acceptsEncoding(accepted, one))
  if (compressed === undefined || coding === undefined) return respondBytes(bytes, type, headers)
  const content = compressed.get(coding) ?? (coding === 'br' ? brotliCompressSync(bytes) : gzipSync(bytes))
  compressed.set(coding, content)
  return respondBytes(content, type, { ...headers, 'content-encoding': coding, vary: 'accept-encoding' })
}
