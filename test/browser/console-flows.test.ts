/** The screen of flows in a real browser: every third state, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

examineStates(async () => openBrowserConsole([await recordedScreen()]), flowsStates)
