/** Settings of the OpenID Provider of the operators. */
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { failed, type JsonObject, parseJsonObject } from '../../base/index.ts'

const path = z.string().min(1)

export const operatorsProvider = z
  .strictObject({
    issuer: z.url(),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1).optional(),
    clientSecretFile: path.optional(),
    /** File with a private key (JWK), for `private_key_jwt`. */
    clientKeyFile: path.optional(),
    scope: z
      .string()
      .refine((scope) => scope.split(' ').includes('openid'), 'must contain openid')
      .default('openid'),
    /** Claim with the operator's name, as the roles log it. */
    nameClaim: z.string().min(1).default('sub'),
    /** An operator has at least one of these claims with this value, or with an array that contains it. */
    allowed: z.array(z.strictObject({ claim: z.string().min(1), value: z.string().min(1) })).min(1),
  })
  .refine(
    ({ clientSecret, clientSecretFile, clientKeyFile }) =>
      [clientSecret, clientSecretFile, clientKeyFile].filter((one) => one !== undefined).length === 1,
    'needs one of clientSecret, clientSecretFile and clientKeyFile',
  )

type Settings = z.output<typeof operatorsProvider>

/** Settings with the secret or private key from its file. */
export type OperatorsProvider = Omit<Settings, 'clientSecret' | 'clientSecretFile' | 'clientKeyFile'> & {
  readonly authentication: { readonly secret: string } | { readonly key: JsonObject }
}

/**
 * Reads the file with the secret or the private key. `read` returns the text of a file, or adds a fault and returns
 * `undefined`. Adds a fault to `faults` if the file contains neither, or a key that `createProviderLogin` does not
 * support.
 */
export function readOperatorsProvider(
  { clientSecret, clientSecretFile, clientKeyFile, ...rest }: Settings,
  read: (at: string, file: string) => string | undefined,
  faults: string[],
): OperatorsProvider {
  if (clientKeyFile === undefined) {
    const at = 'operators.provider.clientSecretFile'
    const secret = clientSecret ?? read(at, clientSecretFile ?? '')?.trim()
    if (secret === '') faults.push(`${at}: contains no secret`)
    return { ...rest, authentication: { secret: secret ?? '' } }
  }
  const at = 'operators.provider.clientKeyFile'
  const text = read(at, clientKeyFile)
  const key = parseJsonObject(text ?? '', 'key')
  const fault = failed(key) || key.d === undefined ? 'contains no private key (JWK)' : clientKeyFault(key)
  if (text !== undefined && fault !== undefined) faults.push(`${at}: ${fault}`)
  return { ...rest, authentication: { key: failed(key) ? {} : key } }
}

/** Signature algorithms of client keys, by curve. */
const curveAlgorithms: ReadonlyMap<unknown, string> = new Map([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
])

const minimumRsaBits = 2048

/** Returns why a private key cannot sign client assertions, or `undefined` if it can. */
function clientKeyFault(key: JsonObject): string | undefined {
  const { kty, crv, alg, use, key_ops: operations } = key
  const algorithm = kty === 'RSA' ? 'RS256' : curveAlgorithms.get(crv)
  const isForOther =
    (alg !== undefined && alg !== algorithm) ||
    (use !== undefined && use !== 'sig') ||
    (Array.isArray(operations) && !operations.includes('sign'))
  return algorithm === undefined || isForOther || !isStrongPrivateKey(key)
    ? 'contains no key for ES256, ES384, ES512 or RS256'
    : undefined
}

/** Returns true for a complete private key. An RSA key has at least 2048 bits. */
function isStrongPrivateKey(key: JsonObject): boolean {
  try {
    const { asymmetricKeyDetails } = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })
    return (asymmetricKeyDetails?.modulusLength ?? minimumRsaBits) >= minimumRsaBits
  } catch {
    return false
  }
}
