/**
 * PID Providers that misbehave. Every row starts from an issuance that succeeds and bends one thing that the provider says.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, JsonObject } from '../../../src/base/index.ts'
import { bareJwk, generateSigner, type Signer, signJwt } from '../../../src/jose/index.ts'
import { pidSupport } from '../../../src/oid4vci/index.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { type IssuerBends, issuerId, issuerPaths, pidClaims } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { type WalletProviderFixture, walletProviderId } from '../../support/wallet-provider-fixture.ts'

const stranger: Signer = await generateSigner({ crypto })

const sentTo = (fixture: WalletProviderFixture, path: string): Request[] =>
  fixture.network.exchanges.filter(({ request }) => request.url === `${issuerId}${path}`).map(({ request }) => request)

type Row = readonly [id: string, what: string, bend: (bends: IssuerBends, issuer: Signer) => void, code: string]
const withMetadata = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.metadata = (metadata) => ({ ...metadata, ...change }) as JsonObject
}
const redirected = (change: (url: URL) => string | undefined) => (bends: IssuerBends) => {
  bends.redirect = (url) => change(url) ?? url.href
}
const set = (name: string, value: string) => redirected((url) => void url.searchParams.set(name, value))
const without = (name: string) => redirected((url) => void url.searchParams.delete(name))
const tokenBody = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.tokenBody = (body) => ({ ...body, ...change })
}
const credentialBody = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.credentialBody = (body) => ({ ...body, ...change })
}
const plain = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.pid = (content) => ({ ...content, plain: { ...content.plain, ...change } as JsonObject })
}
const header = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.pid = (content) => ({ ...content, header: { ...content.header, ...change } as typeof content.header })
}
const withoutClaim = (name: string) => (bends: IssuerBends) => {
  bends.pid = ({ disclosable: { [name]: _, ...disclosable }, ...content }) => ({ ...content, disclosable })
}
const withClaim = (name: string, value: Json) => (bends: IssuerBends) => {
  bends.pid = (content) => ({ ...content, disclosable: { ...content.disclosable, [name]: value } })
}
const pidText =
  (change: (text: string, issuer: Signer) => string | Promise<string>) => (bends: IssuerBends, issuer: Signer) => {
    bends.pidText = (text) => change(text, issuer)
  }
const bentIssuerJwt = (payload: (claims: Record<string, unknown>) => Record<string, unknown>) =>
  pidText(async (text, issuer) => {
    const [jwt = '', ...rest] = text.split('~')
    return [await forgeJwt(jwt, issuer, { payload: payload(decodeJwt(jwt).payload) }), ...rest].join('~')
  })

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const rows: readonly Row[] = [
  [
    'WI-06',
    'metadata of another issuer',
    withMetadata({ credential_issuer: 'https://other.example' }),
    'issuer_mismatch',
  ],
  [
    'WI-34',
    'metadata whose DPoP algorithms are none of the wallet',
    withMetadata({ dpop_signing_alg_values_supported: ['RS256', 'PS256'] }),
    'dpop_alg_unsupported',
  ],
  ['WI-34', 'metadata without the PID', withMetadata({ credentials_supported: {} }), 'credential_type_missing'],
  [
    'WI-34',
    'a provider that its superiors let issue something else',
    withMetadata({ credential_types_allowed: ['eu.eudiw.other'] }),
    'credential_type_not_allowed',
  ],
  [
    'WI-34',
    'a provider that its superiors let issue nothing that can be read',
    withMetadata({ credential_types_allowed: pidSupport.credentialType }),
    'credential_type_not_allowed',
  ],
  [
    'WI-06',
    'metadata without a token endpoint',
    withMetadata({ token_endpoint: undefined }),
    'issuer_metadata_malformed',
  ],
  [
    'WI-39',
    'a pushed answer without request_uri',
    (bends) => {
      bends.parBody = () => ({ expires_in: 60 })
    },
    'par_response_malformed',
  ],
  ['WI-40', 'a response without state', without('state'), 'state_unknown'],
  ['WI-40', 'a response with another state', set('state', 'x'.repeat(43)), 'state_unknown'],
  ['WI-41', 'a response without iss', without('iss'), 'iss_missing'],
  ['WI-41', 'a response of another provider', set('iss', 'https://other.example'), 'iss_mismatch'],
  [
    'WI-20',
    'a response at another link',
    redirected((url) => url.href.replace('wallet.example/issued', 'evil.example/issued')),
    'redirect_uri_mismatch',
  ],
  [
    'WI-20',
    'a response at another path',
    redirected((url) => url.href.replace('/issued', '/other')),
    'redirect_uri_mismatch',
  ],
  ['GEN-09', 'a response with two codes', redirected((url) => `${url.href}&code=other`), 'parameter_duplicated'],
  ['WI-42', 'a response with neither code nor error', without('code'), 'response_malformed'],
  ...['access_token', 'token_type', 'expires_in', 'c_nonce', 'c_nonce_expires_in'].map(
    (name): Row => [
      'WI-48',
      `a token response without ${name}`,
      tokenBody({ [name]: undefined }),
      'token_response_malformed',
    ],
  ),
  ['WI-48', 'a bearer token', tokenBody({ token_type: 'Bearer' }), 'token_type_mismatch'],
  ['WI-49', 'an opaque access token', tokenBody({ access_token: 'opaque' }), 'jws_malformed'],
  [
    'WI-49',
    'an unsigned access token',
    (bends) => {
      bends.tokenText = (token) => `${token.slice(0, token.lastIndexOf('.'))}.`
    },
    'jws_unsigned',
  ],
  [
    'WI-49',
    'an access token of another DPoP key',
    (bends) => {
      bends.accessToken = (input) => ({ ...input, jkt: 'other' })
    },
    'jkt_mismatch',
  ],
  [
    'WI-49',
    'an expired access token',
    (bends) => {
      bends.accessToken = (input) => ({ ...input, now: input.now - 900 })
    },
    'expired',
  ],
  [
    'WI-49',
    'an access token without an end',
    (bends, issuer) => {
      bends.tokenText = (token) => forgeJwt(token, issuer, { payload: { exp: undefined } })
    },
    'exp_missing',
  ],
  [
    'WI-09',
    'an access token of another provider',
    (bends) => {
      bends.accessToken = (input) => ({ ...input, issuer: 'https://other.example' })
    },
    'iss_mismatch',
  ],
  [
    'WI-09',
    'an access token for another client',
    (bends) => {
      bends.accessToken = (input) => ({ ...input, clientId: `${walletProviderId}/instance/other` })
    },
    'client_id_mismatch',
  ],
  ...(
    [
      ['WI-09', 'whose aud is another client', { aud: `${walletProviderId}/instance/other` }, 'aud_mismatch'],
      ['WI-99', 'without sub', { sub: undefined }, 'sub_missing'],
      ['WI-99', 'without iat', { iat: undefined }, 'iat_missing'],
      ['WI-99', 'without jti', { jti: undefined }, 'jti_malformed'],
      ['WI-99', 'with a nonce of 31 characters', { nonce: 'n'.repeat(31) }, 'nonce_short'],
    ] as const
  ).map(
    ([id, what, payload, code]): Row => [
      id,
      `an access token ${what}`,
      (bends, issuer) => {
        bends.tokenText = (token) => forgeJwt(token, issuer, { payload })
      },
      code,
    ],
  ),
  ...['format', 'credential', 'c_nonce', 'c_nonce_expires_in'].map(
    (name): Row => [
      'WI-54',
      `a credential response without ${name}`,
      credentialBody({ [name]: undefined }),
      'credential_response_malformed',
    ],
  ),
  [
    'WI-60',
    'a success whose credential is the word Error',
    credentialBody({ credential: 'Error' }),
    'sd_jwt_malformed',
  ],
  ['WI-54', 'a credential in another format', credentialBody({ format: 'mso_mdoc' }), 'format_mismatch'],
  [
    'WI-58',
    'a PID signed by a stranger',
    (bends) => {
      bends.pidSigner = stranger
    },
    'signature_invalid',
  ],
  ['WI-58', "a PID with a stranger's kid", header({ kid: stranger.kid }), 'kid_unknown'],
  ['WI-58', 'a PID of another issuer', plain({ iss: 'https://other.example' }), 'iss_mismatch'],
  [
    'WI-58',
    'a PID with alg none',
    pidText((text) => text.replace(/^[^.]*/, base64({ alg: 'none', typ: 'vc+sd-jwt' }))),
    'alg_none',
  ],
  ['WI-59', 'a PID bound to another key', plain({ cnf: { jwk: bareJwk(stranger.publicJwk) } }), 'cnf_mismatch'],
  ['WI-59', 'a PID bound to nobody', plain({ cnf: {} }), 'cnf_jwk_missing'],
  ['WI-59', 'a PID that names its key by kid alone', plain({ cnf: { kid: 'x' } }), 'cnf_jwk_missing'],
  ['WI-60', 'a repeated disclosure', pidText((text) => `${text}${text.split('~')[1]}~`), 'disclosure_repeated'],
  [
    'WI-60',
    'a disclosure that nothing refers to',
    pidText((text) => `${text}${base64(['salt-salt-salt-salt', 'x', 1])}~`),
    'disclosure_unreferenced',
  ],
  ['WI-60', 'a disclosure that is none', pidText((text) => `${text}${base64('x')}~`), 'disclosure_malformed'],
  [
    'WI-60',
    'a digest that stands twice',
    bentIssuerJwt(({ _sd, ...claims }) => ({ ...claims, _sd: [...(_sd as string[]), (_sd as string[])[0]] })),
    'digest_repeated',
  ],
  ['WI-60', 'an unknown hash', bentIssuerJwt((claims) => ({ ...claims, _sd_alg: 'md5' })), 'sd_alg_unsupported'],
  [
    'WI-60',
    'a key binding of the issuer',
    pidText(async (text) => text + (await signJwt(stranger, {}, {}))),
    'key_binding_unexpected',
  ],
  ['WI-61', 'another type', plain({ vct: 'other', type: 'other' }), 'type_mismatch'],
  ['WI-61', 'another type beside the right vct', plain({ type: 'other' }), 'type_mismatch'],
  ...Object.keys(pidClaims).map((name): Row => ['WI-61', `a PID without ${name}`, withoutClaim(name), 'claim_missing']),
  ...Object.keys(pidClaims).map(
    (name): Row => ['WI-61', `a PID whose ${name} is null`, withClaim(name, null), 'claim_missing'],
  ),
  ...(
    [
      ['given_name', 42],
      ['given_name', ['Ada']],
      ['family_name', { latin: 'Rossi' }],
      ['birthdate', 19_800_110],
      ['birthdate', '10/01/1980'],
      ['birthdate', '1980-01-10T00:00:00Z'],
    ] as const
  ).map(
    ([name, value]): Row => [
      'WI-61',
      `a PID whose ${name} is ${JSON.stringify(value)}`,
      withClaim(name, value),
      'claim_malformed',
    ],
  ),
  ['WI-61', 'a PID that has ended', plain({ exp: 1_768_400_000 }), 'expired'],
  ['WI-61', 'a PID that has not begun', plain({ nbf: 1_999_999_999 }), 'not_yet_valid'],
  ['WI-61', 'a PID of another typ', header({ typ: 'JWT' }), 'typ_mismatch'],
]
const parties = await createIssuanceBench()
for (const [id, what, bend, code] of rows)
  test(`${id} refuses ${what}`, async () => {
    const { issuer, fixture, phone, blobs, random } = parties
    issuer.straighten()
    fixture.network.exchanges.length = 0
    const holder = createTestWallet(fixture, { blobs, phone, random })
    const { wallet } = Object.assign(holder, { browser: issuer.browser })
    bend(issuer.bends, issuer.signer)
    const held = phone.state.keys.size
    await refusedBy(id, code, wallet.obtainPid(issuerId))
    assert.deepEqual(await wallet.list(), [], 'nothing is stored')
    if (['WI-20', 'WI-40', 'WI-41'].includes(id)) assert.equal(sentTo(fixture, issuerPaths.token).length, 0)
    const surplus = phone.state.keys.size - held
    assert.ok(surplus <= 1, 'the key of a discarded PID is deleted')
  })

test('WI-114 takes a PID without an end, and offers it', async () => {
  const { issuer, fixture, phone, blobs, random } = await createIssuanceBench()
  const holder = createTestWallet(fixture, { blobs, phone, random })
  const { wallet } = Object.assign(holder, { browser: issuer.browser })
  bentIssuerJwt((claims) => ({ ...claims, exp: undefined }))(issuer.bends, issuer.signer)
  const pid = await wallet.obtainPid(issuerId)
  assert.equal(pid.expiresAt, undefined)
  fixture.clock.advance(400 * 86_400)
  const [listed] = await wallet.list()
  assert.deepEqual([listed?.id, listed?.state], [pid.id, 'valid'])
})
