/** The decoder in a real browser: each state once, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

examineStates(() => openBrowserConsole([decoderScreen()]), decoderStates)
