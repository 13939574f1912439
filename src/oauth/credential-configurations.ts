/**
 * Credential configurations (OpenID4VCI 1.0 §12.2.4): the names by which an issuer's metadata offer the PID, and by which
 * the final text has it asked for. Those of OpenID4VCI D13 are there too; the final text's have a `scope` (D-313).
 */
import {
  type CredentialFormat,
  type CredentialFormatName,
  type CredentialSupport,
  formatNames,
} from '../credential/formats.ts'

/** One credential that an issuer offers, by its name. */
export interface CredentialConfiguration {
  readonly id: string
  /** What the name of its format stands for here. */
  readonly format: CredentialFormat
  readonly formatName: CredentialFormatName
  /** The same word as the `id`; a configuration in the words of D13 has none. */
  readonly scope?: string
}

/** In the order of the formats, those of D13 first. */
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

/** The configuration that a `credential_configuration_id` names, among those that are offered. */
export const findConfiguration = (support: CredentialSupport, id: unknown): CredentialConfiguration | undefined =>
  credentialConfigurations(support).find((configuration) => configuration.id === id)
