/** Opens the keys of a Relying Party, and composes it. */
import { type AgreementKey, runTogether } from '../base/index.ts'
import { entityConfigurationPath } from '../federation/index.ts'
import { createLocalDecrypter, type Decrypter } from '../jose/index.ts'
import { closeOnFault, keyPlans, openIdKey, openRoleKeys } from '../node/index.ts'
import { openIdApplication } from '../openid-login/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { createRelyingParty, type RelyingParty, relaxationsOf } from '../relying-party/index.ts'
import { openCertificateTrust } from './open-certificate-trust.ts'
import { type OpenIdKeys, openIdRoutesOf, openOpenIdKeys } from './openid-login.ts'
import { openTrustMarks } from './own-trust-marks.ts'
import { type KeyParts, privateFilesOf } from './private-files.ts'
import type { RelyingPartySettings } from './role-settings.ts'
import {
  administratorsOf,
  createTrust,
  doNothing,
  furtherKeys,
  leafPartsOf,
  type Service,
  type ServiceParts,
  type Signers,
} from './service.ts'

/** Keys of a Relying Party. */
export interface RelyingPartyKeys {
  readonly federation: Signers
  /** Keys that sign Request Objects. */
  readonly request: Signers
  /** Decryption keys. Wallets encrypt responses to the first key of each algorithm. */
  readonly response: readonly [AgreementKey, ...AgreementKey[]]
  /** Absent if the settings have no OpenID Provider. */
  readonly openId?: OpenIdKeys
  close?(): void
}

/** A composed Relying Party. */
export interface RelyingPartyService extends Service {
  readonly party: RelyingParty
}

/** Opens the keys that the settings name. Rejects as `openRoleKeys` and `openOpenIdKeys` do. */
export async function openRelyingPartyKeys(settings: RelyingPartySettings, parts: KeyParts): Promise<RelyingPartyKeys> {
  const files = privateFilesOf(settings, parts)
  const plan = keyPlans['relying-party']
  const { openid } = settings
  if (openid === undefined) {
    const { signers, agreementKeys, close } = await openRoleKeys(parts, files.keys, plan, files.environment)
    return { ...signers, ...agreementKeys, close }
  }
  const keys = await openRoleKeys(parts, files.keys, { ...plan, openid: openIdKey }, files.environment)
  const { signers, agreementKeys, close } = keys
  const openId = await closeOnFault(keys, () => openOpenIdKeys(openid, signers.openid, { settings, files, parts }))
  return { federation: signers.federation, request: signers.request, ...agreementKeys, openId, close }
}

/**
 * Composes the role from its settings, keys and infrastructure. `entities` are the composed entities of further
 * profiles.
 */
export async function composeRelyingParty(
  settings: RelyingPartySettings,
  keys: RelyingPartyKeys,
  parts: ServiceParts<'relying-party'>,
  entities: ReadonlyMap<ProfileName, RelyingPartyService>,
): Promise<RelyingPartyService> {
  const { role: config } = settings
  // For each algorithm, the key file lists the current key first, and the next or the former key after it. Wallets see
  // only the current key. Replicas load a new file one after another; each can still decrypt every response (RP-49).
  const decrypters = keys.response.map(decrypterOf(parts)) as [Decrypter, ...Decrypter[]]
  const [first, ...further] = decrypters
  const isCurrent = (decrypter: Decrypter): boolean => decrypters.find(({ alg }) => alg === decrypter.alg) === decrypter
  const trustMarks = openTrustMarks(settings, parts, parts.stores.keptTrustMarks)
  const furtherRoutes = await openIdRoutesOf(settings, keys.openId, parts)
  const leaf = leafPartsOf(settings, keys.federation, trustMarks)
  const party = createRelyingParty({
    ...parts,
    ...leaf,
    config,
    trust: createTrust(settings, parts, leaf.anchors),
    certificates: openCertificateTrust(settings, parts, leaf.anchors),
    administrators: administratorsOf(settings),
    requestSigner: keys.request[0],
    furtherRequestKeys: furtherKeys(keys.request),
    decrypter: first,
    ...(furtherRoutes && { furtherRoutes, ownApplicationIds: [openIdApplication] }),
    furtherEntities: new Map([...entities].map(([profile, { party: entity }]) => [profile, entity.services])),
    hasApplicationApi: config.profile === 'seed',
    furtherResponseKeys: further.map((decrypter) => ({ decrypter, published: isCurrent(decrypter) })),
  })
  return {
    role: 'relying-party',
    app: party.app,
    publisher: party.publisher,
    party,
    advertised: [entityConfigurationPath, '/'],
    relaxations: relaxationsOf(config),
    notes: () => trustMarks.notes(parts.clock.now()),
    start: doNothing,
    stop: doNothing,
    close: () => keys.close?.(),
    runUpkeep: (now, end) =>
      runTogether([
        () => party.forgetOldSessions(now, end),
        () => parts.stores.openIdRecords.prune(now, end),
        () => trustMarks.renew(),
      ]),
  }
}

const decrypterOf =
  (parts: ServiceParts<'relying-party'>) =>
  (key: AgreementKey): Decrypter =>
    createLocalDecrypter(parts, key.publicJwk.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES', key)
