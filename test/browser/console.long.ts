/** The console's shell in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

examineMatrix(() => openBrowserConsole(shellScreens, shellOptions), shellStates)
