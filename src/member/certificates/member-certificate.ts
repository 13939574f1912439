/**
 * The certificates of a member's federation keys, as its superior states them in the member's own trust chain
 * (IT-Wallet 1.3.3, trust-infrastructure). With one of them the member certifies its protocol keys.
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
import { parsePathCertificate, spkiOf } from '../../x509/index.ts'

/** A federation key with its certificate and those above it. */
export interface CertifiedSigner {
  readonly signer: Signer
  /** Base64 of DER: the federation key's first, without the root. */
  readonly chain: readonly string[]
  /** Subject as DER. */
  readonly subject: Uint8Array
  readonly keyId: Uint8Array
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
}

/** The superior states no certificate with which this member can certify its keys. */
class NoMemberCertificate extends Unavailable {
  constructor(reason: string) {
    super(`no certificate of the federation key: ${reason}`)
  }
}

/** Federation keys of a member that have a certificate. */
interface CertifiedSigners {
  /**
   * Returns the first key with a valid certificate. Throws `NoMemberCertificate`, an `Unavailable`, if there is none.
   */
  first(now: NumericDate): Promise<CertifiedSigner>
  /** Returns `undefined` for a key that is none of the member's. Throws like `first`. */
  find(kid: string, now: NumericDate): Promise<CertifiedSigner | undefined>
}

/** Policy for parsing the superior's statement. */
export interface StatementPolicy {
  readonly urls: UrlPolicy
  readonly algorithms: readonly JwsAlgorithm[]
}

/**
 * Finds the certificates of these keys in the own trust chain. The functions of the result throw `NoMemberCertificate`
 * if no certificate is valid. The key that signs statements comes first, then the next and former ones: while a key
 * rolls over, the superior may state another one than the first. Does not check paths.
 */
export function createCertifiedSigners(
  publisher: Pick<EntityConfigurationPublisher, 'trustChain'>,
  signers: readonly Signer[],
  policy: StatementPolicy,
): CertifiedSigners {
  let parsed: { readonly statement: string | undefined; readonly stated: readonly (CertifiedSigner | string)[] }
  const statedNow = async () => {
    const [, statement] = await publisher.trustChain()
    if (parsed?.statement !== statement || parsed === undefined) {
      const jwks = readKeys(statement, policy)
      parsed = { statement, stated: signers.map((signer) => readCertificate(jwks, signer)) }
    }
    return parsed.stated
  }
  const judge = (stated: CertifiedSigner | string | undefined, now: NumericDate): CertifiedSigner | string => {
    if (stated === undefined || typeof stated === 'string') return stated ?? 'there is no federation key'
    return stated.notBefore <= now && now < stated.notAfter ? stated : "the superior's is not valid now"
  }
  const orThrow = (judged: CertifiedSigner | string): CertifiedSigner => {
    if (typeof judged === 'string') throw new NoMemberCertificate(judged)
    return judged
  }
  return {
    first: async (now) => {
      const judged = (await statedNow()).map((stated) => judge(stated, now))
      return orThrow(judged.find((one) => typeof one !== 'string') ?? judged[0] ?? judge(undefined, now))
    },
    find: async (kid, now) => {
      const index = signers.findIndex((signer) => signer.kid === kid)
      return index < 0 ? undefined : orThrow(judge((await statedNow())[index], now))
    },
  }
}

const readKeys = (statement: string | undefined, policy: StatementPolicy): Json | undefined => {
  const parsed = statement === undefined ? undefined : parseEntityStatement(statement, policy, 'statement')
  return parsed === undefined || failed(parsed) ? undefined : parsed.jws.payload.jwks
}

/** Returns the certificate of a key, or the reason why the key cannot certify with it. */
function readCertificate(jwks: Json | undefined, signer: Signer): CertifiedSigner | string {
  const chain = chainOf(jwks, signer.kid)
  const der = chain[0] === undefined ? undefined : decodeLenientBase64(chain[0])
  const certificate = der && parsePathCertificate(der, 'x5c[0]')
  if (certificate === undefined) return 'the statement of the superior has none'
  if (failed(certificate)) return `the superior's is not readable, ${certificate.code}`
  const { subject, keyId, isAuthority, usages } = certificate
  const { notBefore, notAfter, spki } = certificate.certificate
  if (!sameBytes(spki, spkiOf(signer.publicJwk))) return "the superior's has another key"
  const signs = isAuthority && usages?.includes('keyCertSign') !== false
  if (!signs || keyId === undefined) return "the superior's may not sign certificates"
  return { signer, chain, subject, keyId, notBefore, notAfter }
}

function chainOf(jwks: Json | undefined, kid: string): readonly string[] {
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? (jwks.keys as readonly Json[]) : []
  const key = keys.find((one): one is JsonObject => isJsonObject(one) && one.kid === kid)
  const chain = Array.isArray(key?.x5c) ? (key.x5c as readonly Json[]) : []
  return chain.filter((one) => typeof one === 'string')
}
