/** The status reference in an issued SD-JWT credential. */
import { decodeJwt } from './forge-jwt.ts'

export interface StatusReference {
  readonly idx: number
  readonly uri: string
}

/** Returns the status list and the index of a credential. Each issued credential has its own index. */
export function statusOf(credential: string): StatusReference {
  const { status } = decodeJwt(credential.split('~')[0] ?? '').payload
  return (status as { readonly status_list: StatusReference }).status_list
}
