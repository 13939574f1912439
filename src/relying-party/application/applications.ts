/**
 * Applications behind the Relying Party: their API keys, return URLs and limits. The configuration and the store
 * contain only digests of API keys. While a key is being replaced, an application has several keys.
 */
import { z } from 'zod'
import {
  type CryptoContext,
  decodeBase64url,
  failed,
  isLoopbackHost,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'
import { fitsLocation } from '../../http/index.ts'

/** Parameters that the service adds to a return URL. */
const ownParameters = ['reference', 'state']

const returnUrl = z
  .url()
  .max(2048)
  .refine((text) => ownParameters.every((name) => !URL.parse(text)?.searchParams.has(name)), {
    message: 'contains a parameter that the service adds',
  })

/** SHA-256 of the empty text in base64url. A script that hashes an unset variable writes this value. */
const emptyTextDigest = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'

/** Settings of an application, in the configuration and in the store. */
export const applicationSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
    .describe('Id of the application in the audit.'),
  apiKeyDigests: z
    .array(
      z
        .string()
        .refine((text) => decodeBase64url(text)?.length === 32, { message: 'is not a SHA-256 in base64url' })
        .refine((text) => text !== emptyTextDigest, {
          message: 'is the SHA-256 of an empty text: create a key and its digest with "fiducia api-key"',
        }),
    )
    .min(1)
    .max(4)
    .describe('SHA-256 of each valid API key, base64url. `fiducia api-key` creates a key and its digest.'),
  returnUrls: z.array(returnUrl).max(64).default([]).describe('Permitted return URLs, compared as whole strings.'),
  loopbackReturnUrls: z
    .boolean()
    .default(false)
    .describe(
      'Also permits every URL on a loopback host, for development. Refuses a URL with a parameter `reference` or `state`, and one of more than 2048 characters.',
    ),
  credentialTypes: z
    .array(z.string())
    .optional()
    .describe('Permitted credential types, within the limits of the federation. Defaults to no further limit.'), // RP-90
  claims: z
    .array(z.string())
    .optional()
    .describe(
      'Permitted claims, within the limits of the federation. A claim is permitted if this list has its name in the query of the application, or the name by which the profile of the wallet requests it (`birthdate`, `birth_date`). Defaults to no further limit.',
    ), // RP-208
  erasureUrl: z
    .url()
    .max(2048)
    .optional()
    .describe(
      'URL to which the service posts each deletion request, as a signed JWT. It must answer 2xx once it has recorded the request. Defaults to none.',
    ), // RP-140
})

/** Parsed settings of an application behind a Relying Party, with defaults. */
export type Application = Readonly<z.output<typeof applicationSchema>>

/** Schema of the configured applications. Ids and keys must be unique. */
export const applications = z
  .array(applicationSchema)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { message: 'two applications share an id' })
  .refine(
    (all) => new Set(all.flatMap((one) => one.apiKeyDigests)).size === all.flatMap((o) => o.apiKeyDigests).length,
    {
      message: 'a key digest occurs more than once',
    },
  )

/** Returns the SHA-256 of an API key or reference in base64url, for the configuration or the store. */
export const secretDigest = ({ crypto }: CryptoContext, secret: string): string => crypto.digestText('sha-256', secret)

/**
 * Returns true if the service may send the browser to this URL of the application. Compares listed URLs as whole
 * strings. If the application permits loopback URLs, accepts each of them, except one with a parameter `reference` or
 * `state`, or of more than 2048 characters.
 */
export function mayReturnTo({ returnUrls, loopbackReturnUrls }: Application, url: string): boolean {
  if (returnUrls.includes(url)) return true
  if (!loopbackReturnUrls || !returnUrl.safeParse(url).success) return false
  const parsed = parseUrl(url, { loopbackHttp: true } satisfies UrlPolicy)
  return !failed(parsed) && isLoopbackHost(parsed.hostname)
}

/**
 * Returns the first return URL with a character that a redirect cannot contain, and the URL's encoded form. Returns
 * `undefined` if there is none.
 */
export function unencodedReturnUrlOf({
  returnUrls,
}: Pick<Application, 'returnUrls'>): { readonly found: string; readonly expected: string } | undefined {
  const found = returnUrls.find((url) => !fitsLocation(url))
  return found === undefined ? undefined : { found, expected: new URL(found).href }
}

/**
 * Returns the setting of the first URL that `parseUrl` refuses, for example plain http. Returns `undefined` if there is
 * none.
 */
export function insecureUrlOf(
  { returnUrls, erasureUrl }: Application,
  policy: UrlPolicy,
): 'returnUrls' | 'erasureUrl' | undefined {
  const isInsecure = (url: string): boolean => failed(parseUrl(url, policy))
  if (returnUrls.some(isInsecure)) return 'returnUrls' // RP-90
  return erasureUrl !== undefined && isInsecure(erasureUrl) ? 'erasureUrl' : undefined // RP-140
}
