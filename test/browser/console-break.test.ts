/** "Break it" in a real browser: every third state, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

examineStates(() => openBrowserConsole(breakScreens), breakStates)
