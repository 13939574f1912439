/**
 * Stands in for `@pagopa/io-wallet-utils` 1.5.4, which the registry does not have and
 * `@pagopa/io-wallet-oid-federation` 1.5.4 needs: version 1.2.1 with the functions that it lacks. A configuration of
 * version 1.4 is one of 1.3 for the readers of 1.2.1.
 */
import { createHash } from 'node:crypto'
import * as earlier from '@pagopa/io-wallet-utils'
import { z } from 'zod'

export * from '@pagopa/io-wallet-utils'

export const ItWalletSpecsVersion = { ...earlier.ItWalletSpecsVersion, V1_4: 'V1_4' }

export class IoWalletSdkConfig extends earlier.IoWalletSdkConfig {
  isVersion(version) {
    return super.isVersion(version) || (this.itWalletSpecsVersion === 'V1_4' && version === 'V1_3')
  }
}

export const HashAlgorithm = { Sha256: 'sha-256', Sha384: 'sha-384', Sha512: 'sha-512' }

export const zItwSupportedSignatureAlg = z.enum(['ES256', 'ES384', 'ES512', 'PS256', 'PS384', 'PS512'])

export function dispatchByVersion(version, table) {
  const run = table[version]
  if (run === undefined) throw new earlier.ItWalletSpecsVersionError('dispatchByVersion', version, Object.keys(table))
  return run()
}

export function decodeJwt({ jwt, headerSchema, payloadSchema }) {
  const [header = '', payload = ''] = jwt.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return { header: headerSchema.parse(JSON.parse(header)), payload: payloadSchema.parse(JSON.parse(payload)) }
}

/** Calculates the thumbprint of an EC key (RFC 7638). */
export const calculateJwkThumbprint = async ({ jwk: { crv, kty, x, y } }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
