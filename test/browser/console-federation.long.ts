/** The console's federation desk in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix } from '../support/console-desk.ts'
import { federationStates, openFederationDesk } from './console-map-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openFederationDesk()
})
after(() => desk.close())

examineMatrix(() => desk, federationStates)
