/** A Relying Party in service. */
import type { AgreementKey } from '../base/index.ts'
import { entityConfigurationPath } from '../federation/index.ts'
import { createLocalDecrypter, type Decrypter } from '../jose/index.ts'
import { keyPlans, openRoleKeys } from '../node/index.ts'
import { createRelyingParty, relaxationsOf } from '../relying-party/index.ts'
import { openTrustMarks } from './own-trust-marks.ts'
import type { RelyingPartySettings } from './role-settings.ts'
import {
  anchorsOf,
  createTrust,
  furtherKeys,
  nothing,
  ownChainOf,
  privateFilesOf,
  type Service,
  type ServiceParts,
} from './service.ts'

export async function composeRelyingParty(
  settings: RelyingPartySettings,
  parts: ServiceParts<'relying-party'>,
): Promise<Service> {
  const { role: config } = settings
  const files = privateFilesOf(settings, parts)
  const anchors = anchorsOf(settings)
  const keys = await openRoleKeys(parts, files.keys, keyPlans['relying-party'], files.environment)
  // Behind the current one of each algorithm in the key file: the next key, or the former one. Wallets are told of neither,
  // so that while replicas take the file up one after another whatever was encrypted is opened by each (RP-49).
  const decrypters = keys.agreementKeys.response.map(decrypterOf(parts)) as [Decrypter, ...Decrypter[]]
  const [current, ...others] = decrypters
  const isCurrent = (decrypter: Decrypter): boolean => decrypters.find(({ alg }) => alg === decrypter.alg) === decrypter
  const trustMarks = openTrustMarks(settings, parts, parts.stores.keptTrustMarks)
  const party = createRelyingParty({
    ...parts,
    ...ownChainOf(settings),
    trustMarks: trustMarks.current,
    config,
    anchors,
    trust: createTrust(settings, parts, anchors),
    federationSigner: keys.signers.federation[0],
    furtherFederationKeys: furtherKeys(keys.signers.federation),
    requestSigner: keys.signers.request[0],
    furtherRequestKeys: furtherKeys(keys.signers.request),
    decrypter: current,
    furtherResponseKeys: others.map((decrypter) => ({ decrypter, published: isCurrent(decrypter) })),
  })
  return {
    role: 'relying-party',
    app: party.app,
    publisher: party.publisher,
    advertised: [entityConfigurationPath, '/'],
    relaxations: relaxationsOf(config),
    notes: () => trustMarks.notes(parts.clock.now()),
    start: nothing,
    stop: nothing,
    close: () => keys.close(),
    forget: async (now) => {
      await Promise.all([party.forgetOldSessions(now), trustMarks.renew()])
    },
  }
}

const decrypterOf =
  (parts: ServiceParts<'relying-party'>) =>
  (key: AgreementKey): Decrypter =>
    createLocalDecrypter(parts, key.publicJwk.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES', key)
