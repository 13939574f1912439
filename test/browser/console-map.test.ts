/** The console's map in a real browser: every third state, in a view that the seed chooses. */
import { examineStates } from '../support/browser-console.ts'
import { mapStates, openFederationConsole } from './console-map-states.ts'

examineStates(openFederationConsole, mapStates)
