/** "Connect yours" in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(connectScreens)
})
after(() => desk.close())

examineMatrix(() => desk, connectStates)
