/** The decoder in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk([decoderScreen()])
})
after(() => desk.close())

examineMatrix(() => desk, decoderStates)
