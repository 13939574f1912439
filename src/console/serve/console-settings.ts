/**
 * Settings of a console for running services. The names of durations contain their unit. Paths are relative to the
 * settings file. The settings contain each secret, or the path of a file that contains it.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  areUnique,
  ConfigError,
  describeReadFault,
  entityIdFault,
  failed,
  parseSettings,
  parseUrl,
  refuseBoth,
} from '../../base/index.ts'
import { federationKeys } from '../../federation/index.ts'
import { administrationTokenFault, operatorNamePattern } from '../../member/index.ts'
import { authorityFault, tlsPairFault, trustProxies } from '../../node/index.ts'
import { defaultSessionLimits } from '../access/sessions.ts'
import { consolePort, isPlaceholder } from './console-template.ts'
import { type OperatorsProvider, operatorsProvider, readOperatorsProvider } from './operators-provider.ts'

const path = z.string().min(1)
const isHost = (name: string): boolean => URL.parse(`https://${name}`)?.host === name
const host = z
  .string()
  .refine(isHost, 'is not a host: write it as in a URL, in lower case, and with the port only if it is not 443')
const operatorName = z.string().regex(operatorNamePattern, 'is not a name of 1 to 64 letters, digits and . _ @ + -')
const secret = { token: z.string().optional(), tokenFile: path.optional() }
type Secret = { readonly [name in keyof typeof secret]?: string | undefined }

const roleNames = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const

const role = z
  .strictObject({
    name: z.enum(roleNames),
    /** Entity identifier. */
    url: z.url(),
    /**
     * Token with which the console calls the role's administration API. The role's settings contain the same token as
     * `administration.console`. Without a token, the console shows public data only.
     */
    ...secret,
  })
  .refine(...refuseBoth('token', 'tokenFile'))

const isAddressOrNetwork = (text: string): boolean => {
  try {
    trustProxies([text])
    return true
  } catch {
    return false
  }
}

const operators = z
  .strictObject({
    provider: operatorsProvider.optional(),
    tokens: z
      .array(
        z
          .strictObject({ name: operatorName, ...secret })
          .refine(
            ({ token, tokenFile }) => (token === undefined) !== (tokenFile === undefined),
            'needs a token or a tokenFile, but not both',
          ),
      )
      .default([]),
  })
  .refine(({ provider, tokens }) => provider !== undefined || tokens.length > 0, 'needs a provider or a token')
  .refine(({ tokens }) => areUnique(tokens.map(({ name }) => name)), 'two entries have the same name')

const publicUrl = z
  .url()
  .refine((url) => URL.parse(url)?.pathname === '/', 'must not have a path')
  .refine((url) => !url.includes('?'), 'must not have a query')

/**
 * Returns true for a public URL that a console can have: https, or http on a loopback host, without path, query,
 * fragment and user name.
 */
export const isConsoleUrl = (url: string): boolean =>
  publicUrl.safeParse(url).success && urlFaults('publicUrl', url, true).length === 0

const consoleSettings = z.strictObject({
  /** URL under which operators open the console. */
  publicUrl,
  listen: z
    .strictObject({
      port: z.int().min(0).max(65_535).default(consolePort),
      hosts: z.array(z.string().min(1)).min(1).default(['127.0.0.1', '::1']),
      tls: z.strictObject({ keyFile: path, certificateFile: path }).optional(),
    })
    .prefault({}),
  roles: z
    .array(role)
    .min(1)
    .refine((all) => areUnique(all.map(({ name }) => name)), 'two entries have the same name'),
  /** Trust Anchors whose keys are pinned here, so that the map can evaluate trust. */
  anchors: z
    .array(z.strictObject({ entityId: z.url(), jwks: z.strictObject({ keys: federationKeys }) }))
    .refine((all) => areUnique(all.map(({ entityId }) => entityId)), 'two entries have the same entityId')
    .default([]),
  operators,
  session: z
    .strictObject({
      idleSeconds: z.int().min(60).max(86_400).default(defaultSessionLimits.idleSeconds),
      lifetimeSeconds: z.int().min(60).max(604_800).default(defaultSessionLimits.lifetimeSeconds),
    })
    .prefault({}),
  /** Seconds between two requests for the decisions of a role. */
  pollSeconds: z.int().min(1).max(300).default(2),
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: z.array(z.string().refine(isAddressOrNetwork, 'is neither an address nor a network')).default([]),
  network: z
    .strictObject({
      /** Permits loopback hosts, also over plain http. For local use. */
      loopbackHttp: z.boolean().default(false),
      /**
       * Hosts with private addresses to which the console may send requests. The port, unless it is 443, is needed for
       * entities that an operator enters and no setting names.
       */
      trustedHosts: z.array(host).default([]),
      /** Files with certificates of authorities that are trusted in addition to the public ones. */
      certificateAuthorityFiles: z.array(path).default([]),
    })
    .prefault({}),
})

/** Validated settings, with the secrets from their files. */
export interface ConsoleSettings
  extends Omit<z.output<typeof consoleSettings>, 'roles' | 'operators' | 'listen' | 'network'> {
  readonly listen: {
    readonly port: number
    readonly hosts: readonly string[]
    readonly tls?: { readonly key: string; readonly cert: string }
  }
  readonly roles: readonly { readonly name: string; readonly url: string; readonly token?: string }[]
  readonly tokens: readonly { readonly name: string; readonly token: string }[]
  readonly provider?: OperatorsProvider
  readonly network: {
    readonly loopbackHttp: boolean
    readonly trustedHosts: readonly string[]
    readonly certificateAuthorities: readonly string[]
  }
}

/**
 * Validates settings and reads the files that they name. `toPath` resolves their relative paths. Throws a `ConfigError`
 * with every fault that the schema finds. If the schema finds none, throws one with every fault of URLs, tokens and
 * files.
 */
export function createConsoleSettings(values: unknown, toPath: (path: string) => string): ConsoleSettings {
  const { listen, roles, operators, network, ...settings } = parseSettings(consoleSettings, values)
  const { provider, tokens } = operators
  const { loopbackHttp, trustedHosts, certificateAuthorityFiles } = network
  const { anchors } = settings
  const faults = [
    ...urlFaults('publicUrl', settings.publicUrl, loopbackHttp),
    ...roles.flatMap(({ url }, index) => roleFaults(`roles.${index}.url`, url, loopbackHttp)),
    ...anchors.flatMap(({ entityId }, index) => entityIdFaults(`anchors.${index}.entityId`, entityId, loopbackHttp)),
    ...(provider ? urlFaults('operators.provider.issuer', provider.issuer, loopbackHttp) : []),
  ]
  const read = (at: string, file: string): string | undefined => {
    try {
      return readFileSync(toPath(file), 'utf8').replace(/^\ufeff/, '') // D-1062
    } catch (thrown) {
      faults.push(`${at}: ${toPath(file)} cannot be read ${describeReadFault(thrown)}`)
      return undefined
    }
  }
  const tokenOf = (at: string, { token, tokenFile }: Secret): string | undefined => {
    const value = token ?? (tokenFile === undefined ? undefined : read(at, tokenFile)?.trim())
    const fault = value === undefined ? undefined : administrationTokenFault(value)
    if (fault !== undefined) faults.push(`${at}: the token ${fault}`)
    return value
  }
  const key = listen.tls && read('listen.tls.keyFile', listen.tls.keyFile)
  const cert = listen.tls && read('listen.tls.certificateFile', listen.tls.certificateFile)
  const tlsFault = key === undefined || cert === undefined ? undefined : tlsPairFault({ key, cert })
  if (tlsFault !== undefined) faults.push(`listen.tls: ${tlsFault}`)
  const authorityOf = (file: string, index: number): string => {
    const at = `network.certificateAuthorityFiles.${index}`
    const pem = read(at, file)
    const fault = pem === undefined ? undefined : authorityFault(pem)
    if (fault !== undefined) faults.push(`${at}: ${fault}`)
    return pem ?? ''
  }
  const validated: ConsoleSettings = {
    ...settings,
    listen: {
      ...{ port: listen.port, hosts: listen.hosts },
      ...(listen.tls && { tls: { key: key ?? '', cert: cert ?? '' } }),
    },
    roles: roles.map(({ name, url, ...secret }, index) => {
      const token = tokenOf(`roles.${index}`, secret)
      return { name, url, ...(token !== undefined && { token }) }
    }),
    tokens: tokens.map((entry, index) => ({
      name: entry.name,
      token: tokenOf(`operators.tokens.${index}`, entry) ?? '',
    })),
    ...(provider && { provider: readOperatorsProvider(provider, read, faults) }),
    network: { loopbackHttp, trustedHosts, certificateAuthorities: certificateAuthorityFiles.map(authorityOf) },
  }
  if (!areUnique(validated.tokens.map(({ token }) => token).filter((token) => token !== '')))
    faults.push('operators.tokens: two entries have the same token')
  if (faults.length > 0) throw new ConfigError(faults)
  return validated
}

const urlFault =
  'must be an https URL that has neither a fragment nor a user name (for local use, network.loopbackHttp permits http://localhost)'

const urlFaults = (at: string, url: string, loopbackHttp: boolean): string[] =>
  failed(parseUrl(url, { loopbackHttp })) ? [`${at}: ${urlFault}`] : []

const placeholderFault = 'is a placeholder: write the entity identifier of the role, or remove the role'

const roleFaults = (at: string, url: string, loopbackHttp: boolean): string[] =>
  isPlaceholder(url) ? [`${at}: ${url} ${placeholderFault}`] : entityIdFaults(at, url, loopbackHttp)

function entityIdFaults(at: string, entityId: string, loopbackHttp: boolean): string[] {
  const faults = urlFaults(at, entityId, loopbackHttp)
  const fault = entityIdFault(entityId, { loopbackHttp })
  return faults.length > 0 || fault === undefined ? faults : [`${at}: is ${fault}`]
}
