/** The wallet screen in a real browser: each state once, in one view. */
import { after, before, test } from 'node:test'
import { examineAndCapture } from '../support/browser.ts'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { consoleUrl, walletScreens, walletStates, withSession } from './console-wallet-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(walletScreens, { publicUrl: consoleUrl })
})
after(() => browserConsole.close())

examineStates(() => browserConsole, walletStates)

/** Pictures for the documentation. */
const pictures = { documents: '/wallet', consent: '/wallet/requests/pictured', refused: '/wallet/history/revoked' }
if (process.env.TEST_GOLDEN === 'update')
  for (const language of ['it', 'en'] as const)
    test(`pictures of the wallet (${language})`, async () => {
      const visitor = await browserConsole.open('/health', { language, device: 'desktop', theme: 'light' })
      for (const [name, path] of Object.entries(pictures)) {
        await withSession(visitor, 'pictured', path)
        await examineAndCapture(visitor, `console-wallet-${name}`)
      }
      await visitor.page.context().close()
    })
