/**
 * Implements `fiducia init <role>`: writes the settings of a service, creates its keys, and lists the remaining steps.
 */
import { isAbsolute, relative } from 'node:path'
import { shellWord } from '../base/index.ts'
import type { JwsAlgorithm } from '../jose/index.ts'
import { type Initialized, initialize, type PinnedAnchor, type ServedRole, trustAdvice } from '../serve/index.ts'
import { checkSuperior, fetchAnchor, parseAlgorithms } from './fetch-anchor.ts'
import { answerOf, printAnswer } from './print-answer.ts'
import type { Terminal } from './program.ts'
import { requireCompanionOption } from './user-error.ts'

export interface InitFlags {
  readonly dir?: string
  readonly port?: number
  readonly publicUrl?: string
  readonly anchor?: string
  readonly superior?: string[]
  readonly algorithms?: string[]
  readonly json?: true
}

/**
 * Writes the settings and keys of a service, and prints the next steps. Keeps existing settings, and prints the options
 * that then have no effect. Rejects with a UserError for unusable options, and for an anchor or superior that does not
 * answer or has no usable configuration. Also rejects as `initialize` does. Prints each superior that has no trust
 * chain to the anchor, but does not reject for it.
 */
export async function initService(terminal: Terminal, role: ServedRole, flags: InitFlags): Promise<void> {
  const { port, publicUrl, superior: superiors } = flags
  const { dir: directory = role === 'trust-anchor' && flags.anchor !== undefined ? 'intermediate' : role } = flags
  requireCompanionOption(flags, 'superior', ['anchor'])
  const algorithms = parseAlgorithms(flags.algorithms)
  const anchor = flags.anchor === undefined ? undefined : await fetchAnchor(flags.anchor, algorithms)
  const notYet = anchor ? await describeUnlinkedSuperiors(superiors ?? [], anchor, algorithms) : []
  const options = {
    directory,
    port,
    publicUrl,
    anchor,
    superiors,
    algorithms: flags.algorithms,
    environment: process.env,
  }
  const { file, written, sample, ...made } = await initialize(role, options)
  const show = (path: string): string => (isAbsolute(directory) ? path : relative('.', path))
  const changes = {
    '--superior': superiors,
    '--port': port,
    '--public-url': publicUrl,
    '--algorithms': flags.algorithms,
  }
  const result: InitResult = {
    ...{ role, file, written, keys: show(made.keys) },
    createdKeys: made.createdKeys.map(({ file: path, kids }) => ({ file: show(path), kids })),
    anchor: anchor?.entityId,
    kids: (anchor?.keys ?? []).flatMap(({ kid }) => kid ?? []),
    superiorsOfAnchor: written ? (anchor?.superiors ?? []) : [],
    notYet: written ? notYet : [],
    ignored: written ? [] : Object.entries(changes).flatMap(([option, value]) => (value === undefined ? [] : [option])),
    next: `fiducia serve ${role} --config ${shellWord(file)}`,
    ...(sample !== undefined && { sample }),
  }
  printAnswer(terminal, answerOf(result, linesOf(result).join('\n')), flags.json)
}

interface InitResult {
  readonly role: ServedRole
  readonly file: string
  /** False if the settings existed and were kept. */
  readonly written: boolean
  /** Directory of the key file. */
  readonly keys: string
  readonly createdKeys: Initialized['createdKeys']
  readonly anchor: string | undefined
  /** `kid` of each key of the anchor. */
  readonly kids: readonly string[]
  readonly superiorsOfAnchor: readonly string[]
  /** One sentence for each superior without a trust chain to the anchor. */
  readonly notYet: readonly string[]
  /** Options without effect, because the settings existed. */
  readonly ignored: readonly string[]
  readonly next: string
  readonly sample?: string
}

const linesOf = ({ written, file, anchor, ...result }: InitResult): readonly string[] => [
  ...result.kids.map((kid) => `${written ? 'pinned' : 'not pinned'}  ${anchor}  ${kid}`),
  ...(result.superiorsOfAnchor.length > 0
    ? [
        `intermediate  ${anchor} is below ${result.superiorsOfAnchor.join(', ')}: with only its keys, the service trusts only entities below it. To trust the whole federation, delete ${file} and run this command again, with the anchor above as --anchor, and this one as --superior`,
      ]
    : []),
  ...result.notYet.map((fault) => `not yet  ${fault}`),
  ...result.ignored.map((option) => `ignored  ${option}: edit the existing settings in ${file}`),
  `${written ? 'wrote' : 'kept'}  ${file}`,
  `keys  ${result.keys}`,
  ...result.createdKeys.map(({ file, kids }) => ['created', file, ...kids].join('  ')),
  ...(written && anchor === undefined && result.role !== 'trust-anchor'
    ? [
        'anchors  none: the service trusts nobody until the file names one. Edit it, or delete it and run this command with --anchor',
      ]
    : []),
  `next  ${result.next}`,
  ...(result.sample === undefined
    ? []
    : [`next  node ${shellWord(result.sample)}, a sample application: its first lines say how it runs`]),
]

/**
 * Returns a sentence for each superior that has no trust chain to the anchor. A fault does not stop the creation of the
 * service, because the operator can fix it afterwards.
 */
async function describeUnlinkedSuperiors(
  superiors: readonly string[],
  anchor: PinnedAnchor,
  algorithms: readonly JwsAlgorithm[],
): Promise<readonly string[]> {
  const faults = superiors.map(async (superior) => {
    const fault = await checkSuperior(superior, anchor, algorithms)
    return fault && `${superior} has no chain to ${anchor.entityId}: ${trustAdvice(fault.code, fault.at)}`
  })
  return (await Promise.all(faults)).filter((fault) => fault !== undefined)
}
