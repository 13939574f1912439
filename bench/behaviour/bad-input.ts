/**
 * Cost of bad requests. An attacker sends them for free, so the service must refuse them cheaply, before it verifies
 * any signature.
 */
import { runClosedLoop } from '../client/closed-loop.ts'
import { formPost } from '../client/http-request.ts'
import { type Figure, middleRate } from '../figures.ts'
import type { CaseProfile } from '../measure.ts'
import type { BenchOptions } from '../options.ts'
import type { Processes } from '../processes.ts'
import { type Rate, rateOf } from '../rates.ts'
import type { Profile } from '../report/profile.ts'
import { hostOf, origins } from '../service/origins.ts'
import { spreadOf } from '../statistics.ts'
import type { Usage } from '../usage.ts'
import type { Stage } from '../vectors/case.ts'
import { requestUnderChallenge } from '../vectors/wallet-provider-cases.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

interface BadRequest {
  readonly name: string
  readonly request: Buffer
  readonly status: number
}

/** Returns bad requests for an attestation, the operation whose acceptance costs the most signatures. */
async function badRequests({ stage }: Pick<BehaviourContext, 'stage'>): Promise<readonly BadRequest[]> {
  const [wallet] = stage.population.wallets
  if (wallet === undefined) return []
  const malformed = formPost(hostOf(origins.walletProvider), '/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: 'eyJhbGciOiJFUzI1NiJ9.e30',
  })
  const foreign = await requestUnderChallenge(stage, wallet, 'f'.repeat(76))
  return [
    { name: 'malformed', request: malformed, status: 400 },
    { name: 'wrong challenge', request: foreign, status: 403 },
  ]
}

export async function measureBadInput(ctx: BehaviourContext): Promise<Figure[]> {
  const { processes, options, measured } = ctx
  const attestations = measured.filter((one) => one.case === 'wp-token')
  if (attestations.length === 0) return []
  const accepted = middleRate(attestations)
  const refuse = async ({ name, request, status }: BadRequest, count: number): Promise<Rate> => {
    const load = { port: processes.ports['wallet-provider'], requests: [request], count, status }
    const ready = () => processes.service.ask('usage')
    const { seconds, unexpected } = await runClosedLoop({ ...load, connections: options.connections, ready })
    if (unexpected.size > 0) throw new Error(`${name}: answered with ${[...unexpected.keys()]}`)
    const { cpu } = await processes.service.ask<Usage>('usage')
    return rateOf({ operations: count, seconds, cpu })
  }
  const kinds: { readonly name: string; readonly rates: readonly Rate[] }[] = []
  for (const bad of await badRequests(ctx)) {
    await refuse(bad, options.warmUp)
    const rates: Rate[] = []
    for (let turn = 0; turn < options.turns; turn += 1) rates.push(await refuse(bad, options.repeats))
    kinds.push({ name: bad.name, rates })
  }
  const middles = kinds.map(({ name, rates }) => ({ name, ...middleRate(rates) }))
  const mostExpensive = middles.reduce((worst, one) => (one.perSecond < worst.perSecond ? one : worst))
  const rates = kinds.find(({ name }) => name === mostExpensive.name)?.rates ?? []
  const note = middles.map((one) => `${one.name} ${Math.round(one.perSecond).toLocaleString('en')} /s`).join(', ')
  return [
    behaviourFigure(
      'bad-input',
      rates.map(({ perSecond }) => perSecond / accepted.perSecond),
      { byCpu: spreadOf(rates.map(({ cpu }) => accepted.cpu / cpu)), ...middleRate(rates), note },
    ),
  ]
}

/** Profiles the refusal of a wrong challenge, the more expensive one: the service parses the request first. */
export async function profileBadInput(
  { service, ports }: Processes,
  { connections, only, repeats: count }: BenchOptions,
  stage: Stage,
): Promise<CaseProfile[]> {
  const last = (await badRequests({ stage })).at(-1)
  if (last === undefined || (only.length > 0 && !only.includes('bad-input'))) return []
  const load = { port: ports['wallet-provider'], requests: [last.request], count, status: last.status, connections }
  await runClosedLoop({ ...load, ready: () => service.ask('startProfiling') })
  return [{ case: 'bad-input', requests: count, profile: await service.ask<Profile>('stopProfiling') }]
}
