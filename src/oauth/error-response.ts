/**
 * The error answer of a token, PAR or credential endpoint, as the wallet reads it (RFC 6749 §5.2; OpenID4VCI D13 §7.3.1
 * adds a fresh c_nonce to `invalid_proof`).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf } from '../base/index.ts'

/** What is not of its type stands for nothing: the error says enough without it (D-358). */
const ifText = z.string().min(1).optional().catch(undefined)

const schema = z.looseObject({
  error: z.string().min(1),
  error_description: ifText,
  c_nonce: ifText,
})

/** An error answer: `error` and what may stand beside it (RFC 6749 §5.2). */
export type ErrorResponse = z.infer<typeof schema>
/** The answer of an error has no `error`. */
export type ErrorResponseCode = 'error_response_malformed'

/** Reads the body of an answer that is no success. Does not judge the status. */
export function parseErrorResponse(body: JsonObject): ErrorResponse | Failure<ErrorResponseCode> {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : fail('error_response_malformed', placeOf('body', parsed.error))
}
