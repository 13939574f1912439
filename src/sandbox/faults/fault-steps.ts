/** Steps of the fault table: a message, its faults, and the expected result of each fault. */
import type { Json } from '../../base/index.ts'
import type { ExpectedEnd, FaultStep } from '../../console/index.ts'
import { type ContentChange, changedText, wrongValue } from './content-changes.ts'
import { json, type Place } from './places.ts'

/** Effect of a fault. */
export type Effect =
  | ContentChange
  /** The request does not arrive. */
  | { readonly kind: 'outage' }
  /** The response comes after the sender has given up. */
  | { readonly kind: 'slow' }
  /** The request arrives twice. The sender gets the second response. */
  | { readonly kind: 'twice' }
  /** The receiver handles the request with its clock shifted by this many seconds. */
  | { readonly kind: 'clock'; readonly seconds: number }

/** One fault of a step, and its effect. */
export interface FaultRow {
  readonly fault: string
  readonly effect: Effect
  readonly expected: ExpectedEnd
}

/** A step of the fault table, with the effects of its faults. */
export interface StepRow extends FaultStep {
  readonly faults: readonly FaultRow[]
}

/**
 * Expected result of a fault, as the table states it: a code, the reason why the fault has no effect, or the status of
 * the response. The surface (the name of the decision) may precede the code: `wallet/token unreachable`. The code
 * `failed` means that the decision fails without a code.
 */
type End = string | { readonly it: string; readonly en: string } | { readonly answer: number }
/** Expected results by the name of the fault. Only these faults are created. */
export type Ends = Readonly<Record<string, End>>

/** A fault of a step, as the table states it. */
export interface NamedEffect {
  readonly fault: string
  readonly effect: Effect
  readonly end: End
}

/**
 * Creates a step. `route` has the form `wallet → pid-provider POST /token`. It may end with a format in brackets, which
 * is part of the step's name, but not of the path. `surface` is the surface of the expected refusal if a result states
 * only a code.
 */
export function step(
  route: string,
  side: FaultStep['side'],
  flow: FaultStep['flow'],
  surface: string,
  faults: readonly NamedEffect[],
): StepRow {
  const [from = '', , to = '', method = '', path = '', format] = route.split(' ')
  return {
    step: format === undefined ? `${route} ${side}` : `${from} → ${to} ${method} ${path} ${side} ${format}`,
    ...{ flow, from, to, method, path, side },
    faults: faults.map(({ fault, effect, end }) => ({ fault, effect, expected: expectedOf(end, surface) })),
  }
}

function expectedOf(end: End, surface: string): ExpectedEnd {
  if (typeof end !== 'string') return 'answer' in end ? end : { tolerated: end }
  const at = end.lastIndexOf(' ')
  return at < 0 ? { surface, code: end } : { surface: end.slice(0, at), code: end.slice(at + 1) }
}

/** Returns the faults of `ends` with their effects. Throws a TypeError for a fault without an effect in `effects`. */
export const withEffects = (
  ends: Ends,
  effects: Readonly<Record<string, Effect>>,
  prefix = '',
): readonly NamedEffect[] =>
  Object.entries(ends).map(([name, end]) => {
    const effect = effects[name]
    if (effect === undefined) throw new TypeError(`no fault ${name}`)
    return { fault: prefix + name, effect, end }
  })

const halfADay = 43_200

/** Faults of a whole request. `late` and `early` shift the receiver's clock by half a day. */
export const requestFaults = (ends: Ends): readonly NamedEffect[] =>
  withEffects(ends, {
    outage: { kind: 'outage' },
    replayed: { kind: 'twice' },
    late: { kind: 'clock', seconds: halfADay },
    early: { kind: 'clock', seconds: -halfADay },
  })

/** Faults of a whole response. */
export const responseFaults = (ends: Ends): readonly NamedEffect[] =>
  withEffects(ends, {
    slow: { kind: 'slow' },
    status_500: { kind: 'status', status: 500 },
    status_404: { kind: 'status', status: 404 },
  })

/**
 * Faults of a text: `malformed` (cut in the middle), `empty`, `wrong` (another value), `missing`, and
 * `broken_signature` (one character changes). Their names begin with `name` and a point, unless `name` is empty.
 */
export const textFaults = (name: string, place: Place, ends: Ends): readonly NamedEffect[] =>
  withEffects(
    ends,
    {
      malformed: { kind: 'text', place, change: (text) => text.slice(0, Math.ceil(text.length / 2)) },
      empty: { kind: 'text', place, change: () => '' },
      wrong: { kind: 'text', place, change: (text) => String(wrongValue(text)) },
      missing: { kind: 'text', place, change: () => undefined },
      broken_signature: { kind: 'text', place, change: changedText },
    },
    name === '' ? '' : `${name}.`,
  )

/**
 * Returns the faults `missing_x` and `wrong_x` of members of the JSON at the place `outer`, which defaults to the body.
 */
export const memberFaults = (name: string, outer: Place | undefined, ends: Ends): readonly NamedEffect[] =>
  Object.entries(ends).map(([fault, end]) => {
    const [kind, member = ''] = splitName(fault)
    const place = outer === undefined ? json(member) : json(member, outer)
    const change = (text: string): string | undefined => (kind === 'missing' ? undefined : wrongText(text))
    return { fault: name === '' ? fault : `${name}.${fault}`, effect: { kind: 'text', place, change }, end }
  })

/** Matches texts that look like JSON: lists, objects, numbers and booleans. */
const jsonPattern = /^(?:[[{].*[\]}]|-?\d+(?:\.\d+)?|true|false)$/s

const wrongText = (text: string): string =>
  jsonPattern.test(text) ? JSON.stringify(wrongValue(JSON.parse(text) as Json)) : String(wrongValue(text))

/** Splits `missing_x` into `missing` and `x`. */
export const splitName = (fault: string): [kind: string, member: string] => {
  const at = fault.indexOf('_')
  return [fault.slice(0, at), fault.slice(at + 1)]
}
