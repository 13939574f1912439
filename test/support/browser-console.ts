/**
 * A console with some of its screens in a real browser, and its states under every view: language, width and theme.
 *
 * ```ts
 * // In console-map.test.ts; console-map.long.ts uses examineMatrix.
 * examineStates(() => openBrowserConsole([createMapScreen(…)]), mapStates)
 * ```
 */

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { ConsoleOptions, Screen } from '../../src/console/index.ts'
import {
  type Device,
  examine,
  examineStructure,
  type Language,
  openBrowserWindows,
  type Visitor,
  type WindowSettings,
} from './browser.ts'
import { createTestConsole } from './console-app.ts'

/** View of a reader: language, width and theme. */
interface ConsoleView {
  readonly language: Language
  readonly device: Device
  readonly theme: 'light' | 'dark'
}

/** A console that a browser can open at `url`. */
export interface BrowserConsole {
  readonly url: string
  /** Opens a path in an empty window, with the theme chosen by its cookie. Ends the visit that was opened before. */
  open(path: string, view: ConsoleView, settings?: WindowSettings): Promise<ConsoleVisitor>
  close(): Promise<void>
}

export interface ConsoleVisitor extends Visitor {
  /** Requests to other origins. */
  readonly foreign: readonly string[]
}

/** One state of a screen. */
export interface ConsoleState {
  /** Words for the title of its test: `map: the chain of a role`. */
  readonly name: string
  /** Path of the page that is loaded. */
  readonly path: string
  /** Brings the loaded page into the state, and asserts what it must show. */
  readonly enter?: (visitor: ConsoleVisitor, view: ConsoleView) => Promise<void>
  /** Settings of the browser, for example without script. */
  readonly settings?: WindowSettings
}

/** Serves a console with these screens and opens a browser for it. Every fault of the console fails the test. */
export async function openBrowserConsole(
  screens: readonly Screen[],
  options: Partial<ConsoleOptions> = {},
): Promise<BrowserConsole> {
  const url = options.publicUrl ?? 'https://console.example'
  const app = createTestConsole({ publicUrl: url, ...options, screens })
  const windows = await openBrowserWindows((request) => app(request))
  return {
    url,
    open: async (path, { language, device, theme }, settings) => {
      const visitor = await windows.reopen(url, language, device, settings)
      const foreign: string[] = []
      visitor.page.on('request', (request) => {
        if (new URL(request.url()).origin !== url && !request.url().startsWith('data:')) foreign.push(request.url())
      })
      await visitor.page.context().addCookies([{ name: 'console-theme', value: theme, url }])
      await visitor.page.goto(new URL(path, url).href)
      return { ...visitor, foreign }
    },
    close: () => windows.close(),
  }
}

/** Every view: two languages, three widths (320, 390 and 1280 pixels), two themes. */
const consoleViews: readonly ConsoleView[] = (['it', 'en'] as const).flatMap((language) =>
  (['desktop', 'handset', 'narrow'] as const).flatMap((device) =>
    (['light', 'dark'] as const).map((theme) => ({ language, device, theme })),
  ),
)

/** Relatively prime to the number of views, so that neighbours differ in more than one respect. */
const stride = 5

type OpenConsole = () => Promise<BrowserConsole>

/** Opens the console before the tests of a file, and closes it after them. Returns a function that returns it. */
function useConsole(open: OpenConsole): () => BrowserConsole {
  let browserConsole: BrowserConsole | undefined
  before(async () => {
    browserConsole = await open()
  })
  after(() => browserConsole?.close())
  return () => browserConsole ?? assert.fail('the console is not open')
}

/** Number of runs that together examine every state. A state takes more than a second of a processor. */
const runsForAllStates = 3

/**
 * Opens a console and declares one test for every third state, each in one view. `TEST_VIEW_SEED` repeats a choice of
 * states and views. Returns a function that returns the console during the tests.
 */
export function examineStates(open: OpenConsole, states: readonly ConsoleState[]): () => BrowserConsole {
  const browserConsole = useConsole(open)
  const seed = Number(process.env.TEST_VIEW_SEED ?? randomInt(consoleViews.length))
  for (const [index, state] of states.entries()) {
    if ((seed + index) % runsForAllStates !== 0) continue
    const view = consoleViews[(seed + index * stride) % consoleViews.length] as ConsoleView
    test(`${state.name}, ${describeView(view)}`, { timeout: 60_000 }, () => examineState(browserConsole(), state, view))
  }
  return browserConsole
}

/** Opens a console and declares one test for each state in each view. Returns the same as `examineStates`. */
export function examineMatrix(open: OpenConsole, states: readonly ConsoleState[]): () => BrowserConsole {
  const browserConsole = useConsole(open)
  for (const state of states)
    for (const view of consoleViews)
      test(`${state.name}, ${describeView(view)}`, { timeout: 60_000 }, () =>
        examineState(browserConsole(), state, view),
      )
  return browserConsole
}

const describeView = ({ language, device, theme }: ConsoleView): string => `${language}, ${device}, ${theme}`

/** Opens a state in a view and examines it. */
async function examineState(browserConsole: BrowserConsole, state: ConsoleState, view: ConsoleView): Promise<void> {
  const visitor = await browserConsole.open(state.path, view, state.settings)
  await state.enter?.(visitor, view)
  const { page, foreign } = visitor
  const name = `${state.name}, ${describeView(view)}`
  // axe waits for timers, which do not run without script.
  if (state.settings?.javaScriptEnabled !== false) {
    await examine(visitor, name)
    await examineStructure(visitor, name)
  }
  assert.deepEqual(await page.evaluate(anonymous), [], `${name}: controls without an id`)
  assert.deepEqual(await page.evaluate(repeated), [], `${name}: ids that occur more than once`)
  assert.deepEqual(await page.evaluate(unreachable), [], `${name}: controls that only a mouse reaches`)
  assert.deepEqual(foreign, [], `${name}: requests to other origins`)
}

const cut = '.map((one) => one.outerHTML.slice(0, 120))'

const anonymous = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((one) => one.id === '')${cut}`

const repeated = `[...Map.groupBy(document.querySelectorAll('[id]'), ({ id }) => id)]
  .filter(([, found]) => found.length > 1).map(([id]) => id)`

/** Elements that htmx lets a mouse press and that the Tab key does not reach. */
const unreachable = `[...document.querySelectorAll('[hx-get], [hx-post], [hx-delete], [tabindex="-1"][role=button]')]
  .filter((one) => /^$|click/.test(one.getAttribute('hx-trigger') ?? '') && one.tabIndex < 0 && one.localName !== 'form')${cut}`
