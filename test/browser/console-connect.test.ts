/** "Connect yours" in a real browser: each state once. Language, width and theme change with each run. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates, openConsoleDesk } from '../support/console-desk.ts'
import { connectScreens, connectStates } from './console-connect-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(connectScreens)
})
after(() => desk.close())

examineStates(() => desk, connectStates)
