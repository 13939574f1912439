/** The console's federation screen in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates } from '../support/browser-console.ts'
import { federationStates, openFederationConsole } from './console-map-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openFederationConsole()
})
after(() => browserConsole.close())

examineStates(() => browserConsole, federationStates)
