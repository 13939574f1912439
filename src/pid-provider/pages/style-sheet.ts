/** `GET /assets/pid-provider.css`: the style sheet of the pages, with the organization's colour. */
import { type Route, respondText } from '../../http/index.ts'
import { colourRule, pageStyle } from '../../pages/index.ts'
import type { PidProviderServices } from '../context.ts'
import { paths } from '../paths.ts'

export const styleSheetEndpoint = ({ config }: Pick<PidProviderServices, 'config'>): Route => ({
  method: 'GET',
  path: paths.styleSheet,
  kind: 'page',
  public: true,
  handle: () =>
    respondText(pageStyle + colourRule(config.pages), 'text/css; charset=utf-8', {
      'cache-control': 'public, max-age=3600',
    }),
})
