/** The decoder in a real browser: every third state, in a view that the seed chooses. */
import { examineStates, openBrowserConsole } from '../support/browser-console.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

examineStates(() => openBrowserConsole([decoderScreen()]), decoderStates)
