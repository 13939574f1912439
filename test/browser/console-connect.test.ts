/** "Connect yours" in a real browser: every third state, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

examineStates(() => openBrowserConsole(connectScreens), connectStates)
