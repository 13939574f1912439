/**
 * Consent at the terminal: shows the requester and the purpose, and lists the attributes, which can be deselected
 * (WI-14).
 */
import type { Readable, Writable } from 'node:stream'
import { confirm, isCancel, multiselect, note, select } from '@clack/prompts'
import { printable } from '../../base/index.ts'
import { profileTitles } from '../../profiles/index.ts'
import {
  type ChosenItem,
  type Consent,
  type ConsentRequest,
  consentToAll,
  type OfferedClaim,
  type OfferedCredential,
  type OfferedItem,
  type RequestingParty,
  type UnanswerableRequest,
} from '../../wallet/index.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

/** Creates a consent that prints the request and agrees to all of it. */
export const createConsentToAll = (terminal: Terminal): Required<Consent> => ({
  ask: async (request) => {
    terminal.out(`${describeRequest(request)}\n`)
    return consentToAll(request)
  },
  acknowledge: async (request) => terminal.out(`${describeUnanswerable(request)}\n`),
})

/** Streams of the user. Default to the streams of the process. */
interface ConsentStreams {
  readonly input?: Readable
  readonly output?: Writable
}

/** Throws a UserError if there is no terminal. */
export function requireTerminal(isInteractive: boolean): void {
  if (!isInteractive) throw new UserError('There is no terminal to ask for consent: use --yes to agree to everything.')
}

/**
 * Creates a consent that asks the user at the terminal. Ctrl-C declines. `acknowledge` only waits until the user
 * continues. Both functions reject with a UserError if there is no terminal.
 */
export const createTerminalConsent = (isInteractive: boolean, streams: ConsentStreams = {}): Required<Consent> => ({
  ask: async (request) => {
    requireTerminal(isInteractive)
    note(describeRequest(request), 'Presentation request', streams)
    const items: ChosenItem[] = []
    for (const item of request.items) {
      const wanted = item.optional ? await wantsOptional(item, streams) : true
      const chosen = wanted && (await chooseItem(item, streams))
      if (wanted === undefined || chosen === undefined) return { given: false }
      if (chosen) items.push(chosen)
    }
    const message = `Send this to ${printable(request.relyingParty.name)}?`
    const given = await confirm({ message, initialValue: false, ...streams })
    return given === true ? { given, items } : { given: false }
  },
  acknowledge: async (request) => {
    requireTerminal(isInteractive)
    note(describeUnanswerable(request), 'Presentation request', streams)
    const message = `${printable(request.relyingParty.name)} learns that nothing is sent, but not why.`
    await select({ message, options: [{ value: 'continue', label: 'Continue' }], ...streams })
  },
})

/** Describes the request for the prompt, and for the output of `--yes`. */
export function describeRequest({ relyingParty, walletAttestationAsked, items }: ConsentRequest): string {
  const words = describe(
    relyingParty,
    items.map(({ purpose, optional, candidates: [first] }) => ({
      purpose,
      type: `${first?.type ?? 'a credential'}${optional ? ' (optional)' : ''}`,
      claims: first?.claims.map(claimWords) ?? [],
    })),
  )
  return walletAttestationAsked ? words : `${words}\n${unattested}`
}

const unattested = '  No proof of this wallet is asked for.'

const describeUnanswerable = ({ relyingParty, items }: UnanswerableRequest): string =>
  `${describe(relyingParty, items)}\nNothing in this wallet answers that.`

function describe(
  { name, entityId, organization, policyUri, profile, erasureEndpoint }: RequestingParty,
  items: readonly Pick<UnanswerableRequest['items'][number], 'purpose' | 'type' | 'claims'>[],
): string {
  const lines = [`${name} (${entityId}) asks for:`]
  if (organization !== undefined && organization !== name) lines.push(`  organization: ${organization}`)
  if (policyUri !== undefined) lines.push(`  privacy policy: ${policyUri}`)
  if (erasureEndpoint !== undefined) lines.push(`  deletion of what you send: ${erasureEndpoint}`)
  const version = profileTitles[profile]
  if (version !== undefined) lines.push(`  version: ${version}`)
  for (const { purpose, type, claims } of items) {
    if (purpose !== undefined) lines.push(`  purpose: ${purpose}`)
    lines.push(`  ${type}: ${claims.join(', ') || 'that you hold it'}`)
  }
  return lines.map(printable).join('\n')
}

const claimWords = (claim: OfferedClaim): string =>
  claim.intentToRetain ? `${claimName(claim)} (will be kept)` : claimName(claim)

const claimName = ({ path }: { readonly path: readonly (string | number)[] }): string => path.join('.')

/** Asks whether to send an optional item. Returns `undefined` if the user presses Ctrl-C. */
async function wantsOptional(
  { candidates: [first] }: OfferedItem,
  streams: ConsentStreams,
): Promise<boolean | undefined> {
  const message = `Send ${printable(first?.type ?? 'a credential')}, too? The service does not require it.`
  const answer = await confirm({ message, initialValue: false, ...streams })
  return isCancel(answer) ? undefined : answer
}

async function chooseItem({ id, candidates }: OfferedItem, streams: ConsentStreams): Promise<ChosenItem | undefined> {
  const credential = await chooseCredential(candidates, streams)
  if (credential === undefined) return undefined
  if (credential.claims.length === 0) return { id, credential: credential.id, claims: [] }
  const options = credential.claims.map((claim) => ({
    value: claimName(claim),
    label: printable(claimWords(claim)),
    hint: printable(JSON.stringify(claim.value)),
  }))
  const chosen = await multiselect({
    message: `Attributes of ${printable(credential.type)} to reveal`,
    options,
    initialValues: options.map(({ value }) => value),
    required: false,
    ...streams,
  })
  if (isCancel(chosen)) return undefined
  const claims = credential.claims.filter((claim) => chosen.includes(claimName(claim))).map(({ path }) => path)
  return { id, credential: credential.id, claims }
}

async function chooseCredential(
  candidates: readonly OfferedCredential[],
  streams: ConsentStreams,
): Promise<OfferedCredential | undefined> {
  if (candidates.length < 2) return candidates[0]
  const options = candidates.map(({ id, type, issuer }) => ({
    value: id,
    label: printable(`${type} of ${issuer}`),
    hint: id,
  }))
  const chosen = await select({ message: 'Which credential?', options, ...streams })
  return isCancel(chosen) ? undefined : candidates.find(({ id }) => id === chosen)
}
