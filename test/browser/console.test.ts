/** The console's shell in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates, openConsoleDesk } from '../support/console-desk.ts'
import { shellOptions, shellScreens, shellStates } from './console-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(shellScreens, shellOptions)
})
after(() => desk.close())

examineStates(() => desk, shellStates)
