/** "Connect yours" in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(connectScreens)
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, connectStates)
