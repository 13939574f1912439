/**
 * The console: which roles run, what they said to each other, and why they decided as they did. Each screen has a folder.
 * Serves its own host and origin only (GEN-43).
 */
import type { Decide } from '../base/index.ts'
import { type AnswerWithHeaders, type App, createApp, type Route } from '../http/index.ts'
import type { DecisionLog } from '../node/index.ts'
import { decisionRoutes } from './decisions-api.ts'
import type { Screen, Texts } from './screen.ts'
import { loadAssets } from './shell/assets.ts'
import { preferencesRoute } from './shell/preferences.ts'
import { createShell } from './shell/shell.ts'

/** Screens, further endpoints, and the decisions of a console. */
export interface ConsoleOptions {
  readonly publicUrl: string
  /** Screens in the order of the navigation. */
  readonly screens: readonly Screen[]
  /** Warning above every page, for example that a sandbox is no public service. */
  readonly ribbon?: Texts
  /** Version of the program, for the footer. */
  readonly version?: string
  /** Further endpoints, for example the simulated devices. */
  readonly routes?: readonly Route[]
  readonly log: Pick<DecisionLog, 'find' | 'last' | 'latest' | 'counts'>
  readonly decide: Decide<AnswerWithHeaders>
  readonly onFault: (fault: unknown, surface: string) => void
}

/** Creates the console's app. Throws if the installation lacks a file of its pages. */
export function createConsole(options: ConsoleOptions): App {
  const { publicUrl, screens, ribbon, version, log, decide, onFault } = options
  const assets = loadAssets()
  const shell = createShell({ screens, assets, ribbon, version })
  const routes: readonly Route[] = [
    ...screens.flatMap((screen) => screen.routes(shell)),
    assets.route,
    preferencesRoute,
    ...decisionRoutes(log),
    ...(options.routes ?? []),
  ]
  return createApp({
    ...{ name: 'console', publicUrl, ownUrls: [publicUrl], routes, decide, onFault },
    unknownPaths: 'page',
    renderPage: shell.renderRefusal,
  })
}
