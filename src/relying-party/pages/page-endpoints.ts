/** `GET /`, and the script and style sheet of the pages. */
import { type Route, respondPage, respondText } from '../../http/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { paths } from '../paths.ts'
import { pageScript, styleSheet } from './assets.ts'
import { homePage } from './start-pages.ts'

const assetHeaders = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }

export const homeEndpoint = ({ config }: Pick<RelyingPartyServices, 'config'>): Route => ({
  method: 'GET',
  path: paths.home,
  kind: 'page',
  public: true,
  handle: ({ language }) => respondPage(homePage({ config, language })),
})

export const scriptEndpoint: Route = {
  method: 'GET',
  path: paths.script,
  kind: 'page',
  public: true,
  handle: () => respondText(pageScript, 'text/javascript; charset=utf-8', assetHeaders),
}

export const stylesEndpoint: Route = {
  method: 'GET',
  path: paths.styles,
  kind: 'page',
  public: true,
  handle: () => respondText(styleSheet, 'text/css; charset=utf-8', assetHeaders),
}
