import { join } from 'node:path'
import { createMemoryKeyVault } from '../../src/federation/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createKeyFileVault } from '../../src/node/index.ts'
import { crypto } from '../support/federation.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { keyVaultContract } from './key-vault.ts'

keyVaultContract('memory', (held) => createMemoryKeyVault(held, () => generateSigner({ crypto })))
keyVaultContract('disk', (held) =>
  createKeyFileVault({ crypto }, { directory: join(freshDirectory(), 'keys'), purpose: 'federation', held }),
)
