/** The console's login in a real browser, each state in one view. */
import { examineStates } from '../support/browser-console.ts'
import { loginStates, openLoginConsole } from './console-login-states.ts'

examineStates(openLoginConsole, loginStates)
