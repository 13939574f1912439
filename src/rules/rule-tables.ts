/** Rule tables of checks that several roles share, by the name of the check. `npm run requirements` reads them. */
import { certificateRules } from './certificate-rules.ts'

export const ruleTables = {
  'certificates/x5c': certificateRules(
    { status: 400, error: 'invalid_request', text: 'The certificates are not accepted.' },
    { status: 503, error: 'temporarily_unavailable', text: 'The certificates cannot be checked now.' },
  ),
}
