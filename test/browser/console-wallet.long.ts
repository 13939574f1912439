/** The wallet screen in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { consoleUrl, walletScreens, walletStates } from './console-wallet-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(walletScreens, { publicUrl: consoleUrl })
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, walletStates)
