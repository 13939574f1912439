/** Table of the key ring of a running service, for `federation rotate-keys` and `keys attestation`. */
import type { JsonObject } from '../base/index.ts'
import { inWords } from './date-of.ts'
import type { Answer } from './print-answer.ts'
import { renderTable } from './table.ts'

/** Returns the keys in the order of their addition. Times in the table are relative to `now`. */
export const ringAnswer = (keys: readonly JsonObject[], now: number): Answer => ({
  data: keys,
  text: renderTable(keys, [
    ['kid', ({ kid }) => kid],
    ['state', ({ state }) => state],
    ['created', ({ created_at }) => inWords(Number(created_at), now)],
    ['activated', ({ activated_at }) => inWords(Number(activated_at), now)],
    ['ended', ({ retired_at, revoked_at }) => inWords(Number(revoked_at ?? retired_at), now)],
    ['reason', ({ reason, created_reason }) => reason ?? created_reason],
  ]),
})
