/** The third-party implementation `@owf/mdoc` with our cryptography, and mdocs that it issues and presents. */

import assert from 'node:assert/strict'
import {
  CoseKey,
  DateOnly,
  DeviceKey,
  DeviceRequest,
  DocRequest,
  Holder,
  Issuer,
  type IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
} from '@owf/mdoc'
import { encodeBase64url, type HashName, type PublicJwk } from '../../src/base/index.ts'
import { createLocalSigner } from '../../src/jose/index.ts'
import { openId4VpTranscript } from '../../src/mdoc/session-transcript.ts'
import { privateJwk, privateKeyObject, signingKey } from '../../src/node/node-crypto.ts'
import { authority, mdocContext as ctx, docType, documentSigner, mdocNow as now } from './mdoc.ts'
import { x509 } from './third-party/mdoc.ts'

const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(data)

/** Cryptography and certificates for `@owf/mdoc`, which has none of its own. */
export const oracle: MdocContext = {
  crypto: {
    random: (length) => ctx.random.bytes(length),
    digest: ({ digestAlgorithm, bytes: data }) => ctx.crypto.digest(digestAlgorithm.toLowerCase() as HashName, data),
    calculateEphemeralMacKey: () => assert.fail('the tests use no MAC'),
  },
  cose: {
    sign1: {
      sign: async ({ toBeSigned, key }) =>
        ctx.crypto.sign(scheme, signingKey(privateKeyObject(key.jwk as JsonWebKey)), toBeSigned),
      verify: async ({ sign1, key }) => {
        const imported = await ctx.crypto.importVerificationKey(key.jwk as unknown as PublicJwk, scheme)
        return imported !== undefined && ctx.crypto.verify(scheme, imported, sign1.toBeSigned, sign1.signature)
      },
    },
    mac0: { sign: () => assert.fail('the tests use no MAC'), verify: () => assert.fail('no MAC here') },
  },
  x509,
}

const deviceKey = await ctx.crypto.generateSigningKey(scheme)
const devicePrivate = CoseKey.fromJwk({ ...privateJwk(deviceKey), alg: 'ES256' })
export const device = createLocalSigner(ctx, 'ES256', deviceKey)
export const session = {
  clientId: 'https://rp.example',
  nonce: 'a nonce',
  jwkThumbprint: bytes(new Uint8Array(32).fill(7)),
  responseUri: 'https://rp.example/response',
}
export const transcript = openId4VpTranscript(ctx, {
  clientId: session.clientId,
  presentationNonce: session.nonce,
  encryptionThumbprint: encodeBase64url(session.jwkThumbprint),
  responseUri: session.responseUri,
})
export const theirTranscript = await SessionTranscript.forOid4Vp(session, oracle)
export const atNow = { now: new Date(now * 1000), trustedCertificates: [bytes(authority.der)] }

export const issuedByOracle = (digestAlgorithm: 'SHA-256' | 'SHA-384' | 'SHA-512' = 'SHA-256'): Promise<IssuerSigned> =>
  new Issuer(docType, oracle)
    .addIssuerNamespace(docType, { given_name: 'Ada', family_name: 'Rossi', birth_date: new DateOnly('1980-01-10') })
    .sign({
      signingKey: CoseKey.fromJwk({ ...documentSigner.privateKey.export({ format: 'jwk' }) }),
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm,
      validityInfo: {
        signed: new Date(now * 1000),
        validFrom: new Date(now * 1000),
        validUntil: new Date((now + 1000) * 1000),
      },
      deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...device.publicJwk }) },
      certificates: [bytes(documentSigner.der)],
    })

export async function shownByOracle(
  issued: IssuerSigned,
  elements: readonly string[] = ['given_name'],
): Promise<string> {
  const asked = Object.fromEntries(elements.map((name) => [name, true]))
  const itemsRequest = ItemsRequest.create({ docType, namespaces: { [docType]: asked } })
  const shown = await Holder.createDeviceResponseForDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] }),
      sessionTranscript: theirTranscript,
      issuerSigned: [issued],
      signature: { signingKey: devicePrivate },
    },
    oracle,
  )
  return shown.encodedForOid4Vp
}
