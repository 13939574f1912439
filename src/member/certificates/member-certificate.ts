/**
 * The certificate of a member's federation key, as its superior states it in the member's own trust chain (IT-Wallet 1.3.3,
 * trust-infrastructure). With it the member certifies its protocol keys.
 */
import {
  decodeLenientBase64,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type NumericDate,
  sameBytes,
  Unavailable,
  type UrlPolicy,
} from '../../base/index.ts'
import { parseEntityStatement } from '../../federation/index.ts'
import { defaultAlgorithms, type JwsAlgorithm, type Signer } from '../../jose/index.ts'
import { parsePathCertificate, spkiOf } from '../../x509/index.ts'

/** The certificate of the federation key, and those above it. */
export interface MemberCertificate {
  /** Base64 of DER: the federation key's first, without the root. */
  readonly chain: readonly string[]
  /** Subject as DER. */
  readonly subject: Uint8Array
  readonly keyId: Uint8Array
  readonly notAfter: NumericDate
}

/** The superior states no certificate with which this member can certify its keys. */
class NoMemberCertificate extends Unavailable {
  constructor(reason: string) {
    super(`no certificate of the federation key: ${reason}`)
  }
}

/** The statements that a member reads its certificate from, and how they are parsed. */
export interface StatementPolicy {
  readonly urls: UrlPolicy
  /** Defaults to ES256, ES384 and ES512. */
  readonly algorithms?: readonly JwsAlgorithm[] | undefined
}

/**
 * Returns the certificate of a federation key in the superior's statement about this member. The statement must be
 * verified. Throws `NoMemberCertificate` if there is none that may sign certificates now. Does not check the path.
 */
export function readMemberCertificate(
  statement: string | undefined,
  { kid, publicJwk }: Pick<Signer, 'kid' | 'publicJwk'>,
  { urls, algorithms = defaultAlgorithms }: StatementPolicy,
  now: NumericDate,
): MemberCertificate {
  const parsed =
    statement === undefined ? undefined : parseEntityStatement(statement, { urls, algorithms }, 'statement')
  if (parsed === undefined || failed(parsed)) throw new NoMemberCertificate('the superior gives no statement')
  const chain = chainOf(parsed.jws.payload.jwks, kid)
  const der = chain[0] === undefined ? undefined : decodeLenientBase64(chain[0])
  const certificate = der && parsePathCertificate(der, 'x5c[0]')
  if (certificate === undefined) throw new NoMemberCertificate('the statement of the superior has none')
  if (failed(certificate)) throw new NoMemberCertificate(`the superior's is not readable, ${certificate.code}`)
  const {
    subject,
    keyId,
    isAuthority,
    usages,
    certificate: { notBefore, notAfter, spki },
  } = certificate
  if (!sameBytes(spki, spkiOf(publicJwk))) throw new NoMemberCertificate("the superior's has another key")
  if (!isAuthority || usages?.includes('keyCertSign') === false || keyId === undefined)
    throw new NoMemberCertificate("the superior's may not sign certificates")
  if (now < notBefore || now >= notAfter) throw new NoMemberCertificate("the superior's is not valid now")
  return { chain, subject, keyId, notAfter }
}

function chainOf(jwks: Json | undefined, kid: string): readonly string[] {
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? (jwks.keys as readonly Json[]) : []
  const key = keys.find((one): one is JsonObject => isJsonObject(one) && one.kid === kid)
  const chain = Array.isArray(key?.x5c) ? (key.x5c as readonly Json[]) : []
  return chain.filter((one) => typeof one === 'string')
}
