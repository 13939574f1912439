/** "Break it" in a real browser: each state once. Language, width and theme change with each run. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole(breakScreens)
})
after(() => browserConsole.close())

examineStates(() => browserConsole, breakStates)
