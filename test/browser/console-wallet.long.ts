/** The wallet screen in a real browser: each state in every view. */
import { after, before } from 'node:test'
import { type ConsoleDesk, examineMatrix, openConsoleDesk } from '../support/console-desk.ts'
import { consoleUrl, walletScreens, walletStates } from './console-wallet-states.ts'

let desk: ConsoleDesk
before(async () => {
  desk = await openConsoleDesk(walletScreens, { publicUrl: consoleUrl })
})
after(() => desk.close())

examineMatrix(() => desk, walletStates)
