/** The console's federation screen in a real browser: every third state, in a view that the seed chooses. */
import { examineStates } from '../support/browser-console.ts'
import { federationStates, openFederationConsole } from './console-map-states.ts'

examineStates(openFederationConsole, federationStates)
