/** Request builder, register and devices in a real browser: each state in every view. */
import { after } from 'node:test'
import { examineMatrix } from '../support/browser-console.ts'
import { openDeskStates } from './console-desk-states.ts'

const { browser, states } = await openDeskStates()
after(() => browser.close())

examineMatrix(() => browser, states)
