/** A Request Object that a wallet pushes with its form, and the policy of the PID Provider that accepts it. */

import { formatMdoc, formatSdJwt } from '../../src/credential/index.ts'
import { defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createAuthorizationDetail } from '../../src/oauth/authorization-details.ts'
import { createPushedAuthorizationForm } from '../../src/oauth/pushed-authorization.ts'
import { createRequestObject } from '../../src/oauth/request-object.ts'
import { type RequestObjectPolicy, verifyRequestObject } from '../../src/oauth/verify-request-object.ts'
import { fixedClock } from './fixed-clock.ts'
import { forgeJwt, type JwtChange } from './forge-jwt.ts'
import { seededRandom } from './seeded-random.ts'

export const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('request-object') }
export const now = fixedClock().now()
export const signer = await generateSigner(ctx)
export const other = await generateSigner(ctx)
export const clientId = jwkThumbprint(ctx, signer.publicJwk)
export const issuer = 'https://pid.example'
export const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const support = {
  formats: [formatSdJwt, formatMdoc] as const,
  credentialType: 'eu.eudiw.pid.it',
  doctype: 'eu.doc',
}
export const redirectUri = 'https://wallet.example/cb?x=1'
export const detail = createAuthorizationDetail(formatSdJwt, support)
export const request = await createRequestObject(ctx, signer, {
  clientId,
  audience: issuer,
  state: 'fyZiOL9Lf2CeKuNT2JzxiLRDink0uPcd',
  codeChallenge: challenge,
  authorizationDetails: [detail],
  redirectUri,
  now,
})
export const form = createPushedAuthorizationForm({
  client_id: clientId,
  code_challenge: challenge,
  request,
  attestation: 'a.b.c',
})
export const policy: RequestObjectPolicy = {
  key: signer.publicJwk,
  thumbprint: clientId,
  form: new Map(Object.entries(form)),
  issuer,
  redirectUris: { loopbackHttp: false, customSchemes: [] },
  support,
  now,
  skew: 10,
  algorithms: defaultAlgorithms,
}
/** Changes the Request Object, and returns the result of the PID Provider's verification. */
export const changed = async (change: JwtChange) =>
  verifyRequestObject(ctx, await forgeJwt(request, signer, change), policy)
/** Returns the policy for a push whose form has these further or other fields. */
export const withForm = (fields: Record<string, string>) => ({
  ...policy,
  form: new Map([...policy.form, ...Object.entries(fields)]),
})
