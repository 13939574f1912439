/** `GET /`, and the script and style sheet of the pages. */
import { type Route, respondPage, respondText } from '../../http/index.ts'
import { colourRule, pageStyle } from '../../pages/index.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { paths } from '../paths.ts'
import { pageScript } from './assets.ts'
import { homePage, landingPage } from './start-pages.ts'

const assetHeaders = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }

export const homeEndpoint = ({ config }: Pick<RelyingPartyServices, 'config'>): Route => ({
  method: 'GET',
  path: paths.home,
  kind: 'page',
  public: true,
  handle: ({ language }) => {
    const page = { config, language, url: urlOf(config, 'home') }
    return respondPage(config.demonstration ? homePage(page) : landingPage(page))
  },
})

export const scriptEndpoint: Route = {
  method: 'GET',
  path: paths.script,
  kind: 'page',
  public: true,
  handle: () => respondText(pageScript, 'text/javascript; charset=utf-8', assetHeaders),
}

export const stylesEndpoint = ({ config }: Pick<RelyingPartyServices, 'config'>): Route => ({
  method: 'GET',
  path: paths.styles,
  kind: 'page',
  public: true,
  handle: () => respondText(pageStyle + colourRule(config.pages), 'text/css; charset=utf-8', assetHeaders),
})
