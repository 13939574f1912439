/** Rule tables of endpoints that every role of a federation may have, for `npm run requirements`. */
import { CERTIFICATE_LIST_RULES } from './certificates/certificate-list-endpoint.ts'

export const ruleTables = {
  'member/crl': CERTIFICATE_LIST_RULES,
}
