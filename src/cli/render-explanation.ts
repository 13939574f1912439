/**
 * An explanation of trust in words: each path, each step, the first that fails, and what to change.
 */
import type { ResolveCode, TrustExplanation, TrustStep } from '../federation/index.ts'
import { printable } from './administration-client.ts'

const steps: Readonly<Record<TrustStep, string>> = {
  reach: 'everybody on the path answers',
  statements: 'each statement is well formed',
  times: 'each statement is in time',
  links: 'the statements form one chain',
  anchor: 'the chain ends in a configured anchor',
  signatures: 'each signature verifies with the key above it',
  constraints: 'the constraints of the superiors hold',
  metadata: 'the metadata satisfies the policies and its schema',
}

/** What to change, by the step at which it fails; some faults have a better word. */
const advice: Readonly<Record<TrustStep, string>> = {
  reach: 'see that the last entity of the path answers at its well-known URL, over https, with the right media type.',
  statements: 'correct the statement at the place named; its issuer must sign it anew.',
  times: 'compare the clocks, and see that the statement is signed anew before its end.',
  links: 'compare authority_hints, iss and sub of the statements named: identifiers must be equal to the letter.',
  anchor: 'configure the anchor with its keys where you judge, or join a federation whose anchor is configured.',
  signatures: 'let the superior take over the keys that are published now ("fiducia federation refresh <entity>").',
  constraints: 'ask the superior named to change its constraints, or shorten the path.',
  metadata:
    'change the metadata so that it satisfies the policy at the place named, or ask the superior to change that.',
}

const betterAdvice: { readonly [code in ResolveCode]?: string } = {
  no_superior: 'the entity names no superior: publish authority_hints, and have the superior take the entity in.',
  status_unexpected:
    'the superior makes no statement about the entity: have it taken in ("fiducia federation add <entity>").',
  superior_not_hinted: "add the superior to the entity's authority_hints.",
  anchor_key_mismatch: 'the anchor signs with a key that is not pinned here: obtain its keys out of band and pin them.',
  expired: 'the statement named is past its end: its issuer must sign a new one.',
}

const verdicts: Readonly<Record<TrustExplanation['verdict'], string>> = {
  trusted: 'TRUSTED',
  entity_type_missing: 'NOT TRUSTED in this role: the resolved metadata has no such type',
  no_trust_chain: 'NOT TRUSTED: no path holds',
}

export function renderExplanation(explained: TrustExplanation): string {
  const lines = [`${verdicts[explained.verdict]}  ${explained.entityId}`]
  if (explained.expiresAt !== undefined)
    lines.push(`roles ${explained.entityTypes.join(', ')}; until ${new Date(explained.expiresAt * 1000).toISOString()}`)
  for (const { path, steps: taken } of explained.paths) {
    lines.push('', path.join(' > '))
    for (const { step, result, code, at } of taken) {
      if (result === 'holds') lines.push(`  ok  ${steps[step]}`)
      if (result !== 'fails' || code === undefined) continue
      lines.push(
        `  NO  ${steps[step]}: ${code} at ${at}`,
        `      what to change: ${betterAdvice[code] ?? advice[step]}`,
      )
    }
  }
  return `${lines.map(printable).join('\n')}\n`
}
