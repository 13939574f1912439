import { type ClaimStore, testClaims } from '../../test/contract/claims.ts'
import { createMemoryClaims } from './memory-claims.ts'

function openMemory(): ClaimStore {
  const claims = createMemoryClaims()
  const names: string[] = []
  return {
    note: async (claimed, name, fault) =>
      claims.claim(claimed, () => {
        if (fault) throw fault
        names.push(name)
        return 'noted' as const
      }),
    noted: async () => names,
    prune: (now) => claims.prune(now),
    close: async () => undefined,
  }
}

testClaims('memory', openMemory, { undoes: true })
