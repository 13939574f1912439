/** Options of a presentation, as the form has them. */
import { formatMdoc, formatSdJwt, pid } from '../../credential/index.ts'
import type { Parameters } from '../../http/index.ts'

/** Format of the requested credential. `either` leaves the choice to the wallet. */
type RequestedFormat = 'sd-jwt' | 'mdoc' | 'either'

export interface Switches {
  readonly variant: 'dcql' | 'scope'
  readonly flow: 'cross-device' | 'same-device'
  readonly method: 'get' | 'post'
  /** Response mode. Empty if the Relying Party decides. */
  readonly mode: string
  readonly format: RequestedFormat
  /** Names of claims of the PID. */
  readonly claims: readonly string[]
  /** Names of the claims that suffice if the user withholds the others. Empty for no second claim set. */
  readonly sufficient: readonly string[]
  readonly walletAttestation: boolean
  readonly purpose: string
}

/** Names of the claims of a PID, in the order in which they are shown. */
export const claimNames: readonly string[] = Object.keys(pid.claims)

/** Formats that the form offers: those of a PID, and `either` if one of them is mdoc. */
export const formats: readonly RequestedFormat[] = [
  ...(pid.formats.some((one) => one === formatSdJwt) ? (['sd-jwt'] as const) : []),
  ...(pid.formats.some((one) => one === formatMdoc) ? (['mdoc', 'either'] as const) : []),
]

/** Defaults of a new request: name and tax number, by DCQL, in the cross-device flow. */
const defaultSwitches: Switches = {
  variant: 'dcql',
  flow: 'cross-device',
  method: 'post',
  mode: '',
  format: 'sd-jwt',
  claims: ['given_name', 'family_name', 'tax_id_number'],
  sufficient: [],
  walletAttestation: true,
  purpose: '',
}

const oneOf = <T extends string>(names: readonly T[], value: string | undefined, fallback: T): T =>
  names.find((name) => name === value) ?? fallback

/**
 * Reads the switches from a form or a query, by the field names of `renderBuilder`. Returns the defaults if `switches`
 * is absent. Replaces an unknown value by its default. Does not check `mode` and `purpose`.
 */
export function readSwitches(form: Parameters): Switches {
  if (!form.has('switches')) return defaultSwitches
  const ticked = (prefix: string): readonly string[] => claimNames.filter((name) => form.has(`${prefix}.${name}`))
  const variant = oneOf(['dcql', 'scope'], form.get('variant'), 'dcql')
  const claims = ticked('claim')
  return {
    variant,
    flow: oneOf(['cross-device', 'same-device'], form.get('flow'), 'cross-device'),
    // Variant 1 supports GET only.
    method: variant === 'scope' ? 'get' : oneOf(['post', 'get'], form.get('method'), 'post'),
    mode: form.get('mode') ?? '',
    format: oneOf(formats, form.get('format'), 'sd-jwt'),
    claims,
    sufficient: ticked('enough').filter((name) => claims.includes(name)),
    walletAttestation: form.has('wallet_attestation'),
    purpose: form.get('purpose') ?? '',
  }
}
