/** Runs commands of the program in this process, and writes logs of decisions for them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionRecord } from '../../src/base/index.ts'
import { register as registerDecode } from '../../src/cli/commands/decode.ts'
import { register as registerExplain } from '../../src/cli/commands/explain.ts'
import { register as registerFederation } from '../../src/cli/commands/federation.ts'
import { register as registerInstances } from '../../src/cli/commands/instances.ts'
import { register as registerKeys } from '../../src/cli/commands/keys.ts'
import { register as registerProfile } from '../../src/cli/commands/profile.ts'
import { register as registerSandbox } from '../../src/cli/commands/sandbox.ts'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { register as registerWallet } from '../../src/cli/commands/wallet.ts'
import { type Register, runProgram } from '../../src/cli/program.ts'
import { freshDirectory } from './sandbox-process.ts'

/** Runs the program with these commands, and returns its exit code and output. */
export async function runWith(registrations: readonly Register[], ...words: readonly string[]) {
  const out: string[] = []
  const err: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) }
  const code = await runProgram(registrations, words, terminal)
  return { code, out: out.join(''), err: err.join('') }
}

const registrations = [
  registerSandbox,
  registerDecode,
  registerExplain,
  registerFederation,
  registerInstances,
  registerKeys,
  registerProfile,
  registerServe,
  registerWallet,
]

export const run = (...words: string[]) => runWith(registrations, ...words)

export const decision = (trace: string, surface = 'wallet-provider/token'): DecisionRecord => ({
  trace,
  surface,
  at: 1_768_478_400,
  outcome: 'refused',
  checks: [
    { requirement: 'GEN-9', passed: true },
    { requirement: 'WP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss' },
  ],
  evidence: { thumbprint: 'abc' },
})

export function logOf(...decisions: DecisionRecord[]): string {
  const path = join(freshDirectory(), 'log.jsonl')
  const lines = decisions.map((one) => JSON.stringify({ level: 30, event: one.outcome, decision: one }))
  writeFileSync(path, ['not json', '{"event":"listening"}', '{"checks":', ...lines, ''].join('\n'))
  return path
}
