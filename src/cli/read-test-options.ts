/** Reads the test switches of a sandbox from its options. Only `fiducia sandbox` has them. */
import { isBareHost, isEntityId, type PublicJwk } from '../base/index.ts'
import { authorityFault } from '../node/index.ts'
import type { SandboxOptions } from '../sandbox/index.ts'
import { readNamedFile } from './named-files.ts'
import { readKeySet } from './read-key-set.ts'
import { UserError } from './user-error.ts'

type TestOptions = NonNullable<SandboxOptions['tests']>

export interface TestFlags {
  readonly testAnchor?: readonly string[]
  readonly testHost?: readonly string[]
  readonly testTlsAuthority?: readonly string[]
  readonly testEmptyHints?: true
  readonly testMissingStatus?: readonly string[]
}

/**
 * Returns the switches, or `undefined` if there are none. Throws `UserError` for a value or file that cannot be used.
 */
export function readTestOptions(flags: TestFlags): TestOptions | undefined {
  const { testAnchor, testHost, testTlsAuthority, testEmptyHints, testMissingStatus } = flags
  const options: TestOptions = {
    ...(testAnchor && { anchors: testAnchor.map(parseAnchor) }),
    ...(testHost && { hosts: testHost.map(parseHost) }),
    ...(testTlsAuthority && { tlsAuthorities: testTlsAuthority.map(readCertificate) }),
    ...(testEmptyHints && { toleratesEmptyHints: true }),
    ...(testMissingStatus && { validWithoutStatusList: testMissingStatus.map(parseOrigin) }),
  }
  return Object.keys(options).length === 0 ? undefined : options
}

function parseAnchor(text: string): NonNullable<TestOptions['anchors']>[number] {
  const [, entityId = '', file] = /^([^=]*)=(.*)$/.exec(text) ?? []
  if (file === undefined || !isEntityId(entityId, { loopbackHttp: true }))
    throw new UserError(
      '--test-anchor takes a value such as https://ta.example=ta.json: an entity identifier and a file with its JWK set.',
    )
  return { entityId, keys: readKeySet(file).map(withoutCertificates) }
}

/**
 * Returns the key without certificates, because members of a test anchor's federation need no certificates (D-767).
 */
function withoutCertificates(key: PublicJwk): PublicJwk {
  const { x5c: _, ...bare } = key as PublicJwk & { readonly x5c?: unknown }
  return bare as PublicJwk
}

function parseHost(text: string): string {
  if (!isBareHost(text))
    throw new UserError('--test-host takes a name or an address such as wallet.example, without scheme and port.')
  return text
}

function readCertificate(path: string): string {
  const text = readNamedFile(path)
  const fault = authorityFault(text)
  if (fault !== undefined) throw new UserError(`${path} ${fault}.`)
  return text
}

function parseOrigin(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.origin !== text)
    throw new UserError('--test-missing-status takes an origin such as https://status.example, without a path.')
  return text
}
