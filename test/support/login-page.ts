/**
 * A national identity provider in memory: the port that the PID Provider calls, and a login page for the browser. Its
 * answers are not signed; the adapters' own tests cover the verification of real answers.
 */
import {
  fail,
  failed,
  type JsonObject,
  type MaybePromise,
  type Random,
  randomToken,
  verified,
} from '../../src/base/index.ts'
import {
  type LevelOfAssurance,
  type NationalIdentityProvider,
  type NationalLogin,
  parseNationalAttributes,
} from '../../src/pid-provider/index.ts'
import { sandboxAccounts } from '../../src/sandbox/national-idp/accounts.ts'

export interface LoginPage {
  readonly origin: string
  readonly provider: NationalIdentityProvider
  readonly app: (request: Request) => MaybePromise<Response>
  /** Replaces the level of the accounts, or makes logins fail, until the next call. */
  answerWith(changes: { readonly level?: LevelOfAssurance; readonly error?: 'user_denied' }): void
}

export function createLoginPage({ random }: { readonly random: Random }, origin = 'https://idp.example'): LoginPage {
  let changes: { readonly level?: LevelOfAssurance; readonly error?: 'user_denied' } = {}
  const provider: NationalIdentityProvider = {
    id: 'cie',
    displayName: { it: 'Identità di prova', en: 'Test identity' },
    channel: 'openid_connect',
    begin: async ({ callbackUrl }) => {
      const state = randomToken(random)
      const query = new URLSearchParams({ state, callback: callbackUrl })
      return { location: `${origin}/login?${query}`, pending: { state }, requestId: state }
    },
    complete: async ({ parameters, pending, now }) => {
      if (parameters.get('state') !== pending.state) return fail('state_mismatch', 'callback.state')
      if (changes.error) return fail(changes.error, 'callback.error')
      const account = sandboxAccounts.find(({ username }) => username === parameters.get('code'))
      if (account === undefined) return fail('code_rejected', 'callback.code')
      const attributes = parseNationalAttributes(account.claims as JsonObject)
      if (failed(attributes)) return attributes
      return verified<NationalLogin>({
        provider: 'cie',
        issuer: origin,
        levelOfAssurance: changes.level ?? account.level,
        subject: account.username,
        authenticatedAt: now,
        attributes,
      })
    },
  }
  return {
    origin,
    provider,
    app: serveLogin,
    answerWith: (next) => {
      changes = next
    },
  }
}

/** Accepts any name and password and redirects the browser back, with the name as code. */
async function serveLogin(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  if (request.method === 'GET')
    return new Response(
      '<form method="post"><input name="username"><input name="password" type="password"><button>OK</button></form>',
      { headers: { 'content-type': 'text/html' } },
    )
  const form = new URLSearchParams(await request.text())
  const back = new URL(searchParams.get('callback') ?? '')
  back.searchParams.set('state', searchParams.get('state') ?? '')
  back.searchParams.set('code', form.get('username') ?? '')
  return new Response(null, { status: 302, headers: { location: back.href } })
}
