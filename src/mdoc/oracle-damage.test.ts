/** Damaged mdocs, verified by this implementation and by the independent `@owf/mdoc`, the oracle. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { DeviceResponse, Holder, Verifier } from '@owf/mdoc'
import {
  mdocContext as ctx,
  docType,
  issue,
  mdocPolicy,
  mdocNow as now,
  parsed,
  trusted,
} from '../../test/support/mdoc.ts'
import {
  atNow,
  device,
  issuedByOracle,
  oracle,
  shownByOracle,
  theirTranscript,
  transcript,
} from '../../test/support/mdoc-oracle.ts'
import { createDice, damageBytes, damageCbor } from '../../test/support/mutations/tools.ts'
import { Failure, isJsonObject, type JsonObject } from '../base/index.ts'
import { parseDeviceResponse, verifyDeviceAuth } from './device-response.ts'
import { mdocClaims, parseMdoc } from './issuer-signed.ts'
import type { MobileSecurityObject } from './mobile-security-object.ts'
import { presentMdoc } from './present.ts'
import { verifyIssuerSigned } from './verify-issuer-signed.ts'

/** Returns the claims of a device response that this implementation accepts. */
async function acceptedHere(text: string): Promise<object | undefined> {
  const response = parseDeviceResponse(text, { ...mdocPolicy, deviceAlgorithms: ['ES256'] }, 'vp')
  if (response instanceof Failure) return undefined
  const mdoc = await verifyIssuerSigned(ctx, response.mdoc, { docType, trusted, now, skew: 30 }, 'vp')
  if (mdoc instanceof Failure) return undefined
  const device = await verifyDeviceAuth(ctx, response, mdoc, transcript, 'vp')
  return device instanceof Failure ? undefined : mdocClaims(mdoc)
}

async function acceptedThere(text: string): Promise<boolean> {
  try {
    const deviceResponse = DeviceResponse.fromEncodedForOid4Vp(text)
    await Verifier.verifyDeviceResponse({ deviceResponse, sessionTranscript: theirTranscript, ...atNow }, oracle)
    return true
  } catch {
    return false
  }
}

/** Returns the elements of an issuer's mdoc that this implementation accepts, and the signed key and times. */
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

// Only this implementation may accept a response without device elements: `nameSpaces` may be absent (ISO/IEC 18013-5
// §8.3.2.1.2.2), but the oracle requires it.
for (const [author, make] of [
  ['this implementation', madeHere],
  ['the oracle', madeThere],
] as const)
  test(`RP-12 accepts none of 150 damaged device responses of ${author} with other claims, and none with claims that the oracle refuses`, async () => {
    const valid = await make()
    const claims = await acceptedHere(valid)
    assert.ok(claims && (await acceptedThere(valid)))
    for (let index = 0; index < 150; index += 1) {
      const damaged = damage(`mdoc oracle ${index}`, valid)
      const here = await acceptedHere(damaged)
      if (here === undefined) continue
      if (isDeepStrictEqual(here, {})) continue
      assert.deepEqual(here, claims, `contains something else: ${damaged}`)
      assert.ok(await acceptedThere(damaged), `is accepted here alone: ${damaged}`)
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

for (const [author, make] of [
  ['this implementation', () => issue({ deviceKey: device.publicJwk })],
  ['the oracle', async () => (await issuedByOracle()).encodedForOid4Vci],
] as const)
  test(`WI-62 accepts none of 150 damaged mdocs of ${author} with other claims, and none with claims that the oracle refuses`, async () => {
    const valid = await make()
    const whole = await heldHere(valid)
    assert.ok(whole && (await heldThere(valid)))
    for (let index = 0; index < 150; index += 1) {
      const damaged = damage(`mdoc issued ${index}`, valid)
      const here = await heldHere(damaged)
      if (here === undefined) continue
      assert.deepEqual(here.rest, whole.rest, `contains something else: ${damaged}`)
      if (isDeepStrictEqual(here.claims, {})) continue
      assert.ok(isPartOf(here.claims, whole.claims), `contains something else: ${damaged}`)
      assert.ok(await heldThere(damaged), `is accepted here alone: ${damaged}`)
    }
  })

/** Returns whether each element of each namespace is in the whole with the same value. */
const isPartOf = (part: JsonObject, whole: JsonObject): boolean =>
  Object.entries(part).every(([namespace, elements]) => {
    const all = whole[namespace]
    return (
      isJsonObject(elements) &&
      isJsonObject(all) &&
      Object.entries(elements).every(([name, value]) => isDeepStrictEqual(value, all[name]))
    )
  })
