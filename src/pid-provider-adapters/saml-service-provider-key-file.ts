/**
 * The PID Provider's key as a SAML service provider, with its certificate, in an owner-only file. Also creates the
 * metadata document that the key signs (PP-113).
 */
import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Clock, daySeconds } from '../base/index.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from '../node/index.ts'
import type { SamlProfileName } from '../pid-provider/index.ts'
import { issueCertificate, nameText } from '../x509/index.ts'
import { type PublicBody, publicBodyCertificateParts } from './saml-service-provider-certificate.ts'
import { importServiceProviderKey, type ServiceProviderKey } from './saml-service-provider-key.ts'
import { createServiceProviderMetadata, type ServiceProviderMetadataInput } from './saml-service-provider-metadata.ts'

const fileSchema = z.object({ key: z.string(), certificate: z.string() })

/**
 * Loads the key at `path`, or creates it with a certificate for `holder`: a common name of at most 64 characters, or a
 * public body (`saml-service-provider-certificate.ts`). Does not check lengths. Rejects with `PrivateFileError` for a
 * damaged file, and for a missing file that must not be written.
 */
export async function loadServiceProviderKey(
  { clock }: { readonly clock: Clock },
  path: string,
  holder: string | PublicBody,
  options: PrivateFileOptions = {},
): Promise<ServiceProviderKey> {
  const content = readPrivateFile(path, options) ?? (await createKey(clock, path, holder, options))
  const { data } = fileSchema.safeParse(content)
  try {
    return importServiceProviderKey(data?.key ?? '', data?.certificate ?? '')
  } catch {
    throw new PrivateFileError(
      path,
      'does not contain an RSA key with its certificate: restore the file. If you delete it, a new key is created, and the metadata must be registered again.',
    )
  }
}

/** Creates and saves a key. Returns the saved key, possibly that of a concurrent process. */
async function createKey(
  clock: Clock,
  path: string,
  holder: string | PublicBody,
  options: PrivateFileOptions,
): Promise<object | undefined> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const request =
    typeof holder === 'string' ? { subject: nameText([['CN', holder]]) } : publicBodyCertificateParts(holder)
  const der = issueCertificate({
    ...request,
    issuer: request.subject,
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    notBefore: clock.now() - daySeconds,
    notAfter: clock.now() + 3650 * daySeconds,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey, hash: 'SHA-256' },
  })
  const content = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
  return writePrivateFile(path, content, { ...options, mode: 'create' }) ? content : readPrivateFile(path, options)
}

type Description = Pick<ServiceProviderMetadataInput, 'serviceName' | 'organization' | 'contact' | 'singleLogoutUrl'>

/** Returns a function that creates the metadata document of a profile. The document's ID is a digest of its content. */
export const createMetadataFactory =
  (entityId: string, key: ServiceProviderKey, description: Description) =>
  (callbackUrls: readonly string[], profile: SamlProfileName): string => {
    const content = JSON.stringify([entityId, key.certificate, callbackUrls, profile, description])
    const id = `_${createHash('sha256').update(content).digest('hex')}`
    return createServiceProviderMetadata({ entityId, id, key, callbackUrls, profile, ...description })
  }
