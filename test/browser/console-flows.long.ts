/** The screen of flows in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

examineMatrix(async () => openBrowserConsole([await recordedScreen()]), flowsStates)
