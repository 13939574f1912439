/** The decoder in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { decoderScreen, decoderStates } from './console-decoder-states.ts'

examineMatrix(() => openBrowserConsole([decoderScreen()]), decoderStates)
