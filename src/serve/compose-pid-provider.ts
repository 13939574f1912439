/** Opens the keys of a PID Provider, and composes it with the national logins of its settings. */
import { failed, type NonceKeys, runTogether } from '../base/index.ts'
import { entityConfigurationPath } from '../federation/index.ts'
import type { Signer } from '../jose/index.ts'
import { ConfigError, closeOnFault, keyPlans, loadSecrets, openRoleKeys } from '../node/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import {
  CredentialTypeFault,
  createPidProvider,
  type InstanceSweepResult,
  type MdocIssuer,
  mdocSignerNotes,
  type PersonSource,
  type PidProvider,
} from '../pid-provider/index.ts'
import { createPersonSource, loadMdocIssuer } from '../pid-provider-adapters/index.ts'
import { parseCertificate } from '../x509/index.ts'
import { readCredentialTypes, requireNamedType } from './credential-types.ts'
import { watchInstances } from './instance-watch.ts'
import {
  connectNationalLogins,
  loginNotes,
  type NationalLoginSecrets,
  type NationalLogins,
  openLoginSecrets,
} from './national-logins.ts'
import { openCertificateTrust } from './open-certificate-trust.ts'
import { openTrustMarks } from './own-trust-marks.ts'
import { type KeyParts, privateFilesOf, singleSecretOf } from './private-files.ts'
import type { PidProviderSettings } from './role-settings.ts'
import {
  administratorsOf,
  createTrust,
  furtherKeys,
  leafPartsOf,
  type Service,
  type ServiceParts,
  type Signers,
} from './service.ts'
import { reportStatusPlaces } from './status-places.ts'
import { exampleOrganization } from './template.ts'

/** Keys and secrets of a PID Provider. */
export interface PidProviderKeys {
  readonly federation: Signers
  readonly credential: Signers
  readonly mdoc: MdocIssuer
  /** Authenticates this provider to an authentic source. Nobody else trusts this key. */
  readonly personSource: Signer
  /** Secrets of c_nonces and DPoP nonces. */
  readonly cNonce: NonceKeys
  /** Secret that derives the pairwise subjects. */
  readonly person: Uint8Array
  /**
   * Private keys for the identity providers of the settings, or connected providers that replace those of the settings.
   */
  readonly logins: NationalLoginSecrets | NationalLogins
  close?(): void
}

/**
 * Opens the keys and secrets that the settings name. Rejects with `ConfigError` if the secrets differ from those of
 * other replicas, or if there are several secrets "person". Also rejects as `openRoleKeys` does.
 */
export async function openPidProviderKeys(settings: PidProviderSettings, parts: KeyParts): Promise<PidProviderKeys> {
  const files = privateFilesOf(settings, parts)
  const keys = await openRoleKeys(parts, files.keys, keyPlans['pid-provider'], files.environment)
  return closeOnFault(keys, async () => {
    const [logins, mdoc] = await Promise.all([
      openLoginSecrets(settings, parts, files),
      loadMdocIssuer(parts, files.at('mdoc.json'), mdocIssuerOf(settings), files.options),
    ])
    const { cNonce, person } = loadSecrets(parts, files.at('secrets.json'), ['cNonce', 'person'], files.options)
    await parts.compareSecrets?.(files.at('secrets.json'), { cNonce, person })
    const { signers, close } = keys
    const [personSource] = signers.person_source
    return { ...signers, mdoc, personSource, cNonce, person: singleSecretOf('person', person), logins, close }
  })
}

function createProvider(ctx: Parameters<typeof createPidProvider>[0]): PidProvider {
  try {
    return createPidProvider(ctx)
  } catch (thrown) {
    if (!(thrown instanceof CredentialTypeFault)) throw thrown
    throw new ConfigError([`role.${thrown.setting}: ${thrown.message}`])
  }
}

/** A composed PID Provider. */
export interface PidProviderService extends Service {
  /** Checks now for revoked Wallet Instances, as each call of `runUpkeep` does. */
  readonly applyWalletInstanceStatuses: () => Promise<InstanceSweepResult>
  readonly nationalLogins: NationalLogins
}

/**
 * Composes the role from its settings, keys and infrastructure. Rejects with `ConfigError` for a file that cannot be
 * used, and for settings that do not fit the credential type.
 */
export async function composePidProvider(
  settings: PidProviderSettings,
  keys: PidProviderKeys,
  parts: ServiceParts<'pid-provider'>,
): Promise<PidProviderService> {
  const { role: config } = settings
  const { mdoc: mdocIssuer, logins } = keys
  const trustMarks = openTrustMarks(settings, parts, parts.stores.keptTrustMarks)
  const leaf = leafPartsOf(settings, keys.federation, trustMarks)
  const trust = createTrust(settings, parts, leaf.anchors)
  const nationalLogins =
    'identityProviders' in logins ? logins : await connectNationalLogins(settings, { ...parts, ...logins, trust })
  const credentialTypes = readCredentialTypes(settings.credentialTypeFiles, settings.resolve)
  requireNamedType(credentialTypes, settings.credentialTypeFiles, config.support)
  const provider = createProvider({
    ...parts,
    ...leaf,
    config,
    credentialTypes,
    trust,
    certificates: openCertificateTrust(settings, parts, leaf.anchors),
    credentialSigner: keys.credential[0],
    retiredKeys: furtherKeys(keys.credential),
    mdocIssuer,
    nonceKeys: keys.cNonce,
    personSecret: keys.person,
    ...nationalLogins,
    administrators: administratorsOf(settings) ?? [],
    personSource: personSourceOf(settings, parts, keys),
  })
  const stopController = new AbortController()
  const applyWalletInstanceStatuses = () => provider.applyWalletInstanceStatuses(stopController.signal)
  const instances = watchInstances({
    clock: parts.clock,
    applyStatuses: applyWalletInstanceStatuses,
    intervalSeconds: config.walletStatusIntervalSeconds,
    onTrouble: parts.onTrouble,
  })
  await provider.statusPlaces.estimate(parts.clock.now())
  const places = reportStatusPlaces(provider.statusPlaces, config.statusLists.count)
  return {
    role: 'pid-provider',
    app: provider.app,
    publisher: provider.publisher,
    advertised: [entityConfigurationPath],
    relaxations: [],
    notes: () => [
      ...instances.notes(),
      ...places.notes(),
      ...(nationalLogins.nationalLoginKeys.decrypter === undefined &&
      settings.identityProviders.some(({ protocol }) => protocol === 'oidc')
        ? ['logins fail at a national provider that encrypts userinfo: create the key with fiducia init, then restart']
        : []),
      ...loginNotes(settings),
      ...mdocSignerNotes({ config, mdocIssuer }, parts.clock.now()),
      ...exampleAuthorityNotes(config, mdocIssuer),
      ...trustMarks.notes(parts.clock.now()),
    ],
    gauges: [...instances.gauges, ...places.gauges],
    start: instances.start,
    stop: () => stopController.abort(),
    close: () => keys.close?.(),
    applyWalletInstanceStatuses,
    nationalLogins,
    runUpkeep: (now) =>
      runTogether([() => instances.sweep(), () => trustMarks.renew(), () => provider.statusPlaces.estimate(now)]),
  }
}

/**
 * Returns a note if the certificate authority of mdocs still has the example name. The first `fiducia init` creates
 * that authority before the provider's name is configured (D-334).
 */
function exampleAuthorityNotes(
  { organization, support }: PidProviderSettings['role'],
  { authority }: MdocIssuer,
): readonly string[] {
  const example = exampleOrganization('pid-provider')
  const certificate = parseCertificate(authority, 'authority')
  const isExample = !failed(certificate) && certificate.subject.some(({ text }) => text === example)
  if (!isExample || organization.organization_name === example || !support.formats.includes(formatMdoc)) return []
  return [
    `the authority of mdocs is still named "${example}", which relying parties see: if no mdoc was issued yet, remove mdoc.json, run fiducia init again and restart the service`,
  ]
}

/**
 * Creates the source of the person's data that the settings name. Uses the key only with the method `private_key_jwt`.
 */
export const personSourceOf = (
  { personSource }: Pick<PidProviderSettings, 'personSource'>,
  parts: Pick<ServiceParts<'pid-provider'>, 'clock' | 'random' | 'crypto' | 'fetch'>,
  { personSource: signer }: Pick<PidProviderKeys, 'personSource'>,
): PersonSource => createPersonSource(personSource, { ...parts, signer })

const mdocIssuerOf = ({ publicUrl, role }: PidProviderSettings) => ({
  entityId: publicUrl,
  organizationName: role.organization.organization_name,
  country: role.mdoc.issuingCountry,
  credentialLifetimeSeconds: role.credentialLifetimeSeconds,
})
