import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  CoseKey,
  DateOnly,
  DeviceKey,
  DeviceRequest,
  DeviceResponse,
  DocRequest,
  Holder,
  Issuer,
  IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
  Verifier,
} from '@owf/mdoc'
import {
  authority,
  mdocContext as ctx,
  docType,
  documentSigner,
  issue,
  mdocPolicy,
  mdocNow as now,
  parsed,
  trusted,
} from '../../test/support/mdoc.ts'
import { createDice, damageBytes, damageCbor } from '../../test/support/mutations/tools.ts'
import {
  decodeBase64url,
  encodeBase64url,
  Failure,
  type HashName,
  isJsonObject,
  type JsonObject,
  type PublicJwk,
} from '../base/index.ts'
import { createLocalSigner } from '../jose/index.ts'
import { privateJwk, privateKeyObject, signingKey } from '../node/node-crypto.ts'
import { parseDeviceResponse, verifyDeviceAuth } from './device-response.ts'
import { mdocClaims, parseMdoc } from './issuer-signed.ts'
import type { MobileSecurityObject } from './mobile-security-object.ts'
import { presentMdoc } from './present.ts'
import { openId4VpTranscript } from './session-transcript.ts'
import { verifyIssuerSigned } from './verify-issuer-signed.ts'

const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(data)

/** The oracle brings no cryptography of its own. */
const oracle: MdocContext = {
  crypto: {
    random: (length) => ctx.random.bytes(length),
    digest: ({ digestAlgorithm, bytes: data }) => ctx.crypto.digest(digestAlgorithm.toLowerCase() as HashName, data),
    calculateEphemeralMacKey: () => assert.fail('no MAC here'),
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
    mac0: { sign: () => assert.fail('no MAC here'), verify: () => assert.fail('no MAC here') },
  },
  x509: {
    getIssuerNameField: ({ certificate, field }) =>
      new X509Certificate(certificate).issuer
        .split('\n')
        .flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : [])),
    getPublicKey: ({ certificate }) =>
      CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
    verifyCertificateChain: ({ trustedCertificates, x5chain }) => {
      const [leaf, root] = [x5chain[0], trustedCertificates[0]]
      assert.ok(leaf && root && new X509Certificate(leaf).verify(new X509Certificate(root).publicKey))
    },
    getCertificateData: ({ certificate }) => {
      const { issuer, subject, serialNumber, fingerprint256, validFromDate, validToDate } = new X509Certificate(
        certificate,
      )
      const names = { issuerName: issuer, subjectName: subject, serialNumber, thumbprint: fingerprint256, pem: '' }
      return { ...names, notBefore: validFromDate, notAfter: validToDate }
    },
  },
}

const deviceKey = await ctx.crypto.generateSigningKey(scheme)
const devicePrivate = CoseKey.fromJwk({ ...privateJwk(deviceKey), alg: 'ES256' })
const device = createLocalSigner(ctx, 'ES256', deviceKey)
const session = {
  clientId: 'https://rp.example',
  nonce: 'a nonce',
  jwkThumbprint: bytes(new Uint8Array(32).fill(7)),
  responseUri: 'https://rp.example/response',
}
const transcript = openId4VpTranscript(ctx, {
  clientId: session.clientId,
  presentationNonce: session.nonce,
  encryptionThumbprint: encodeBase64url(session.jwkThumbprint),
  responseUri: session.responseUri,
})
const theirTranscript = await SessionTranscript.forOid4Vp(session, oracle)
const atNow = { now: new Date(now * 1000), trustedCertificates: [bytes(authority.der)] }

test('the oracle verifies an mdoc of ours', async () => {
  const text = await issue({ deviceKey: device.publicJwk })
  await Holder.verifyIssuerSigned({ issuerSigned: text, ...atNow }, oracle)
  const claims = IssuerSigned.fromEncodedForOid4Vci(text).getPrettyClaims(docType) as Record<string, unknown>
  assert.equal(claims.given_name, 'Ada')
  assert.equal(String(claims.birth_date), '1980-01-10')
})

test('RP-12 the oracle verifies a device response of ours', async () => {
  const held = parsed(await issue({ deviceKey: device.publicJwk }))
  const text = await presentMdoc(device, held, [[docType, 'given_name']], transcript)
  const deviceResponse = DeviceResponse.fromEncodedForOid4Vp(text)
  const input = { deviceResponse, sessionTranscript: theirTranscript, ...atNow }
  await Verifier.verifyDeviceResponse(input, oracle)
  const other = await SessionTranscript.forOid4Vp({ ...session, nonce: 'another' }, oracle)
  await assert.rejects(Verifier.verifyDeviceResponse({ ...input, sessionTranscript: other }, oracle))
})

const issuedByOracle = (digestAlgorithm: 'SHA-256' | 'SHA-384' | 'SHA-512' = 'SHA-256'): Promise<IssuerSigned> =>
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

async function shownByOracle(issued: IssuerSigned): Promise<string> {
  const itemsRequest = ItemsRequest.create({ docType, namespaces: { [docType]: { given_name: true } } })
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

for (const digestAlgorithm of ['SHA-256', 'SHA-384', 'SHA-512'] as const)
  test(`WI-62 RP-12 an mdoc of ${digestAlgorithm} and a device response of the oracle are verified here`, async () => {
    const issued = await issuedByOracle(digestAlgorithm)
    const policy = { docType, trusted, now, skew: 30 }
    const mdoc = await verifyIssuerSigned(ctx, parsed(issued.encodedForOid4Vci), policy, 'mdoc')
    assert.ok(!(mdoc instanceof Failure))
    assert.deepEqual(mdocClaims(mdoc), {
      [docType]: { given_name: 'Ada', family_name: 'Rossi', birth_date: '1980-01-10' },
    })
    const response = parseDeviceResponse(
      await shownByOracle(issued),
      { ...mdocPolicy, deviceAlgorithms: ['ES256'] },
      'vp',
    )
    assert.ok(!(response instanceof Failure), response instanceof Failure ? response.code : '')
    const verifiedMdoc = await verifyIssuerSigned(ctx, response.mdoc, policy, 'vp')
    assert.ok(!(verifiedMdoc instanceof Failure))
    assert.deepEqual(mdocClaims(verifiedMdoc), { [docType]: { given_name: 'Ada' } })
    const accepted = await verifyDeviceAuth(ctx, response, verifiedMdoc, transcript, 'vp')
    assert.ok(!(accepted instanceof Failure), accepted instanceof Failure ? accepted.code : '')
  })

test('both make the same session transcript', () => {
  assert.ok(decodeBase64url(encodeBase64url(theirTranscript.encode())))
  const [, , [, hash]] = transcript as unknown as [null, null, [string, Uint8Array]]
  assert.ok(Buffer.from(theirTranscript.encode()).includes(Buffer.from(hash)))
})

/** Our verdict on a device response: its claims. */
async function takenHere(text: string): Promise<object | undefined> {
  const response = parseDeviceResponse(text, { ...mdocPolicy, deviceAlgorithms: ['ES256'] }, 'vp')
  if (response instanceof Failure) return undefined
  const mdoc = await verifyIssuerSigned(ctx, response.mdoc, { docType, trusted, now, skew: 30 }, 'vp')
  if (mdoc instanceof Failure) return undefined
  const device = await verifyDeviceAuth(ctx, response, mdoc, transcript, 'vp')
  return device instanceof Failure ? undefined : mdocClaims(mdoc)
}

async function takenThere(text: string): Promise<boolean> {
  try {
    const deviceResponse = DeviceResponse.fromEncodedForOid4Vp(text)
    await Verifier.verifyDeviceResponse({ deviceResponse, sessionTranscript: theirTranscript, ...atNow }, oracle)
    return true
  } catch {
    return false
  }
}

/** Our verdict on an mdoc from its issuer: its elements, and what the issuer signed of the key and the times. */
async function heldHere(text: string): Promise<{ claims: JsonObject; rest: MobileSecurityObject } | undefined> {
  const mdoc = parseMdoc(text, mdocPolicy, 'mdoc')
  if (mdoc instanceof Failure) return undefined
  const verdict = await verifyIssuerSigned(ctx, mdoc, { docType, trusted, now, skew: 30 }, 'mdoc')
  if (verdict instanceof Failure) return undefined
  return { claims: mdocClaims(verdict), rest: verdict.mso }
}

function damage(seed: string, valid: string): string {
  const dice = createDice(seed)
  return Buffer.from(dice.pick([damageBytes, damageCbor])(dice, Buffer.from(valid, 'base64url'))).toString('base64url')
}

const madeHere = async (): Promise<string> =>
  presentMdoc(device, parsed(await issue({ deviceKey: device.publicJwk })), [[docType, 'given_name']], transcript)
const madeThere = async (): Promise<string> => shownByOracle(await issuedByOracle())

// What says nothing may be taken here alone: `nameSpaces` may be absent (ISO/IEC 18013-5 §8.3.2.1.2.2), the oracle wants it.
for (const [whose, make] of [
  ['ours', madeHere],
  ['the oracle’s', madeThere],
] as const)
  test(`RP-12 of 150 damaged device responses of ${whose} none says anything else, at most less, and none that says anything is taken here alone`, async () => {
    const valid = await make()
    const claims = await takenHere(valid)
    assert.ok(claims && (await takenThere(valid)))
    for (let index = 0; index < 150; index += 1) {
      const damaged = damage(`mdoc oracle ${index}`, valid)
      const here = await takenHere(damaged)
      if (here === undefined) continue
      if (isDeepStrictEqual(here, {})) continue
      assert.deepEqual(here, claims, `says something else: ${damaged}`)
      assert.ok(await takenThere(damaged), `is taken here alone: ${damaged}`)
    }
  })

async function heldThere(text: string): Promise<boolean> {
  try {
    await Holder.verifyIssuerSigned({ issuerSigned: text, ...atNow }, oracle)
    return true
  } catch {
    return false
  }
}

for (const [whose, make] of [
  ['ours', () => issue({ deviceKey: device.publicJwk })],
  ['the oracle’s', async () => (await issuedByOracle()).encodedForOid4Vci],
] as const)
  test(`WI-62 of 150 damaged mdocs of ${whose} none says anything else, at most less, and none that says anything is taken here alone`, async () => {
    const valid = await make()
    const whole = await heldHere(valid)
    assert.ok(whole && (await heldThere(valid)))
    for (let index = 0; index < 150; index += 1) {
      const damaged = damage(`mdoc issued ${index}`, valid)
      const here = await heldHere(damaged)
      if (here === undefined) continue
      assert.deepEqual(here.rest, whole.rest, `says something else: ${damaged}`)
      if (isDeepStrictEqual(here.claims, {})) continue
      assert.ok(isPartOf(here.claims, whole.claims), `says something else: ${damaged}`)
      assert.ok(await heldThere(damaged), `is taken here alone: ${damaged}`)
    }
  })

/** Whether each element of each namespace stands in the whole with the same value. */
const isPartOf = (part: JsonObject, whole: JsonObject): boolean =>
  Object.entries(part).every(([namespace, elements]) => {
    const all = whole[namespace]
    return (
      isJsonObject(elements) &&
      isJsonObject(all) &&
      Object.entries(elements).every(([name, value]) => isDeepStrictEqual(value, all[name]))
    )
  })
