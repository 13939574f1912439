/** "Break it" in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { breakScreens, breakStates } from './console-break-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(breakScreens)
})
after(() => desk.close())

examineMatrix(() => desk, breakStates)
