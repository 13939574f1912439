/**
 * Preloaded into test processes by `npm run mutate`. Changes one source when it is loaded. `MUTANT` contains path and
 * change as JSON.
 */
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { shortPath } from '../source/files.ts'
import { applyMutant, type Mutant } from './mutants.ts'

if (process.env.MUTANT) {
  const { path, mutant } = JSON.parse(process.env.MUTANT) as { readonly path: string; readonly mutant: Mutant }
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.startsWith('file:') || shortPath(fileURLToPath(url)) !== path || !loaded.source) return loaded
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      return { ...loaded, source: applyMutant(source, mutant) }
    },
  })
}
