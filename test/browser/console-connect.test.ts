/** "Connect yours" in a real browser: each state once. Language, width and theme change with each run. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(connectScreens)
})
after(() => browserConsole.close())

examineStates(() => browserConsole, connectStates)
