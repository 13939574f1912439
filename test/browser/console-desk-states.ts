/** States of request builder, register and devices in a browser, over one ecosystem. */
import { type BrowserConsole, type ConsoleState, openBrowserConsole } from '../support/browser-console.ts'
import { consoleUrl, createDeskConsole } from '../support/desk-console.ts'
import { prepareDevices } from './console-devices-states.ts'
import { prepareRegister } from './console-register-states.ts'
import { prepareAsk } from './console-request-builder-states.ts'

/** Opens the console in a browser, and prepares its states. */
export async function openDeskStates(): Promise<{
  readonly browser: BrowserConsole
  readonly states: readonly ConsoleState[]
}> {
  const desk = await createDeskConsole()
  const states = [...(await prepareAsk(desk)), ...(await prepareRegister(desk)), ...(await prepareDevices(desk))]
  return { states, browser: await openBrowserConsole(desk.screens, { publicUrl: consoleUrl }) }
}
