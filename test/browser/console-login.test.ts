/** The console's login in a real browser, each state in one view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates } from '../support/console-desk.ts'
import { loginStates, openLoginDesk } from './console-login-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openLoginDesk()
})
after(() => desk.close())

examineStates(() => desk, loginStates)
