/**
 * Faults of PID Providers that `hostile-issuer.test.ts` does not have. Every row starts from an issuance that succeeds
 * and changes one output of the provider.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, JsonObject } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { pidSupport } from '../../../src/oid4vci/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { digest, raw } from '../../support/credential.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { type IssuerBends, issuerId, issuerPaths, pidClaims } from '../../support/scripted-issuer.ts'
import { sentTo } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'

const stranger: Signer = await generateSigner({ crypto })

type Bend = (bends: IssuerBends, issuer: Signer) => void
const withMetadata = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.metadata = (metadata) => ({ ...metadata, ...change }) as JsonObject
}
const redirected = (change: (url: URL) => string | undefined) => (bends: IssuerBends) => {
  bends.redirect = (url) => change(url) ?? url.href
}
const without = (name: string) => redirected((url) => void url.searchParams.delete(name))
const plain = (change: Record<string, unknown>) => (bends: IssuerBends) => {
  bends.pid = (content) => ({ ...content, plain: { ...content.plain, ...change } as JsonObject })
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
const bentIssuerHeader = (header: Record<string, unknown>) =>
  pidText(async (text, issuer) => {
    const [jwt = '', ...rest] = text.split('~')
    return [await forgeJwt(jwt, issuer, { header }), ...rest].join('~')
  })

/** Appends a Disclosure with a digest in the signed part. */
const hidden = (...parts: readonly Json[]) =>
  pidText(async (text, issuer) => {
    const [jwt = '', ...rest] = text.split('~')
    const { _sd } = decodeJwt(jwt).payload
    const disclosure = raw([...parts])
    const forged = await forgeJwt(jwt, issuer, { payload: { _sd: [...(_sd as string[]), digest(disclosure)] } })
    return [forged, ...rest.slice(0, -1), disclosure, ''].join('~')
  })

const accessToken = (change: NonNullable<IssuerBends['accessToken']>) => (bends: IssuerBends) => {
  bends.accessToken = change
}
const tokenText =
  (change: (token: string, issuer: Signer) => string | Promise<string>) => (bends: IssuerBends, issuer: Signer) => {
    bends.tokenText = (token) => change(token, issuer)
  }
const tokenClaims = (payload: Record<string, unknown>) =>
  tokenText((token, issuer) => forgeJwt(token, issuer, { payload }))
const malformedClaims: readonly (readonly [name: string, value: Json])[] = [
  ['given_name', 42],
  ['given_name', ['Ada']],
  ['family_name', { latin: 'Rossi' }],
  ['birthdate', 19_800_110],
  ['birthdate', '10/01/1980'],
  ['birthdate', '1980-01-10T00:00:00Z'],
]
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const rows = ruleCasesOf<[bend: Bend]>({
  'WI-34 dpop_alg_unsupported': [
    [
      'metadata without a DPoP algorithm of the wallet',
      withMetadata({ dpop_signing_alg_values_supported: ['RS256', 'PS256'] }),
    ],
  ],
  'WI-34 credential_type_missing': [['metadata without the PID', withMetadata({ credentials_supported: {} })]],
  'WI-34 issuance_not_allowed': [
    [
      'a provider whose superiors allow only another type',
      withMetadata({ credential_types_allowed: ['eu.eudiw.other'] }),
    ],
    [
      'a provider with a malformed credential_types_allowed',
      withMetadata({ credential_types_allowed: pidSupport.credentialType }),
    ],
  ],
  'WI-06 issuer_metadata_malformed': [
    ['metadata without a token endpoint', withMetadata({ token_endpoint: undefined })],
  ],
  'WI-41 iss_missing': [['a response without iss', without('iss')]],
  'WI-20 redirect_uri_mismatch': [
    [
      'a response at another host',
      redirected((url) => url.href.replace('wallet.example/issued', 'evil.example/issued')),
    ],
    ['a response at another path', redirected((url) => url.href.replace('/issued', '/other'))],
  ],
  'WI-42 authorization_response_malformed': [['a response with neither code nor error', without('code')]],
  'WI-49 expired': [['an expired access token', accessToken((input) => ({ ...input, now: input.now - 900 }))]],
  'WI-49 exp_missing': [['an access token without exp', tokenClaims({ exp: undefined })]],
  'WI-99 iat_missing': [['an access token without iat', tokenClaims({ iat: undefined })]],
  'WI-99 jti_malformed': [['an access token without jti', tokenClaims({ jti: undefined })]],
  'WI-58 signature_invalid': [
    [
      'a PID signed by a stranger',
      (bends) => {
        bends.pidSigner = stranger
      },
    ],
  ],
  'WI-59 cnf_jwk_missing': [['a PID whose cnf has a kid only', plain({ cnf: { kid: 'x' } })]],
  'WI-60 disclosure_unreferenced': [
    ['a disclosure without a digest', pidText((text) => `${text}${base64(['salt-salt-salt-salt', 'x', 1])}~`)],
  ],
  'WI-60 disclosure_malformed': [['a malformed disclosure', pidText((text) => `${text}${base64('x')}~`)]],
  'WI-60 disclosure_length': [['a disclosure of one element', hidden('salt')]],
  'WI-60 disclosure_salt_invalid': [['a salt that is not a string', hidden(1, 'a', 2)]],
  'WI-60 disclosure_name_invalid': [['a name that is not a string', hidden('salt', 1, 2)]],
  'WI-60 disclosure_name_reserved': [['a claim named _sd', hidden('salt', '_sd', [])]],
  'WI-60 disclosure_kind_mismatch': [['an array element in place of an object member', hidden('salt', 'IT')]],
  'WI-60 disclosure_never_selective': [['a selectively disclosed exp', hidden('salt', 'exp', 1_999_999_999)]],
  'WI-60 digest_malformed': [['digests that are not an array', bentIssuerJwt((claims) => ({ ...claims, _sd: 'x' }))]],
  'WI-60 claim_name_clash': [
    ['a claim both plain and disclosed', bentIssuerJwt((claims) => ({ ...claims, given_name: 'Eva' }))],
  ],
  'WI-60 digest_repeated': [
    [
      'a repeated digest',
      bentIssuerJwt(({ _sd, ...claims }) => ({ ...claims, _sd: [...(_sd as string[]), (_sd as string[])[0]] })),
    ],
  ],
  'WI-60 sd_alg_unsupported': [['an unknown hash', bentIssuerJwt((claims) => ({ ...claims, _sd_alg: 'md5' }))]],
  'WI-61 claim_missing': Object.keys(pidClaims).flatMap((name) => [
    [`a PID without ${name}`, withoutClaim(name)],
    [`a PID whose ${name} is null`, withClaim(name, null)],
  ]),
  'WI-61 claim_malformed': malformedClaims.map(([name, value]) => [
    `a PID whose ${name} is ${JSON.stringify(value)}`,
    withClaim(name, value),
  ]),
  'WI-61 type_mismatch': [
    ['a PID with no type at all', bentIssuerJwt((claims) => ({ ...claims, vct: undefined, type: undefined }))],
    ['a PID with a type of other parties beside vct', plain({ type: 'eu.eudiw.other' })],
  ],
  'WI-61 typ_mismatch': [
    ['a PID with no typ', bentIssuerHeader({ typ: undefined })],
    ['a PID with the typ JWT', bentIssuerHeader({ typ: 'JWT' })],
  ],
  'WI-61 expired': [['an expired PID', plain({ exp: 1_768_400_000 })]],
})
const parties = await createIssuanceBench()
for (const [[id, code], what, bend] of rows)
  test(`${id} refuses ${what}`, async () => {
    const { issuer, fixture, phone, blobs, random } = parties
    issuer.removeBends()
    fixture.network.exchanges.length = 0
    const holder = createTestWallet(fixture, { blobs, phone, random })
    const { wallet } = Object.assign(holder, { browser: issuer.browser })
    bend(issuer.bends, issuer.signer)
    const keysBefore = [...phone.state.keys.keys()]
    const { at } = await refusedBy(id, code, wallet.obtainPid(issuerId))
    if (['WI-58', 'WI-59', 'WI-60', 'WI-61'].includes(id)) assert.match(at, /^pid\b/, 'the place is in the PID')
    assert.deepEqual(await wallet.list(), [], 'nothing is stored')
    if (['WI-20', 'WI-41'].includes(id)) assert.equal(sentTo(fixture, issuerId + issuerPaths.token).length, 0)
    assert.deepEqual([...phone.state.keys.keys()], keysBefore, 'no key of the refused PID remains')
  })

test('WI-114 accepts a PID without exp, and lists it as valid', async () => {
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
