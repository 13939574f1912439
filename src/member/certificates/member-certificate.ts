/**
 * The certificates of a member's federation keys, from the superior's statement in the member's trust chain (IT-Wallet
 * 1.3.3, trust-infrastructure). The member certifies its protocol keys with one of these federation keys.
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
import { type EntityConfigurationPublisher, parseEntityStatement } from '../../federation/index.ts'
import type { JwsAlgorithm, Signer } from '../../jose/index.ts'
import { isSelfSigned, parsePathCertificate, spkiOf } from '../../x509/index.ts'

/** A federation key with its certificate chain. */
export interface CertifiedSigner {
  readonly signer: Signer
  /** Certificates of the federation key in the superior's statement (`statedChain`). */
  readonly chain: readonly string[]
  /** Subject of the federation key's certificate as DER. */
  readonly subject: Uint8Array
  /** Subject key identifier of the federation key's certificate. */
  readonly keyId: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
}

/**
 * Thrown if the superior's statement contains no valid certificate with which this member can certify its protocol
 * keys.
 */
class NoMemberCertificate extends Unavailable {
  constructor(reason: string) {
    super(`no certificate of the federation key: ${reason}`)
  }
}

interface CertifiedSigners {
  /**
   * Returns the first key whose certificate is valid now. Rejects with `NoMemberCertificate`, an `Unavailable`, if
   * there is none.
   */
  first(now: NumericDate): Promise<CertifiedSigner>
  /** Returns the key with this `kid`. Rejects with `NoMemberCertificate` if it has no certificate that is valid now. */
  withKid(kid: string, now: NumericDate): Promise<CertifiedSigner>
}

/** Policy for parsing the superior's statement. */
export interface StatementPolicy {
  readonly urls: UrlPolicy
  readonly algorithms: readonly JwsAlgorithm[]
}

/**
 * Reads the certificates of these keys from the superior's statement in the member's trust chain. `signers` must begin
 * with the signing key. `signers` also contains the next and former keys, because the superior's statement might not
 * contain the signing key while a key rolls over. Checks key, validity period, key identifier and the right to sign
 * certificates, but not the certification path.
 */
export function createCertifiedSigners(
  publisher: Pick<EntityConfigurationPublisher, 'trustChain'>,
  signers: readonly Signer[],
  policy: StatementPolicy,
): CertifiedSigners {
  let parsed: { readonly statement: string | undefined; readonly results: readonly (CertifiedSigner | string)[] }
  const readCurrent = async () => {
    const [, statement] = await publisher.trustChain()
    if (parsed?.statement !== statement || parsed === undefined) {
      const jwks = readKeys(statement, policy)
      parsed = { statement, results: signers.map((signer) => readCertificate(jwks, signer)) }
    }
    return parsed.results
  }
  const checkPeriod = (entry: CertifiedSigner | string | undefined, now: NumericDate): CertifiedSigner | string => {
    if (entry === undefined || typeof entry === 'string') return entry ?? 'there is no federation key'
    return entry.notBefore <= now && now < entry.notAfter
      ? entry
      : "the one in the superior's statement is not valid now"
  }
  const requireSigner = (signerOrReason: CertifiedSigner | string): CertifiedSigner => {
    if (typeof signerOrReason === 'string') throw new NoMemberCertificate(signerOrReason)
    return signerOrReason
  }
  return {
    first: async (now) => {
      const checked = (await readCurrent()).map((result) => checkPeriod(result, now))
      return requireSigner(checked.find((one) => typeof one !== 'string') ?? checked[0] ?? checkPeriod(undefined, now))
    },
    withKid: async (kid, now) => {
      const index = signers.findIndex((signer) => signer.kid === kid)
      return requireSigner(checkPeriod((await readCurrent())[index], now))
    },
  }
}

const readKeys = (statement: string | undefined, policy: StatementPolicy): Json | undefined => {
  const parsed = statement === undefined ? undefined : parseEntityStatement(statement, policy, 'statement')
  return parsed === undefined || failed(parsed) ? undefined : parsed.jws.payload.jwks
}

/** Returns the key with its certificate in the statement, or the reason why the key cannot sign certificates. */
function readCertificate(jwks: Json | undefined, signer: Signer): CertifiedSigner | string {
  const chain = statedChain(jwks, signer.kid)
  const der = chain[0] === undefined ? undefined : decodeLenientBase64(chain[0])
  const certificate = der && parsePathCertificate(der, 'x5c[0]')
  if (certificate === undefined) return "the superior's statement has none"
  if (failed(certificate)) return `the one in the superior's statement is malformed, ${certificate.code}`
  const { subject, keyId, isAuthority, usages } = certificate
  const { notBefore, notAfter, spki } = certificate.certificate
  if (!sameBytes(spki, spkiOf(signer.publicJwk))) return "the one in the superior's statement has another key"
  const signs = isAuthority && usages?.includes('keyCertSign') !== false
  if (!signs) return "the one in the superior's statement must not sign certificates"
  if (keyId === undefined) return "the one in the superior's statement has no subject key identifier"
  return { signer, chain, subject, keyId, notBefore, notAfter }
}

/**
 * Returns the strings in `x5c` of the first key with this `kid` in a statement's `jwks`: base64 of DER, the certificate
 * of this key first. Omits self-signed certificates above it: the deployed Trust Anchor states its root, which must not
 * be in the `x5c` of a message (D-1134). Empty if there are none. Does not check that the strings are certificates.
 */
export function statedChain(jwks: Json | undefined, kid: string): readonly string[] {
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  const key = keys.find((one): one is JsonObject => isJsonObject(one) && one.kid === kid)
  const chain = Array.isArray(key?.x5c) ? key.x5c.filter((one): one is string => typeof one === 'string') : []
  return chain.filter((one, index) => index === 0 || !isRoot(one))
}

function isRoot(text: string): boolean {
  const der = decodeLenientBase64(text)
  const certificate = der && parsePathCertificate(der, 'x5c')
  return certificate !== undefined && !failed(certificate) && isSelfSigned(certificate)
}
