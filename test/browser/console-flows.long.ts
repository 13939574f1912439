/** The screen of flows in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole([await recordedScreen()])
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, flowsStates)
