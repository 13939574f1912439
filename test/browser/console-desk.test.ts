/** Request builder, register and devices in a real browser: every third state, in a view that the seed chooses. */
import { examineStates } from '../support/browser-console.ts'
import { openDeskStates } from './console-desk-states.ts'

const { browser, states } = await openDeskStates()
examineStates(async () => browser, states)
