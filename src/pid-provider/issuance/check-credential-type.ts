/** Checks at startup that a provider can issue its credential type. */
import { type CredentialType, isTechnicalClaim } from '../../credential/index.ts'
import { formatMdoc, formatSdJwt } from '../../oauth/index.ts'
import { isReservedName } from '../../sd-jwt/index.ts'
import type { PidProviderConfig } from '../config.ts'
import { claimWithoutAttribute } from '../login/person-claims.ts'
import type { PersonSource } from '../login/person-source.ts'

/** The settings do not fit the credential type. */
export class CredentialTypeFault extends TypeError {
  readonly setting: 'formats' | 'credentialType' | 'mdoc.domesticNamespace'

  constructor(setting: CredentialTypeFault['setting'], message: string) {
    super(message)
    this.setting = setting
  }
}

/**
 * Throws a `CredentialTypeFault` if the type:
 * - does not have a configured format
 * - has a claim with a name that an SD-JWT reserves, or with the name of a claim that the issuer adds to an SD-JWT
 * - has an SD-JWT that must contain the certificates of the signing key, or the integrity of the type's metadata: a PID
 *   Provider has neither
 * - has Italian elements for an offered mdoc, but the Italian namespace has the same name as the other namespace
 * - has a mandatory claim whose attribute the person source does not have, if the source names its attributes
 */
export function checkCredentialType(config: PidProviderConfig, type: CredentialType, personSource: PersonSource): void {
  checkFormats(config, type)
  checkClaimNames(config, type)
  checkSdJwt(config, type)
  checkNamespaces(config, type)
  checkClaimAttributes(type, personSource)
}

function checkFormats({ support }: PidProviderConfig, { formats, credentialType }: CredentialType): void {
  const format = support.formats.find((offered) => !formats.includes(offered))
  if (format !== undefined)
    throw new CredentialTypeFault(
      'formats',
      `formats has ${format}, but the credential type ${credentialType} does not have this format: set formats to ${formats.join(', ')}`,
    )
}

/**
 * Throws a fault for a claim with a reserved name. In the layout `flat`, throws a fault also for a claim with the name
 * of a claim that the issuer adds: a technical claim, `sub`, or one of `sdJwt.facts`. Checks nothing if no SD-JWTs are
 * issued.
 */
function checkClaimNames({ claimsLayout, support }: PidProviderConfig, { claims, sdJwt }: CredentialType): void {
  if (!support.formats.includes(formatSdJwt)) return
  const added = ['sub', ...Object.keys(sdJwt?.facts ?? {})]
  const isAdded = (name: string): boolean => isTechnicalClaim(name) || added.includes(name)
  const name = Object.keys(claims).find((one) => isReservedName(one) || (claimsLayout === 'flat' && isAdded(one)))
  if (name === undefined) return
  const nameKind = isReservedName(name)
    ? 'a name that an SD-JWT reserves'
    : 'the name of one that the issuer adds to an SD-JWT'
  throw new CredentialTypeFault('credentialType', `a claim of the credential type has ${nameKind}: ${name}`) // PP-201
}

function checkSdJwt({ support }: PidProviderConfig, { sdJwt, credentialType }: CredentialType): void {
  if (sdJwt === undefined || !support.formats.includes(formatSdJwt)) return
  const needsIntegrity = Object.values(sdJwt.facts).includes('typeIntegrity')
  const missing = sdJwt.requiresX5c ? 'the certificates of the signing key' : "the integrity of the type's metadata"
  if (sdJwt.requiresX5c || needsIntegrity)
    throw new CredentialTypeFault(
      'credentialType',
      `an SD-JWT of the credential type ${credentialType} needs what the provider does not have: ${missing}`,
    ) // PP-202
}

/** Throws a fault if the Italian elements of an mdoc would replace all others, because both namespaces are equal. */
function checkNamespaces({ mdoc, support }: PidProviderConfig, { mdoc: elements }: CredentialType): void {
  const hasItalian = support.formats.includes(formatMdoc) && Object.keys(elements.domestic).length > 0
  if (hasItalian && mdoc.namespace === (mdoc.domesticNamespace ?? elements.domesticNamespace))
    throw new CredentialTypeFault(
      'mdoc.domesticNamespace',
      `the Italian elements need another namespace than mdoc.namespace, which is ${mdoc.namespace}`,
    ) // PP-108
}

function checkClaimAttributes(type: CredentialType, { attributeNames }: PersonSource): void {
  const name = attributeNames && claimWithoutAttribute(type, attributeNames)
  if (name !== undefined)
    throw new CredentialTypeFault(
      'credentialType',
      `the person source lacks the attribute of a mandatory claim of the credential type: ${name}`,
    ) // PP-67
}
