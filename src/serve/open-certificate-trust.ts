/** Creates the evaluator of other entities' certificates. */
import type { CertificateEvaluator } from '../base/index.ts'
import {
  createCertificateEvaluator,
  firstCertificatesIn,
  pemCertificatesIn,
  pinRoots,
} from '../certificate-trust/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import type { MemberContext } from '../member/index.ts'
import { ConfigError } from '../node/index.ts'
import { trustAnchorWire } from '../profiles/index.ts'
import type { PidProviderSettings, RelyingPartySettings } from './role-settings.ts'
import { readText } from './service.ts'

/**
 * Returns the evaluator. Its roots are the first certificate in `x5c` of each pinned key of the anchors, and the
 * certificates in `rootFiles`. In a profile whose entities have no certificates, it has no roots, and only checks the
 * revocation of the certificates of mdocs (D-1156). Returns `undefined` if the profile needs the settings
 * `certificateTrust` and there are none. Throws `ConfigError` if a root cannot be read or none is configured.
 */
export function openCertificateTrust(
  { certificateTrust, network, resolve, role }: PidProviderSettings | RelyingPartySettings,
  { clock, fetch }: Pick<MemberContext, 'clock' | 'fetch'>,
  anchors: TrustAnchors,
): CertificateEvaluator | undefined {
  const { profile, clockSkewSeconds: skewSeconds } = role
  const urls = { loopbackHttp: network.loopbackHttp }
  const services = { clock, fetch, urls, skewSeconds }
  if (!trustAnchorWire[profile].requiresCertifiedKeys)
    return createCertificateEvaluator({ ...services, graceSeconds: defaultGraceSeconds, roots: [] })
  if (certificateTrust === undefined) return undefined
  const { rootFiles, revocationGraceSeconds: graceSeconds } = certificateTrust
  const at = `profiles.${profile}.certificateTrust.rootFiles`
  const roots = [
    ...rootsAt('anchors', [...anchors.values()].flatMap(firstCertificatesIn)),
    ...rootFiles.flatMap((file, index) => rootsAt(`${at}.${index}`, pemCertificatesIn(readText(resolve(file))))),
  ]
  if (roots.length === 0)
    throw new ConfigError([
      `${at}: is empty, and no pinned key of the anchors has a certificate (x5c): name a file with their root certificate`,
    ])
  return createCertificateEvaluator({ ...services, graceSeconds, roots })
}

/** Seconds for which an expired list is still used in a profile without settings for that. */
const defaultGraceSeconds = 3600

function rootsAt(at: string, texts: readonly string[]): ReturnType<typeof pinRoots> {
  try {
    return pinRoots(texts)
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new ConfigError([`${at}: ${thrown.message}`])
    throw thrown
  }
}
