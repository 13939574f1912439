/** The console's federation screen in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix } from '../support/browser-console.ts'
import { federationStates, openFederationConsole } from './console-map-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openFederationConsole()
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, federationStates)
