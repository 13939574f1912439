/** Validates settings that depend on each other or on existing files, which no schema of a single member can check. */
import { existsSync, readFileSync } from 'node:fs'
import { describeReadFault, entityIdFault, failed, missingFileRemedy, parseEntityId, parseUrl } from '../base/index.ts'
import { authorityFault } from '../node/index.ts'
import type { ServedRole } from './role-names.ts'
import { checkTlsFiles } from './tls-files.ts'

/** Settings, or a part of them, before their validation. */
export type Tree = { [member: string]: unknown }

/** Returns the value if it is an object, otherwise an empty object. */
export const asTree = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {})

/** A value with its place in the settings. */
type Placed = readonly [at: string, value: unknown]

/**
 * Returns a sentence for each fault. Reads the files that the settings name. `toPath` resolves a path of the settings.
 * Skips most members that do not match their schema, because the schema reports them.
 */
export function validateTogether(role: ServedRole, values: Tree, toPath: (path: string) => string): readonly string[] {
  const loopbackHttp = asTree(values.network).loopbackHttp === true
  const faults = publicUrlFaults(values.publicUrl, loopbackHttp)
  for (const [at, path] of namedFiles(values))
    if (!existsSync(toPath(path))) faults.push(`${at}: there is no file ${toPath(path)}: ${missingFileRemedy}`)
  faults.push(...pemFaults(values, toPath))
  faults.push(...anchorFaults(values))
  if (role === 'trust-anchor') faults.push(...intermediateFaults(values))
  for (const [at, entityId] of namedEntities(values)) {
    const fault = typeof entityId === 'string' ? entityIdFault(entityId, { loopbackHttp }) : undefined
    if (fault !== undefined) faults.push(`${at}: is ${fault}`)
  }
  for (const at of repeated(eachOf('subordinates', values.subordinates, 'entityId'))) faults.push(`${at}: occurs twice`)
  for (const [at, entityId] of eachOf('subordinates', values.subordinates, 'entityId'))
    if (entityId !== undefined && entityId === values.publicUrl) faults.push(`${at}: is this service itself`)
  for (const [at, url] of requestedUrls(values))
    if (typeof url === 'string' && failed(parseUrl(url, { loopbackHttp })))
      faults.push(`${at}: must be an https URL that has neither a fragment nor a user name`)
  if (!loopbackHttp) faults.push(...unpinnedLogins(values.identityProviders))
  faults.push(...cieFaults(values))
  return faults
}

function publicUrlFaults(publicUrl: unknown, loopbackHttp: boolean): string[] {
  if (typeof publicUrl !== 'string') return []
  const parsed = parseEntityId(publicUrl, { loopbackHttp })
  if (failed(parsed) && parsed.code === 'url_not_https')
    return ['publicUrl: must be an https URL (for local use, network.loopbackHttp permits http://localhost)']
  const fault = entityIdFault(publicUrl, { loopbackHttp })
  return fault === undefined ? [] : [`publicUrl: is ${fault}`]
}

/** Returns place and settings of each further entity. */
const profilesOf = (values: Tree): readonly (readonly [place: string, entity: Tree])[] =>
  Object.entries(asTree(values.profiles)).map(([name, entity]) => [`profiles.${name}.`, asTree(entity)])

/**
 * Returns faults of each entity's anchors: no keys, or pinned twice. Of two entries for one anchor, only the second
 * would count.
 */
const anchorFaults = (values: Tree): readonly string[] =>
  [['', values] as const, ...profilesOf(values)].flatMap(([place, { anchors }]) => [
    ...listOf(anchors).flatMap((anchor, index) => {
      const { jwks, jwksFile } = asTree(anchor)
      const pins = typeof anchor !== 'object' || jwks !== undefined || jwksFile !== undefined
      return pins ? [] : [`${place}anchors.${index}: pins no keys: jwks or jwksFile`]
    }),
    ...repeated(eachOf(`${place}anchors`, anchors, 'entityId')).map((at) => `${at}: occurs twice`),
  ])

/** Returns a fault for each entity that has superiors, and so is an intermediate, but no anchors. */
function intermediateFaults(values: Tree): readonly string[] {
  const { anchors = [] } = values
  if (!Array.isArray(anchors) || anchors.length > 0) return []
  const faultText = (at: string, hints: string): string =>
    `${at}: with ${hints} this is an intermediate, which needs the anchors above it`
  const hasHints = ({ authorityHints }: Tree): boolean => listOf(authorityHints).length > 0
  return [
    ...(hasHints(asTree(values.role)) ? [faultText('anchors: is empty', 'role.authorityHints')] : []),
    ...profilesOf(values)
      .filter(([, entity]) => entity.anchors === undefined && hasHints(entity))
      .map(([place]) => faultText(`${place}anchors: is missing`, `${place}authorityHints`)),
  ]
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the given member of each element of a list. */
const eachOf = (at: string, list: unknown, member: string): readonly Placed[] =>
  listOf(list).map((element, index) => [`${at}.${index}.${member}`, asTree(element)[member]])

/** Returns the places of texts that already occur at an earlier place. */
function repeated(placed: readonly Placed[]): readonly string[] {
  const texts = placed.filter(([, value]) => typeof value === 'string')
  const seen = new Set<unknown>()
  return texts.filter(([, value]) => seen.size === seen.add(value).size).map(([at]) => at)
}

const elementsOf = (at: string, list: unknown): readonly Placed[] =>
  listOf(list).map((element, index) => [`${at}.${index}`, element])

/**
 * Returns the entity identifiers in the settings of any role. Skips SAML providers, whose identifier may be any URI.
 */
function namedEntities(values: Tree): readonly Placed[] {
  const { authorityHints, credentialIssuers } = asTree(values.role)
  return [
    ...eachOf('anchors', values.anchors, 'entityId'),
    ...eachOf('subordinates', values.subordinates, 'entityId'),
    ...eachOf('federation.trustMarks', asTree(values.federation).trustMarks, 'issuer'),
    ...eachOf('identityProviders', values.identityProviders, 'issuer'),
    ...elementsOf('role.authorityHints', authorityHints),
    ...profilesOf(values).flatMap(([place, entity]) => [
      ...eachOf(`${place}anchors`, entity.anchors, 'entityId'),
      ...elementsOf(`${place}authorityHints`, entity.authorityHints),
      ...eachOf(`${place}trustMarks`, entity.trustMarks, 'issuer'),
    ]),
    ...Object.entries(asTree(credentialIssuers)).flatMap(([type, issuers]) =>
      elementsOf(`role.credentialIssuers.${type}`, issuers),
    ),
  ]
}

/** Returns faults of the TLS keys and certificates in existing files. */
function pemFaults({ listen, network }: Tree, toPath: (path: string) => string): readonly string[] {
  const faults: string[] = []
  /** Returns the content of an existing file. Adds a fault if it cannot be read. */
  const read = (at: string, path: unknown): Buffer | undefined => {
    try {
      return typeof path === 'string' && existsSync(toPath(path)) ? readFileSync(toPath(path)) : undefined
    } catch (thrown) {
      faults.push(`${at}: cannot be read ${describeReadFault(thrown)}`)
      return undefined
    }
  }
  const tls = asTree(asTree(listen).tls)
  const key = read('listen.tls.keyFile', tls.keyFile)
  const cert = read('listen.tls.certificateFile', tls.certificateFile)
  const checked = key && cert && checkTlsFiles({ key, cert })
  if (checked && 'fault' in checked) faults.push(checked.fault)
  const { certificateAuthorityFiles } = asTree(network)
  for (const [at, path] of elementsOf('network.certificateAuthorityFiles', certificateAuthorityFiles)) {
    const content = read(at, path)
    const fault = content && authorityFault(content)
    if (fault !== undefined) faults.push(`${at}: ${fault}`)
  }
  return faults
}

/** Returns the URLs that the service requests while it runs, except entity identifiers (`namedEntities`). */
function requestedUrls({ personSource, identityProviders, devices }: Tree): readonly Placed[] {
  const { play, statusList } = asTree(asTree(devices).android)
  return [
    ['personSource.url', asTree(personSource).url],
    ...eachOf('identityProviders', identityProviders, 'metadataUrl'),
    ['devices.android.play.decoder.url', asTree(asTree(play).decoder).url],
    ['devices.android.statusList.url', asTree(statusList).url],
  ]
}

/** Returns faults of settings that lack what a SAML login with the profile of CIE id needs (D-500, D-501). */
function cieFaults({ identityProviders, personSource, serviceProvider }: Tree): readonly string[] {
  const index = listOf(identityProviders).findIndex((provider) => asTree(provider).profile === 'cie')
  const { contact } = asTree(serviceProvider)
  if (index < 0) return []
  return [
    ...(asTree(personSource).kind === 'http'
      ? []
      : [
          `identityProviders.${index}.profile: CIE id provides no place of birth over SAML, so personSource.kind must be "http"`,
        ]),
    ...(contact === undefined || asTree(contact).municipality !== undefined
      ? []
      : ['serviceProvider.contact.municipality: is missing, but the registry of CIE id requires it']),
  ]
}

/** Returns faults of national logins whose keys only TLS authenticates: they are for local use only (PP-63, D-59). */
function unpinnedLogins(providers: unknown): readonly string[] {
  return listOf(providers)
    .map(asTree)
    .flatMap((provider, index) => {
      const at = `identityProviders.${index}`
      const { protocol, registration, metadataFile, metadataUrl } = provider
      if (protocol === 'oidc' && registration === 'discovery')
        return [`${at}.registration: "discovery" needs network.loopbackHttp; otherwise use "federation"`]
      if (protocol === 'saml' && metadataUrl !== undefined)
        return [
          `${at}.metadataUrl: needs network.loopbackHttp; otherwise use metadataFile, a document of the national registry`,
        ]
      if (protocol === 'saml' && metadataFile === undefined)
        return [`${at}.metadataFile: must name the provider's metadata, a document of the national registry`]
      return []
    })
}

/**
 * Returns place and path of each member outside the service's `role` whose name ends in `File` or `Files`. These files
 * must already exist, so a setting for a file that the service creates needs another name.
 */
function namedFiles(values: unknown, at: readonly string[] = []): readonly (readonly [string, string])[] {
  if (typeof values !== 'object' || values === null || at[0] === 'role') return []
  return Object.entries(values).flatMap(([member, value]) => {
    const here = [...at, member]
    if (typeof value === 'string') return member.endsWith('File') ? [[here.join('.'), value] as const] : []
    if (member.endsWith('Files') && Array.isArray(value))
      return value.flatMap((one, index) =>
        typeof one === 'string' ? [[`${here.join('.')}.${index}`, one] as const] : [],
      )
    return namedFiles(value, here)
  })
}
