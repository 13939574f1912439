/**
 * Implements `fiducia init <role>`: writes the settings of a service, creates its keys, and lists the remaining steps.
 */
import { join } from 'node:path'
import type { JwsAlgorithm } from '../jose/index.ts'
import { initialize, type PinnedAnchor, type ServedRole, trustAdvice } from '../serve/index.ts'
import { fetchAnchor, judgeSuperior, parseAlgorithms } from './fetch-anchor.ts'
import type { Terminal } from './program.ts'
import { requireCompanionOption } from './user-error.ts'

export interface InitFlags {
  readonly dir?: string
  readonly port?: number
  readonly publicUrl?: string
  readonly anchor?: string
  readonly superior?: string[]
  readonly algorithms?: string[]
}

export async function initService(terminal: Terminal, role: ServedRole, flags: InitFlags): Promise<void> {
  const { port: listening, publicUrl, superior: superiors } = flags
  const { dir: directory = role === 'trust-anchor' && flags.anchor !== undefined ? 'intermediate' : role } = flags
  requireCompanionOption(flags, 'superior', ['anchor'])
  const algorithms = parseAlgorithms(flags.algorithms)
  const anchor = flags.anchor === undefined ? undefined : await fetchAnchor(flags.anchor, algorithms)
  const notYet = anchor ? await faultsAbove(superiors ?? [], anchor, algorithms) : []
  const options = {
    directory,
    port: listening,
    publicUrl,
    anchor,
    superiors,
    algorithms: flags.algorithms,
    environment: process.env,
  }
  const { file, written, sample } = await initialize(role, options)
  for (const { kid } of anchor?.keys ?? [])
    terminal.out(`${written ? 'pinned' : 'not pinned'}  ${anchor?.entityId}  ${kid}\n`)
  if (written && anchor && anchor.superiors.length > 0)
    terminal.out(
      `intermediate  ${anchor.entityId} is below ${anchor.superiors.join(', ')}: with only its keys, the service trusts only entities below it. To trust the whole federation, name the anchor above it with --anchor, and this one with --superior\n`,
    )
  for (const fault of written ? notYet : []) terminal.out(`not yet  ${fault}\n`)
  const asked = {
    '--superior': superiors,
    '--port': listening,
    '--public-url': publicUrl,
    '--algorithms': flags.algorithms,
  }
  for (const [option, value] of Object.entries(written ? {} : asked))
    if (value !== undefined) terminal.out(`ignored  ${option}: edit the existing settings in ${file}\n`)
  terminal.out(`${written ? 'wrote' : 'kept'}  ${file}\nkeys  ${join(directory, 'keys')}\n`)
  if (written && anchor === undefined && role !== 'trust-anchor')
    terminal.out('anchors  none: the service trusts nobody until the file names one (--anchor pins it)\n')
  terminal.out(`next  fiducia serve ${role} --config ${file}\n`)
  if (sample !== undefined)
    terminal.out(`next  node ${sample}, a sample application: its first lines say how it runs\n`)
}

/** Returns the superiors without a path to the anchor. Their faults can be fixed after the service was created. */
async function faultsAbove(
  superiors: readonly string[],
  anchor: PinnedAnchor,
  algorithms: readonly JwsAlgorithm[],
): Promise<readonly string[]> {
  const faults = superiors.map(async (superior) => {
    const fault = await judgeSuperior(superior, anchor, algorithms)
    return fault && `${superior} has no chain to ${anchor.entityId}: ${trustAdvice(fault.code, fault.at)}`
  })
  return (await Promise.all(faults)).filter((fault) => fault !== undefined)
}
