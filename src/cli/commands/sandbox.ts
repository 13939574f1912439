/**
 * `fiducia [--once] [--no-demo] [--port N] [--data DIR] [--https] [--host NAME] [--database URL [--replicas N]]
 * [--show-personal-data] [--openid URI] [--wallet-link [PROFILE=]LINK]… [--profiles [NAMES]]`: the default command.
 */
import { isIP } from 'node:net'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { isBareHost } from '../../base/index.ts'
import { type FurtherProfileName, furtherProfileNames, profileNames, profileTitles } from '../../profiles/index.ts'
import type { OfferedWallet, SandboxOptions } from '../../sandbox/index.ts'
import { withExamples } from '../examples.ts'
import type { Terminal } from '../program.ts'
import type { TestFlags } from '../read-test-options.ts'
import { UserError } from '../user-error.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags {
  readonly once?: true
  readonly demo: boolean
  readonly port: number
  readonly data?: string
  readonly https?: true
  readonly host?: string
  readonly database?: string
  readonly replicas?: number
  readonly showPersonalData?: true
  readonly openid?: string
  readonly walletLink?: readonly OfferedWallet[]
  readonly profiles?: true | readonly FurtherProfileName[]
}

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Highest base port. The sandbox uses seven ports. */
const lastBase = 65_535 - 6

export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('sandbox', { isDefault: true })
    .description('run the whole ecosystem on this machine (the default)')
    .option('--once', 'run one life cycle, then exit with 0 or 1')
    .option('--no-demo', 'skip the life cycle')
    .addOption(new Option('--port <number>', 'first of seven ports').default(4000).argParser(wholeNumber(1, lastBase)))
    .option('--data <directory>', 'directory for the state')
    .option('--https', 'serve https with a local certificate authority')
    .option(
      '--host <name>',
      'host name or address in every identifier, for a phone in the same network (implies --https)',
    )
    .option('--database <url>', 'keep the state of all roles in this PostgreSQL database')
    .addOption(
      new Option('--replicas <number>', 'number of processes that serve the roles; needs --database').argParser(
        wholeNumber(1, 16),
      ),
    )
    .option('--show-personal-data', 'keep personal values, tokens and secrets in flows that the console saves')
    .option('--openid <redirect-uri>', 'redirect URI of an application that logs users in with OpenID Connect')
    .option(
      '--wallet-link <link>',
      'offer an additional wallet at the Relying Party: openid4vp://, haip://, or a universal link; with a profile: it-wallet-1.4=haip://; may be repeated',
      (text: string, before: readonly OfferedWallet[] = []) => [...before, parseWallet(text)],
    )
    .addOption(
      new Option(
        '--profiles [names]',
        'add an entity of every role for each of these profiles; default: all (implies --https)',
      ).argParser(parseProfiles),
    )
    .option(
      '--test-anchor <entity=file>',
      'TEST: trust an additional anchor with the keys in a JWK set; may be repeated',
      collect,
    )
    .option(
      '--test-host <name>',
      'TEST: let the roles send requests to this host on this machine; may be repeated',
      collect,
    )
    .option(
      '--test-tls-authority <file>',
      'TEST: trust TLS servers with certificates of this authority; may be repeated',
      collect,
    )
    .option('--test-empty-hints', 'TEST: treat an empty authority_hints in an entity statement as absent')
    .option(
      '--test-missing-status <origin>',
      'TEST: treat credentials and Wallet Attestations of this origin as valid while they name no status list or it is unavailable; may be repeated',
      collect,
    )
    .action(async (flags: Flags & TestFlags) => {
      const { collectEarly } = await import('../../node/index.ts')
      collectEarly()
      const [{ runSandbox }, { readTestOptions }] = await Promise.all([
        import('../../sandbox/index.ts'),
        import('../read-test-options.ts'),
      ])
      const tests = readTestOptions(flags)
      const passed = await runSandbox({ ...toOptions(flags), ...(tests && { tests }) }, terminal)
      if (!passed) throw new UserError('The life cycle did not pass.')
    })
  withExamples(
    command,
    'fiducia',
    'fiducia --no-demo --data sandbox',
    'fiducia --once',
    'fiducia --no-demo --host 192.168.1.5',
    'fiducia --no-demo --profiles it-wallet-1.4',
  )
}

/** Returns the options of the sandbox. Throws a UserError for options that conflict or are malformed. */
export function toOptions(flags: Flags): SandboxOptions {
  const profiles = flags.profiles === true ? furtherProfileNames : flags.profiles
  if (flags.once && !flags.demo) throw new UserError('--once runs the life cycle and --no-demo skips it: choose one.')
  if (flags.host !== undefined && !(/^[A-Za-z0-9.:-]{1,253}$/.test(flags.host) && isBareHost(flags.host)))
    throw new UserError('--host takes a name or an address, without scheme and port.')
  if (flags.host !== undefined && profiles !== undefined && isIP(flags.host) !== 0)
    throw new UserError('--host takes a name beside --profiles: certificates of these profiles name no address.')
  if (flags.replicas !== undefined && flags.database === undefined)
    throw new UserError('--replicas needs a shared database: name a PostgreSQL database with --database.')
  if (flags.openid !== undefined && !/^https?:$/.test(URL.parse(flags.openid)?.protocol ?? ''))
    throw new UserError('--openid takes the redirect URI of your application.')
  const https = flags.https === true || flags.host !== undefined || profiles !== undefined
  if (https && flags.openid !== undefined && !/^https:/i.test(flags.openid))
    throw new UserError('--openid takes an https URL beside --https, --host and --profiles.')
  const missing = flags.walletLink?.find(({ profile = 'seed' }) => profile !== 'seed' && !profiles?.includes(profile))
  if (missing) throw new UserError(`--wallet-link names the profile ${missing.profile}: add it with --profiles.`)
  return {
    port: flags.port,
    once: flags.once === true,
    demo: flags.demo,
    https,
    ...(flags.data !== undefined && { data: flags.data }),
    ...(flags.host !== undefined && { host: flags.host }),
    ...(flags.database !== undefined && { database: flags.database }),
    ...(flags.replicas !== undefined && { replicas: flags.replicas }),
    ...(flags.showPersonalData && { showPersonalData: true }),
    ...(flags.openid !== undefined && { openid: flags.openid }),
    ...(flags.walletLink !== undefined && { walletLinks: flags.walletLink }),
    ...(profiles !== undefined && { profiles }),
  }
}

/**
 * Parses a value of `--wallet-link`. The `name` of the result is the host of a universal link, or the scheme of any
 * other link. If the value has a profile, the profile's title follows in brackets. Throws an InvalidArgumentError for
 * any other text.
 */
export function parseWallet(text: string): OfferedWallet {
  const [, prefix, link, scheme = '', host = ''] =
    /^(?:([\w.-]+)=)?(([a-z][a-z\d+.-]*):\/\/([^\s/?]*)\S*)$/i.exec(text) ?? []
  const profile = profileNames.find((one) => one === prefix)
  if (link === undefined || profile !== prefix)
    throw new InvalidArgumentError(
      `It takes a link such as openid4vp:// or https://wallet.example/authorization, with a profile as in ${furtherProfileNames[0]}=haip:// (${profileNames.join(', ')}).`,
    )
  const name = /^https?$/i.test(scheme) ? host : scheme
  const title = profile && profileTitles[profile]
  return { name: title === undefined ? name : `${name} (${title})`, link, ...(profile && { profile }) }
}

function parseProfiles(text: string): readonly FurtherProfileName[] {
  const names = text.split(',')
  const recognized = furtherProfileNames.filter((name) => names.includes(name))
  if (recognized.length === new Set(names).size) return recognized
  throw new InvalidArgumentError(`It takes names of profiles, separated by commas: ${furtherProfileNames.join(',')}.`)
}
