/** States of request builder, register and devices in a browser, over one ecosystem. */
import { type ConsoleDesk, type ConsoleState, openConsoleDesk } from './console-desk.ts'
import { prepareAsk } from './console-states-ask.ts'
import { prepareDevices } from './console-states-devices.ts'
import { prepareRegister } from './console-states-register.ts'
import { consoleUrl, createDeskConsole } from './desk-console.ts'

/** Opens the console in a browser, and prepares its states. */
export async function openDeskStates(): Promise<{
  readonly browser: ConsoleDesk
  readonly states: readonly ConsoleState[]
}> {
  const desk = await createDeskConsole()
  const states = [...(await prepareAsk(desk)), ...(await prepareRegister(desk)), ...(await prepareDevices(desk))]
  return { states, browser: await openConsoleDesk(desk.screens, { publicUrl: consoleUrl }) }
}
