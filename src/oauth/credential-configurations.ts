/**
 * Credential configurations (OpenID4VCI 1.0 §12.2.4): the ids under which the issuer's metadata offer the PID. Each
 * format has two configurations: one of OpenID4VCI D13, and one of OpenID4VCI 1.0 with a `scope` (D-313). Clients of
 * OpenID4VCI 1.0 request the PID by id or `scope`.
 */
import {
  type CredentialFormat,
  type CredentialFormatName,
  type CredentialSupport,
  formatNames,
} from '../credential/formats.ts'

/** A named credential that an issuer offers. */
export interface CredentialConfiguration {
  readonly id: string
  /** Canonical format. */
  readonly format: CredentialFormat
  /** Name of the format in the configuration's version of OpenID4VCI. */
  readonly formatName: CredentialFormatName
  /** Equals `id`. Absent in a D13 configuration. */
  readonly scope?: string
}

/** Returns the configurations of D13 and then those of OpenID4VCI 1.0, each in the order of the formats. */
export const credentialConfigurations = (support: CredentialSupport): readonly CredentialConfiguration[] => [
  ...support.formats.map((format) => draft13Configuration(format, support)),
  ...support.formats.map((format) => finalConfiguration(format, support)),
]

const draft13Configuration = (format: CredentialFormat, support: CredentialSupport): CredentialConfiguration => ({
  id: formatNames[format].typeOf(support), // PP-39
  format,
  formatName: format,
})

function finalConfiguration(format: CredentialFormat, support: CredentialSupport): CredentialConfiguration {
  const { configurationPrefix, typeOf, finalName } = formatNames[format]
  const id = `${configurationPrefix}${typeOf(support)}`
  return { id, scope: id, format, formatName: finalName } // PP-121
}

/** Returns the offered configuration with this `credential_configuration_id`, or `undefined` if there is none. */
export const findConfiguration = (support: CredentialSupport, id: unknown): CredentialConfiguration | undefined =>
  credentialConfigurations(support).find((configuration) => configuration.id === id)

/** Returns true if this is the id of an offered configuration of D13, which has no nonce endpoint (D-312). */
export function isDraft13Configuration(support: CredentialSupport, id: unknown): boolean {
  const configuration = findConfiguration(support, id)
  return configuration !== undefined && configuration.scope === undefined
}
