/** A PID Provider in service, with the national logins of its settings. */
import { failed, type NonceKeys } from '../base/index.ts'
import { entityConfigurationPath } from '../federation/index.ts'
import { ConfigError, type Keys, keyPlans, loadSecrets, openRoleKeys } from '../node/index.ts'
import { formatMdoc } from '../oauth/index.ts'
import { createPidProvider, type MdocIssuer, mdocSignerNotes, type PersonSource } from '../pid-provider/index.ts'
import {
  createPersonSource,
  loadMdocIssuer,
  loadNationalLoginKey,
  loadUserinfoDecrypter,
} from '../pid-provider-adapters/index.ts'
import { parseCertificate } from '../x509/index.ts'
import { watchInstances } from './instance-watch.ts'
import { connectNationalLogins, loginNotes } from './national-logins.ts'
import { openTrustMarks } from './own-trust-marks.ts'
import type { PidProviderSettings } from './role-settings.ts'
import {
  administratorOf,
  anchorsOf,
  createTrust,
  furtherKeys,
  ownChainOf,
  privateFilesOf,
  type Service,
  type ServiceParts,
} from './service.ts'
import { exampleOrganization } from './template.ts'

export async function composePidProvider(
  settings: PidProviderSettings,
  parts: ServiceParts<'pid-provider'>,
): Promise<Service> {
  const { role: config } = settings
  const files = privateFilesOf(settings, parts)
  const anchors = anchorsOf(settings)
  const trust = createTrust(settings, parts, anchors)
  const [keys, loginKey, decrypter, mdocIssuer] = await Promise.all([
    openRoleKeys(parts, files.keys, keyPlans['pid-provider'], files.environment),
    loadNationalLoginKey(parts, files.at('login.json'), files.options),
    loadUserinfoDecrypter(parts, files.at('login-encryption.json'), files.options),
    loadMdocIssuer(parts, files.at('mdoc.json'), mdocIssuerOf(settings), files.options),
  ])
  const secrets = loadSecrets(parts, files.at('secrets.json'), ['cNonce', 'person'], files.options)
  await parts.compareSecrets?.(files.at('secrets.json'), secrets)
  const trustMarks = openTrustMarks(settings, parts, parts.stores.keptTrustMarks)
  const administrator = administratorOf(settings)
  const provider = createPidProvider({
    ...parts,
    ...ownChainOf(settings),
    trustMarks: trustMarks.current,
    config,
    anchors,
    trust,
    federationSigner: keys.signers.federation[0],
    furtherFederationKeys: furtherKeys(keys.signers.federation),
    credentialSigner: keys.signers.credential[0],
    retiredKeys: furtherKeys(keys.signers.credential),
    mdocIssuer,
    nationalLoginKeys: { keys: [loginKey.publicJwk], algorithm: loginKey.key.alg, decrypter },
    nonceKeys: secrets.cNonce,
    personSecret: onlyOne(secrets.person),
    ...(await connectNationalLogins(settings, { ...parts, trust, files, loginKey, decrypter })),
    administrators: administrator ? [administrator] : [],
    personSource: personSourceOf(settings, parts, keys.signers),
  })
  const ending = new AbortController()
  const instances = watchInstances({
    clock: parts.clock,
    follow: () => provider.followWalletInstances(ending.signal),
    intervalSeconds: config.walletStatusIntervalSeconds,
    onTrouble: parts.onTrouble,
  })
  return {
    role: 'pid-provider',
    app: provider.app,
    publisher: provider.publisher,
    advertised: [entityConfigurationPath],
    relaxations: [],
    notes: () => [
      ...instances.notes(),
      ...(decrypter === undefined && settings.identityProviders.some(({ protocol }) => protocol === 'oidc')
        ? ['no login ends at a national provider that encrypts userinfo: fiducia init makes the key; then start anew']
        : []),
      ...loginNotes(settings),
      ...mdocSignerNotes({ config, mdocIssuer }, parts.clock.now()),
      ...exampleAuthorityNotes(config, mdocIssuer),
      ...trustMarks.notes(parts.clock.now()),
    ],
    gauges: instances.gauges,
    start: instances.start,
    stop: () => ending.abort(),
    close: () => keys.close(),
    forget: async () => {
      await Promise.all([instances.sweep(), trustMarks.renew()])
    },
  }
}

/** The first `fiducia init` makes the authority before anybody has said who the provider is (D-334). */
function exampleAuthorityNotes(
  { organization, support }: PidProviderSettings['role'],
  { authority }: MdocIssuer,
): readonly string[] {
  const example = exampleOrganization('pid-provider')
  const certificate = parseCertificate(authority, 'authority')
  const isExample = !failed(certificate) && certificate.subject.some(({ text }) => text === example)
  if (!isExample || organization.organization_name === example || !support.formats.includes(formatMdoc)) return []
  return [
    `the authority of mdocs is still named "${example}", which relying parties see: as long as there is no mdoc, remove mdoc.json and let fiducia init make it again; then start the service anew`,
  ]
}

/** Not the first of several, as with nonces: another secret would make another `unique_id` for each person (PP-68). */
function onlyOne([{ secret }, ...others]: NonceKeys): Uint8Array {
  if (others.length > 0) throw new ConfigError(['secrets.json: "person" is one secret for ever, and has several here'])
  return secret
}

/** The source of the settings, which knows us by a key that nobody else trusts. */
export const personSourceOf = (
  { personSource }: Pick<PidProviderSettings, 'personSource'>,
  parts: Pick<ServiceParts<'pid-provider'>, 'clock' | 'random' | 'crypto' | 'fetch'>,
  { person_source: [signer] }: Pick<Keys<(typeof keyPlans)['pid-provider']>['signers'], 'person_source'>,
): PersonSource => createPersonSource(personSource, { ...parts, signer })

const mdocIssuerOf = ({ publicUrl, role }: PidProviderSettings) => ({
  entityId: publicUrl,
  organizationName: role.organization.organization_name,
  country: role.mdoc.issuingCountry,
  credentialLifetimeSeconds: role.credentialLifetimeSeconds,
})
