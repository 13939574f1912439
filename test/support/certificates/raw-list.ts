/** Revocation lists that an honest issuer does not sign: any extensions, any fields. */
import { writeExtensions } from '../../../src/x509/certificate-body.ts'
import { writeTime } from '../../../src/x509/der-write.ts'
import {
  authorityKeyIdentifier,
  crlNumber,
  type UnsignedExtension,
  writeExplicit,
  writeInteger,
  writeSequence,
} from '../../../src/x509/index.ts'
import { writeName } from '../../../src/x509/name-write.ts'
import { signBody } from '../../../src/x509/signed-der.ts'
import { type Certified, testNow } from './test-authority.ts'

/** Signs an empty list with the extensions that the test names. */
export const rawList = (
  issuer: Certified,
  extensions: readonly UnsignedExtension[] = [authorityKeyIdentifier(issuer.keyId), crlNumber(1)],
  entries: readonly Uint8Array[] = [],
): Promise<Uint8Array> =>
  signBody(issuer.signer, (algorithm) =>
    writeSequence(
      ...[writeInteger(1), algorithm, writeName(issuer.subject), writeTime(testNow - 60), writeTime(testNow + 60)],
      ...(entries.length > 0 ? [writeSequence(...entries)] : []),
      writeExplicit(0, writeExtensions(extensions)),
    ),
  )
