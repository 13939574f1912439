/** Applies armed faults to messages. */
import type { Clock } from '../../base/index.ts'
import type { Message, MessageLog } from '../../console/index.ts'
import type { HttpResponse } from '../../http/index.ts'
import type { FaultStore, MessageName } from './armed-faults.ts'
import { type ContentChange, changeMessage } from './content-changes.ts'
import type { Effect } from './fault-steps.ts'
import type { PlaceContext } from './known-keys.ts'
import { changedResponse, faultableResponse } from './message-forms.ts'
import type { FaultableMessage } from './places.ts'

/** Called with the id of a fault when it is used. */
type OnUse = (used: string) => void

export interface FaultMaker {
  readonly store: FaultStore
  /**
   * Applies the fault that waits for this message. Returns the same object if no fault waits, if the fault does not
   * change the content, or if the message cannot be changed.
   */
  change(name: MessageName, message: FaultableMessage, onUse: OnUse): Promise<FaultableMessage>
  /**
   * Applies the fault that waits for this response, and returns the response. A streamed response can be delayed, but
   * not changed.
   */
  changeResponse(name: Omit<MessageName, 'side'>, response: HttpResponse, onUse: OnUse): Promise<HttpResponse>
  /** Returns a function that links a used fault with the next recorded message that fits. */
  linkNext(log: MessageLog, fits: (message: Message) => boolean): OnUse
}

interface MakerParts {
  readonly ctx: PlaceContext
  readonly clock: Clock
  readonly store: FaultStore
  readonly slowMilliseconds: number
}

/** Creates the maker, which applies the armed faults of the store. */
export function createFaultMaker({ ctx, clock, store, slowMilliseconds }: MakerParts): FaultMaker {
  const change: FaultMaker['change'] = async (name, message, onUse) => {
    const waiting = store.find(name)
    const effect = waiting?.row.effect
    if (waiting === undefined || effect === undefined || !isContentChange(effect)) return message
    const changed = await changeMessage(ctx, message, effect, clock.now())
    if (typeof changed === 'string') {
      store.recordMiss(waiting.id, changed)
      return message
    }
    store.markUsed(waiting.id)
    onUse(waiting.id)
    return changed
  }
  return {
    store,
    change,
    changeResponse: async (request, response, onUse) => {
      const name = { ...request, side: 'response' } as const
      const waiting = store.find(name)
      if (waiting?.row.effect.kind === 'slow') {
        store.markUsed(waiting.id)
        onUse(waiting.id)
        await new Promise((resolve) => setTimeout(resolve, slowMilliseconds))
        return response
      }
      if (waiting === undefined || response.stream !== undefined) return response
      const message = faultableResponse(response)
      const changed = await change(name, message, onUse)
      return changed === message ? response : changedResponse(response, changed)
    },
    linkNext: (log, fits) => (used) => {
      const end = log.watch((message) => {
        if (!fits(message)) return
        end()
        store.setMessage(used, message.id)
      })
    },
  }
}

const isContentChange = (effect: Effect): effect is ContentChange =>
  effect.kind === 'text' || effect.kind === 'jwt' || effect.kind === 'mdoc' || effect.kind === 'status'
