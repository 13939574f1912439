/** The decoder in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates, openConsoleDesk } from '../support/console-desk.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk([decoderScreen()])
})
after(() => desk.close())

examineStates(() => desk, decoderStates)
