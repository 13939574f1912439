/** "Break it" in a real browser: each state once. Language, width and theme change with each run. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

examineStates(() => openBrowserConsole(breakScreens), breakStates)
