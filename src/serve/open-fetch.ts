/** The client for outgoing HTTP of a service, as its settings say. */
import { createGuardedFetch, type GuardedFetch } from '../node/index.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'

export const openFetch = (settings: ServiceSettings): GuardedFetch => {
  const { network, resolve } = settings
  return createGuardedFetch({
    loopbackHttp: network.loopbackHttp,
    trustedHosts: network.trustedHosts,
    knownHosts: knownHostsOf(settings),
    timeoutMilliseconds: network.timeoutMilliseconds,
    certificateAuthorities: network.certificateAuthorityFiles.map((file) => readText(resolve(file))),
  })
}

/** Those of its anchors, its superiors and the issuers of its trust marks: no flood of strangers keeps it from them. */
export const knownHostsOf = (settings: ServiceSettings): readonly string[] => {
  const { anchors, role } = settings
  const marks = 'federation' in settings ? settings.federation.trustMarks : []
  const named = [
    ...anchors.map(({ entityId }) => entityId),
    ...role.authorityHints,
    ...marks.flatMap(({ issuer }) => issuer ?? []),
  ]
  return named.flatMap((url) => URL.parse(url)?.hostname ?? [])
}
