/** The screen of flows in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole([await recordedScreen()])
})
after(() => browserConsole.close())

examineStates(() => browserConsole, flowsStates)
