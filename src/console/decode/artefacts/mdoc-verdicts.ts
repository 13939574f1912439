/** Verifies the part of an mdoc that the issuer signed, with one verdict for each check. */
import { type Failure, failed, type Verified } from '../../../base/index.ts'
import {
  type IssuerSignedVerifyCode,
  type ParsedMdoc,
  parseIssuerCertificate,
  type TrustedIssuers,
  verifyIssuerSigned,
} from '../../../mdoc/index.ts'
import type { Verdict } from '../decoded.ts'
import { reasonWithout } from '../pasted-keys.ts'
import { type Reading, skew } from '../reading.ts'
import { notValid, notVerifiable, passed, verdictOf } from '../verdicts.ts'
import type { CheckName } from '../words.ts'
import { oneVerdictPerCheck } from './jws.ts'

/** The check to which a failure code of the strict verifier belongs. Any other code belongs to `certificates`. */
const checkOf: Partial<Readonly<Record<string, CheckName>>> = {
  ...{ mdoc_expired: 'times', mdoc_not_yet_valid: 'times', signed_outside_certificate: 'times' },
  ...{ certificate_expired: 'times', certificate_not_yet_valid: 'times' },
  ...{ digest_missing: 'digests', digest_mismatch: 'digests' },
  ...{ cose_signature_invalid: 'signature', cose_key_mismatch: 'signature', cose_key_unusable: 'signature' },
}

/**
 * Verifies times, digests and signature with the key of the leaf certificate, and then the certificate chain. The
 * strict verifier reports only its first failure. It is therefore called several times. A call without elements skips
 * the digests. A call at the start of the validity skips the times.
 */
export async function verifyIssuer(reading: Reading, mdoc: ParsedMdoc | Failure): Promise<IssuerFindings> {
  if (failed(mdoc)) return { verdicts: [notValid('form', mdoc), notVerifiable('signature', 'form_refused')] }
  const [leaf] = mdoc.x5chain
  const certificate = leaf === undefined ? undefined : parseIssuerCertificate(leaf, 'x5chain.0')
  if (certificate === undefined || failed(certificate))
    return {
      verdicts: [
        passed('form'),
        notVerifiable('signature', certificate ? 'issuer_part_refused' : 'key_absent'),
        certificate ? notValid('certificates', certificate) : notVerifiable('certificates', 'root_not_pinned'),
      ],
    }
  const leafOnly: TrustedIssuers = { certificates: [], keys: [certificate.publicJwk] }
  const verify = (items: ParsedMdoc['items'], trusted: TrustedIssuers, now: number) =>
    verifyIssuerSigned(reading.ctx, { ...mdoc, items }, { trusted, now, skew }, 'mdoc')
  const start = Math.max(mdoc.mso.validityInfo.validFrom, certificate.notBefore)
  const signedNow = await verify([], leafOnly, reading.now)
  const signed = isAbout('times', signedNow) ? await verify([], leafOnly, start) : signedNow
  const whole = await verify(mdoc.items, leafOnly, start)
  const verdicts = [
    passed('form'),
    isAbout('times', signedNow) ? verdictOf('times', signedNow) : passed('times'),
    digestsOf(whole),
    ...signatureOf(signed),
    await verifyIssuerChain(reading, (trusted) => verify([], trusted, start)),
  ]
  return { verdicts: oneVerdictPerCheck(verdicts), ...(!failed(whole) && { mdoc: whole }) }
}

/**
 * Verdicts about the issuer-signed part. `mdoc` is present if digests and signature are valid, even if the mdoc has
 * expired or the chain of its leaf certificate is not trusted.
 */
interface IssuerFindings {
  readonly verdicts: readonly Verdict[]
  readonly mdoc?: Verified<ParsedMdoc>
}

type IssuerSignedResult = Awaited<ReturnType<typeof verifyIssuerSigned>>

const codeOf = (result: IssuerSignedResult): IssuerSignedVerifyCode | undefined =>
  failed(result) ? result.code : undefined

const isAbout = (check: CheckName, result: IssuerSignedResult): boolean => checkOf[codeOf(result) ?? ''] === check

/** Returns the verdict about the digests. Before the digests, the verifier checks only the validity of the mdoc. */
function digestsOf(result: IssuerSignedResult): Verdict {
  if (isAbout('digests', result)) return verdictOf('digests', result)
  const code = codeOf(result)
  const isUnchecked = code === 'mdoc_expired' || code === 'mdoc_not_yet_valid'
  return isUnchecked ? notVerifiable('digests', 'issuer_part_refused') : passed('digests')
}

/**
 * Returns the verdict about the issuer's signature. If a time or a certificate fails, the verdict is `not_verifiable`,
 * because the verifier checks them before the signature.
 */
function signatureOf(result: IssuerSignedResult): readonly Verdict[] {
  if (!failed(result)) return [passed('signature', { by: 'x5c' })]
  if (isAbout('signature', result)) return [verdictOf('signature', result)]
  const unchecked = notVerifiable('signature', 'issuer_part_refused')
  return isAbout('times', result) ? [unchecked] : [notValid('certificates', result), unchecked]
}

/** Returns the verdict about the certificate chain up to a pasted key or certificate. */
async function verifyIssuerChain(
  { pastedKeys }: Reading,
  verify: (trusted: TrustedIssuers) => Promise<IssuerSignedResult>,
): Promise<Verdict> {
  if (pastedKeys.certificates.length === 0 && pastedKeys.keys.length === 0)
    return notVerifiable('certificates', reasonWithout(pastedKeys, 'root_not_pinned'))
  const result = await verify({ certificates: pastedKeys.certificates, keys: pastedKeys.keys })
  const isAfterChain = isAbout('signature', result) || codeOf(result) === 'signed_outside_certificate'
  return failed(result) && !isAfterChain ? notValid('certificates', result) : passed('certificates', { by: 'pasted' })
}
