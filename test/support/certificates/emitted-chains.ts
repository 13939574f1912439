/** Collects the certificate chains in messages: `x5c` of headers and keys, also in JWTs inside other JWTs. */
import type { Json } from '../../../src/base/index.ts'

/** A chain in base64 of DER, leaf first, and the places where it occurs. */
export interface EmittedChain {
  readonly x5c: readonly [string, ...string[]]
  readonly at: readonly string[]
}

const compactJwt = /^(eyJ[\w-]+)\.(eyJ[\w-]+)\.[\w-]+/

const partOf = (text = ''): Json => JSON.parse(Buffer.from(text, 'base64url').toString())

function* chainsIn(value: Json, at: string): Generator<readonly [x5c: string, at: string]> {
  if (typeof value === 'string') {
    const jwt = compactJwt.exec(value)
    if (jwt === null) return
    yield* chainsIn(partOf(jwt[1]), `${at} header`)
    yield* chainsIn(partOf(jwt[2]), at)
  } else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      if (name === 'x5c') yield [JSON.stringify(member), at]
      else yield* chainsIn(member, `${at}.${name}`)
}

/** Returns each chain in these messages once. */
export function emittedChains(messages: Readonly<Record<string, string>>): readonly EmittedChain[] {
  const found = new Map<string, string[]>()
  for (const [name, message] of Object.entries(messages))
    for (const [x5c, at] of chainsIn(message, name)) found.set(x5c, [...(found.get(x5c) ?? []), at])
  return [...found].map(([x5c, at]) => ({ x5c: JSON.parse(x5c), at }))
}
