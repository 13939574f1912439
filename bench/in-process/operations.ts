/** Operations without HTTP, on the same texts as their floors. A test counts their cryptography. */
import { type Crypto, failed } from '../../src/base/index.ts'
import {
  createFederationTrustEvaluator,
  entityConfigurationUrl,
  entityStatementMediaType,
  validateTrustChain,
} from '../../src/federation/index.ts'
import { createLocalSigner, withKeyCache } from '../../src/jose/index.ts'
import { createNodeRandom, createSystemClock, signingKey } from '../../src/node/index.ts'
import { issueSdJwt, parseSdJwt, verifyKeyBindingJwt, verifySdJwt } from '../../src/sd-jwt/index.ts'
import {
  authorityKey,
  boundAt,
  hiddenClaims,
  inputCount,
  presentationNonce,
  presentationOf,
  relyingPartyId,
  walletKeys,
} from '../floors/artefacts.ts'
import { thumbprint } from '../floors/primitives.ts'
import { anchorId, anchorKey, chainOf } from '../floors/trust-chain.ts'
import type { InProcessCase } from '../goals.ts'

/** Runs the operation once, on the input with this number. */
export type Operation = (input: number) => Promise<unknown>

const wallets = Array.from({ length: inputCount }, (_, index) => walletKeys(index))

type Context = ReturnType<typeof contextOf>

/** Creates a context. Its key cache is smaller than the number of inputs, so a key is evicted before its next use. */
const contextOf = (crypto: Crypto) => ({
  clock: createSystemClock(),
  random: createNodeRandom(),
  crypto: withKeyCache(crypto, { capacity: 64 }),
})

function issue(ctx: Context): Operation {
  const signer = createLocalSigner(ctx, 'ES256', signingKey(authorityKey.privateKey))
  const disclosable = Object.fromEntries(hiddenClaims) as Parameters<typeof issueSdJwt>[2]['disclosable']
  return (input) =>
    issueSdJwt(ctx, signer, {
      header: { typ: 'vc+sd-jwt', kid: signer.kid },
      plain: {
        iss: 'https://pid-provider.example',
        sub: signer.kid,
        iat: boundAt,
        exp: 4_102_444_800,
        type: 'eu.eudiw.pid.it',
        vct: 'eu.eudiw.pid.it',
        cnf: { jwk: { ...wallets[input % inputCount]?.holder.publicJwk } as Record<string, string> },
        status: { status_list: { idx: 4711, uri: 'https://pid-provider.example/status/1' } },
      },
      disclosable,
    })
}

const algorithms = ['ES256', 'ES384', 'ES512'] as const

function verifyPresentation(ctx: Context): Operation {
  const texts = wallets.map(presentationOf)
  const times = { now: boundAt, skew: 30 }
  const expected = { aud: relyingPartyId, nonce: presentationNonce, issuedNotBefore: boundAt, algorithms, ...times }
  return async (input) => {
    const parsed = parseSdJwt(texts[input % inputCount] ?? '', { typ: ['vc+sd-jwt', 'dc+sd-jwt'], algorithms })
    if (failed(parsed)) throw new Error(parsed.code)
    const sdJwt = await verifySdJwt(ctx, parsed, authorityKey.publicJwk, times)
    if (failed(sdJwt)) throw new Error(sdJwt.code)
    const bound = await verifyKeyBindingJwt(ctx, sdJwt, expected)
    if (failed(bound)) throw new Error(bound.code)
    return bound
  }
}

const anchors = new Map([[anchorId, [{ ...anchorKey.publicJwk, kid: thumbprint(anchorKey.publicJwk) }]]])
const urls = { loopbackHttp: false }

function validateChain(ctx: Context): Operation {
  const chains = wallets.map((_, index) => chainOf(index))
  return async (input) => {
    const { subject, statements } = chains[input % inputCount] as ReturnType<typeof chainOf>
    const now = ctx.clock.now()
    const chain = await validateTrustChain(ctx, statements, { anchors, algorithms, urls, skew: 30, now, subject })
    if (failed(chain)) throw new Error(`${chain.code} ${chain.at}`)
    return chain
  }
}

function evaluateCached(ctx: Context): Operation {
  const { subject, statements } = chainOf(0)
  /**
   * Answers the one request for the subject's configuration, which an intermediate in the chain requires. Fails for any
   * other request.
   */
  const fetchSubject = async ({ url }: Request): Promise<Response> => {
    if (url !== entityConfigurationUrl(subject)) throw new TypeError(`no server at ${url}`)
    return new Response(statements[0] ?? '', { headers: { 'content-type': entityStatementMediaType } })
  }
  const maximumAgeSeconds = 400_000_000
  const trust = createFederationTrustEvaluator(
    { ...ctx, fetch: fetchSubject },
    { anchors, urls, skewSeconds: 30, maximumAgeSeconds },
  )
  return async () => {
    const trustChain = [...statements] // a new array each time, because the digest of the same array is cached
    const entity = await trust.evaluate(subject, ['openid_credential_issuer'], { trustChain })
    if (failed(entity)) throw new Error(`${entity.code} ${entity.at}`)
    return entity
  }
}

const products = {
  'sd-jwt-issue': issue,
  'sd-jwt-verify': verifyPresentation,
  'trust-chain-cold': validateChain,
  'trust-chain-cached': evaluateCached,
} as const satisfies Record<InProcessCase, (ctx: Context) => Operation>

export const inProcessOperation = (name: InProcessCase, crypto: Crypto): Operation => products[name](contextOf(crypto))
