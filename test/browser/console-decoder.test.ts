/** The decoder in a real browser: each state once, in a view that the seed chooses. */
import { after, before } from 'node:test'
import { type BrowserConsole, examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

let browserConsole: BrowserConsole
before(async () => {
  browserConsole = await openBrowserConsole([decoderScreen()])
})
after(() => browserConsole.close())

examineStates(() => browserConsole, decoderStates)
