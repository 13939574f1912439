/** The console's shell in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(shellScreens, shellOptions)
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, shellStates)
