/** `GET /assets/pid-provider.css`. */
import { type Route, respondText } from '../../http/index.ts'
import { styleSheet } from '../pages/style-sheet.ts'
import { paths } from '../paths.ts'

export const styleSheetEndpoint: Route = {
  method: 'GET',
  path: paths.styleSheet,
  kind: 'document',
  handle: () => respondText(styleSheet, 'text/css; charset=utf-8', { 'cache-control': 'public, max-age=3600' }),
}
