/** The log of decisions that a service keeps over its starts, where its settings name a file for one. */
import { ConfigError, createDecisionFile, type DecisionFile } from '../node/index.ts'
import type { ServiceSettings } from './role-settings.ts'

/** Throws `ConfigError` for a file that cannot be opened. */
export function openDecisionFile({ decisions: { file, ...rest }, resolve }: ServiceSettings): DecisionFile | undefined {
  if (file === undefined) return undefined
  try {
    return createDecisionFile(resolve(file), rest)
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    throw new ConfigError([`decisions.file: ${resolve(file)} cannot be opened (${reason})`])
  }
}
