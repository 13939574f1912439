/** docs/benchmarks.md: the results of a run, and the machine that it ran on. */
import { cpus, release, totalmem } from 'node:os'
import type { Result } from '../results.ts'
import { type ConsumersByCase, renderConsumers } from './consumers.ts'
import { renderMarkdown, renderPeers } from './table.ts'

const gibibytes = (bytes: number): string => (bytes / 1_073_741_824).toFixed(0)

export interface Page {
  readonly results: readonly Result[]
  readonly consumers: ConsumersByCase
  /** Reasons why the whole run is void. Empty if it is not. */
  readonly reasons: readonly string[]
  /** Throughput and processor time of the load itself, in words. */
  readonly loadCost: string
  readonly runs: number
  readonly rounds: number
  readonly warmUp: number
}

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** Describes how the figures of the runs are combined for a goal. */
const describeCombination = (runs: number): string =>
  runs === 1
    ? 'One run: the median of its rounds is compared with each goal.'
    : `${runs} runs: the worse of the median of their medians and 0.95 of the best median is compared with each goal.`

function validity({ results, reasons }: Page): string {
  if (reasons.length > 0)
    return `The run is **void** by its own rules and shows orders of magnitude only: ${reasons.join('; ')}.`
  const noisy = results.filter((result) => result.void && result.fault === undefined)
  const unplanned = results.filter((result) => result.void && result.fault !== undefined)
  const again = results.filter((result) => !result.void && result.voidRuns > 0)
  const sentences = [
    ...(noisy.length + unplanned.length === 0 ? ['No row is void.'] : []),
    ...(noisy.length > 0
      ? [
          `${noisy.length} of ${results.length} rows are **void** (they spread further than 15 % from their median each time; their worst round counts, by throughput or by processor time): ${namesOf(noisy)}.`,
        ]
      : []),
    ...unplanned.map(({ goal, fault }) => `**Void**: ${goal.operation} (${fault}).`),
    ...(again.length > 0 ? [`Measured again, because they were void at first: ${namesOf(again)}.`] : []),
  ]
  return sentences.join(' ')
}

const namesOf = (results: readonly Result[]): string => results.map(({ goal }) => goal.operation).join(', ')

export function renderPage(page: Page): string {
  const { results, consumers, loadCost, runs, rounds, warmUp } = page
  const [cpu] = cpus()
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit.

${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gibibytes(totalmem())} GiB, Linux ${release()}, Node ${process.versions.node} with OpenSSL ${process.versions.openssl}.
${describeCombination(runs)} ${rounds} rounds each. ${validity(page)}

${renderMarkdown(results)}

*ratio*: throughput compared with the base in the column *of*, median of the rounds (least–most). *by CPU*: the same ratio in processor
time, which other load on the machine disturbs less. *crypto*: the cryptography that the operation cannot avoid, and nothing else; *http*:
Node's own server with bodies of the same size; *combined*: both, and one durable write. All of them are measured in the same run, in turns
with the case, on the core of the service. *service time*: the time that a saturated service takes for one request. *accepted*: refusals per
second compared with attestations per second. *arrivals*: all requests that arrived. *busy*: the service waited for the load or the disk for more than a tenth of the time. ${capital(loadCost)}.

## Where the rest goes

Rows below their moonshot, from a profiled round at the end, which is not a measurement: shares of the time by folder, and the same shares
of the measured processor time. \`outside of JavaScript\` is the event loop, the kernel and the compiler; \`node:sqlite\` includes waiting for
the disk. Native time counts for its caller.

${renderConsumers(results, consumers)}

## Peers

Libraries and services from npm, in the same run, on the same core, with requests of the same kind. *its floor*: the cryptography that
the peer cannot avoid. The clients of \`oidc-provider\` have registered keys, and its store is a map in memory.

${renderPeers(results)}

## How it is measured

- One process serves all roles, pinned to core 0, on SQLite on disk (\`synchronous=FULL\`, one transaction per step of a turn, ADR 5). The load
  runs on core 1, over raw sockets that are kept alive. All processes, also floors and peers, have the settings of the image for
  allocator and collector (\`GLIBC_TUNABLES\`, \`NODE_OPTIONS\`).
- Two rounds of ${warmUp} wallets each come before the measurement. They are not measured, and their wallets are not used again.
- A round creates new wallets with their own keys and runs whole life cycles: challenge, registration, attestation, pushed request, login, consent,
  token, credential, presentation. All requests of a step are complete before the clock starts; each is sent once.
- Every 50 ms the service is suspended in the middle of its work, and each of its floors gets the core for the same time, so that other
  load on the machine affects all of them.
- The status of every answer is checked, and one answer of each step is validated as its receiver would do. At the end of a round, one request
  of each step with single-use values is sent again and must be refused.
- A round in which the machine was slower than 0.7 of its best speed is discarded and repeated. If the ratio of a row spreads further than 15 %
  from its median, only this row is void in that run; with \`--check\` it is measured again, at most twice, and void figures do not count if
  another run has a steady one. Only ratios of the same run can be compared.
- Tail and overload: pushed requests that arrive at random (Poisson), over 1024 sockets that are already open. Latency counts from the time at
  which a request was due.
- Overload of a served role: registrations arrive at random at a proxy in front of a \`fiducia serve\` with its default limits. Each takes an
  idle connection or opens one. After a second without an answer, it is given up with its connection. The peak is the highest rate that the
  service accepted in the run, in a closed loop or in an overload. Half of the peak follows directly, in which recovery is measured. Memory is
  compared with that before the first overload. PostgreSQL runs on the core of the service, and only the load on the other. If the load is
  more than 50 ms late (p99), or does not send more than 3 % of the arrivals, the turn does not count. If this happens in more than half
  of the turns of a row, the row is void.
- *One client*: an address that is not the proxy's sends five times the peak over up to 1000 connections. The others send a quarter of the peak.
- An early refusal is measured without the pause that follows it in a service, because otherwise the server would be idle.
- *A bare server*: Node's own HTTP server with one verification and one durable write, which the requests of a turn of its event loop share. It
  runs at half of its own saturated rate, and its figure is in its own service times. The *must* of the tail is at least twice that figure.

\`--quick\` checks in half a minute that everything works, \`--runs 3\` is for releases, \`--profile\` counts cryptography per request and shows where
time goes, \`--check\` ends with 1 if a *must* is missed.
`
}
