/** Reads PEM (RFC 7468). */
import { decodeLenientBase64 } from '../../base/index.ts'

interface PemBlock {
  readonly label: string
  readonly bytes: Uint8Array
  readonly text: string
}

/**
 * Returns the blocks in order. Skips a block whose content is not base64, one with a malformed label, and one without
 * an `END` line. Does not compare the label of the `END` line.
 */
export function pemBlocks(text: string): readonly PemBlock[] {
  const blocks: PemBlock[] = []
  for (const part of text.split('-----BEGIN ').slice(1)) {
    const [label = '', rest = ''] = splitAt(part, '-----')
    const end = rest.indexOf('-----END ')
    const bytes = end < 0 ? undefined : decodeLenientBase64(rest.slice(0, end))
    if (bytes === undefined || !/^[A-Z0-9 ]{1,40}$/.test(label)) continue
    blocks.push({ label, bytes, text: `-----BEGIN ${label}-----${rest.slice(0, end)}-----END ${label}-----\n` })
  }
  return blocks
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + mark.length)]
}
