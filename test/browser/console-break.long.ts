/** "Break it" in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

examineMatrix(() => openBrowserConsole(breakScreens), breakStates)
