/** D-503: each error of the installed `openid-client` is classified, and ends a login according to its class. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as openidClient from 'openid-client'
import { errorClassesOf, foundIn, sourceOf } from '../../test/support/library-errors.ts'
import { ctx, issuer } from '../../test/support/oidc-provider.ts'
import type { LibraryFault } from '../base/index.ts'
import { createLoginExchange } from './oidc-login-exchange.ts'
import { openidClientCodes, openidClientErrors, openidClientFault } from './openid-client-faults.ts'

const { AuthorizationResponseError, ClientError, ResponseBodyError, WWWAuthenticateChallengeError } = openidClient

test('D-503 classifies each error class of the installed version', () => {
  assert.deepEqual(errorClassesOf(openidClient), Object.keys(openidClientErrors).sort())
})

test('D-503 classifies each code that the installed version throws', () => {
  const text = sourceOf('openid-client') + sourceOf('oauth4webapi', 'openid-client')
  assert.deepEqual(foundIn(text, /'(OAUTH_[A-Z_]+)'/g), Object.keys(openidClientCodes).sort())
})

const policy = {
  issuer,
  keyOf: async () => undefined,
  algorithms: ['ES256'],
  clientId: 'https://pid.example',
  loginNonce: 'n',
  startedAt: 0,
  now: 0,
  skew: 0,
} as const
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
}
const exchange = createLoginExchange({ ...ctx, fetch: () => Promise.reject(new Error('down')) }, metadata, policy)

const endings: Readonly<Record<Exclude<LibraryFault, 'bug'>, readonly [tokens: string, userinfo: string]>> = {
  outage: ['provider_unreachable', 'provider_unreachable'],
  configuration: ['provider_malformed', 'provider_malformed'],
  violation: ['token_response_malformed', 'userinfo_malformed'],
}

async function endsAs(thrown: unknown, fault: LibraryFault): Promise<void> {
  assert.equal(openidClientFault(thrown), fault)
  const run = () => Promise.reject(thrown)
  const [tokens, userinfo] = [() => exchange.redeem(run), () => exchange.readUserinfo('user-1', run)]
  if (fault === 'bug') {
    await assert.rejects(tokens, (seen) => seen === thrown)
    await assert.rejects(userinfo, (seen) => seen === thrown)
    return
  }
  const [inTokens, inUserinfo] = endings[fault]
  assert.equal(((await tokens()) as { code?: string }).code, inTokens)
  assert.equal(((await userinfo()) as { code?: string }).code, inUserinfo)
}

const coded = (code: string): Error => Object.assign(new ClientError(code), { code })

describe('D-503 a login ends by the class of a library error', () => {
  for (const [code, fault] of Object.entries(openidClientCodes))
    test(`${code} is ${fault}`, () => endsAs(coded(code), fault))

  const response = new Response('')
  for (const [thrown, fault] of [
    [new ClientError('something went wrong'), 'bug'],
    [coded('OAUTH_OF_A_LATER_VERSION'), 'bug'],
    [coded('constructor'), 'bug'],
    [new TypeError('wrong argument'), 'bug'],
    [new ResponseBodyError('x', { cause: { error: 'x' }, response }), 'violation'],
    [new AuthorizationResponseError('x', { cause: new URLSearchParams('error=x') }), 'violation'],
    [new WWWAuthenticateChallengeError('x', { cause: [], response }), 'violation'],
  ] as const)
    test(`${thrown.name} "${thrown.message}" is ${fault}`, () => endsAs(thrown, fault))
})
