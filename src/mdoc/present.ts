/**
 * Presents mdocs from a wallet (ISO 18013-5 §8.3.2.1.2.2, §9.1.3). The response contains only the selected elements.
 * The device key signs it for this session.
 */
import { encodeBase64url } from '../base/index.ts'
import { type Cbor, cborTag, createCoseSign1, encodeCbor } from '../cose/index.ts'
import type { Signer } from '../jose/index.ts'
import { mdocTags } from './element-value.ts'
import type { ParsedMdoc } from './issuer-signed.ts'

/** Path of an element: `[namespace, name]`. */
export type ElementPath = readonly [namespace: string, name: string]

/** Returns DeviceAuthenticationBytes (ISO 18013-5 §9.1.3.4), which the device key signs. */
export const deviceAuthentication = (transcript: Cbor, docType: string, deviceNameSpaces: Cbor): Uint8Array =>
  encodeCbor(cborTag(mdocTags.encoded, encodeCbor(['DeviceAuthentication', transcript, docType, deviceNameSpaces])))

/**
 * Creates a DeviceResponse in base64url. It has one document with exactly these elements, signed by the device key for
 * the session of `transcript`. Rejects with a TypeError for an element that the mdoc does not have, and for an RSA
 * signer. Does not check that `deviceSigner` has the device key of the mdoc, or that the mdoc is verified.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner } from 'fiducia/jose'
 * import { issueMdoc, openId4VpTranscript, parseMdoc, presentMdoc } from 'fiducia/mdoc'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createMdocIssuer } from 'fiducia/pid-provider-adapters'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const provider = { entityId: 'https://pid.example', organizationName: 'PID', country: 'IT' }
 * const issuer = await createMdocIssuer(ctx, { ...provider, credentialLifetimeSeconds: 86_400 })
 * const [device, now] = [await generateSigner(ctx), ctx.clock.now()] as const
 * const [docType, site] = ['eu.europa.ec.eudiw.pid.1', 'https://rp.example'] as const
 * const nameSpaces = new Map([[docType, new Map([['given_name', 'Ada']])]])
 * const content = { docType, nameSpaces, deviceKey: device.publicJwk, issuedAt: now, expiresAt: now + 86_400 }
 * const stored = await issueMdoc(ctx, { signer: issuer.signer, x5chain: [issuer.certificate] }, content)
 * const mdoc = parseMdoc(stored, { algorithms: ['ES256'] }, 'credential')
 * const session = { clientId: site, presentationNonce: '0'.repeat(32), responseUri: `${site}/response` }
 * assert.ok(!failed(mdoc))
 * const response = await presentMdoc(device, mdoc, [[docType, 'given_name']], openId4VpTranscript(ctx, session))
 * assert.ok(response.length > 0)
 * ```
 */
export async function presentMdoc(
  deviceSigner: Pick<Signer, 'alg' | 'sign'>,
  mdoc: ParsedMdoc,
  elements: readonly ElementPath[],
  transcript: Cbor,
): Promise<string> {
  const nameSpaces = new Map<string, Cbor[]>()
  const wanted = new Set(elements.map((path) => JSON.stringify(path)))
  for (const { namespace, name, encoded } of mdoc.items) {
    if (!wanted.delete(JSON.stringify([namespace, name]))) continue
    nameSpaces.set(namespace, [...(nameSpaces.get(namespace) ?? []), cborTag(mdocTags.encoded, encoded)])
  }
  if (wanted.size > 0) throw new TypeError('the mdoc does not have a selected element')
  const { docType } = mdoc.mso
  const deviceNameSpaces = cborTag(mdocTags.encoded, encodeCbor(new Map())) // The device signs no elements of its own.
  const payload = deviceAuthentication(transcript, docType, deviceNameSpaces)
  const deviceSignature = await createCoseSign1(deviceSigner, { payload, detached: true })
  const document = mapOf({
    docType,
    issuerSigned: mapOf({
      ...(nameSpaces.size > 0 ? { nameSpaces } : {}),
      issuerAuth: mdoc.issuerAuthStructure,
    }),
    deviceSigned: mapOf({ nameSpaces: deviceNameSpaces, deviceAuth: mapOf({ deviceSignature }) }),
  })
  return encodeBase64url(encodeCbor(mapOf({ version: '1.0', documents: [document], status: 0 })))
}

const mapOf = (members: Readonly<Record<string, Cbor>>): Cbor => new Map<Cbor, Cbor>(Object.entries(members))
