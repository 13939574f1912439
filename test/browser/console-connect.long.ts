/** "Connect yours" in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

examineMatrix(() => openBrowserConsole(connectScreens), connectStates)
