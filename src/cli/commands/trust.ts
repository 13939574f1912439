/** `fiducia trust explain <entity>`: explains whether an entity is trusted, path by path, and what to change. */
import type { Command } from 'commander'
import { withServiceOptions } from '../addressed-service.ts'
import { withExamples } from '../examples.ts'
import type { TrustFlags } from '../explain-trust.ts'
import type { Terminal } from '../program.ts'

export function register(program: Command, terminal: Terminal): void {
  const trust = program.command('trust').description('explain trust in an entity')
  const explain = withServiceOptions(
    trust.command('explain <entity>').description('show every path to an anchor, and the first rule that fails'),
  )
    .option('--anchor <entities...>', 'trusted anchors; default: that of --url or of the running sandbox')
    .option(
      '--anchor-keys <file>',
      'JWK set with the keys of the anchor, if there is only one; default: the keys that the anchor publishes, unverified',
    )
    .option('--type <types...>', 'entity types of which the entity must have one, for example openid_credential_issuer')
    .option('--mark <types...>', 'trust marks of which the entity must have one')
    .option('--algorithms <names...>', 'permitted signature algorithms of statements; default: ES256, ES384 and ES512')
    .option('--json', 'print the explanation as JSON')
    .action(async (entity: string, flags: TrustFlags) => {
      const { explainEntity } = await import('../explain-trust.ts')
      await explainEntity(terminal, entity, flags)
    })
  withExamples(
    explain,
    'fiducia trust explain http://localhost:4004',
    'fiducia trust explain https://wallet.example --anchor https://anchor.example --json',
  )
}
