/** "Break it" in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(breakScreens)
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, breakStates)
