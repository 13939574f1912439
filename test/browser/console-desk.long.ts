/** Request builder, register and devices in a real browser: each state in every view. */
import { examineMatrix } from '../support/browser-console.ts'
import { openDeskStates } from './console-desk-states.ts'

const { browser, states } = await openDeskStates()
examineMatrix(async () => browser, states)
