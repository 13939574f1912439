/** Outcome of an act in a simulated year, as the person sees it. */
import { Refusal } from '../../../src/base/index.ts'
import { Unexpected } from '../../../src/sandbox/life-cycle/step.ts'
import { LoginRefused } from '../../../src/sandbox/login-script.ts'

/** Result of an act. `why` begins with `later` if the person should try again later, else with `no`. */
export type Outcome = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly why: string }

/** The federation does not list the PID Provider. */
export class NotListed extends Error {}

/** Runs an act. Returns its outcome. Throws any error that no person would see, because it is a bug. */
export async function outcomeOf(act: () => Promise<unknown>): Promise<Outcome> {
  try {
    await act()
    return { kind: 'done' }
  } catch (thrown) {
    return { kind: 'refused', why: whyOf(thrown) }
  }
}

function whyOf(thrown: unknown): string {
  if (thrown instanceof Refusal) {
    const { answer, requirement, code } = thrown
    return `${whenOf(answer.status)} ${requirement} ${code}: ${answer.text}`
  }
  if (thrown instanceof LoginRefused) return `${whenOf(thrown.page.status)} page ${thrown.page.status}`
  if (thrown instanceof Unexpected) return `${thrown.message.includes('503') ? 'later' : 'no'} ${thrown.message}`
  if (thrown instanceof NotListed) return 'no not listed'
  if (thrown instanceof TypeError && thrown.message.startsWith('nobody answers at')) return 'later silence'
  throw thrown
}

const whenOf = (status: number): string => (status === 503 ? 'later' : 'no')
