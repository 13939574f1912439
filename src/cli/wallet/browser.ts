/**
 * Opens the user's browser at the authorization URL, while a loopback server waits for the redirect. With user name and
 * password, the program uses a scripted browser instead.
 */
import { spawn } from 'node:child_process'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetch } from '../../base/index.ts'
import { html, respondPage, toWebResponse } from '../../http/index.ts'
import type { Credentials } from '../../sandbox/index.ts'
import { LoginRefused, logInAndAgree, ProviderNotOffered } from '../../sandbox/login-script.ts'
import { createUserAgent } from '../../sandbox/user-agent.ts'
import type { UserAgent } from '../../wallet/index.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

/** The browser of a command, with the redirect URI at which it returns to the wallet. */
export interface Browser extends UserAgent {
  /** Redirect URI for the PID Provider. */
  readonly redirectUri: string
  close(): void
}

/** Time limit of a login. */
const loginMilliseconds = 900_000

/**
 * Creates a browser object that opens pages for the user. It listens on a free loopback port until it is closed.
 * `launch` opens a page, by default in the platform's browser. `authorize` rejects with a `UserError` after 15 minutes.
 */
export async function createUserBrowser(terminal: Terminal, launch = launchBrowser): Promise<Browser> {
  const pendingLogins = new Map<string, (url: string) => void>()
  const server = createServer((request, response) => {
    const { href = '', state = '' } = parseRedirect(request.url, redirectUriOf(server)) ?? {}
    const arrive = pendingLogins.get(state)
    void respondWith(response, arrive === undefined ? 'unexpected' : 'arrived').finally(() => arrive?.(href))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const open = (url: string): void => {
    terminal.out(`Open in your browser: ${url}\n`)
    launch(url)
  }
  return {
    redirectUri: redirectUriOf(server),
    open: async (url) => open(url),
    authorize: (url, _redirectUri, state) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new UserError('The browser did not return from the login in time.')),
          loginMilliseconds,
        )
        pendingLogins.set(state, (arrived) => {
          clearTimeout(timer)
          resolve(arrived)
        })
        open(url)
      }),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * Returns the full redirect URL and its `state`, or `undefined` if the request is not for the redirect URI. Checks the
 * target because any page in a browser on this machine can send requests to this server.
 */
function parseRedirect(target: string | undefined, redirectUri: string) {
  const url = URL.parse(target ?? '', redirectUri)
  const state = url?.searchParams.get('state') ?? undefined
  const arrived = url !== null && `${url.origin}${url.pathname}` === redirectUri
  return arrived ? { href: url.href, state } : undefined
}

const redirectUriOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/issued`

const pages = {
  arrived: [200, 'Back in the wallet', 'You may close this page and go back to the terminal.'],
  unexpected: [404, 'Not expected', 'The wallet expects no response at this address.'],
} as const

async function respondWith(response: ServerResponse, page: keyof typeof pages): Promise<void> {
  const [status, title, text] = pages[page]
  const content = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><main>
<h1>${title}</h1>
<p>${text}</p>
</main></body>
</html>
`
  const answer = toWebResponse(await respondPage(content, status))
  response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text())
}

/** Opens a page in the platform's browser. Ignores failures, because the URL was printed before. */
function launchBrowser(url: string): void {
  const [command, ...words] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  spawn(command as string, words, { stdio: 'ignore', detached: true })
    .once('error', () => undefined)
    .unref()
}

/** Redirect URI at which the scripted browser stops. Nothing listens there. */
const scriptedRedirectUri = 'http://127.0.0.1:9/issued'

/**
 * Creates a browser that logs in and consents: it fills each login form once and presses the primary button of every
 * other page. `authorize` rejects with a `UserError` if the login is refused.
 */
export function createScriptedBrowser(fetch: Fetch, login: Credentials, terminal: Terminal): Browser {
  return {
    redirectUri: scriptedRedirectUri,
    open: async (url) => terminal.out(`The service continues at ${url}\n`),
    authorize: async (url) => {
      const agent = createUserAgent({ fetch })
      try {
        return await logInAndAgree(agent, url, login, scriptedRedirectUri)
      } catch (thrown) {
        if (thrown instanceof ProviderNotOffered) throw new UserError(describeOffer(thrown))
        if (!(thrown instanceof LoginRefused)) throw thrown
        const { origin } = new URL(thrown.page.url)
        throw new UserError(
          `The login stopped at ${origin} (status ${thrown.page.status}): see --username, --password and --identity-provider.`,
        )
      }
    },
    close: () => undefined,
  }
}

const describeOffer = ({ offered }: ProviderNotOffered): string =>
  offered.length === 0
    ? 'The PID Provider offers no choice of identity providers: leave out --identity-provider.'
    : `--identity-provider: the PID Provider offers ${offered.join(', ')}.`

/** Creates a browser for commands that only open a page at the end. With `launch` false, it only prints the URL. */
export const createPageOpener = (terminal: Terminal, launch: boolean): Browser => ({
  redirectUri: scriptedRedirectUri,
  authorize: () => Promise.reject(new UserError('This command does not log in.')),
  open: async (url) => {
    terminal.out(`The service continues at ${url}\n`)
    if (launch) launchBrowser(url)
  },
  close: () => undefined,
})
