/** A valid mdoc, and the verifier's result after a change. */

import { Failure, type JsonObject } from '../../src/base/index.ts'
import type { Cbor } from '../../src/cose/index.ts'
import { parseDeviceResponse, verifyDeviceAuth } from '../../src/mdoc/device-response.ts'
import { mdocClaims, parseMdoc } from '../../src/mdoc/issuer-signed.ts'
import { type IssuerSignedPolicy, verifyIssuerSigned } from '../../src/mdoc/verify-issuer-signed.ts'
import { mdocContext as ctx, docType, issue, mdocPolicy, mdocNow as now, trusted } from './mdoc.ts'
import { codeOf } from './refuses.ts'

export const valid = await issue()

/** Returns the code of the refusal, or `accepted`. */
export async function verdict(text: string, policy: Partial<IssuerSignedPolicy> = {}): Promise<string> {
  const mdoc = parseMdoc(text, mdocPolicy, 'mdoc')
  if (mdoc instanceof Failure) return mdoc.code
  const result = await verifyIssuerSigned(ctx, mdoc, { docType, trusted, now, skew: 30, ...policy }, 'mdoc')
  return codeOf(result)
}

/** Returns the claims of a device response for this session, or the failure. */
export async function shownClaims(text: string, transcript: Cbor): Promise<JsonObject | Failure<string>> {
  const response = parseDeviceResponse(text, { ...mdocPolicy, deviceAlgorithms: ['ES256'] }, 'vp')
  if (response instanceof Failure) return response
  const mdoc = await verifyIssuerSigned(ctx, response.mdoc, { docType, trusted, now, skew: 30 }, 'vp')
  if (mdoc instanceof Failure) return mdoc
  const device = await verifyDeviceAuth(ctx, response, mdoc, transcript, 'vp')
  return device instanceof Failure ? device : mdocClaims(mdoc)
}
