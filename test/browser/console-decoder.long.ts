/** The decoder in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole([decoderScreen()])
})
after(() => browserConsole.close())

examineMatrix(() => browserConsole, decoderStates)
