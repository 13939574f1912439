/**
 * `fiducia api-key`: creates a key for an application, and the digest for the Relying Party's configuration or for
 * `fiducia applications put --key-digest`. `operator-advice.ts` repeats the label `for apiKeyDigests` and the length of
 * the digest, so both must change together.
 */
import type { Command } from 'commander'
import { encodeBase64url } from '../../base/index.ts'
import { withExamples } from '../examples.ts'
import { answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderFacts } from '../table.ts'

/** Registers `fiducia api-key`. */
export function register(program: Command, terminal: Terminal): void {
  const command = program
    .command('api-key')
    .description('create an API key for an application of the Relying Party, and its digest for the configuration')
    .option(...jsonOption)
    .action(async ({ json }: { readonly json?: true }) => {
      const { createNodeCrypto, createNodeRandom } = await import('../../node/index.ts')
      const { secretDigest } = await import('../../relying-party/index.ts')
      const apiKey = encodeBase64url(createNodeRandom().bytes(32))
      const apiKeyDigest = secretDigest({ crypto: createNodeCrypto() }, apiKey)
      const text = renderFacts({ 'API key': apiKey, 'for apiKeyDigests': apiKeyDigest })
      printAnswer(terminal, answerOf({ apiKey, apiKeyDigest }, text), json)
    })
  withExamples(command, 'fiducia api-key', 'fiducia api-key --json')
}
