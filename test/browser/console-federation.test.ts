/** The console's federation desk in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineStates } from '../support/console-desk.ts'
import { federationStates, openFederationDesk } from './console-map-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openFederationDesk()
})
after(() => desk.close())

examineStates(() => desk, federationStates)
