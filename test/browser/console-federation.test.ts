/** The console's federation screen in a real browser: each state once, in a view that the seed chooses. */
import { examineStates } from '../support/browser-console.ts'
import { federationStates, openFederationConsole } from './console-map-states.ts'

examineStates(openFederationConsole, federationStates)
