/** The console's federation screen in a real browser: each state in every view. */
import { examineMatrix } from '../support/browser-console.ts'
import { federationStates, openFederationConsole } from './console-map-states.ts'

examineMatrix(openFederationConsole, federationStates)
