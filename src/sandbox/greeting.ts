/** Texts of a started sandbox for its user: addresses, test users and what to try next. */
import { encodeQR } from 'qr'
import { shellWord } from '../base/index.ts'
import { describeListening } from '../node/index.ts'
import type { FurtherProfileName } from '../profiles/index.ts'
import { profilePaths } from '../serve/index.ts'
import { sandboxUsers } from './national-idp/accounts.ts'
import { isSamlifyInstalled, samlifyAdvice } from './national-idp/saml/samlify-installed.ts'
import type { OpenIdClientValues } from './openid-client.ts'
import { isOpenToOthers, listeningHosts, type SandboxOrigins } from './origins.ts'
import { describeTestOptions, type TestOptions } from './test-options.ts'

interface GreetingFacts {
  readonly origins: SandboxOrigins
  /** Path of the file with the local authority's certificate, with --https. */
  readonly authorityFile: string | undefined
  /** Name or address of --host. */
  readonly host: string | undefined
  /** Client of an application, with --openid. */
  readonly openid: OpenIdClientValues | undefined
  /** Profiles with an entity of every role. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[] | undefined
  /** Relaxed checks and additional trust, for tests. The greeting shows each. Defaults to none. */
  readonly tests?: TestOptions | undefined
}

/** Returns the addresses, the test users and the settings of a sandbox, one a line. */
export function renderGreeting({
  origins,
  authorityFile,
  host,
  openid,
  profiles = [],
  tests = {},
}: GreetingFacts): string {
  const [anyUser] = sandboxUsers
  const lines = [
    `trust anchor     ${origins.trustAnchor}`,
    `wallet provider  ${origins.walletProvider}`,
    `PID provider     ${origins.pidProvider}`,
    `relying party    ${origins.relyingParty}`,
    `national IdPs    ${origins.nationalIdp}  (OpenID Connect)${isSamlifyInstalled ? `, ${origins.nationalSamlIdp}  (SAML)` : ''}`,
    ...(isSamlifyInstalled ? [] : [samlifyAdvice]),
    ...describeTestOptions(tests).map((sentence) => `TEST SWITCH      ${sentence}`),
    ...profiles.map((profile) => `${profile}    at ${profilePaths[profile]} below each of the four roles`),
    `users            ${sandboxUsers.map(({ username, level }) => `${username} (${level})`).join(', ')}; password: ${anyUser?.password}`,
    ...(host === undefined ? [] : [`listening        ${describeListening(listeningHosts(host)).join(', ')}`]),
    ...(openid === undefined ? [] : openIdLines(openid)),
    ...(authorityFile === undefined ? [] : authorityLines(origins, authorityFile)),
    '',
  ]
  return `${lines.join('\n')}\n`
}

/**
 * Returns suggestions for the end of the output. Omits the `curl` command if other machines can reach the console,
 * because the console then requires its key.
 */
export function renderSuggestions({ origins, authorityFile, host }: GreetingFacts): string {
  const curlOption = authorityFile === undefined ? '' : ` --cacert ${shellWord(authorityFile)}`
  const lines = [
    'Try next:',
    `  open ${origins.console}/wallet for a wallet in the browser, to try every flow without a phone`,
    `  open ${origins.console} to see the reason for each decision, or run: npx fiducia explain --last`,
    `  open ${origins.relyingParty}/presentations/new?variant=dcql&flow=cross-device for a presentation's QR code`,
    ...(isOpenToOthers(host)
      ? []
      : [
          `  curl${curlOption} -X POST ${origins.console}/devices -H 'content-type: application/json' -d '{"platform":"android"}' for a simulated phone`,
        ]),
    '',
  ]
  return `${lines.join('\n')}\n`
}

const openIdLines = ({ issuer, client_id: id, client_secret: secret }: OpenIdClientValues): readonly string[] => [
  `OpenID Provider  ${issuer}  (client ${id}, secret ${secret})`,
]

/** Returns the lines with the URL, and its QR code, from which a phone gets the authority's certificate. */
function authorityLines({ console }: SandboxOrigins, file: string): readonly string[] {
  const url = `${console}/authority.crt`
  return [`authority        ${url}  (and in ${file})`, '', encodeQR(url, 'ascii')]
}
