/** The console's shell in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(shellScreens, shellOptions)
})
after(() => browserConsole.close())

examineStates(() => browserConsole, shellStates)
