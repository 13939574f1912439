/** Names of the credential formats on the command line. */
import { formatMdoc, formatSdJwt } from '../../credential/formats.ts'

export const formatsByName = { 'sd-jwt': formatSdJwt, mdoc: formatMdoc } as const
