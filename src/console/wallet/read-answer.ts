/** Reads the query and the form of a consent page. The names of fields are those of consent-pages.ts. */
import type { Parameters } from '../../http/index.ts'
import type { ConsentAnswer, ConsentQuestion } from './wallet-port.ts'

/** Returns the index of the chosen credential in `candidates`. Returns 0 if `chosen` is absent or no valid index. */
export function chosenCandidateIndex(
  { candidates }: ConsentQuestion['items'][number],
  chosen: string | undefined,
): number {
  const index = Number(chosen ?? 0)
  return Number.isInteger(index) && candidates[index] !== undefined ? index : 0
}

/**
 * Returns the answer to a question: the ticked claims of the credentials that the page showed. Leaves out an optional
 * item without a tick. If one of the credentials was not offered, the whole answer is a refusal.
 */
export function readAnswer({ items }: ConsentQuestion, form: Parameters): ConsentAnswer {
  if (form.get('given') !== 'yes') return { given: false }
  const chosen = items.flatMap((item, index) => {
    if (item.optional && form.get(`item-${index}`) === undefined) return []
    const credential = item.candidates.find(({ id }) => id === form.get(`credential-${index}`))
    if (credential === undefined) return [undefined]
    const claims = credential.claims.filter((_, at) => form.get(`claim-${index}-${at}`) !== undefined)
    return [{ id: item.id, credential: credential.id, claims: claims.map(({ path }) => path) }]
  })
  const complete = chosen.filter((one) => one !== undefined)
  return complete.length === chosen.length ? { given: true, items: complete } : { given: false }
}
