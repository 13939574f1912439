/** The console's map in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix } from '../support/console-desk.ts'
import { mapStates, openFederationDesk } from './console-map-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openFederationDesk()
})
after(() => desk.close())

examineMatrix(() => desk, mapStates)
