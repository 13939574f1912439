/** The console's shell in a real browser: every third state, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

examineStates(() => openBrowserConsole(shellScreens, shellOptions), shellStates)
