/**
 * The PID Provider as a service provider of the sandbox's SAML identity provider: its key, which lives in the data
 * directory, and the metadata that it publishes and by which the identity provider knows it (PP-113).
 */
import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Clock } from '../../../base/index.ts'
import {
  createServiceProviderMetadata,
  importServiceProviderKey,
  PrivateFileError,
  readPrivateFile,
  type ServiceProviderKey,
  writePrivateFile,
} from '../../../node/index.ts'
import { issueCertificate } from '../../../x509/index.ts'
import { pidProviderName } from '../../compose/parts.ts'

/** `id` of the adapter, and so part of its callback URL. */
export const samlProviderId = 'spid'

const stored = z.object({ key: z.string(), certificate: z.string() })
const day = 86_400

/** The key kept at `path`, made when it is missing. Throws `PrivateFileError` for a file that was damaged. */
export async function loadServiceProviderKey(
  { clock }: { readonly clock: Clock },
  path: string,
): Promise<ServiceProviderKey> {
  const content = readPrivateFile(path, {}) ?? (await makeKey(clock, path))
  const { data } = stored.safeParse(content)
  try {
    return importServiceProviderKey(data?.key ?? '', data?.certificate ?? '')
  } catch {
    throw new PrivateFileError(path, 'is no RSA key with its certificate: remove it.')
  }
}

async function makeKey(clock: Clock, path: string): Promise<z.infer<typeof stored>> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const name = `CN=${pidProviderName}`
  const der = await issueCertificate({
    subject: name,
    issuer: name,
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    notBefore: clock.now() - day,
    notAfter: clock.now() + 3650 * day,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey, hash: 'SHA-256' },
  })
  const content = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
  writePrivateFile(path, content, { mode: 'create' })
  return content
}

/** Makes the metadata document for callback URLs. */
export const describeServiceProvider =
  (entityId: string, key: ServiceProviderKey) =>
  (callbackUrls: readonly string[]): string => {
    const content = JSON.stringify([entityId, key.certificate, callbackUrls])
    return createServiceProviderMetadata({
      entityId,
      id: `_${createHash('sha256').update(content).digest('hex')}`,
      key,
      callbackUrls,
      serviceName: { it: 'Rilascio del PID', en: 'Issuance of the PID' },
      organization: {
        name: { it: pidProviderName, en: 'PID Provider (sandbox)' },
        url: { it: `${entityId}/`, en: `${entityId}/` },
      },
    })
  }
