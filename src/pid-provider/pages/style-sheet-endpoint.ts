/** `GET /assets/pid-provider.css`. */
import { type Route, respondText } from '../../http/index.ts'
import { paths } from '../paths.ts'
import { styleSheet } from './style-sheet.ts'

export const styleSheetEndpoint: Route = {
  method: 'GET',
  path: paths.styleSheet,
  kind: 'document',
  handle: () => respondText(styleSheet, 'text/css; charset=utf-8', { 'cache-control': 'public, max-age=3600' }),
}
