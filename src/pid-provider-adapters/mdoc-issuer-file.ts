/**
 * The PID Provider's own certification authority for mdocs, and the certificate under which it signs them, in one private
 * file. What is missing is made; a certificate that nears its end, or in which the organisation has another name than now
 * (D-334), is replaced when the provider starts, the authority never. Where nothing may be written the certificate stays,
 * and the provider says that it needs another.
 */
import { z } from 'zod'
import type { Clock, CryptoContext } from '../base/index.ts'
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
  type Certified,
  certified,
  derOf,
  keyObjectOf,
  type MdocIssuerRequest,
  makeAuthority,
  makeSigner,
  namesEntity,
  readCertificate,
  saysItsUse,
  signerSubject,
} from './mdoc-certificates.ts'

export type { MdocIssuerRequest } from './mdoc-certificates.ts'

const stored = z.object({ authority: certified, signer: certified.optional() })

type Context = CryptoContext & { readonly clock: Clock }

const day = 86_400
/** A service says so long ahead that it needs another certificate: what is replaced must be more than that. */
const noticeSeconds = 60 * day

/** Loads authority and signer, or makes and saves them. Throws `PrivateFileError` for a file that is broken. */
export async function loadMdocIssuer(
  ctx: Context,
  path: string,
  request: MdocIssuerRequest,
  options: PrivateFileOptions = {},
): Promise<MdocIssuer> {
  const content = readPrivateFile(path, options)
  const parsed = content === undefined ? undefined : stored.safeParse(content)
  if (parsed?.success === false) throw new PrivateFileError(path, 'is no issuer of mdocs: restore it from a backup.')
  const found = parsed?.data
  const authority = found?.authority ?? makeAuthority(ctx, request)
  const kept = found?.signer && serves(ctx, found.signer, request, options) ? found.signer : undefined
  const signer = kept ?? makeSigner(ctx, request, authority)
  if (kept === undefined) {
    const mode = content === undefined ? 'create' : 'replace'
    const written = writePrivateFile(path, { authority, signer }, { ...options, mode })
    if (!written) return loadMdocIssuer(ctx, path, request, options)
  }
  return assemble(ctx, authority, signer)
}

/** Authority and signer that die with the process. */
export async function createMdocIssuer(ctx: Context, request: MdocIssuerRequest): Promise<MdocIssuer> {
  const authority = makeAuthority(ctx, request)
  return assemble(ctx, authority, makeSigner(ctx, request, authority))
}

function assemble(ctx: Context, authority: Certified, signer: Certified): MdocIssuer {
  const certificate = derOf(signer)
  return {
    signer: createLocalSigner(ctx, 'ES256', signingKey(keyObjectOf(signer))),
    certificate,
    authority: derOf(authority),
    notAfter: readCertificate(certificate).notAfter,
  }
}

/** A certificate of another identifier is no certificate of ours; one that could be better stays where nothing is written. */
function serves(
  ctx: Context,
  signer: Certified,
  request: MdocIssuerRequest,
  { readOnly = false }: PrivateFileOptions,
): boolean {
  const certificate = readCertificate(derOf(signer))
  const isOurs = namesEntity(certificate, request.entityId)
  if (readOnly || !isOurs) return isOurs
  const needed = ctx.clock.now() + mdocLifetime(request) + noticeSeconds
  return signer.subject === signerSubject(request) && saysItsUse(certificate) && certificate.notAfter >= needed
}
