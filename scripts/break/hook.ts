/**
 * Preloaded into test processes by `npm run requirements -- --break ID`. Transforms the project's sources when they are
 * loaded, and provides the functions that the transformed code calls. `REQUIREMENT_BREAK` contains requirement IDs, or
 * `ID/code` for one fault of a rule.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isTestFile, shortPath } from '../source/files.ts'
import { spoil } from './spoil.ts'
import { breakDecision, breakRules, runtimeName } from './transform.ts'

type Rules = Readonly<Record<string, readonly [requirement: string, answer: unknown]>>

const ids = new Set((process.env.REQUIREMENT_BREAK ?? '').split(/[\s,]+/).filter(Boolean))
const active = new AsyncLocalStorage<Rules>()

const isBroken = (requirement: string, code: string): boolean =>
  ids.has(requirement) || ids.has(`${requirement}/${code}`)

const runtime = {
  /** Runs a check. Until it ends, `rules` is the table of the current decision. */
  within: <T>(rules: Rules, run: () => T): T => active.run(rules, run),
  /** Returns true if the current decision maps this code to a broken requirement. */
  waives: (code: string): boolean => {
    const rules = active.getStore()
    return rules !== undefined && Object.hasOwn(rules, code) && isBroken(rules[code]?.[0] ?? '', code)
  },
  passes: isBroken,
  /** Returns the rule of a refusal, with another name if it is broken. */
  disguise: (rule: Rules[string], code: string): Rules[string] =>
    isBroken(rule[0], code) ? [`broken ${rule[0]}`, rule[1]] : rule,
  spoil,
}

if (ids.size > 0) {
  Object.assign(globalThis, { [runtimeName]: runtime })
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const path = url.startsWith('file:') ? shortPath(fileURLToPath(url)) : ''
      if (!path.startsWith('src/') || !path.endsWith('.ts') || isTestFile(path) || !loaded.source) return loaded
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      const broken = breakRules(source, ids)
      return { ...loaded, source: path === 'src/base/open-decision.ts' ? breakDecision(broken) : broken }
    },
  })
}
