/** The console's login in a real browser: every third state, in a view that the seed chooses. */
import { examineStates } from '../support/browser-console.ts'
import { loginStates, openLoginConsole } from './console-login-states.ts'

examineStates(openLoginConsole, loginStates)
