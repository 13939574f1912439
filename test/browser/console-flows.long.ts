/** The screen of flows in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { flowsStates, recordedScreen } from './console-flows-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk([await recordedScreen()])
})
after(() => desk.close())

examineMatrix(() => desk, flowsStates)
