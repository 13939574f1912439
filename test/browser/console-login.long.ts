/** The console's login in a real browser, each state in every view. */
import { examineMatrix } from '../support/browser-console.ts'
import { loginStates, openLoginConsole } from './console-login-states.ts'

examineMatrix(openLoginConsole, loginStates)
