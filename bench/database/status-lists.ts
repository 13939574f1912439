/** Sizes of published status lists, and the time that a replica needs to create one. */
import type { CryptoContext } from '../../src/base/index.ts'
import { generateSigner, type Signer } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { createStatusListKeeper, type StatusEntry } from '../../src/status-list/index.ts'
import { median, seededChance } from '../statistics.ts'

/** A kind of status list, and its costs. */
export interface StatusListCosts {
  readonly places: number
  readonly bits: 1 | 2
  /** Share of the places that are revoked, from 0 to 1. */
  readonly revoked: number
  /** Bytes of the body with and without `Content-Encoding: gzip`. */
  readonly bytes: number
  readonly gzipBytes: number
  /** Milliseconds to create and sign the list. */
  readonly milliseconds: number
}

/** Wallet Attestations live for hours, so few of their places are revoked. PIDs live for months. */
const kinds = [
  ...[131_072, 262_144, 524_288, 1_048_576, 4_000_000].map((places) => ({ places, bits: 1, revoked: 0.0001 }) as const),
  { places: 131_072, bits: 2, revoked: 0.02 } as const,
]

const measuredCalls = 15

export async function measureStatusLists(): Promise<readonly StatusListCosts[]> {
  const crypto = createNodeCrypto()
  const ctx = { crypto, signer: await generateSigner({ crypto }) }
  const measureAll = async (): Promise<readonly StatusListCosts[]> => {
    const costs: StatusListCosts[] = []
    for (const kind of kinds) costs.push(await measureKind(ctx, kind))
    return costs
  }
  await measureAll() // compiles the code
  return measureAll()
}

async function measureKind(
  ctx: CryptoContext & { readonly signer: Signer },
  kind: (typeof kinds)[number],
): Promise<StatusListCosts> {
  const { places, bits, revoked } = kind
  const chance = seededChance(places)
  const exceptions: readonly StatusEntry[] = Array.from({ length: Math.round(places * revoked) }, () => ({
    index: Math.floor(chance() * places),
    status: 1,
  }))
  const lists = createStatusListKeeper({
    ...{ ...ctx, bits, exceptions: async () => exceptions },
    config: { places, ttlSeconds: 60, lifetimeSeconds: 3600 },
    uriOf: (list) => `https://wallet-provider.example/statuslists/${list}`,
  })
  const { jwt, gzip } = await lists.token(0, 0)
  const times: number[] = []
  for (let list = 1; list <= measuredCalls; list += 1) {
    const since = performance.now()
    await lists.token(list, 0)
    times.push(performance.now() - since)
  }
  return { ...kind, bytes: jwt.length, gzipBytes: (await gzip()).length, milliseconds: median(times) }
}
