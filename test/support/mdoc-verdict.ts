/** A valid mdoc, and the verifier's result after a change. */

import { Failure } from '../../src/base/index.ts'
import { parseMdoc } from '../../src/mdoc/issuer-signed.ts'
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
