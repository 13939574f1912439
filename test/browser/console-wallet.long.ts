/** The wallet screen in a real browser: each state in every view. */
import { examineMatrix, openBrowserConsole } from '../support/browser-console.ts'
import { consoleUrl, walletScreens, walletStates } from './console-wallet-states.ts'

examineMatrix(() => openBrowserConsole(walletScreens, { publicUrl: consoleUrl }), walletStates)
