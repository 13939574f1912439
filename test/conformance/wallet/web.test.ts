/**
 * The same wallet library in browsers and on phones: it runs on WebCrypto, and no direct or transitive import is a
 * module of Node.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { createWebCrypto, createWebRandom } from '../../../src/web/index.ts'
import { createScriptedIssuer, issuerId, pidClaims } from '../../support/scripted-issuer.ts'
import { createScriptedRelyingParty } from '../../support/scripted-relying-party.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

test('WI-21 sets up, attests, obtains a PID and presents it on WebCrypto', async () => {
  const fixture = await createWalletProviderFixture()
  const issuer = await createScriptedIssuer(fixture)
  const relyingParty = await createScriptedRelyingParty(fixture)
  const holder = createTestWallet(fixture, { crypto: createWebCrypto(), random: createWebRandom() })
  holder.browser = issuer.browser
  assert.equal((await holder.wallet.setUp()).state, 'operational')
  const pid = await holder.wallet.obtainPid(issuerId)
  assert.deepEqual((await holder.wallet.show(pid.id)).claims, pidClaims)
  for (const variant of ['dcql', 'scope'] as const) {
    relyingParty.bends.variant = variant
    assert.equal((await holder.wallet.present(relyingParty.engagement())).kind, 'presented')
  }
})

test('WI-76 WI-04 no request of the wallet asks the platform to follow a redirect, or to send and keep cookies', async () => {
  const fixture = await createWalletProviderFixture()
  const issuer = await createScriptedIssuer(fixture)
  const relyingParty = await createScriptedRelyingParty(fixture)
  const holder = createTestWallet(fixture)
  holder.browser = issuer.browser
  issuer.bends.pid = (content) => ({
    ...content,
    plain: { ...content.plain, status: { status_list: { idx: 1, uri: `${issuerId}/status` } } },
  })
  await holder.wallet.setUp()
  await holder.wallet.obtainPid(issuerId)
  await holder.wallet.present(relyingParty.engagement())
  relyingParty.bends.engagement = { request_uri_method: 'post' }
  await holder.wallet.present(relyingParty.engagement(), 'cross-device')
  const { exchanges } = fixture.network
  assert.ok(exchanges.some(({ request }) => request.url === `${issuerId}/status`))
  const lax = ({ redirect, credentials }: Request) => redirect === 'follow' || credentials !== 'omit'
  const followed = exchanges.filter(({ request }) => lax(request))
  assert.deepEqual(
    followed.map(({ request }) => `${request.method} ${request.url}`),
    [],
  )
})

const root = resolve(import.meta.dirname, '../../..')
const specifiers = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

/** Returns the run-time imports of a file. */
function importsOf(file: string): readonly string[] {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  return [...source.matchAll(specifiers)].flatMap(([, type, from, dynamic]) => (type ? [] : [from ?? dynamic ?? '']))
}

/** Returns every file that the given files import, directly or not, and every package that these files import. */
function reach(entries: readonly string[]): { readonly files: Set<string>; readonly packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const visit = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    for (const specifier of importsOf(file)) {
      if (!specifier.startsWith('.')) packages.add(specifier)
      else visit(resolve(dirname(file), specifier))
    }
  }
  for (const entry of entries) visit(entry)
  return { files, packages }
}

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(root, folder, name))

test('the wallet imports no module of Node, and no issuer of credentials', () => {
  const { files, packages } = reach([...filesBelow('src/wallet'), ...filesBelow('src/web')])
  assert.ok(files.size > 100, `only ${files.size} files were found`)
  assert.ok([...files].every(existsSync))
  assert.deepEqual(
    [...files].filter((file) => /\/credential\/.*issuer/.test(file)),
    [],
  )
  assert.deepEqual([...packages].sort(), ['@noble/hashes/hmac.js', '@noble/hashes/sha2.js', 'cborg', 'jose', 'zod'])
})

test('the search for imports finds modules of Node', () => {
  const { packages } = reach([join(root, 'src/wallet-provider/index.ts')])
  assert.ok([...packages].some((name) => name.startsWith('node:')))
})
