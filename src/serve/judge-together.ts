/**
 * What no single member of the settings says: what holds for them only with the network, with files that are there, or
 * beside each other.
 */
import { existsSync } from 'node:fs'
import { failed, parseEntityId } from '../base/index.ts'

export type Tree = { [member: string]: unknown }

export const asTree = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {})

/** What no single member says: URL and network, files that are named. */
export function judgeTogether(values: Tree, toPath: (path: string) => string): readonly string[] {
  const faults: string[] = []
  const loopbackHttp = asTree(values.network).loopbackHttp === true
  if (typeof values.publicUrl === 'string') {
    const judged = parseEntityId(values.publicUrl, { loopbackHttp }, 'publicUrl')
    if (failed(judged))
      faults.push(
        judged.code === 'url_not_https'
          ? 'publicUrl: is no https URL (on a machine of your own network.loopbackHttp permits http://localhost)'
          : 'publicUrl: is no entity identifier: an https URL without query, fragment and user',
      )
  }
  for (const [at, path] of namedFiles(values))
    if (!existsSync(toPath(path))) faults.push(`${at}: there is no such file`)
  for (const [index, anchor] of (Array.isArray(values.anchors) ? values.anchors : []).entries())
    if (asTree(anchor).jwks === undefined && asTree(anchor).jwksFile === undefined)
      faults.push(`anchors.${index}: pins no keys: jwks or jwksFile`)
  const { trustMarks } = asTree(values.federation)
  for (const [index, { issuer }] of (Array.isArray(trustMarks) ? trustMarks : []).map(asTree).entries())
    if (typeof issuer === 'string' && failed(parseEntityId(issuer, { loopbackHttp }, 'issuer')))
      faults.push(`federation.trustMarks.${index}.issuer: is no entity identifier`)
  if (!loopbackHttp) faults.push(...unpinnedLogins(values.identityProviders))
  return faults
}

/** Keys of a national login that nothing but TLS would vouch for (PP-63, D-59): for a machine of one's own. */
function unpinnedLogins(providers: unknown): readonly string[] {
  return (Array.isArray(providers) ? providers : []).map(asTree).flatMap((provider, index) => {
    const at = `identityProviders.${index}`
    const { protocol, registration, metadataFile, metadataUrl } = provider
    if (protocol === 'oidc' && registration === 'discovery')
      return [`${at}.registration: "discovery" needs network.loopbackHttp; elsewhere the federation registers`]
    if (protocol === 'saml' && metadataUrl !== undefined)
      return [
        `${at}.metadataUrl: needs network.loopbackHttp; elsewhere metadataFile, a document of the national registry`,
      ]
    if (protocol === 'saml' && metadataFile === undefined)
      return [`${at}.metadataFile: must name the provider's metadata, a document of the national registry`]
    return []
  })
}

/** Every member whose name ends in `File` and that is to be there already. */
function namedFiles(values: unknown, at: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof values !== 'object' || values === null || at[0] === 'role') return []
  return Object.entries(values).flatMap(([member, value]) => {
    const here = [...at, member]
    if (typeof value === 'string') return member.endsWith('File') ? [[here.join('.'), value] as const] : []
    if (member.endsWith('Files') && Array.isArray(value))
      return value.map((one, index) => [`${here.join('.')}.${index}`, String(one)] as const)
    return namedFiles(value, here)
  })
}
