/** Table of the key ring of a running service, for `federation rotate-keys` and `keys attestation`. */
import type { JsonObject } from '../base/index.ts'
import { inWords } from './date-of.ts'
import type { Answer } from './print-answer.ts'
import { renderTable } from './table.ts'

const time = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value))

/** Returns the keys in the order of their addition. Times in the table are relative to `now`. */
export const ringAnswer = (keys: readonly JsonObject[], now: number): Answer => ({
  data: keys,
  text: renderTable(keys, [
    ['kid', ({ kid }) => kid],
    ['state', ({ state }) => state],
    ['created', ({ created_at }) => inWords(time(created_at), now)],
    ['activated', ({ activated_at }) => inWords(time(activated_at), now)],
    ['ended', ({ retired_at, revoked_at }) => inWords(time(revoked_at ?? retired_at), now)],
    ['reason', ({ reason, created_reason }) => reason ?? created_reason],
  ]),
})
