/**
 * A case is one request derived from the specification alone, and the specification's verdict: `accept` or `refuse`.
 * Each failed case is a difference between the program and a literal reading of the specification.
 */
import type { Answer } from './http.ts'
import { known } from './known.ts'
import type { World } from './world.ts'

interface Expected {
  /** The status that the specification names. */
  readonly status?: number
  /** The value of `error` that the specification names. */
  readonly error?: string
  /** A browser shows this refusal, so that a page is a valid answer too. */
  readonly page?: true
}

export interface Case extends Expected {
  readonly id: string
  readonly says: 'accept' | 'refuse'
  /** The section and the words that justify the case. */
  readonly spec: string
  readonly title: string
  readonly run: (world: World) => Promise<Answer>
  /** The reason of a known difference. The case is then printed and does not fail. */
  readonly known: string | undefined
}

/** Expected status by the specification. */
export const any: Expected = {}
export const ok: Expected = { status: 200 }
export const created: Expected = { status: 201 }
export const accepted: Expected = { status: 202 }
export const noContent: Expected = { status: 204 }
export const found: Expected = { status: 302 }
export const badRequest: Expected = { status: 400 }
export const unauthorized: Expected = { status: 401 }

/** Requests by `id | words of the specification | title`. */
export type Runs = Readonly<Record<string, Case['run']>>
/** Changes by `id | words of the specification | title`. Each one changes a draft that would otherwise be accepted. */
export type Rows<Draft> = Readonly<Record<string, (draft: Draft, world: World) => unknown>>

type Make = (expected: Expected, runs: Runs) => readonly Case[]

const make =
  (says: Case['says']): Make =>
  (expected, runs) =>
    Object.entries(runs).map(([text, run]) => {
      const [id = '', spec = '', title = ''] = text.split(' | ')
      return { ...expected, id, says, spec, title, run, known: known[id] }
    })

export const accept = make('accept')
export const refuse = make('refuse')

/** Returns the cases of one endpoint: each changes one thing in a draft. */
export const each = <Draft>(
  make: Make,
  rows: Rows<Draft>,
  run: (world: World, change: (draft: Draft) => Promise<void>) => Promise<Answer>,
  expected: Expected = {},
): readonly Case[] =>
  make(
    expected,
    objectFrom(Object.entries(rows), ([text, change]) => [
      text,
      (world: World) => run(world, async (draft) => void (await change(draft, world))),
    ]),
  )

/** Returns an object with one member for each item. */
export const objectFrom = <Item, Value>(
  items: readonly Item[],
  entry: (item: Item) => readonly [text: string, value: Value],
): Readonly<Record<string, Value>> => Object.fromEntries(items.map(entry))

/** Returns the same changes under other ids: `literal` under `rp.dcql.` is `rp.dcql.literal`. */
export const withIdPrefix = <Draft>(prefix: string, rows: Rows<Draft>): Rows<Draft> =>
  objectFrom(Object.entries(rows), ([text, change]) => [`${prefix}${text}`, change])

/** A statement of the specification that an answer contradicts. */
class Unlike extends Error {}

export function expect(condition: unknown, what: string): void {
  if (!condition) throw new Unlike(`the answer lacks: ${what}`)
}

const shortly = ({ status, text }: Answer): string => `${status} ${text.slice(0, 240).replaceAll(/\s+/g, ' ')}`

/** Returns the difference between the answer and the specification, if any. */
function compare(one: Case, answer: Answer): string | undefined {
  const { status, json, headers } = answer
  if (status >= 500) return `a fault of the server: ${shortly(answer)}`
  if (one.status !== undefined && status !== one.status) return `status ${one.status} expected: ${shortly(answer)}`
  if (one.says === 'accept') return status >= 400 ? `refused: ${shortly(answer)}` : undefined
  if (status < 400) return `accepted: ${shortly(answer)}`
  const isPage = one.page && headers.get('content-type')?.startsWith('text/html')
  if (!isPage && typeof json.error !== 'string') return `the answer is not JSON with an error: ${shortly(answer)}`
  if (one.error !== undefined && json.error !== one.error) return `error ${one.error} expected: ${shortly(answer)}`
  return undefined
}

interface Outcome {
  readonly one: Case
  readonly difference: string | undefined
  readonly answer?: Answer
}

export async function runCase(world: World, one: Case): Promise<Outcome> {
  try {
    const answer = await one.run(world)
    return { one, answer, difference: compare(one, answer) }
  } catch (thrown) {
    return { one, difference: thrown instanceof Error ? thrown.message : String(thrown) }
  }
}
