/** `fiducia decode <anything|->`: recognises, decodes, explains and verifies an artefact. */
import type { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { readNamedFile } from '../named-files.ts'
import type { Terminal } from '../program.ts'
import { wholeNumber } from '../whole-number.ts'

interface Flags {
  readonly key?: string
  readonly index?: number
  readonly method?: string
  readonly url?: string
  readonly accessToken?: string
  readonly session?: string
  readonly json?: true
}

/** Number of bytes after which standard input is not read further. The decoder's own limit is lower. */
const maximumInputBytes = 1_048_576

const examples = [
  'fiducia decode eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  'fiducia decode - --key issuer.jwk',
  'fiducia decode "$STATUS_LIST_TOKEN" --index 412',
  'fiducia decode "$DPOP_PROOF" --method POST --url https://pid.example/credential --access-token "$ACCESS_TOKEN"',
  'fiducia decode - --json',
]

export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('decode')
    .description('decode, explain and verify a token, credential, key, certificate, query, link or HTTP message')
    .argument('<anything>', 'the text, or - to read standard input')
    .option('--key <file>', 'keys for verification or decryption: JWK, JWKS, PEM or an Entity Configuration')
    .option('--index <number>', 'index in a status list', wholeNumber(0, 999_999_999))
    .option('--method <method>', 'method of the request of a DPoP proof')
    .option('--url <url>', 'URL of the request of a DPoP proof')
    .option('--access-token <token>', 'access token that accompanies a DPoP proof')
    .option(
      '--session <file>',
      'file with the Request Object of a presented mdoc, or with its client_id, nonce and response_uri',
    )
    .option('--json', 'print JSON with complete values')
    .action(async (anything: string, { key, session, json, ...flags }: Flags) => {
      const text = anything === '-' ? await readStandardInput() : anything
      const { decodeText } = await import('../decode-text.ts')
      const [keyText, sessionText] = [
        key === undefined ? undefined : readNamedFile(key),
        session === undefined ? undefined : readNamedFile(session),
      ]
      await decodeText(terminal, text, { ...flags, key: keyText, session: sessionText, json })
    })
  withExamples(command, ...examples)
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(Buffer.from(chunk))
    size += chunk.length
    if (size > maximumInputBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
