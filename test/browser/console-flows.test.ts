/** The screen of flows in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates, openConsoleDesk } from '../support/console-desk.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk([await recordedScreen()])
})
after(() => desk.close())

examineStates(() => desk, flowsStates)
