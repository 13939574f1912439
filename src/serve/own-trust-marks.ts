/** Trust marks in the entity configuration of a service, from its settings (D-154). */
import { failed } from '../base/index.ts'
import {
  createTrustMarkSource,
  type KeptTrustMarks,
  parseOwnTrustMark,
  type ShownTrustMark,
  type TrustMarkSource,
} from '../federation/index.ts'
import { ConfigError } from '../node/index.ts'
import type { PidProviderSettings } from './role-settings.ts'
import { readText, type ServiceParts } from './service.ts'

type Settings = Pick<PidProviderSettings, 'publicUrl' | 'network' | 'federation' | 'resolve'> & {
  readonly role: Pick<PidProviderSettings['role'], 'clockSkewSeconds' | 'profile'>
}

/**
 * Creates the source of trust marks. Sends no request. Throws `ConfigError` for a file that cannot be read, or that
 * contains no mark of the configured type for this service.
 */
export function openTrustMarks(
  { publicUrl: holder, network: { loopbackHttp }, federation: { algorithms, trustMarks }, role, resolve }: Settings,
  parts: Pick<ServiceParts<'pid-provider'>, 'crypto' | 'clock' | 'fetch'>,
  stored: KeptTrustMarks,
): TrustMarkSource {
  const isOwn = role.profile === 'seed'
  const kept = isOwn ? stored : storeForHolder(holder, stored)
  const marksAt = isOwn ? 'federation.trustMarks' : `profiles.${role.profile}.trustMarks`
  const common = { holder, ...(algorithms && { algorithms }) }
  const marks = trustMarks.map(({ type: trustMarkType, issuer = '', markFile }, index): ShownTrustMark => {
    if (markFile === undefined) return { trustMarkType, issuer }
    const trustMark = readText(resolve(markFile)).trim()
    const mark = parseOwnTrustMark(trustMark, { ...common, trustMarkType })
    if (!failed(mark)) return { trustMarkType, trustMark }
    throw new ConfigError([
      `${marksAt}.${index}.markFile: contains no trust mark of that type for ${holder} (${mark.code} at ${mark.at})`,
    ])
  })
  return createTrustMarkSource(
    { ...parts, kept },
    { ...common, marks, urls: { loopbackHttp }, skewSeconds: role.clockSkewSeconds },
  )
}

/**
 * Returns a store of the marks of a further entity, by type and holder. A mark of the service's own entity has the type
 * alone as its key. The database contains these keys, so their form must not change.
 */
function storeForHolder(holder: string, { find, keep, forget }: KeptTrustMarks): KeptTrustMarks {
  const keyOf = (trustMarkType: string): string => `${trustMarkType} ${holder}`
  return {
    find: (type) => find(keyOf(type)),
    keep: (type, trustMark) => keep(keyOf(type), trustMark),
    forget: (type) => forget(keyOf(type)),
  }
}
