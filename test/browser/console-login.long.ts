/** The console's login in a real browser, each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix } from '../support/browser-console.ts'
import { loginStates, openLoginConsole } from './console-login-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openLoginConsole()
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, loginStates)
