/** The console's shell in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(shellScreens, shellOptions)
})
after(() => desk.close())

examineMatrix(() => desk, shellStates)
