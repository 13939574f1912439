/** States of the console's shell, for `console.test.ts` (each once) and `console.long.ts` (each in every view). */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { ConsoleOptions, Screen, Shell } from '../../src/console/index.ts'
import { renderEmpty, renderFacts, renderTabs } from '../../src/console/shell/blocks.ts'
import {
  renderApiCall,
  renderCode,
  renderJson,
  renderOutcome,
  renderRefusal,
  renderTime,
} from '../../src/console/shell/parts.ts'
import { type Html, html, type Route, respondEvents } from '../../src/http/index.ts'
import { pressByKeyboard, readAloud } from '../support/browser.ts'
import type { ConsoleState } from '../support/browser-console.ts'

const long = 'a-name-without-any-space-'.repeat(6)

/** Every shared part and every component of the style sheet that pages use. */
const sampler = (language: 'it' | 'en'): Html => html`
<p class="lead">${language === 'it' ? 'Tutte le parti' : 'All parts'} <a id="sample-link" href="/">link</a> <code>${long}</code></p>
<div class="row g-3 mb-3">
${['primary', 'secondary', 'success', 'info', 'warning', 'danger'].map(
  (accent) => html`<div class="col-md-6 col-xl-4"><div class="card"><div class="card-body">
<h2 class="card-title">${accent} <span class="badge bg-${accent}">${accent}</span></h2>
<p class="text-${accent}">text-${accent}</p><p class="text-muted small">text-muted</p>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-${accent}" id="sample-${accent}">${accent}</button>
<button class="btn btn-outline-${accent} btn-sm" id="sample-outline-${accent}">${accent}</button></div>
<p class="alert alert-${accent} mt-3">alert-${accent} <a id="sample-in-${accent}" href="/">link</a></p></div></div></div>`,
)}</div>
<p><button class="btn btn-primary" id="sample-disabled" disabled>disabled</button></p>
<p>${(['accepted', 'refused', 'failed'] as const).map((outcome) => renderOutcome(language, outcome))} ${renderTime(language, 1_768_478_220, 1_768_478_400)}</p>
${renderTabs(
  'sample-tabs',
  'Tabs',
  [1, 2, 3, 4].map((one) => ({ id: `${one}`, label: `Tab number ${one}`, path: `/?tab=${one}` })),
  '2',
)}
${renderFacts('sample-facts', [
  ['iss', 'https://issuer.example'],
  ['sub', html`<code>${long}</code>`],
])}
${renderJson({ iss: long, iat: 1_768_478_400, crit: [true, null, -1.5] }, 'sample-json', 'Statement', language)}
${renderCode('', 'sample-code', 'Empty')}
${renderApiCall(language, 'sample-call', { method: 'POST', url: 'https://console.example/devices', headers: { authorization: 'Bearer $ADMIN_TOKEN' }, body: '{}' })}
${renderRefusal(language, 'sample-refusal', { reason: 'The signature is invalid.', code: 'signature_invalid', at: `payload.${long}`, expected: 'ES256', found: 'none', remedy: 'Sign with the key of the header.', requirement: 'WP-17' })}
<div class="table-responsive" tabindex="0" role="region" aria-label="Table" id="sample-scroll"><table class="table table-hover table-striped" id="sample-table"><caption>Caption</caption>
<thead><tr>${['Time', 'From', 'To', 'Method', 'Address', 'Outcome'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${[1, 2, 3].map((row) => html`<tr><th scope="row">${row}</th><td>wallet</td><td>pid-provider</td><td>POST</td><td><a id="sample-row-${row}" href="/">/token</a></td><td>${renderOutcome(language, 'refused')}</td></tr>`)}</tbody></table></div>
<form id="sample-form" method="get" action="/"><fieldset class="mb-3"><legend>Legend</legend>
<div class="mb-3"><label class="form-label" for="sample-text">Text</label><input class="form-control" id="sample-text" placeholder="placeholder" aria-describedby="sample-help"><p class="form-text" id="sample-help">form-text</p></div>
<div class="mb-3"><label class="form-label" for="sample-area">Area</label><textarea class="form-control font-monospace" id="sample-area"></textarea></div>
<div class="mb-3"><label class="form-label" for="sample-select">Select</label><select class="form-select" id="sample-select"><option>one</option><option>two</option></select></div>
<div class="mb-3"><label class="form-label" for="sample-file">File</label><input class="form-control" type="file" id="sample-file"></div>
<label class="form-label" for="sample-group">URL</label><div class="input-group mb-3"><input class="form-control" id="sample-group" value="https://example.org"><button class="btn btn-outline-primary" id="sample-add" type="button">Add</button></div>
<div class="form-check"><input class="form-check-input" type="checkbox" id="sample-check" checked><label class="form-check-label" for="sample-check">Check</label></div>
<div class="form-check"><input class="form-check-input" type="radio" name="radio" id="sample-radio"><label class="form-check-label" for="sample-radio">Radio</label></div>
</fieldset><button class="btn btn-primary" id="sample-send">Send</button></form>
<ul class="list-group mb-3" id="sample-list"><li class="list-group-item">Item</li><li class="list-group-item active">Active</li><li class="list-group-item"><a id="sample-item" href="/">Link</a></li></ul>
<details id="sample-details"><summary id="sample-summary">Details</summary><p>Content</p></details>
${renderEmpty('sample-empty', 'Nothing yet', 'Start a flow.')}`

const names = [
  ['map', 'Mappa', 'Map'],
  ['flows', 'Flussi', 'Flows'],
  ['wallet', 'Portafoglio', 'Wallet'],
  ['ask', 'Richiesta', 'Ask'],
  ['decoder', 'Decodificatore', 'Decoder'],
  ['register', 'Registro', 'Register'],
  ['devices', 'Dispositivi', 'Devices'],
  ['federation', 'Federazione', 'Federation'],
  ['connect', 'Collega il tuo', 'Connect yours'],
  ['faults', 'Guasti', 'Break it'],
] as const

const page = (path: string, handle: Route['handle']): Route => ({
  method: 'GET',
  path,
  kind: 'page',
  public: true,
  handle,
})

/** Pages besides the first of each screen: one below a screen, one that fails, and one with live parts. */
const furtherPages: Readonly<Record<string, (shell: Shell) => readonly Route[]>> = {
  flows: (shell) => [
    page('/flows/broken', () => {
      throw new Error('planted')
    }),
    page('/flows/:id', (request) =>
      shell.page(request, {
        title: long,
        main: html`<p>${long}</p>`,
        trail: [{ id: 'issuance', label: 'Issuance', path: '/flows/issuance' }],
      }),
    ),
  ],
  devices: (shell) => [
    page('/devices/live', (request) =>
      shell.page(request, { title: 'Live', main: html`<div id="live" hx-sse:connect="/devices/events"></div>` }),
    ),
    // The stream ends at once, so that the browser connects again.
    page('/devices/events', () =>
      respondEvents((_, end) => {
        setTimeout(end)
        return () => undefined
      }),
    ),
  ],
}

/** Screens with the names of all screens, so that the header has its full length. The first shows every part. */
export const shellScreens: readonly Screen[] = names.map(([id, it, en], index) => ({
  ...{ id, path: index === 0 ? '/' : `/${id}`, label: { it, en } },
  routes: (shell: Shell): readonly Route[] => [
    page(index === 0 ? '/' : `/${id}`, (request) => {
      const language = shell.language(request)
      const main = index === 0 ? sampler(language) : html`<p>${request.query.get('trace') ?? ''}</p>`
      return shell.page(request, { title: language === 'it' ? it : en, main })
    }),
    ...(furtherPages[id]?.(shell) ?? []),
  ],
}))

const opened = async ({ page }: { readonly page: Page }): Promise<void> => {
  for (const summary of await page.locator('main summary').all()) await summary.click()
}

/** Options of the console: the longest header. The planted fault is expected. */
export const shellOptions: Partial<ConsoleOptions> = {
  ribbon: { it: 'Sandbox: non è un servizio pubblico', en: 'Sandbox: this is no public service' },
  onFault: (fault) => assert.equal((fault as Error).message, 'planted'),
}

export const shellStates: readonly ConsoleState[] = [
  {
    name: 'home with every part, and a text that was copied',
    path: '/',
    enter: async (visitor, { language }) => {
      const { page } = visitor
      await opened(visitor)
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.click('#sample-json-copy')
      await page.waitForSelector(`#sample-json-copy:has-text("${language === 'it' ? 'Copiato' : 'Copied'}")`)
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), await page.textContent('#sample-json'))
    },
  },
  { name: 'home without script', path: '/', settings: { javaScriptEnabled: false }, enter: opened },
  {
    name: 'the search finds a trace with the keyboard alone',
    path: '/decoder',
    enter: async (visitor) => {
      const { page } = visitor
      await page.fill('#find-trace', 'WMWMWMWMWMW')
      await page.focus('#home')
      await pressByKeyboard(visitor, '#find-go')
      await page.waitForURL(/\/flows\?trace=WMWMWMWMWMW$/)
    },
  },
  {
    name: 'the menu leads to every screen with the keyboard alone',
    path: '/wallet',
    enter: async (visitor, { device }) => {
      const { page } = visitor
      if (device !== 'desktop') await pressByKeyboard(visitor, '#menu')
      await pressByKeyboard(visitor, '#go-faults')
      await page.waitForURL(/\/faults$/)
      if (device === 'desktop') assert.equal(await page.locator('#menu').isVisible(), false)
    },
  },
  {
    name: 'a screen reader hears the current screen and every other',
    path: '/flows/one',
    enter: async (visitor, { device, language }) => {
      if (device !== 'desktop') await visitor.page.click('#menu')
      const said = await readAloud(visitor)
      for (const [, it, en] of names)
        assert.ok(said.some(([role, name]) => role === 'link' && name === (language === 'it' ? it : en)))
      assert.equal(await visitor.page.getAttribute('#go-flows', 'aria-current'), 'page')
    },
  },
  {
    name: 'the skip link leads to the content',
    path: '/devices',
    enter: async (visitor) => {
      await pressByKeyboard(visitor, '#skip')
      assert.equal(await visitor.page.evaluate('document.activeElement.id'), 'main')
    },
  },
  {
    name: 'a path that does not exist',
    path: '/nowhere',
    enter: async ({ page }, { language }) =>
      assert.equal(await page.textContent('h1'), language === 'it' ? 'Pagina non trovata' : 'Page not found'),
  },
  {
    name: 'a fault of the console',
    path: '/flows/broken',
    enter: async ({ page }, { language }) =>
      assert.equal(await page.textContent('h1'), language === 'it' ? 'Errore della console' : 'The console has failed'),
  },
  {
    name: 'a notice is shown while the console does not answer',
    path: '/devices/live',
    enter: async ({ page }, { language }) => {
      const events = '**/devices/events'
      const told = language === 'it' ? 'non risponde' : 'does not answer'
      const lose = async () => {
        await page.route(events, (route) => route.abort())
        await page.waitForSelector(`#notice:has-text("${told}")`)
      }
      await page.waitForResponse(events)
      assert.equal(await page.textContent('#notice'), '')
      await lose()
      await page.unroute(events)
      await page.waitForSelector('#notice:empty', { state: 'attached' })
      await lose()
    },
  },
  {
    name: 'the theme of the system, and the other theme after a click',
    path: '/register',
    settings: { colorScheme: 'dark' },
    enter: async ({ page }) => {
      await page.context().clearCookies()
      await page.reload()
      const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
      const dark = await background()
      assert.equal(await page.locator('#switch-dark').isVisible(), false)
      await page.click('#switch-light')
      await page.waitForSelector('html[data-bs-theme=light]')
      assert.equal(await background(), 'rgb(255, 255, 255)')
      assert.notEqual(dark, 'rgb(255, 255, 255)')
    },
  },
  {
    name: 'forced colours and reduced motion',
    path: '/',
    settings: { forcedColors: 'active', reducedMotion: 'reduce' },
    enter: opened,
  },
]
