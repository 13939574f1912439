/** docs/benchmarks.md: what a run found, with the machine that it ran on. */
import { cpus, release, totalmem } from 'node:os'
import type { Figure } from '../figures.ts'
import { renderMarkdown } from './table.ts'

const gibibytes = (bytes: number): string => (bytes / 1_073_741_824).toFixed(0)

export function renderPage(figures: readonly Figure[], reasons: readonly string[], own: string): string {
  const [cpu] = cpus()
  const verdict =
    reasons.length === 0
      ? 'The run is valid by its own rule.'
      : `**This run is void** by its own rule and shows the order of things only: ${reasons.join('; ')}.`
  return `# Benchmarks

Written by \`npm run bench -- --write\`; do not edit.

${cpus().length} × ${cpu?.model ?? 'unknown'}, ${gibibytes(totalmem())} GiB, Linux ${release()}, Node ${process.versions.node} with OpenSSL ${process.versions.openssl}.
${verdict}

${renderMarkdown(figures)}

*ratio*: throughput compared with what the row says, median of the rounds (least–most). *by CPU*: the same ratio in processor time, which a
busy machine disturbs less. *crypto*: the cryptography that the operation cannot avoid, with nothing round it; *http*: Node's own server
with bodies of the same size; *combined*: both, and one durable write. All of them are measured in the same run, before and after
each case, on the core of the service. ${own[0]?.toUpperCase()}${own.slice(1)}.

## How it is measured

- One process serves all roles, pinned to core 0, on SQLite on disk (\`synchronous=FULL\`, one transaction per turn of the event loop). The load
  runs on core 1, over raw sockets that are kept alive.
- A round makes fresh wallets with keys of their own and walks whole lives: challenge, registration, attestation, pushed request, login, consent,
  token, credential, presentation. All requests of a step are complete before the clock starts; each is sent once.
- Every answer's status is judged, one of each step as its receiver would judge it, and at the end of a round everything single-use is sent
  again and must be refused.
- The first round is discarded. A run is void when the machine was slower in a round than 0.7 of its best, or when a ratio spreads
  further than 15 % from its median. Only ratios of one run may be compared.

\`--quick\` tries it in seconds, \`--profile\` counts cryptography per request and says where time goes, \`--check\` ends with 1 when a *must* is missed.
`
}
