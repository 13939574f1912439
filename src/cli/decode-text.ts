/** Decodes a text for `fiducia decode` and prints it. Loaded only when the command runs. */
import { printableJson } from '../base/index.ts'
import { decodeAnything } from '../console/decode/decode-anything.ts'
import { decodedJson } from '../console/decode/decoded-json.ts'
import { isRecognised, kindTitles } from '../console/decode/kinds.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createSystemClock } from '../node/system-clock.ts'
import type { Terminal } from './program.ts'
import { renderDecoded } from './render-decoded.ts'
import { UserError } from './user-error.ts'

interface DecodeOptions {
  /** Content of the key file. */
  readonly key: string | undefined
  readonly index?: number | undefined
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly accessToken?: string | undefined
  /** Content of the session file. */
  readonly session?: string | undefined
  readonly json?: true | undefined
}

/**
 * Decodes the text and prints the result. Then rejects with `UserError` if the kind of the text is unknown, or if the
 * text is empty or too large.
 */
export async function decodeText(
  terminal: Terminal,
  text: string,
  { key, index, method, url, accessToken, session, json }: DecodeOptions,
): Promise<void> {
  const ctx = { clock: createSystemClock(), crypto: createNodeCrypto() }
  const decoded = await decodeAnything(ctx, text, { key, index, request: { method, url }, accessToken, session })
  terminal.out(json ? `${printableJson(decodedJson(decoded))}\n` : renderDecoded(decoded))
  if (!isRecognised(decoded.kind))
    throw new UserError(`${kindTitles[decoded.kind].en}: name the whole text, without quotation marks around it.`)
}
