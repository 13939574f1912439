/**
 * The PID Provider's own certification authority for mdocs and the signer that it certifies, in one private file.
 * Missing parts are created. At startup the signing certificate is replaced if it expires soon or lacks the extended
 * key usage. It is also replaced if its organization name, country or entity identifier is not that of the settings
 * (D-334). The authority is never replaced. In a read-only file, a certificate with the entity identifier of the
 * settings stays, and the provider warns before it expires.
 */
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { type Clock, type CryptoContext, daySeconds } from '../base/index.ts'
import { createLocalSigner } from '../jose/index.ts'
import {
  PrivateFileError,
  type PrivateFileOptions,
  readPrivateFile,
  signingKey,
  writePrivateFile,
} from '../node/index.ts'
import { type MdocIssuer, mdocLifetime } from '../pid-provider/index.ts'
import {
  type CertificateWithPrivateKey,
  certificateWithPrivateKeySchema,
  createAuthority,
  createSigner,
  derOf,
  hasEntityId,
  hasExtendedKeyUsage,
  keyObjectOf,
  type MdocIssuerRequest,
  readCertificate,
  signerSubject,
} from './mdoc-certificates.ts'

export type { MdocIssuerRequest } from './mdoc-certificates.ts'

/** Returns true if the certificate and the private key can be read and belong to each other. */
function isPair(pair: CertificateWithPrivateKey): boolean {
  try {
    const publicKey = createPublicKey(keyObjectOf(pair)).export({ type: 'spki', format: 'der' })
    return publicKey.equals(readCertificate(derOf(pair)).spki)
  } catch {
    return false
  }
}

const pairSchema = certificateWithPrivateKeySchema.refine(isPair)
const fileSchema = z.object({ authority: pairSchema, signer: pairSchema.optional() })

type Context = CryptoContext & { readonly clock: Clock }

const renewal = 'correct publicUrl, or run fiducia init with the same settings, which issues a certificate for it.'
/** Seconds that a signing certificate must remain valid at startup, in addition to the lifetime of an mdoc. */
const marginSeconds = 60 * daySeconds

/**
 * Loads authority and signer, or creates and saves them. Replaces a signing certificate that has another entity
 * identifier, organization or country, lacks the extended key usage, or expires before the lifetime of an mdoc plus 60
 * days has passed. Never replaces the authority in a file. In a read-only file, checks only the entity identifier, and
 * keeps even an expired certificate.
 *
 * Rejects with `PrivateFileError` if the file cannot be read, decrypted or written, if a certificate or key in it
 * cannot be read, or if a key is not that of its certificate. Rejects also for a read-only file that is missing, or has
 * no signing certificate with this entity identifier.
 */
export async function loadMdocIssuer(
  ctx: Context,
  path: string,
  request: MdocIssuerRequest,
  options: PrivateFileOptions = {},
): Promise<MdocIssuer> {
  const content = readPrivateFile(path, options)
  const parsed = content === undefined ? undefined : fileSchema.safeParse(content)
  if (parsed?.success === false)
    throw new PrivateFileError(path, 'does not contain an mdoc issuer: restore it from a backup.')
  const file = parsed?.data
  const authority = file?.authority ?? createAuthority(ctx, request)
  const usableSigner = file?.signer && isUsable(ctx, file.signer, request, options) ? file.signer : undefined
  if (file?.signer && usableSigner === undefined && options.readOnly)
    throw new PrivateFileError(path, `has a certificate of another publicUrl than ${request.entityId}: ${renewal}`)
  const signer = usableSigner ?? createSigner(ctx, request, authority)
  if (usableSigner === undefined) {
    const mode = content === undefined ? 'create' : 'replace'
    const written = writePrivateFile(path, { authority, signer }, { ...options, mode })
    if (!written) return loadMdocIssuer(ctx, path, request, options)
  }
  return assemble(ctx, authority, signer)
}

/**
 * Creates an authority and a signer that are not saved.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createMdocIssuer } from 'fiducia/pid-provider-adapters'
 *
 * const ctx = { crypto: createNodeCrypto(), clock: createSystemClock() }
 * const provider = { entityId: 'https://pid.example', organizationName: 'PID', country: 'IT' }
 * const issuer = await createMdocIssuer(ctx, { ...provider, credentialLifetimeSeconds: 86_400 })
 * const { signer, certificate, authority } = issuer
 * assert.equal(signer.alg, 'ES256')
 * assert.ok(certificate.length > 0 && authority.length > 0)
 * ```
 */
export async function createMdocIssuer(ctx: Context, request: MdocIssuerRequest): Promise<MdocIssuer> {
  const authority = createAuthority(ctx, request)
  return assemble(ctx, authority, createSigner(ctx, request, authority))
}

function assemble(ctx: Context, authority: CertificateWithPrivateKey, signer: CertificateWithPrivateKey): MdocIssuer {
  const certificate = derOf(signer)
  return {
    signer: createLocalSigner(ctx, 'ES256', signingKey(keyObjectOf(signer))),
    certificate,
    authority: derOf(authority),
    notAfter: readCertificate(certificate).notAfter,
  }
}

/**
 * Returns true if the stored certificate can be used. It must contain the provider's entity identifier. In a writable
 * file, it must also have the current organization name and country, the extended key usage and a sufficient lifetime.
 */
function isUsable(
  ctx: Context,
  signer: CertificateWithPrivateKey,
  request: MdocIssuerRequest,
  { readOnly = false }: PrivateFileOptions,
): boolean {
  const certificate = readCertificate(derOf(signer))
  const isOurs = hasEntityId(certificate, request.entityId)
  if (readOnly || !isOurs) return isOurs
  const needed = ctx.clock.now() + mdocLifetime(request) + marginSeconds
  return signer.subject === signerSubject(request) && hasExtendedKeyUsage(certificate) && certificate.notAfter >= needed
}
