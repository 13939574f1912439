/** docs/benchmarks.md: the results of a run, and the machine that it ran on. */
import { cpus, release, totalmem } from 'node:os'
import type { Result } from '../results.ts'
import { renderMarkdown, renderPeers } from './table.ts'
import { renderWhere, type Where } from './where.ts'

const gibibytes = (bytes: number): string => (bytes / 1_073_741_824).toFixed(0)

export interface Page {
  readonly results: readonly Result[]
  readonly where: Where
  /** Reasons why the whole run is void. Empty if it is not. */
  readonly reasons: readonly string[]
  /** Throughput of the load itself. */
  readonly own: string
  readonly runs: number
  readonly rounds: number
  readonly warmUp: number
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** Describes how the figures of the runs are combined for a goal. */
const describeCombination = (runs: number): string =>
  runs === 1
    ? 'One run: the median of its rounds alone is held to each goal.'
    : `${runs} runs: the lower of the median of their medians and 0.95 of the best of them is held to each goal.`

function validity({ results, reasons }: Page): string {
  if (reasons.length > 0) return `**Void** by its own rules, it shows the order of things only: ${reasons.join('; ')}.`
  const noisy = results.filter((result) => result.void)
  const again = results.filter((result) => !result.void && result.noisyRuns > 0)
  const told = again.length === 0 ? '' : ` Measured again, since they were void at first: ${namesOf(again)}.`
  if (noisy.length === 0) return `No row is void.${told}`
  return `${noisy.length} of ${results.length} rows are **void** (they spread further than 15 % from their median each time, and are held to their worst round by throughput and by processor time): ${namesOf(noisy)}.${told}`
}

const namesOf = (results: readonly Result[]): string => results.map(({ goal }) => goal.operation).join(', ')

export function renderPage(page: Page): string {
  const { results, where, own, runs, rounds, warmUp } = page
  const [cpu] = cpus()
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit.

${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gibibytes(totalmem())} GiB, Linux ${release()}, Node ${process.versions.node} with OpenSSL ${process.versions.openssl}.
${describeCombination(runs)} ${rounds} rounds each. ${validity(page)}

${renderMarkdown(results)}

*ratio*: throughput compared with what the row says, median of the rounds (least–most). *by CPU*: the same ratio in processor time, which a
busy machine disturbs less. *crypto*: the cryptography that the operation cannot avoid, with nothing round it; *http*: Node's own server
with bodies of the same size; *combined*: both, and one durable write. All of them are measured in the same run, by turns with the case, on
the core of the service. *service time*: what one request takes of a saturated service. *accepted*: refusals per second
compared with attestations per second. *busy*: where the service waited for the load or the disk for a tenth of the time or more. ${capital(own)}.

## Where the rest goes

Rows below their moonshot, from a profiled round at the end that is no measurement: shares of the time by folder, and what they make of
the measured processor time. \`outside of JavaScript\` is the event loop, the kernel and the compiler; \`node:sqlite\` waits for the disk, too.
Native time counts for its caller.

${renderWhere(results, where)}

## Peers

Libraries and services from npm, in the same run, on the same core, with requests of the same kind. *its floor*: the cryptography that
the peer cannot avoid; \`oidc-provider\` has its clients' keys registered and keeps everything in a map.

${renderPeers(results)}

## How it is measured

- One process serves all roles, pinned to core 0, on SQLite on disk (\`synchronous=FULL\`, one transaction per step of a turn, ADR 5). The load
  runs on core 1, over raw sockets that are kept alive. All processes, floors and peers among them, have the image's settings of
  allocator and collector (\`GLIBC_TUNABLES\`, \`NODE_OPTIONS\`).
- Before anything is measured everything is carried out twice ${warmUp} times, by wallets that do not come again.
- A round makes fresh wallets with keys of their own and walks whole lives: challenge, registration, attestation, pushed request, login, consent,
  token, credential, presentation. All requests of a step are complete before the clock starts; each is sent once.
- Every 50 ms the service is held in the middle of whatever it does, and its floors have the core for as long: what else works on the machine
  meets both.
- Every answer's status is judged, one of each step as its receiver would judge it, and at the end of a round everything single-use is sent
  again and must be refused.
- A round in which the machine was slower than 0.7 of its best is left out and repeated. A row whose ratio spreads further than 15 % from its
  median is void in that run, the others are not; with \`--check\` it is measured again, twice at most, and not averaged with what was void. Only
  ratios of one run may be compared.
- Tail and overload: pushed requests that come by chance (Poisson), latency from the moment at which they were due, over 1024 sockets that are in use already.
- *A bare server*: Node's own HTTP server with one verification and one durable write that the requests of a turn of its event loop share, at
  half of its own saturation, in its own service times. Where it misses the bar itself, twice its figure is the bar.

\`--quick\` tries it in half a minute, \`--runs 3\` is for releases, \`--profile\` counts cryptography per request and says where time goes, \`--check\` ends
with 1 when a *must* is missed.
`
}
