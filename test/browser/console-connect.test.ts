/** "Connect yours" in a real browser: each state once. Language, width and theme change with each run. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

examineStates(() => openBrowserConsole(connectScreens), connectStates)
