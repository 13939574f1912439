/** Request builder, register and devices in a real browser: each state in one view. */
import { after } from 'node:test'
import { examineStates } from '../support/console-desk.ts'
import { openDeskStates } from '../support/console-states-desk.ts'

const { browser, states } = await openDeskStates()
after(() => browser.close())

examineStates(() => browser, states)
