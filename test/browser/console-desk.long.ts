/** Request builder, register and devices in a real browser: each state in every view. */
import { after } from 'node:test'
import { examineMatrix } from '../support/console-desk.ts'
import { openDeskStates } from '../support/console-states-desk.ts'

const { browser, states } = await openDeskStates()
after(() => browser.close())

examineMatrix(() => browser, states)
