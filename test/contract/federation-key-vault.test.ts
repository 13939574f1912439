import { join } from 'node:path'
import { generateSigner } from '../../src/jose/index.ts'
import { createFederationKeyVault } from '../../src/node/index.ts'
import { createMemoryKeyVault } from '../../src/trust-anchor/index.ts'
import { crypto } from '../support/federation.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { federationKeyVaultContract } from './federation-key-vault.ts'

federationKeyVaultContract('memory', (held) => createMemoryKeyVault(held, () => generateSigner({ crypto })))
federationKeyVaultContract('disk', (held) =>
  createFederationKeyVault({ crypto }, { directory: join(freshDirectory(), 'keys'), held }),
)
