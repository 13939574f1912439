/** Reads the list of a Status List Token: the status at the chosen index, and the number of entries by status. */
import { fail, failed, isJsonObject, isNumericDate, type JsonObject } from '../../../base/index.ts'
import {
  countPlaces,
  inflateStatusList,
  type StatusBits,
  type StatusList,
  statusAt,
} from '../../../status-list/index.ts'
import type { Member, Verdict } from '../decoded.ts'
import { explainedMember } from '../explain-member.ts'
import type { Reading } from '../reading.ts'
import { wordsFor } from '../value-words.ts'
import { type Findings, notValid, notVerifiable, passed } from '../verdicts.ts'
import type { OpenedJws } from './open-jws.ts'

const widths: readonly unknown[] = [1, 2, 4, 8] satisfies StatusBits[]

/**
 * Reads a Status List Token, and the status at the index in the options. Checks the required members. Inflates at most
 * 4 lists for one pasted text.
 */
export async function readStatusList(
  { options: { index }, budget }: Reading,
  _: OpenedJws,
  { sub, iat, status_list: claim }: JsonObject,
): Promise<Findings> {
  if (typeof sub !== 'string') return malformed('sub')
  if (!isNumericDate(iat)) return malformed('iat')
  if (!isJsonObject(claim) || !widths.includes(claim.bits) || typeof claim.lst !== 'string')
    return malformed('status_list')
  budget.statusLists -= 1
  if (budget.statusLists < 0) return { verdicts: [notVerifiable('status', 'limit_reached')] }
  const list = await inflateStatusList(claim.bits as StatusBits, claim.lst)
  if (failed(list)) return { verdicts: [notValid('form', list)] }
  const lookupResult = index === undefined ? undefined : lookUp(list, index)
  return {
    verdicts: [lookupResult?.verdict ?? notVerifiable('status', 'index_absent')],
    sections: [{ name: 'status', members: [...(lookupResult?.members ?? []), ...countsOf(list)] }],
  }
}

/**
 * Returns the failed verdict `form` for a required member that is absent or malformed (draft-ietf-oauth-status-list-12
 * §5.1).
 */
const malformed = (member: string): Findings => ({
  verdicts: [notValid('form', fail('status_token_malformed', `payload.${member}`))],
})

function lookUp(list: StatusList, index: number): { readonly verdict: Verdict; readonly members: readonly Member[] } {
  const value = statusAt(list, index)
  if (failed(value)) return { verdict: notValid('status', value), members: [member('index', index)] }
  const words = wordsFor('status_value', value)
  return {
    verdict: { ...passed('status'), part: `[${index}]`, ...(words && { words }) },
    members: [member('index', index), { ...member('status_value', value), ...(words && { words }) }],
  }
}

/**
 * Counts entries by status, 3 and above together. Counts equal bytes first, because a list can have eight million
 * entries.
 */
function countsOf(list: StatusList): readonly Member[] {
  const bytes = new Uint32Array(256)
  for (const byte of list.bytes) bytes[byte] = (bytes[byte] ?? 0) + 1
  const counts = [0, 0, 0, 0]
  for (const [byte, times] of bytes.entries())
    for (let slot = 0; slot < 8 / list.bits; slot += 1) {
      const status = Math.min(3, (byte >> (slot * list.bits)) & ((1 << list.bits) - 1))
      counts[status] = (counts[status] ?? 0) + times
    }
  const [valid = 0, invalid = 0, suspended = 0, others = 0] = counts
  return [
    member('places', countPlaces(list)),
    member('valid', valid),
    member('invalid', invalid),
    ...(list.bits === 1 ? [] : [member('suspended', suspended), member('others', others)]),
  ]
}

const member = (name: string, value: number): Member => explainedMember('status_list_token', 'status', name, value)
