/** The wallet screen in a real browser: each state once, in one view. */
import { after, before, test } from 'node:test'
import { portray } from '../support/browser.ts'
import { type ConsoleDesk, examineStates, openConsoleDesk } from '../support/console-desk.ts'
import { consoleUrl, walletScreens, walletStates, withSession } from './console-wallet-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(walletScreens, { publicUrl: consoleUrl })
})
after(() => desk.close())

examineStates(() => desk, walletStates)

/** Pictures for the documentation. */
const pictures = { documents: '/wallet', consent: '/wallet/requests/pictured', refused: '/wallet/history/revoked' }
if (process.env.TEST_GOLDEN === 'update')
  for (const language of ['it', 'en'] as const)
    test(`pictures of the wallet (${language})`, async () => {
      const visitor = await desk.open('/health', { language, device: 'desktop', theme: 'light' })
      for (const [name, path] of Object.entries(pictures)) {
        await withSession(visitor, 'pictured', path)
        await portray(visitor, `console-wallet-${name}`)
      }
      await visitor.page.context().close()
    })
