/** The wallet screen in a real browser: every third state, in a view that the seed chooses. */
import { test } from 'node:test'
import { examineAndCapture } from '../support/browser.ts'
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { consoleUrl, walletScreens, walletStates, withSession } from './console-wallet-states.ts'

const browserConsole = examineStates(() => openBrowserConsole(walletScreens, { publicUrl: consoleUrl }), walletStates)

/** Pictures for the documentation. */
const pictures = { documents: '/wallet', consent: '/wallet/requests/pictured', refused: '/wallet/history/revoked' }
if (process.env.TEST_GOLDEN === 'update')
  for (const language of ['it', 'en'] as const)
    test(`pictures of the wallet (${language})`, async () => {
      const visitor = await browserConsole().open('/health', { language, device: 'desktop', theme: 'light' })
      for (const [name, path] of Object.entries(pictures)) {
        await withSession(visitor, 'pictured', path)
        await examineAndCapture(visitor, `console-wallet-${name}`)
      }
      await visitor.page.context().close()
    })
