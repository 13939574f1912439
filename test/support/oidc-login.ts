/**
 * A PID Provider with the real OpenID Connect adapter, and a login at its identity provider. A test can change the
 * answers of the identity provider.
 */
import type { JsonObject } from '../../src/base/index.ts'
import { decodeJwt, forgeJwt, type JwtChange } from './forge-jwt.ts'
import { createNationalLogin, idpSigner, issuer, jwt, type Misbehaviour } from './oidc-provider.ts'
import { authorize, beginIssuance, locationOf, pushed, sessionCookieOf } from './pid-issuance.ts'
import { pidProviderFixture } from './pid-provider-fixture.ts'

type Members = Readonly<Record<string, unknown>>

/** Changes of the answers of one login. */
export interface LoginChange {
  /** Parameters of the callback. `undefined` removes one. */
  readonly callback?: Readonly<Record<string, string | undefined>>
  readonly token?: Members
  readonly idToken?: JwtChange
  readonly userinfo?: JwtChange
  readonly person?: Members
  /** Replaces the whole answer of the token endpoint, or of the userinfo endpoint. */
  readonly tokenResponse?: () => Response
  readonly userinfoResponse?: () => Response
}

/** Creates the PID Provider. `misbehaviour` applies to all logins, and replaces the answers that `logIn` can change. */
export async function createOidcBench(misbehaviour: Misbehaviour = {}) {
  let change: LoginChange = {}
  const { national, sign } = createNationalLogin({
    token: async (answer) => {
      const id_token = await forgeJwt(answer.id_token, idpSigner, change.idToken ?? {})
      return change.tokenResponse?.() ?? Response.json({ ...answer, id_token, ...change.token })
    },
    userinfo: async (claims) =>
      change.userinfoResponse?.() ??
      jwt(await forgeJwt(await sign({ ...claims, ...change.person } as JsonObject), idpSigner, change.userinfo ?? {})),
    ...misbehaviour,
  })
  const fixture = await pidProviderFixture({ identityProviders: ['other'], channels: [national] })
  /** Logs a person in, up to the response of the callback. */
  const logIn = async (bent: LoginChange = {}) => {
    change = bent
    const issuance = await beginIssuance(fixture)
    const begun = await authorize(issuance, await pushed(issuance), { provider: 'cie' })
    const { state } = decodeJwt(locationOf(begun).searchParams.get('request') ?? '').payload as { state: string }
    const all = Object.entries({ state, code: 'code', iss: issuer, ...bent.callback })
    const query = new URLSearchParams(all.filter((entry): entry is [string, string] => entry[1] !== undefined))
    const response = await fixture.send(`/login/callback/cie?${query}`, {
      headers: { cookie: sessionCookieOf(begun) ?? '' },
    })
    return { issuance, response, cookie: sessionCookieOf(response) ?? '', state }
  }
  return { fixture, logIn }
}
