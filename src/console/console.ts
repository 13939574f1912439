/**
 * The console shows the running roles, their messages, and the reasons of their decisions. Each screen has a folder.
 * The console refuses requests for another host or from another origin (GEN-43).
 */
import type { Decide } from '../base/index.ts'
import { type AnswerWithHeaders, type App, createApp, type Route } from '../http/index.ts'
import type { DecisionLog } from '../node/index.ts'
import type { Access } from './access/access.ts'
import { decisionRoutes } from './decisions-api.ts'
import type { Screen, Texts } from './screen.ts'
import { loadAssets } from './shell/assets.ts'
import { preferencesRoute } from './shell/preferences.ts'
import { createShell } from './shell/shell.ts'

/** Parts of a console. */
export interface ConsoleOptions {
  readonly publicUrl: string
  /** Screens in the order of the navigation. */
  readonly screens: readonly Screen[]
  /** Warning at the top of every page, for example that a sandbox is not a public service. */
  readonly ribbon?: Texts
  /** Further endpoints for programs and phones, for example the simulated devices. They need no login. */
  readonly routes?: readonly Route[]
  readonly log: Pick<DecisionLog, 'find' | 'last' | 'latest' | 'counts'>
  /** Defaults to no login, for a console on loopback. */
  readonly access?: Access | undefined
  readonly decide: Decide<AnswerWithHeaders>
  readonly onFault: (fault: unknown, surface: string) => void
}

/** Creates the console's app. Throws if the installation lacks a file that the pages use. */
export function createConsole(options: ConsoleOptions): App {
  const { publicUrl, screens, ribbon, log, access, decide, onFault } = options
  const assets = loadAssets()
  const shell = createShell({ screens, assets, ribbon, account: access?.renderAccount }, access)
  // A document needs no login, because a phone opens the sandbox's document by a QR code (D-615).
  const guard = (route: Route): Route => (route.kind === 'document' ? route : (access?.guard(route) ?? route))
  const routes: readonly Route[] = [
    ...[...screens.flatMap((screen) => screen.routes(shell)), ...decisionRoutes(log)].map(guard),
    ...(access?.routes(shell) ?? []),
    assets.route,
    preferencesRoute,
    ...(options.routes ?? []),
  ]
  return createApp({
    ...{ name: 'console', publicUrl, ownUrls: [publicUrl], routes, decide, onFault },
    unknownPaths: 'page',
    renderPage: shell.renderRefusal,
  })
}
