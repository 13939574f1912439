/**
 * A real browser for the pages: Chromium, driven by `playwright-core`, on the in-memory internet. Every host name
 * resolves to one local TLS server, which forwards each request to the app of that origin. Cookies, redirects and forms
 * of other sites follow the browser's own rules.
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Fetch } from '../../src/base/index.ts'
import { languageNames, type PageLanguage } from '../../src/http/index.ts'
import { serve } from '../../src/node/serve.ts'
import { findInvisibleLabels } from './forced-colours.ts'
import { isExecutable } from './missing-programs.ts'
import { samlKey } from './saml.ts'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

interface FoundChromium {
  readonly executablePath: string
  /** Further environment variables of the browser. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Finds the browser that `TEST_CHROMIUM` names, else one of the system, else the one from npm. Throws if none is found.
 */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  const named = environment.TEST_CHROMIUM
  if (named) {
    if (isExecutable(named)) return { executablePath: named, environment: {} }
    throw new Error(`TEST_CHROMIUM names ${named}, which is not an executable file.`)
  }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const installed = commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(isExecutable)
  if (installed !== undefined) return { executablePath: installed, environment: {} }
  try {
    return await unpackChromium()
  } catch (cause) {
    throw new Error(noChromium, { cause })
  }
}

/**
 * Files that the package unpacks into the temporary folder: the browser, its fonts, its graphics library and libraries
 * that a bare system lacks.
 */
const unpacked = ['chromium', 'fonts', 'libGLESv2.so', 'al2023'] as const

/**
 * Unpacks the browser of the package. The package takes any unpacked files for a complete browser, also those of a run
 * that was killed; a marker file therefore records that they are complete.
 */
async function unpackChromium(): Promise<FoundChromium> {
  const lock = join(tmpdir(), 'fiducia-chromium.lock')
  while (!takeLock(lock)) await setTimeout(200)
  try {
    const whole = join(tmpdir(), 'fiducia-chromium.whole')
    if (!existsSync(whole)) for (const name of unpacked) rmSync(join(tmpdir(), name), { recursive: true, force: true })
    const executablePath = await sparticuz.executablePath()
    const libraries = await inflate(
      join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin/al2023.tar.br'),
    )
    writeFileSync(whole, '')
    const environment = { FONTCONFIG_PATH: join(tmpdir(), 'fonts'), LD_LIBRARY_PATH: join(libraries, 'lib') }
    return { executablePath, environment }
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

const lockLifetimeMilliseconds = 60_000

/**
 * Takes the lock and returns `true`, or returns `false` if another process has it. Test files run concurrently, and an
 * incomplete browser does not start. Removes a lock older than a minute, because the process that took it was killed.
 */
function takeLock(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - since > lockLifetimeMilliseconds) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

const noChromium =
  'There is no Chromium for the tests of the pages: install one (Debian: chromium), or name one in TEST_CHROMIUM.'

/** Languages of tools, such as the console. */
export type Language = 'it' | 'en'

/**
 * Returns the languages in which this run examines the pages for citizens: one, by `TEST_VIEW_SEED` or chance; all five
 * with `TEST_LANGUAGES=all`; Italian and English, those of the screenshots, with `TEST_GOLDEN=update`.
 */
export function languagesOfRun(environment: NodeJS.ProcessEnv = process.env): readonly PageLanguage[] {
  if (environment.TEST_GOLDEN === 'update') return ['it', 'en']
  const all = Object.keys(languageNames) as PageLanguage[]
  if (environment.TEST_LANGUAGES === 'all') return all
  const seed = Number(environment.TEST_VIEW_SEED ?? randomInt(all.length))
  return [all[seed % all.length] as PageLanguage]
}

export interface BrowserWindows {
  /** Opens a window with its own cookies on a device with this language. Defaults to a phone. */
  open(language: PageLanguage, device?: Device, settings?: WindowSettings): Promise<Visitor>
  /**
   * Empties the window that was last opened here with this language and these settings: no pages, no cookies, no
   * permissions, no data of `origin`. Returns a new page of it. Opens a window if there is none. An emptied window
   * needs no new process of Chromium.
   */
  reopen(origin: string, language: PageLanguage, device: Device, settings?: WindowSettings): Promise<Visitor>
  close(): Promise<void>
}

/** Settings of a window. By default, scripts run and the theme is light. */
export type WindowSettings = Pick<
  BrowserContextOptions,
  'colorScheme' | 'forcedColors' | 'javaScriptEnabled' | 'reducedMotion'
>

export interface Visitor {
  readonly page: Page
  readonly language: PageLanguage
  /** Loads and scripts that the browser refused, and errors that scripts threw. */
  readonly complaints: readonly string[]
}

const viewports = {
  /** The minimum width at which a page must not scroll sideways (WCAG 2.1, 1.4.10). */
  narrow: { width: 320, height: 640 },
  phone: { width: 360, height: 740 },
  handset: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const
export type Device = keyof typeof viewports

/** The browser of this process. Its server forwards requests to the network of the window that was opened last. */
interface SharedBrowser {
  readonly browser: Browser
  stop(): Promise<void>
}

let shared: Promise<SharedBrowser> | undefined
// Runs after the tests of all files of the process.
after(async () => (await shared?.catch(() => undefined))?.stop())
/** Network of the window that was opened last. */
let current: Fetch | undefined

/**
 * Returns the means to open browser windows that reach this network. All networks of a process share a browser. Opening
 * a window closes the windows of other networks.
 */
export async function openBrowserWindows(fetch: Fetch): Promise<BrowserWindows> {
  shared ??= startBrowser()
  const { browser } = await shared
  const closeAll = async (): Promise<void> => {
    for (const window of browser.contexts()) await window.close()
  }
  const open: BrowserWindows['open'] = async (language, device = 'phone', settings = {}) => {
    if (current !== fetch) await closeAll()
    current = fetch
    return openWindow(browser, language, viewports[device], settings)
  }
  const kept = new Map<string, BrowserContext>()
  return {
    open,
    reopen: async (origin, language, device, settings = {}) => {
      const name = JSON.stringify([language, settings])
      const window = kept.get(name)
      if (window === undefined) {
        const visitor = await open(language, device, settings)
        const opened = visitor.page.context()
        kept.set(name, opened)
        opened.once('close', () => kept.delete(name))
        return visitor
      }
      const visitor = await visitorOf(window, language)
      await visitor.page.setViewportSize(viewports[device])
      for (const page of window.pages()) if (page !== visitor.page) await page.close()
      await window.clearCookies()
      await window.clearPermissions()
      const session = await window.newCDPSession(visitor.page)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await session.detach()
      return visitor
    },
    close: async () => {
      if (current === fetch) await closeAll()
    },
  }
}

async function startBrowser(): Promise<SharedBrowser> {
  const { privateKey, certificate } = await samlKey('the tests')
  const tls = { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: certificate }
  const server = await serve({
    app: (request) => (current ?? assert.fail('no window was opened'))(request),
    port: 0,
    hosts: ['127.0.0.1'],
    tls,
    stopTimeoutSeconds: 1,
  })
  const rules = `--host-resolver-rules=MAP * 127.0.0.1:${server.port}`
  const browser = await launchChromium([rules]).catch(async (thrown) => {
    await server.stop()
    throw thrown
  })
  return {
    browser,
    stop: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** Starts a separate browser. `words` are further arguments of its command line. */
export async function launchChromium(words: readonly string[] = []): Promise<Browser> {
  const { executablePath, environment } = await findChromium()
  try {
    const args = ['--disable-gpu', '--renderer-process-limit=1', ...words] // pages of a site share a process
    return await chromium.launch({ executablePath, args, env: { ...process.env, ...environment } })
  } catch (cause) {
    throw new Error(`${executablePath} does not start. ${noChromium}`, { cause })
  }
}

const locales: Readonly<Record<PageLanguage, string>> = {
  it: 'it-IT',
  en: 'en-GB',
  de: 'de-DE',
  fr: 'fr-FR',
  sl: 'sl-SI',
}

async function openWindow(
  browser: Browser,
  language: PageLanguage,
  viewport: (typeof viewports)[Device],
  settings: WindowSettings,
): Promise<Visitor> {
  const locale = locales[language]
  return visitorOf(await browser.newContext({ ...settings, ignoreHTTPSErrors: true, locale, viewport }), language)
}

/** Opens another tab of a visitor's browser, with the same cookies. */
export const openTab = ({ page, language }: Visitor): Promise<Visitor> => visitorOf(page.context(), language)

/**
 * Closes the window and opens its page in a new one, with the cookies that were kept: a browser that starts again and
 * restores its tabs.
 */
export async function restartBrowser({ page, language }: Visitor): Promise<Visitor> {
  const [context, browser] = [page.context(), page.context().browser()]
  assert.ok(browser)
  const [url, storageState] = [page.url(), await context.storageState()]
  await context.close()
  const settings = { ignoreHTTPSErrors: true, locale: locales[language], viewport: viewports.phone, storageState }
  const visitor = await visitorOf(await browser.newContext(settings), language)
  await visitor.page.goto(url)
  return visitor
}

/** Makes the open page prefetch a URL, by a link and by speculation rules. Returns the statuses of both answers. */
export async function prefetch({ page }: Visitor, url: string): Promise<readonly number[]> {
  const statuses: number[] = []
  const rules = JSON.stringify({ prefetch: [{ urls: [url], eagerness: 'immediate' }] })
  for (const added of [
    `Object.assign(document.createElement('link'), { rel: 'prefetch', href: ${JSON.stringify(url)} })`,
    `Object.assign(document.createElement('script'), { type: 'speculationrules', text: ${JSON.stringify(rules)} })`,
  ]) {
    const answered = page.waitForResponse(url)
    await page.evaluate(`void document.head.append(${added})`)
    statuses.push((await answered).status())
  }
  return statuses
}

async function visitorOf(context: BrowserContext, language: PageLanguage): Promise<Visitor> {
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text())
  })
  return { page, language, complaints }
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface AxeOptions {
  readonly runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
  readonly rules?: Readonly<Record<string, { readonly enabled: boolean }>>
}

const accessibility: AxeOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Off by default. Sees the space around a target, and ignores links in a sentence (WCAG 2.2, 2.5.8).
  rules: { 'target-size': { enabled: true } },
}
const structure: AxeOptions = { runOnly: { type: 'rule', values: ['heading-order', 'landmark-unique'] } }

/** Runs axe in the page through the debugger, which a content security policy does not stop. */
async function runAxe(page: Page, options: AxeOptions): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description ?? 'the page threw')
    return result.value as unknown
  }
  await run(`${axeSource}; undefined`)
  const violations = await run(`axe.run(${JSON.stringify(options)}).then((found) => found.violations)`)
  await session.detach()
  return (violations as Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Event handlers and styles in the markup, and scripts and styles without a file. */
const inline = `[...document.querySelectorAll('*')].filter((one) =>
  one.matches('script:not([src]), style, [style]') || [...one.attributes].some(({ name }) => name.startsWith('on')),
).map((one) => one.outerHTML.slice(0, 120))`

/** Elements beyond the right edge, without those in a block that scrolls, such as a wide table. */
const overflow = `[...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => {
    for (let outer = one.parentElement; outer; outer = outer.parentElement)
      if (/auto|scroll/.test(getComputedStyle(outer).overflowX) && outer.getBoundingClientRect().right <= innerWidth + 1)
        return false
    return true
  })
  .map((one) => one.outerHTML.slice(0, 120))
  .concat(document.documentElement.scrollWidth > innerWidth ? [document.documentElement.scrollWidth] : [])`

/**
 * Style sheets with a reader's text settings, under which no page may scroll sideways. Pages with a table are not
 * enlarged, because an enlarged table may scroll in both directions (1.4.10). The table of the request builder may not.
 */
const readerStyles = {
  'text spacing (WCAG 2.1, 1.4.12)':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
  'text of twice the size (1.4.4)': ':root:not(:has(table:not(.ask-claims))) { font-size: 200% !important }',
}

const overflowUnder = (rules: string): string => `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(rules)})
  document.adoptedStyleSheets = [sheet]
  try { return ${overflow} } finally { document.adoptedStyleSheets = [] }
})()`

/** Buttons, and links that look like buttons, that are too small for a finger (WCAG 2.2 asks for 24 CSS pixels). */
const tooSmall = `[...document.querySelectorAll('button, .button, summary')]
  .filter((one) => one.getClientRects().length > 0 && one.getBoundingClientRect().height < 24)
  .map((one) => one.outerHTML.slice(0, 120))`

/** Buttons that break a word into two lines. A word of more than 20 characters may be wider than a phone. */
const brokenWords = `[...document.querySelectorAll('button, .button, .btn')].filter((one) => {
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode())
    for (const { index, 0: word } of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      if (word.length <= 20 && new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true
    }
  return false
}).map((one) => one.outerHTML.slice(0, 120))`

/** Logos in buttons that are higher than 48 CSS pixels, because no style limits their size. */
const tooLarge = `[...document.querySelectorAll('.mark')]
  .filter((one) => one.getBoundingClientRect().height > 48)
  .map((one) => one.outerHTML.slice(0, 120))`

/**
 * Buttons and fields of text without a border. Forced colours hide backgrounds, so only a border, even a transparent
 * one, shows a button or a field.
 */
const edgeless = `[...document.querySelectorAll('button, .button, input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea')]
  .filter((one) => getComputedStyle(one).borderTopStyle === 'none')
  .map((one) => one.outerHTML.slice(0, 120))`

const screenshots = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url))

/**
 * Examines the open page: accessible at WCAG 2.1 AA, in the visitor's language, without inline code or styles, without
 * refusals by its policy, and not wider than a phone under any text setting of the reader.
 */
export async function examine({ page, language, complaints }: Visitor, name: string): Promise<void> {
  assert.deepEqual(await runAxe(page, accessibility), [], name)
  assert.equal(await page.evaluate('document.documentElement.lang'), language, name)
  assert.deepEqual(await page.evaluate(inline), [], name)
  assert.deepEqual(await page.evaluate(overflow), [], name)
  for (const [what, rules] of Object.entries(readerStyles))
    assert.deepEqual(await page.evaluate(overflowUnder(rules)), [], `${name}: ${what}`)
  assert.deepEqual(await page.evaluate(edgeless), [], `${name}: a button or field without a border in forced colours`)
  if (await page.evaluate('matchMedia("(forced-colors: active)").matches'))
    assert.deepEqual(await findInvisibleLabels(page), [], `${name}: a label that forced colours hide`)
  assert.deepEqual(await page.evaluate(tooSmall), [], name)
  assert.deepEqual(await page.evaluate(tooLarge), [], name)
  assert.deepEqual(await page.evaluate(brokenWords), [], `${name}: a word of a button on two lines`)
  assert.equal(await page.evaluate('document.querySelectorAll("h1").length'), 1, name)
  assert.notEqual(await page.evaluate('getComputedStyle(document.body).marginTop'), '8px', `${name} has no style sheet`)
  assert.deepEqual(complaints, [], name)
}

/** Examines the structure of the open page: no heading skips a level, and each landmark has a name of its own. */
export async function examineStructure({ page }: Visitor, name: string): Promise<void> {
  assert.deepEqual(await runAxe(page, structure), [], name)
}

/** Returns roles and names in the order in which a screen reader announces them. */
export async function readAloud({ page }: Visitor): Promise<readonly (readonly [role: string, name: string])[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const read = (id: string): (readonly [string, string])[] => {
    const node = byId.get(id)
    if (node === undefined) return []
    const { role, name, ignored, childIds = [] } = node
    const below = childIds.flatMap(read)
    return ignored ? below : [[String(role?.value), String(name?.value ?? '')], ...below]
  }
  return read(nodes[0]?.nodeId ?? '')
}

/** Resets a countdown to its start, so that two runs make the same picture. */
const resetCountdown = `(() => {
  const shown = document.getElementById('time-left')
  const whole = document.getElementById('presentation')?.dataset.seconds
  if (shown && whole) shown.textContent = Math.floor(whole / 60) + ':' + String(whole % 60).padStart(2, '0')
})()`

/** Examines the page. With `TEST_GOLDEN=update`, also writes its screenshot for the documentation. */
export async function examineAndCapture(visitor: Visitor, name: string): Promise<void> {
  const { page, language } = visitor
  await examine(visitor, name)
  if (process.env.TEST_GOLDEN !== 'update') return
  await page.evaluate(resetCountdown)
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({
    path: join(screenshots, `${name}-${language}.png`),
    animations: 'disabled',
    caret: 'initial',
    fullPage: true,
  })
}

/** Moves to an element by the Tab key alone, checks the focus at every step, and presses Enter on it. */
export async function pressByKeyboard({ page }: Visitor, selector: string): Promise<void> {
  const wanted = `document.activeElement?.matches(${JSON.stringify(selector)})`
  const seen = `(() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement)
    return outlineStyle !== 'none' && outlineWidth !== '0px' })()`
  for (let steps = 0; steps < 30; steps += 1) {
    await page.keyboard.press('Tab')
    const where = String(await page.evaluate('document.activeElement?.outerHTML.slice(0, 120)'))
    if (where.startsWith('<body')) continue
    assert.ok(await page.evaluate(seen), `the focus cannot be seen on ${where}`)
    if (await page.evaluate(wanted)) return page.keyboard.press('Enter')
  }
  assert.fail(`the Tab key does not reach ${selector}`)
}

/**
 * Waits at most 10 s until the field contains the text. Reads the field repeatedly, because `waitForFunction` uses `eval`
 * in the page from its second try on, and the content security policy forbids that.
 */
export async function waitForValue({ page }: Visitor, selector: string, text: string): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!(await page.locator(selector).inputValue()).includes(text)) {
    assert.ok(performance.now() < deadline, `${selector} does not contain ${text}`)
    await setTimeout(20)
  }
}
