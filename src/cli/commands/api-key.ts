/** `fiducia api-key`: creates a key for an application, and the digest for the Relying Party's configuration. */
import type { Command } from 'commander'
import { encodeBase64url } from '../../base/index.ts'
import { createNodeCrypto, createNodeRandom } from '../../node/index.ts'
import { secretDigest } from '../../relying-party/index.ts'
import type { Terminal } from '../program.ts'

export function register(program: Command, terminal: Terminal): void {
  program
    .command('api-key')
    .description('create an API key for an application of the Relying Party, and its digest for the configuration')
    .action(() => {
      const apiKey = encodeBase64url(createNodeRandom().bytes(32))
      const apiKeyDigest = secretDigest({ crypto: createNodeCrypto() }, apiKey)
      terminal.out(`${JSON.stringify({ apiKey, apiKeyDigest }, null, 2)}\n`)
    })
}
