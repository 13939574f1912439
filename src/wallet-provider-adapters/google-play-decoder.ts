/**
 * Decodes Play Integrity tokens with Google's service (https://developer.android.com/google/play/integrity/standard,
 * "Decrypt and verify the integrity verdict"). A service account gets an access token by a JWT bearer grant (RFC 7523
 * §2.1). `decodeIntegrityToken` returns the payload of a token that Google made for this package. Timeouts, a refused
 * account, exceeded quotas and malformed answers are all `play_service_unavailable`, because they prove nothing about
 * the device (WP-64). Google answers 400 to a refused token and does not state whether the token is malformed, forged
 * or another app's. The result is then `play_token_unknown`.
 */
import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import {
  type Clock,
  createTimedRequest,
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchFailureOf,
  isFresh,
  isJsonObject,
  type JsonObject,
  joinUrl,
  type NumericDate,
  parseJsonObject,
  placeWithCause,
  readText,
} from '../base/index.ts'
import type { PlayDecodeCode, PlayIntegrityDecoder } from '../device-integrity/index.ts'
import { signJwt } from '../jose/index.ts'
import { createCircuitBreaker } from '../node/index.ts'
import { grantTypeJwtBearer } from '../oauth/index.ts'

const scope = 'https://www.googleapis.com/auth/playintegrity'
const at = 'integrity_assertion'

/** Key file of the service account, as Google provides it. */
export const googleServiceAccount = z.looseObject({
  client_email: z.string().min(3),
  private_key: z.string().startsWith('-----BEGIN '),
  private_key_id: z.string().min(1),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})

/** Content of the service account's key file. */
export type GoogleServiceAccount = Readonly<z.input<typeof googleServiceAccount>>

/** Settings `decoder` of `deviceVendorsConfig`, and the service account. The defaults are in `deviceVendorsConfig`. */
export interface GooglePlayOptions {
  readonly account: GoogleServiceAccount
  readonly url: string
  readonly timeoutMilliseconds: number
  /** Number of consecutive outages after which requests pause. */
  readonly breakerFailures: number
  readonly breakerPauseSeconds: number
}

/** Client, and the clock for assertions and the expiry of access tokens. */
export interface GooglePlayContext {
  readonly fetch: Fetch
  readonly clock: Clock
}

type DecodeResult = JsonObject | Failure<PlayDecodeCode>

/**
 * Returns the failure with its cause at the end of the place: `decode.status.403.PERMISSION_DENIED`. The place must not
 * name a host, because the Wallet Instance sees it.
 */
const unavailable = (cause: string): Failure<PlayDecodeCode> => fail('play_service_unavailable', `${at}.${cause}`) // WP-64

/** Creates the decoder. Throws an Error if the account or its key is unusable. */
export function createGooglePlayDecoder(ctx: GooglePlayContext, options: GooglePlayOptions): PlayIntegrityDecoder {
  const { url, timeoutMilliseconds, breakerFailures: failures, breakerPauseSeconds: pauseSeconds } = options
  const post = postWithin(ctx.fetch, timeoutMilliseconds)
  const access = createAccessTokens(ctx, options.account, post)
  const breaker = createCircuitBreaker(ctx, { failures, pauseSeconds })

  async function decode(token: string, packageName: string): Promise<DecodeResult> {
    const accessToken = await access.get()
    if (failed(accessToken)) return accessToken
    const path = `/v1/${encodeURIComponent(packageName)}:decodeIntegrityToken`
    const answer = await post('decode', joinUrl(url, path), {
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ integrity_token: token }),
    })
    if (failed(answer)) return answer
    if (answer.status === 401) access.forget()
    if (answer.status === 400 && answer.json) return fail('play_token_unknown', at) // WP-62
    const payload = answer.status === 200 ? answer.json?.tokenPayloadExternal : undefined
    return isJsonObject(payload) ? payload : unavailable(causeOf('decode', answer))
  }
  return {
    decode: async (token, packageName) => {
      const isOutage = (answer: DecodeResult): boolean => failed(answer) && answer.code === 'play_service_unavailable'
      return (await breaker.ask(() => decode(token, packageName), isOutage)) ?? unavailable('paused')
    },
  }
}

interface PostAnswer {
  readonly status: number
  /** Absent if the body is not a JSON object. */
  readonly json: JsonObject | undefined
}
/** Names of the requests to Google, as they appear in the place of a failure. */
type RequestName = 'access_token' | 'decode'
type Post = (name: RequestName, url: string, init: RequestInit) => Promise<PostAnswer | Failure<PlayDecodeCode>>

/** Returns the cause of an unusable answer: `body` after status 200, otherwise the status and Google's error name. */
function causeOf(name: RequestName, { status, json }: PostAnswer): string {
  if (status === 200) return `${name}.body`
  const error = isJsonObject(json?.error) ? json.error.status : json?.error
  return `${name}.status.${status}${typeof error === 'string' && /^\w{1,64}$/.test(error) ? `.${error}` : ''}`
}

/** Posts a request. Resolves to a failure if the request fails or takes too long. */
const postWithin =
  (fetch: Fetch, timeoutMilliseconds: number): Post =>
  async (name, url, init) => {
    try {
      const response = await fetch(createTimedRequest(timeoutMilliseconds, url, { ...init, method: 'POST' }))
      const text = await readText(response, at)
      const json = failed(text) ? text : parseJsonObject(text, at)
      return { status: response.status, json: failed(json) ? undefined : json }
    } catch (thrown) {
      const { code } = fetchFailureOf(thrown, name)
      return unavailable(code === 'unreachable' ? placeWithCause(thrown, name) : `${name}.${code}`)
    }
  }

const grantSchema = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Seconds before the expiry of an access token at which the token is replaced. */
const marginSeconds = 60

/** Creates a source of access tokens. Concurrent callers share one request. */
function createAccessTokens({ clock }: GooglePlayContext, account: GoogleServiceAccount, post: Post) {
  const { client_email, private_key, private_key_id, token_uri } = googleServiceAccount.parse(account)
  const key = createPrivateKey(private_key)
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('the key of the Google account is not an RSA key')
  const signer = { alg: 'RS256', sign: (data: Uint8Array) => sign('sha256', data, key) } as const
  let cached: { readonly token: string; readonly requestedAt: NumericDate; readonly seconds: number } | undefined
  let pendingToken: Promise<string | Failure<PlayDecodeCode>> | undefined

  async function requestToken(): Promise<string | Failure<PlayDecodeCode>> {
    const iat = clock.now()
    const claims = { iss: client_email, scope, aud: token_uri, iat, exp: iat + 3600 }
    const assertion = await signJwt(signer, { typ: 'JWT', kid: private_key_id }, claims)
    const body = new URLSearchParams({ grant_type: grantTypeJwtBearer, assertion })
    const answer = await post('access_token', token_uri, { body })
    if (failed(answer)) return answer
    const granted = answer.status === 200 ? grantSchema.safeParse(answer.json) : undefined
    if (!granted?.success) return unavailable(causeOf('access_token', answer))
    cached = { token: granted.data.access_token, requestedAt: iat, seconds: granted.data.expires_in - marginSeconds }
    return cached.token
  }
  return {
    get: async (): Promise<string | Failure<PlayDecodeCode>> => {
      if (cached && isFresh(cached.requestedAt, cached.seconds, clock.now())) return cached.token
      pendingToken ??= requestToken().finally(() => {
        pendingToken = undefined
      })
      return pendingToken
    },
    forget: (): void => {
      cached = undefined
    },
  }
}
