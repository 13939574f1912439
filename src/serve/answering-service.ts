/**
 * Finds out which service answers at an address, by the keys of the entity configuration there. Verifies no signature,
 * because the configuration is only compared and not trusted.
 */
import { failed, isJsonObject, type JsonObject, type PublicJwk, printable, readText } from '../base/index.ts'
import { allAlgorithms, parseJws, sameKey } from '../jose/index.ts'

const policy = { typ: ['entity-statement+jwt'], algorithms: allAlgorithms }

/**
 * Compares the entity configuration in a response with `own`, the one that this service publishes. Returns `undefined`
 * if they have a key in common. Otherwise returns the rest of a sentence that begins with the URL, such as `answers
 * with something other than an entity configuration`.
 */
export async function describeOtherService(answer: Response, own: string): Promise<string | undefined> {
  const text = await readText(answer, 'configuration')
  const theirs = failed(text) ? undefined : payloadOf(text)
  if (theirs === undefined) return 'answers with something other than an entity configuration'
  const [answeringKeys, ownKeys] = [keysOf(theirs), keysOf(payloadOf(own) ?? {})]
  if (answeringKeys.some((key) => ownKeys.some((one) => sameKey(one, key)))) return undefined
  const name = typeof theirs.sub === 'string' ? theirs.sub : 'an entity without a name'
  return printable(
    `is answered by another service: ${name} with ${describeKeys(answeringKeys)}, and this service has ${describeKeys(ownKeys)}`,
  )
}

function payloadOf(compact: string): JsonObject | undefined {
  const jws = parseJws(compact, policy, 'configuration')
  return failed(jws) ? undefined : jws.payload
}

function keysOf({ jwks }: JsonObject): readonly PublicJwk[] {
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  return keys.filter(isJsonObject) as unknown as readonly PublicJwk[]
}

const shownKids = 4
const describeKeys = (keys: readonly PublicJwk[]): string => {
  const kids = keys.slice(0, shownKids).map(({ kid }) => kid)
  return kids.length === 0 ? 'no keys' : `the keys ${kids.join(', ')}`
}
