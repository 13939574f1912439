/** Error answer that a wallet parses (RFC 6749 §5.2). `invalid_proof` has a new c_nonce (OpenID4VCI D13 §7.3.1). */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf } from '../base/index.ts'

/** An optional member that is empty or of the wrong type counts as absent: `error` is sufficient (D-358). */
const textOrAbsent = z.string().min(1).optional().catch(undefined)

const schema = z.looseObject({
  error: z.string().min(1),
  error_description: textOrAbsent,
  c_nonce: textOrAbsent,
})

/** The parsed error answer: `error` and optional members (RFC 6749 §5.2). */
export type ErrorResponse = z.infer<typeof schema>
/** The error answer has no `error`, or `error` is empty or not a string. */
export type ErrorResponseCode = 'error_response_malformed'

/** Parses the body of an error answer. Does not check the status. */
export function parseErrorResponse(body: JsonObject): ErrorResponse | Failure<ErrorResponseCode> {
  const parsed = schema.safeParse(body)
  return parsed.success ? parsed.data : fail('error_response_malformed', placeOf('body', parsed.error))
}
